//! Accessibility: what axe-core, fetched by `./test` and named by `AXE_PATH`, has to say.

use std::{env, fmt, fs};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::{page::Page, run::Verdict};

/// Something on the page that keeps somebody out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule, such as `color-contrast`.
    pub rule: String,
    /// What it asks for.
    pub help: String,
    /// The elements, as CSS selectors.
    pub elements: Vec<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.rule, self.help, self.elements.join(", "))
    }
}

impl Page {
    /// What axe-core finds wrong with the page as it stands.
    pub async fn violations(&self) -> anyhow::Result<Vec<Violation>> {
        if self.eval("return !window.axe").await? == true {
            let path = env::var("AXE_PATH").context("AXE_PATH names no axe.min.js")?;
            let source = fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
            self.eval(&format!("{source}\n; window.axe = window.axe || axe")).await?;
        }
        let found = self
            .eval_async(
                "const done = arguments[arguments.length - 1]; \
                 axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }) \
                    .then(r => done(r.violations.map(v => \
                        [v.id, v.help, v.nodes.map(n => n.target.join(' '))])), \
                        e => done([['axe-core', String(e), []]]));",
            )
            .await?;
        Ok(found.as_array().into_iter().flatten().map(violation).collect())
    }
}

/// What axe-core found in several states of the page.
#[derive(Debug)]
pub struct Findings(Vec<String>);

impl Findings {
    /// Nothing yet; `None` where axe-core is not there to be asked.
    pub fn begin() -> Option<Findings> {
        env::var_os("AXE_PATH").is_some().then(|| Findings(Vec::new()))
    }

    /// What a test says that [cannot begin](Findings::begin).
    pub fn none() -> Verdict {
        Verdict::Skipped("AXE_PATH names no axe.min.js".into())
    }

    /// Notes what is wrong with the page as it stands.
    pub async fn check(&mut self, page: &Page, state: &str) -> anyhow::Result<()> {
        let violations = page.violations().await.with_context(|| state.to_owned())?;
        self.0.extend(violations.iter().map(|violation| format!("{state}: {violation}")));
        Ok(())
    }

    /// Notes something else that is wrong.
    pub fn add(&mut self, what: String) {
        self.0.push(what);
    }

    /// Fails if anything was found.
    pub fn verdict(self) -> anyhow::Result<Verdict> {
        ensure!(self.0.is_empty(), "{}", self.0.join("\n    "));
        Ok(Verdict::Passed)
    }
}

fn violation(value: &Value) -> Violation {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Violation {
        rule: text(&value[0]),
        help: text(&value[1]),
        elements: value[2].as_array().into_iter().flatten().map(text).collect(),
    }
}
