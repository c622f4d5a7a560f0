//! A browser that serves one test after the other, and forgets in between.

use std::{path::Path, time::Duration};

use anyhow::bail;
use serde_json::json;
use thirtyfour::{WebDriver, cdp::Cdp};

use crate::{page::Look, scratch::Scratch};

/// How long a script may run: some measure the engine.
const SCRIPT_PATIENCE: Duration = Duration::from_secs(300);

/// A browser with a profile of its own.
#[derive(Debug)]
pub(crate) struct Browser {
    driver: WebDriver,
    profile: Scratch,
    language: &'static str,
    traced: bool,
    /// Where it has been: what may have left something behind.
    sites: Vec<String>,
}

impl Browser {
    /// Starts one.
    pub(crate) async fn start(driver: &str, look: &Look) -> anyhow::Result<Self> {
        let profile = Scratch::new()?;
        let driver = WebDriver::new(driver, look.capabilities(profile.path())?).await?;
        driver.set_script_timeout(SCRIPT_PATIENCE).await?;
        Ok(Self { driver, profile, language: look.language, traced: look.traced, sites: Vec::new() })
    }

    /// Whether somebody with this look can have it: all but the language is said once it runs.
    pub(crate) fn fits(&self, look: &Look) -> bool {
        self.language == look.language && !self.traced && !look.traced
    }

    /// What steers it.
    pub(crate) fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Notes where it goes.
    pub(crate) fn visits(&mut self, site: &str) {
        self.sites.push(site.to_owned());
    }

    /// Makes it as if it had just begun: one tab that was never used, nothing stored, nothing cached, nothing said.
    pub(crate) async fn freshen(&mut self) -> anyhow::Result<()> {
        if self.traced {
            bail!("a trace is kept once");
        }
        let used = self.driver.windows().await?;
        let fresh = self.driver.new_tab().await?;
        for tab in used {
            self.driver.switch_to_window(tab).await?;
            self.driver.close_window().await?;
        }
        self.driver.switch_to_window(fresh).await?;
        let tools = Cdp::new(self.driver.handle().clone());
        for site in self.sites.drain(..) {
            let everything = json!({ "origin": site.trim_end_matches('/'), "storageTypes": "all" });
            tools.send_raw("Storage.clearDataForOrigin", everything).await?;
        }
        tools.send_raw("Network.clearBrowserCookies", json!({})).await?;
        tools.send_raw("Network.clearBrowserCache", json!({})).await?;
        self.driver.browser_log().await?;
        Ok(())
    }

    /// Leaves a picture, and says what its console holds.
    pub(crate) async fn testify(&self, picture: &Path) {
        match self.driver.screenshot(picture).await {
            Ok(()) => eprintln!("    picture: {}", picture.display()),
            Err(error) => eprintln!("    no picture: {error}"),
        }
        for entry in self.driver.browser_log().await.unwrap_or_default() {
            eprintln!("    console: {} {}", entry.level, entry.message);
        }
    }

    /// Ends it.
    pub(crate) async fn end(self) {
        if let Err(error) = self.driver.quit().await {
            eprintln!("    the browser did not end: {error}");
        }
        drop(self.profile);
    }
}
