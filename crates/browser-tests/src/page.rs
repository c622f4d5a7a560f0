//! A browser looking at the page, through the contract the page keeps for tests.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::{
    By, Capabilities, CapabilitiesHelper as _, ChromiumCapabilities, ChromiumLikeCapabilities as _, Key,
    LoggingPrefsLogLevel, WebDriver, WebElement, cdp::Cdp,
};

use crate::{
    pause::Pause,
    trace::{self, Task},
};

/// How long anything on the page may take before a test gives up: only what never comes takes so long, however
/// busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the person in front of the browser has.
#[derive(Debug, Clone)]
pub struct Look {
    /// Width and height of the window in CSS pixels.
    pub size: (u32, u32),
    /// The language the browser asks for.
    pub language: &'static str,
    /// Dark rather than light.
    pub dark: bool,
    /// Fingers rather than a mouse.
    pub touch: bool,
    /// Asks for less motion.
    pub calm: bool,
    /// Keeps a trace of what the browser does, for [`Page::tasks`].
    pub traced: bool,
}

impl Look {
    /// An ordinary window on a desk: 1280 by 800, English, light.
    pub const DESKTOP: Self =
        Self { size: (1280, 800), language: "en", dark: false, touch: false, calm: false, traced: false };
    /// A usual telephone upright.
    pub const PHONE: Self = Self { size: (390, 844), touch: true, ..Self::DESKTOP };
    /// The smallest telephone we care for.
    pub const SMALL_PHONE: Self = Self { size: (320, 568), ..Self::PHONE };

    pub(crate) fn capabilities(&self, profile: &Path) -> anyhow::Result<Capabilities> {
        let mut wanted = ChromiumCapabilities::new();
        for argument in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            &format!("--accept-lang={}", self.language),
            &format!("--user-data-dir={}", profile.display()),
            &format!("--window-size={},{}", self.size.0, self.size.1),
        ] {
            wanted.add_arg(argument)?;
        }
        wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        if self.traced {
            wanted.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
            let preferences = json!({ "enableNetwork": false, "enablePage": false,
                "traceCategories": "devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing" });
            wanted.add_experimental_option("perfLoggingPrefs", preferences)?;
        }
        // Chromedriver knows Chromium only as Chrome.
        wanted.set("browserName", "chrome")?;
        Ok(wanted.into())
    }
}

