//! The command line, read by hand: only our own build script ever writes it.

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Context, bail};

/// What to pack, and where to.
pub(crate) struct Args {
    pub(crate) page: PathBuf,
    pub(crate) brain: PathBuf,
    pub(crate) web: PathBuf,
    /// Where the rooms keep their words and style sheets.
    pub(crate) rooms: PathBuf,
    /// Texts that rooms fetch when they need them: their kind (`puzzles`) and where they are.
    pub(crate) shelves: Vec<(String, PathBuf)>,
    /// Files of the engine: their kind (`weights`) and where they are.
    pub(crate) equipment: Vec<(String, PathBuf)>,
    pub(crate) out: PathBuf,
    pub(crate) effort: Effort,
}

/// How hard to compress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For a release: as small as possible.
    Best,
    /// For trying things out: at once.
    Quick,
}

impl Args {
    /// Reads the arguments after the program's name.
    pub(crate) fn parse(mut args: impl Iterator<Item = OsString>) -> anyhow::Result<Self> {
        let (mut page, mut brain, mut web, mut rooms, mut out) = (None, None, None, None, None);
        let (mut equipment, mut shelves, mut effort) = (Vec::new(), Vec::new(), Effort::Best);
        while let Some(name) = args.next() {
            let place = match name.to_str() {
                Some("--page") => &mut page,
                Some("--brain") => &mut brain,
                Some("--web") => &mut web,
                Some("--rooms") => &mut rooms,
                Some("--out") => &mut out,
                Some("--quick") => {
                    effort = Effort::Quick;
                    continue;
                }
                Some(option @ ("--engine" | "--shelf")) => {
                    let pair = args.next().and_then(|value| value.into_string().ok()).unwrap_or_default();
                    let (kind, dir) =
                        pair.split_once('=').with_context(|| format!("{option} needs KIND=DIR"))?;
                    let list = if option == "--engine" { &mut equipment } else { &mut shelves };
                    list.push((kind.to_owned(), PathBuf::from(dir)));
                    continue;
                }
                _ => bail!("unknown argument {name:?}"),
            };
            let value = args.next().with_context(|| format!("{name:?} needs a path"))?;
            *place = Some(PathBuf::from(value));
        }
        Ok(Self {
            page: page.context("--page is missing")?,
            brain: brain.context("--brain is missing")?,
            web: web.context("--web is missing")?,
            rooms: rooms.context("--rooms is missing")?,
            out: out.context("--out is missing")?,
            shelves,
            equipment,
            effort,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Args> {
        Args::parse(text.split_whitespace().map(OsString::from))
    }

    #[test]
    fn a_complete_line_is_read() {
        let args = parse(
            "--page p --brain b --web w --rooms r --out o --quick --engine weights=x --shelf puzzles=y",
        )
        .unwrap();
        assert_eq!((args.page, args.out), (PathBuf::from("p"), PathBuf::from("o")));
        assert_eq!(args.equipment, [("weights".to_owned(), PathBuf::from("x"))]);
        assert_eq!(args.shelves, [("puzzles".to_owned(), PathBuf::from("y"))]);
        assert_eq!(args.effort, Effort::Quick);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("--brain b", "--page is missing"),
            ("--page", "\"--page\" needs a path"),
            ("--engine x", "--engine needs KIND=DIR"),
            ("--shelf x", "--shelf needs KIND=DIR"),
            ("--pages p", "unknown argument \"--pages\""),
        ] {
            assert_eq!(parse(text).err().unwrap().to_string(), expected);
        }
    }
}
