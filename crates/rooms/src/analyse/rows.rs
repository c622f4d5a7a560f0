//! A tree of moves as lines of text: the main line in pairs, variations below the move they replace.

use damka_record::{Note, Study};
use damka_rules::NodeId;

use super::desk::{VERDICTS, said};

/// One line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Is it of a variation?
    pub(crate) aside: bool,
    /// What stands in it.
    pub(crate) items: Vec<Item>,
}

/// What stands in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// `3.` or `3...`
    Number(String),
    /// The first move of the pair stands further up.
    Gap,
    /// A move.
    Move(Cell),
    /// Something said.
    Comment(String),
    /// `(`: a variation of a variation begins.
    Open,
    /// `)`: it ends.
    Close,
}

/// A move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// Where it leads.
    pub(crate) at: NodeId,
    /// As it is written.
    pub(crate) text: String,
    /// `!?`, `+−`: what somebody wrote of it.
    pub(crate) sign: String,
    /// Its number on the main line, from 0.
    pub(crate) main: Option<usize>,
}

/// The lines of a study.
pub(crate) fn rows(study: &Study) -> Vec<Row> {
    let list = List { study, shift: shift(study) };
    let mut rows: Vec<Row> = Vec::new();
    let tree = &study.tree;
    rows.extend(list.comments(tree.root()).map(|comment| Row { aside: true, items: vec![comment] }));
    // Is the last row a pair that waits for its second move?
    let mut waits = false;
    let (mut at, mut ply) = (tree.root(), 0);
    while let [main, others @ ..] = tree.children(at) {
        let second = (ply + list.shift) % 2 == 1;
        let cell = Item::Move(list.cell(*main, Some(ply)));
        match rows.last_mut().filter(|_| second && waits) {
            Some(row) => row.items.push(cell),
            None => {
                let mut items = vec![Item::Number(format!("{}.", (ply + list.shift) / 2 + 1))];
                items.extend(second.then_some(Item::Gap));
                items.push(cell);
                rows.push(Row { aside: false, items });
            }
        }
        let before = rows.len();
        rows.extend(list.comments(*main).map(|comment| Row { aside: true, items: vec![comment] }));
        for &other in others {
            let mut items = Vec::new();
            list.variation(other, ply, &mut items);
            rows.push(Row { aside: true, items });
        }
        waits = !second && rows.len() == before;
        (at, ply) = (*main, ply + 1);
    }
    rows
}

/// One if the side that usually moves second begins.
pub(crate) fn shift(study: &Study) -> usize {
    let turn = study.tree.position(study.tree.root()).map(|pos| pos.turn());
    usize::from(turn.is_some_and(|turn| turn != study.about.variant.laws().starts))
}

/// `3.` or `3...` before a ply of the line.
pub(crate) fn number(ply: usize, shift: usize) -> String {
    let dots = if (ply + shift).is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", (ply + shift) / 2 + 1)
}

struct List<'s> {
    study: &'s Study,
    shift: usize,
}

impl List<'_> {
    fn note(&self, at: NodeId) -> Note {
        self.study.tree.note(at).cloned().unwrap_or_default()
    }

    fn comments(&self, at: NodeId) -> impl Iterator<Item = Item> + use<> {
        let texts: Vec<String> = said(&self.note(at).comments).map(str::to_owned).collect();
        texts.into_iter().map(Item::Comment)
    }

    fn cell(&self, at: NodeId, main: Option<usize>) -> Cell {
        let text = self.study.tree.played(at).map(|played| played.text.clone()).unwrap_or_default();
        Cell { at, text, sign: sign(&self.note(at)), main }
    }

    /// A variation that begins with the move to this place, the `ply`-th of its line.
    fn variation(&self, first: NodeId, mut ply: usize, items: &mut Vec<Item>) {
        let tree = &self.study.tree;
        let mut at = Some(first);
        // Does the next move need its number?
        let mut anew = true;
        while let Some(here) = at {
            items.extend(said(&self.note(here).before).map(|text| Item::Comment(text.to_owned())));
            if anew || (ply + self.shift).is_multiple_of(2) {
                items.push(Item::Number(number(ply, self.shift)));
            }
            items.push(Item::Move(self.cell(here, None)));
            let length = items.len();
            items.extend(self.comments(here));
            let siblings = tree.parent(here).map_or(&[][..], |parent| tree.children(parent));
            if let [main, others @ ..] = siblings
                && *main == here
            {
                for &other in others {
                    items.push(Item::Open);
                    self.variation(other, ply, items);
                    items.push(Item::Close);
                }
            }
            anew = items.len() > length;
            at = tree.children(here).first().copied();
            ply += 1;
        }
    }
}

/// What is said of a move in signs.
fn sign(note: &Note) -> String {
    let mut out = note.marks.clone();
    for &nag in &note.nags {
        let known = ["!", "?", "!!", "??", "!?", "?!", "□"];
        let verdict = VERDICTS.iter().find(|(number, _)| *number == nag).map(|(_, sign)| *sign);
        match (usize::from(nag).checked_sub(1).and_then(|n| known.get(n)), verdict) {
            (Some(mark), _) => out.push_str(mark),
            (_, Some(verdict)) => out.push_str(&format!(" {verdict}")),
            _ => out.push_str(&format!(" ${nag}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::super::desk::Desk;
    use super::*;

    fn shown(row: &Row) -> String {
        let items = row.items.iter().map(|item| match item {
            Item::Number(number) => number.clone(),
            Item::Gap => "…".into(),
            Item::Move(cell) => format!("{}{}", cell.text, cell.sign),
            Item::Comment(text) => format!("{{{text}}}"),
            Item::Open => "(".into(),
            Item::Close => ")".into(),
        });
        format!("{}{}", if row.aside { "| " } else { "" }, items.collect::<Vec<_>>().join(" "))
    }

    fn check(text: &str, expected: &[&str]) {
        let desk = Desk::read(text, Variant::Russian).unwrap();
        assert_eq!(rows(&desk.study).iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn pairs_and_variations_have_their_lines() {
        check("1. c3-d4 d6-c5 2. b2-c3 *", &["1. c3-d4 d6-c5", "2. b2-c3"]);
        check(
            "{hello} 1. c3-d4! {good} d6-c5 2. b2-c3 $18 f6-g5 *",
            &["| {hello}", "1. c3-d4!", "| {good}", "1. … d6-c5", "2. b2-c3 +− f6-g5"],
        );
        check(
            "1. c3-d4 (1. c3-b4 b6-a5 (1... f6-g5 2. g3-f4 {deep}) 2. b4-c5) (1. e3-f4) d6-c5 *",
            &[
                "1. c3-d4",
                "| 1. c3-b4 b6-a5 ( 1... f6-g5 2. g3-f4 {deep} ) 2. b4-c5",
                "| 1. e3-f4",
                "1. … d6-c5",
            ],
        );
    }

    #[test]
    fn who_begins_counts() {
        check("[FEN \"B:Wc3,e3:Bd6,f6\"]\n1... d6-c5 2. e3-d4 c5xe3 *", &["1. … d6-c5", "2. e3-d4 c5:e3"]);
    }
}
