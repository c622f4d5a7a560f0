//! A parameter of the engine: declared after `hub`, set with `set-param`.

use std::fmt;
use std::str::FromStr;

use crate::line::Line;

/// A parameter with its present value.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The name the GUI uses.
    pub name: String,
    /// The present value.
    pub value: String,
    /// What values are allowed.
    pub kind: Kind,
}

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A real number.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of some words.
    Enum {
        /// The words as declared.
        values: Vec<String>,
        /// Other words that are understood, with the declared word they stand for; not shown to the GUI.
        aliases: Vec<(String, String)>,
    },
}

/// Why a value does not fit a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("parameter {name}: '{value}' is not {expected}")]
pub struct ParamError {
    name: String,
    value: String,
    expected: String,
}

impl Param {
    /// A switch.
    pub fn switch(name: &str, value: bool) -> Self {
        Param { name: name.into(), value: value.to_string(), kind: Kind::Bool }
    }

    /// A whole number between `min` and `max`.
    pub fn int(name: &str, value: i64, min: i64, max: i64) -> Self {
        Param { name: name.into(), value: value.to_string(), kind: Kind::Int { min, max } }
    }

    /// A text.
    pub fn text(name: &str, value: &str) -> Self {
        Param { name: name.into(), value: value.into(), kind: Kind::Text }
    }

    /// One of several words, with other spellings that mean them.
    pub fn choice(name: &str, value: &str, values: &[&str], aliases: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|&word| word.into()).collect();
        let aliases = aliases.iter().map(|&(alias, word)| (alias.into(), word.into())).collect();
        Param { name: name.into(), value: value.into(), kind: Kind::Enum { values, aliases } }
    }

    /// The value in its declared spelling, if it is allowed.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter, the value and what is expected.
    pub fn check(&self, value: &str) -> Result<String, ParamError> {
        let value = value.trim();
        let found = match &self.kind {
            Kind::Bool => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Some("true".into()),
                "false" | "off" | "no" | "0" | "none" => Some("false".into()),
                _ => None,
            },
            Kind::Int { min, max } => {
                value.parse().ok().filter(|number: &i64| (min..=max).contains(&number)).map(|n| n.to_string())
            }
            Kind::Real { min, max } => {
                value.parse().ok().filter(|number: &f64| (min..=max).contains(&number)).map(|n| n.to_string())
            }
            Kind::Text => Some(value.into()),
            Kind::Enum { values, aliases } => {
                let declared = values.iter().find(|word| word.eq_ignore_ascii_case(value));
                let meant = || {
                    aliases.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(value)).map(|(_, word)| word)
                };
                declared.or_else(meant).cloned()
            }
        };
        found.ok_or_else(|| ParamError {
            name: self.name.clone(),
            value: value.into(),
            expected: self.kind.to_string(),
        })
    }

    pub(crate) fn to_line(&self) -> Line {
        let line = Line::new("param").with("name", &self.name).with("value", &self.value);
        match &self.kind {
            Kind::Bool => line.with("type", "bool"),
            Kind::Int { min, max } => line.with("type", "int").with("min", min).with("max", max),
            Kind::Real { min, max } => line.with("type", "real").with("min", min).with("max", max),
            Kind::Text => line.with("type", "string"),
            Kind::Enum { values, .. } => line.with("type", "enum").with("values", values.join(" ")),
        }
    }

    /// Reads a declaration. An unknown or incomplete type counts as text: GUIs treat all of them so.
    pub(crate) fn from_line(line: &Line) -> Option<Param> {
        let kind = match line.get("type") {
            Some("bool") => Some(Kind::Bool),
            Some("int") => bounds(line).map(|(min, max)| Kind::Int { min, max }),
            Some("real") => bounds(line).map(|(min, max)| Kind::Real { min, max }),
            Some("enum") => line.get("values").map(|values| Kind::Enum {
                values: values.split_whitespace().map(Into::into).collect(),
                aliases: Vec::new(),
            }),
            _ => None,
        };
        let name = line.get("name").filter(|name| !name.is_empty())?;
        let value = line.get("value").unwrap_or_default();
        Some(Param { name: name.into(), value: value.into(), kind: kind.unwrap_or(Kind::Text) })
    }
}

fn bounds<T: FromStr>(line: &Line) -> Option<(T, T)> {
    Some((line.get("min")?.parse().ok()?, line.get("max")?.parse().ok()?))
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("true or false"),
            Kind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Kind::Text => f.write_str("a text"),
            Kind::Enum { values, .. } => write!(f, "one of {}", values.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(param: &Param, value: &str, expect: Result<&str, &str>) {
        let got = param.check(value).map_err(|error| error.to_string());
        assert_eq!(got.as_deref().map_err(String::as_str), expect, "{value}");
    }

    #[test]
    fn values() {
        let variant = Param::choice("variant", "normal", &["normal", "bt"], &[("international", "normal")]);
        check(&variant, "BT", Ok("bt"));
        check(&variant, "International", Ok("normal"));
        check(&variant, "chess", Err("parameter variant: 'chess' is not one of normal bt"));
        let threads = Param::int("threads", 1, 1, 8);
        check(&threads, "8", Ok("8"));
        check(&threads, "9", Err("parameter threads: '9' is not a whole number from 1 to 8"));
        check(&threads, "two", Err("parameter threads: 'two' is not a whole number from 1 to 8"));
        // pydraughts writes None as none
        check(&Param::switch("book", true), "none", Ok("false"));
        check(&Param::switch("book", true), "True", Ok("true"));
        check(&Param::switch("book", true), "maybe", Err("parameter book: 'maybe' is not true or false"));
        check(&Param::text("tables", ""), "a b", Ok("a b"));
    }
}
