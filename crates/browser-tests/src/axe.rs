//! Accessibility: what axe-core, fetched by `./test` and named by `AXE_PATH`, has to say.

use std::{env, fmt, fs};

use anyhow::Context;
use serde_json::Value;

use crate::page::Page;

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
    /// Whether [`Page::violations`] can be asked for.
    pub fn has_axe() -> bool {
        env::var_os("AXE_PATH").is_some()
    }

    /// What axe-core finds wrong with the page as it stands.
    pub async fn violations(&self) -> anyhow::Result<Vec<Violation>> {
        let path = env::var("AXE_PATH").context("AXE_PATH names no axe.min.js")?;
        let source = fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
        self.eval(&format!("if (!window.axe) {{ {source}\n; window.axe = window.axe || axe; }}")).await?;
        let found = self
            .eval_async(
                "const done = arguments[arguments.length - 1]; \
                 axe.run(document, { resultTypes: ['violations'] }) \
                    .then(r => done(r.violations.map(v => \
                        [v.id, v.help, v.nodes.map(n => n.target.join(' '))])), \
                        e => done([['axe-core', String(e), []]]));",
            )
            .await?;
        Ok(found.as_array().into_iter().flatten().map(violation).collect())
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