/// One tab of a browser.
#[derive(Debug, Clone)]
pub struct Page {
    driver: WebDriver,
    site: String,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, site: String) -> Self {
        Self { driver, site }
    }

    pub(crate) async fn apply(&self, look: &Look) -> anyhow::Result<()> {
        self.resize(look.size, look.touch).await?;
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": if look.dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if look.calm { "reduce" } else { "no-preference" } },
        ]});
        self.cdp("Emulation.setEmulatedMedia", features).await
    }

    /// The driver itself, for what is not here.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens a path of the site (`""`, `"russian"`, `"russian?fen=..."`).
    pub async fn open(&self, path: &str) -> anyhow::Result<()> {
        let url = format!("{}{path}", self.site);
        self.driver.goto(&url).await.with_context(|| format!("opening {url}"))
    }

    /// Loads the page anew.
    pub async fn reload(&self) -> anyhow::Result<()> {
        Ok(self.driver.refresh().await?)
    }

    /// Gives the window another size, exactly, however small.
    pub async fn resize(&self, (width, height): (u32, u32), touch: bool) -> anyhow::Result<()> {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.cdp("Emulation.setDeviceMetricsOverride", metrics).await?;
        self.cdp("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch })).await
    }

    /// Slows the processor down by this factor; 1 is full speed.
    pub async fn slow_down(&self, factor: u32) -> anyhow::Result<()> {
        self.cdp("Emulation.setCPUThrottlingRate", json!({ "rate": factor })).await
    }

    /// From the next page on, whatever the engine is asked waits until [`Page::let_think`]: a
    /// test that does something while the computer thinks is not in a race with it.
    pub async fn hold_thoughts(&self) -> anyhow::Result<()> {
        let source = "window.held = []; const send = Worker.prototype.postMessage; \
            Worker.prototype.postMessage = function (...all) { \
                const asks = typeof all[0]?.[0] === 'string' && all[0][0].includes('think'); \
                window.held && asks ? held.push(() => send.apply(this, all)) : send.apply(this, all) }";
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await
    }

    /// Lets the engine think about what it was asked, and from now on at once.
    pub async fn let_think(&self) -> anyhow::Result<()> {
        self.eval("const held = window.held; window.held = null; held?.forEach(ask => ask())").await.map(drop)
    }

    /// Puts things into the site's storage (`"settings"`, `"game.russian"`) before a page of it is opened.
    pub async fn keep(&self, things: &[(&str, Value)]) -> anyhow::Result<()> {
        self.open("").await?;
        self.find("[role=grid]").await?;
        for (name, value) in things {
            let args = vec![json!(format!("damka.{name}")), json!(value.to_string())];
            self.driver.execute("localStorage.setItem(arguments[0], arguments[1])", args).await?;
        }
        Ok(())
    }

    /// Clicks the first button with this label.
    pub async fn click_button(&self, label: &str) -> anyhow::Result<()> {
        let script = "const found = [...document.querySelectorAll('button')].find(b => b.offsetParent && \
            (b.textContent.trim() === arguments[0] || b.getAttribute('aria-label') === arguments[0])); \
            return found || null";
        self.until(&format!("a button {label:?}"), async || {
            let found = self.driver.execute(script, vec![json!(label)]).await?;
            let Ok(button) = found.element() else { return Ok(None) };
            Ok(Some(button.click().await?))
        })
        .await
    }

    /// Clicks one button after the other.
    pub async fn click_buttons(&self, labels: &[&str]) -> anyhow::Result<()> {
        for label in labels {
            self.click_button(label).await?;
        }
        Ok(())
    }

    /// The first element a CSS selector finds, waiting for it.
    pub async fn find(&self, css: &str) -> anyhow::Result<WebElement> {
        self.until(&format!("an element {css}"), async || {
            Ok(self.driver.find_all(By::Css(css)).await?.into_iter().next())
        })
        .await
    }

    /// How many elements a CSS selector finds now.
    pub async fn count(&self, css: &str) -> anyhow::Result<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    /// The text that the first element a CSS selector finds shows, waiting until it shows one: what is just fading in
    /// cannot be seen yet, and WebDriver reads only what can.
    pub async fn text(&self, css: &str) -> anyhow::Result<String> {
        self.wait_for_text(css, "").await
    }

    /// Waits until the first element a CSS selector finds shows a text, and returns all it shows.
    pub async fn wait_for_text(&self, css: &str, part: &str) -> anyhow::Result<String> {
        self.until(&format!("a text {part:?} in {css}"), async || {
            let Some(found) = self.driver.find_all(By::Css(css)).await?.into_iter().next() else {
                return Ok(None);
            };
            Ok(Some(found.text().await?).filter(|text| !text.is_empty() && text.contains(part)))
        })
        .await
    }

    /// Clicks the first element a CSS selector finds; again if it was drawn anew or covered at that moment.
    pub async fn click(&self, css: &str) -> anyhow::Result<()> {
        self.until(&format!("{css} to be clicked"), async || {
            let Some(found) = self.driver.find_all(By::Css(css)).await?.into_iter().next() else {
                return Ok(None);
            };
            Ok(Some(found.click().await?))
        })
        .await
    }

    /// Clicks the first of the elements a CSS selector finds that can be seen.
    pub async fn click_shown(&self, css: &str) -> anyhow::Result<()> {
        let element = self
            .until(&format!("an element {css} that shows"), async || {
                for element in self.driver.find_all(By::Css(css)).await? {
                    if element.is_displayed().await? {
                        return Ok(Some(element));
                    }
                }
                Ok(None)
            })
            .await?;
        element.click().await.with_context(|| format!("clicking {css}"))
    }

    /// Clicks a square of the board, named in the variant's notation.
    pub async fn click_square(&self, square: &str) -> anyhow::Result<()> {
        self.click(&format!("[data-square=\"{square}\"]")).await
    }

    /// What stands on a square (`"white-man"`), if anything does.
    pub async fn piece(&self, square: &str) -> anyhow::Result<Option<String>> {
        Ok(self.find(&format!("[data-square=\"{square}\"]")).await?.attr("data-piece").await?)
    }

    /// The squares with this mark (`"must-capture"`, `"target"`), in the order of the document.
    pub async fn marked(&self, mark: &str) -> anyhow::Result<Vec<String>> {
        self.squares(&format!("[data-square][data-mark~=\"{mark}\"]")).await
    }

    /// The squares where this piece (`"black-king"`) stands, in the order of the document.
    pub async fn squares_of(&self, piece: &str) -> anyhow::Result<Vec<String>> {
        self.squares(&format!("[data-square][data-piece=\"{piece}\"]")).await
    }

    async fn squares(&self, css: &str) -> anyhow::Result<Vec<String>> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.dataset.square)";
        let found = self.driver.execute(script, vec![json!(css)]).await?;
        Ok(found.convert()?)
    }

    /// The status line.
    pub async fn status(&self) -> anyhow::Result<String> {
        self.text("[role=status]").await
    }

    /// Waits until the status line contains a text, and returns the line.
    pub async fn wait_for_status(&self, part: &str) -> anyhow::Result<String> {
        self.wait_for_text("[role=status]", part).await
    }

    /// Waits until a JavaScript expression is true.
    pub async fn wait_for(&self, expression: &str) -> anyhow::Result<()> {
        self.until(expression, async || {
            let value = self.eval(&format!("return !!({expression})")).await?;
            Ok((value == Value::Bool(true)).then_some(()))
        })
        .await
    }

    /// As [`Page::wait_for`], for what is meant to take its time.
    pub async fn wait_for_long(&self, expression: &str) -> anyhow::Result<()> {
        for _ in 0..3 {
            if self.wait_for(expression).await.is_ok() {
                return Ok(());
            }
        }
        self.wait_for(expression).await
    }

    /// Runs JavaScript with a `return` and gives back its value.
    pub async fn eval(&self, script: &str) -> anyhow::Result<Value> {
        Ok(self.driver.execute(script, vec![]).await?.json().clone())
    }

    /// Runs JavaScript that calls its last argument when it is done.
    pub async fn eval_async(&self, script: &str) -> anyhow::Result<Value> {
        Ok(self.driver.execute_async(script, vec![]).await?.json().clone())
    }

    /// Types into whatever has the focus: characters, or keys such as `Key::Enter.value()`.
    pub async fn press(&self, keys: &[char]) -> anyhow::Result<()> {
        let typed: String = keys.iter().collect();
        Ok(self.driver.action_chain().send_keys(typed).perform().await?)
    }

    /// Presses one named key.
    pub async fn press_key(&self, key: Key) -> anyhow::Result<()> {
        Ok(self.driver.action_chain().send_keys(key).perform().await?)
    }

    /// Moves the mouse with its button down through the squares.
    pub async fn drag(&self, squares: &[&str]) -> anyhow::Result<()> {
        let mut chain = self.driver.action_chain();
        for (number, square) in squares.iter().enumerate() {
            let element = self.find(&format!("[data-square=\"{square}\"]")).await?;
            chain = chain.move_to_element_center(&element);
            if number == 0 {
                chain = chain.click_and_hold();
            }
        }
        Ok(chain.release().perform().await?)
    }

    /// Writes a picture of the window.
    pub async fn screenshot(&self, path: &Path) -> anyhow::Result<()> {
        self.driver.screenshot(path).await.with_context(|| format!("writing {}", path.display()))
    }

    /// Errors on the console since the last question, which should be none.
    pub async fn console_errors(&self) -> anyhow::Result<Vec<String>> {
        let entries = self.driver.browser_log().await?;
        Ok(entries.into_iter().filter(|e| e.level == "SEVERE").map(|e| e.message).collect())
    }

    /// Fails if there are errors on the console.
    pub async fn expect_quiet(&self) -> anyhow::Result<()> {
        let errors = self.console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    }

    /// In the lobby: asks the server for a seat as a page does, and keeps it; the game's number.
    pub async fn take_seat(&self, path: &str, body: &str) -> anyhow::Result<String> {
        self.open("people").await?;
        self.find(".seek").await?;
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             fetch('{path}', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: '{body}' }}) \
                .then(r => r.json()).then(given => {{ \
                    localStorage.setItem('damka.seats', JSON.stringify([{{ game: given.game, secret: given.secret }}])); \
                    done(given.game) }}, e => done(String(e)))"
        );
        let id = self.eval_async(&script).await?;
        Ok(id.as_str().context("no number")?.to_owned())
    }

    /// Waits until everything is kept for playing without a network.
    pub async fn wait_for_offline(&self) -> anyhow::Result<()> {
        self.wait_for("document.documentElement.dataset.offline === 'ready'").await
    }

    /// Waits until a file is kept that is fetched after the page itself, when there is time: puzzles, lessons, weights.
    pub async fn wait_for_kept(&self, file: &str) -> anyhow::Result<()> {
        let address =
            format!("new URL(document.documentElement.dataset.assets + '{file}', document.baseURI)");
        let kept =
            format!("window['{file}'] || (caches.match({address}).then(r => window['{file}'] = !!r), false)");
        self.wait_for_long(&kept).await.with_context(|| format!("{file} is not kept"))
    }

    /// Milliseconds from the beginning of the navigation until the page could be used.
    pub async fn interactive_after(&self) -> anyhow::Result<f64> {
        self.wait_for("performance.getEntriesByName('damka-interactive').length").await?;
        let value =
            self.eval("return performance.getEntriesByName('damka-interactive')[0].startTime").await?;
        value.as_f64().context("no time")
    }

    /// Milliseconds from a click on a square until the browser has drawn the answer.
    pub async fn click_latency(&self, square: &str) -> anyhow::Result<f64> {
        let element = self.find(&format!("[data-square=\"{square}\"]")).await?;
        let script = "const [square, done] = arguments; const begun = performance.now(); \
            const box = square.getBoundingClientRect(); \
            const at = { bubbles: true, cancelable: true, composed: true, button: 0, isPrimary: true, pointerId: 1, \
                clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }; \
            square.dispatchEvent(new PointerEvent('pointerdown', { ...at, buttons: 1 })); \
            square.dispatchEvent(new PointerEvent('pointerup', at)); \
            square.dispatchEvent(new MouseEvent('click', at)); \
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));";
        let value = self.driver.execute_async(script, vec![element.to_json()?]).await?;
        value.json().as_f64().context("no time")
    }

    /// What the page's main thread did between two marks of the page; only of a page that is traced.
    pub async fn tasks(&self, from: &str, to: &str) -> anyhow::Result<Vec<Task>> {
        let log = self.driver.get_log("performance").await.context("the trace is not to be had")?;
        trace::tasks(&trace::events(log.into_iter().map(|entry| entry.message)), from, to)
    }

    /// A command of the DevTools protocol, for what WebDriver has no word for.
    pub async fn cdp(&self, method: &str, parameters: Value) -> anyhow::Result<()> {
        Cdp::new(self.driver.handle().clone()).send_raw(method, parameters).await?;
        Ok(())
    }

    async fn until<T>(
        &self,
        what: &str,
        mut attempt: impl AsyncFnMut() -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<T> {
        let (begun, mut pause) = (Instant::now(), Pause::default());
        let mut last_error = None;
        while begun.elapsed() < PATIENCE {
            match attempt().await {
                Ok(Some(value)) => return Ok(value),
                Ok(None) => last_error = None,
                // The page may be in the middle of redrawing what we looked at.
                Err(error) => last_error = Some(error),
            }
            pause.wait().await;
        }
        match last_error {
            Some(error) => Err(error.context(format!("waited in vain for {what}"))),
            None => bail!("waited in vain for {what}; status: {:?}", self.status_now().await),
        }
    }

    async fn status_now(&self) -> Option<String> {
        self.driver.find(By::Css("[role=status]")).await.ok()?.text().await.ok()
    }
}
