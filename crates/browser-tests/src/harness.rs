//! Everything a test starts from.

use std::{cell::RefCell, env, path::PathBuf, process::Command};

use anyhow::{Context, ensure};

use crate::{
    browser::Browser,
    driver::Driver,
    page::{Look, Page},
    plain::PlainServer,
    scratch::Scratch,
    server::Server,
};

/// One chromedriver, one server, the browsers of the running test, and those that wait for the next one.
#[derive(Debug)]
pub struct Harness {
    binary: PathBuf,
    driver: Driver,
    server: Server,
    /// Emptied after the test, whether the test still knows them or not.
    browsers: RefCell<Vec<Browser>>,
    /// As if they had just begun: starting one takes longer than most tests.
    idle: RefCell<Vec<Browser>>,
}

impl Harness {
    /// Starts the binary named by `DAMKA_BIN`.
    pub fn start() -> anyhow::Result<Self> {
        let binary = env::var_os("DAMKA_BIN").map(PathBuf::from);
        let binary = binary.context("DAMKA_BIN does not name a release build of damka")?;
        // Tests run in the directory of their crate, the path was meant from where cargo was called.
        let binary = binary.canonicalize().with_context(|| format!("DAMKA_BIN={}", binary.display()))?;
        let server = Server::start(&binary)?;
        Ok(Self {
            binary,
            driver: Driver::start()?,
            server,
            browsers: RefCell::default(),
            idle: RefCell::default(),
        })
    }

    /// The address of the server all tests share, ending in a slash.
    pub fn site(&self) -> &str {
        self.server.url()
    }

    /// A server of one's own, to be stopped and started.
    pub fn server(&self) -> anyhow::Result<Server> {
        Server::start(&self.binary)
    }

    /// As [`Harness::server`], with settings as variables of its environment.
    pub fn server_with(&self, settings: &[(&str, &str)]) -> anyhow::Result<Server> {
        Server::start_with(&self.binary, settings)
    }

    /// The binary under test.
    pub fn binary(&self) -> &std::path::Path {
        &self.binary
    }

    /// A browser that remembers nothing and has not opened anything yet.
    pub async fn page(&self, look: Look) -> anyhow::Result<Page> {
        self.page_at(self.site(), look).await
    }

    /// As [`Harness::page`], with an address opened.
    pub async fn open(&self, look: Look, path: &str) -> anyhow::Result<Page> {
        let page = self.page(look).await?;
        page.open(path).await?;
        Ok(page)
    }

    /// As [`Harness::open`] at a server of one's own, once everything is kept for playing without it.
    pub async fn kept(&self, look: Look, path: &str) -> anyhow::Result<(Server, Page)> {
        let server = self.server()?;
        let page = self.page_at(server.url(), look).await?;
        page.open(path).await?;
        page.wait_for_offline().await?;
        Ok((server, page))
    }

    /// The page as files, and a server that knows nothing of us, which has them below a path.
    pub fn export(&self, mount: &'static str) -> anyhow::Result<(Scratch, PlainServer)> {
        let dir = Scratch::new()?;
        let status = Command::new(&self.binary).arg("export-site").arg(dir.path()).status()?;
        ensure!(status.success(), "export-site: {status}");
        let server = PlainServer::start(dir.path(), mount)?;
        Ok((dir, server))
    }

    /// As [`Harness::page`], for another server.
    pub async fn page_at(&self, site: &str, look: Look) -> anyhow::Result<Page> {
        let place = self.idle.borrow().iter().position(|browser| browser.fits(&look));
        let waiting = place.map(|place| self.idle.borrow_mut().remove(place));
        let mut browser = match waiting {
            Some(browser) => browser,
            None => Browser::start(self.driver.url(), &look).await?,
        };
        browser.visits(site);
        let page = Page::new(browser.driver().clone(), site.to_owned());
        self.browsers.borrow_mut().push(browser);
        page.apply(&look).await?;
        Ok(page)
    }

    /// Ends what the test has opened so far.
    pub async fn close(&self) {
        self.clear(None).await;
    }

    /// Takes the browsers of a test back; those of a failed one end, and leave a picture and their console behind.
    pub(crate) async fn clear(&self, failed: Option<&str>) {
        let browsers = self.browsers.take();
        for (number, mut browser) in browsers.into_iter().enumerate() {
            if let Some(name) = failed {
                let picture = env::temp_dir().join(format!("damka-{}-{number}.png", name.replace("::", "-")));
                browser.testify(&picture).await;
                browser.end().await;
            } else if browser.freshen().await.is_ok() {
                self.idle.borrow_mut().push(browser);
            } else {
                browser.end().await;
            }
        }
    }

    /// Ends all browsers.
    pub(crate) async fn end(&self) {
        self.clear(None).await;
        for browser in self.idle.take() {
            browser.end().await;
        }
    }
}
