//! The room as its views see it: the desk, what is being entered, and what can be done.

use damka_record::Study;
use damka_review::{Curve, Judged};
use damka_rules::{AnyPosition, Game, NodeId, Removal, Route, Side, Variant};
use damka_web::board::{BoardEvent, Display, Journey, Look};
use damka_web::i18n::{Paint, Texts, Words, fill};
use damka_web::later::Visit;
use damka_web::model::dress::Dress;
use damka_web::model::entry::{Entry, Heard, Help};
use damka_web::model::link::{Invite, Place, REVIEW, Room as Which};
use damka_web::pages::prefs::Prefs;
use damka_web::pages::show;
use damka_web::pages::table::Table;
use damka_web::pages::thinking::Consulted;
use damka_web::platform::{location, shelf, storage};
use damka_web::sound::{Sound, play_sound};
use leptos::prelude::*;

use super::desk::{Desk, Step};
use super::editor::Editor;
use super::judging::{Judging, Told};
use super::lamp::Lamp;
use super::lessons::Lessons;
use super::reasons::Reasons;
use super::said::Said;
use super::see_tables::Oracle;

/// What the column beside the board shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The moves, the engine, the review.
    Moves,
    /// A position is set up.
    Setup,
    /// A file of games.
    Files,
}

/// The room. Copies are the same room.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    pub(crate) prefs: Prefs,
    pub(crate) table: Table,
    /// With its house rule.
    pub(crate) variant: Variant,
    pub(crate) said: Texts<Said>,
    pub(crate) words: Memo<Words>,
    pub(crate) mode: RwSignal<Mode>,
    pub(crate) desk: RwSignal<Desk>,
    pub(crate) entry: RwSignal<Entry>,
    pub(crate) bottom: RwSignal<Side>,
    /// Why a move was refused.
    pub(crate) refused: RwSignal<Option<String>>,
    /// For screen readers.
    pub(crate) spoken: RwSignal<String>,
    pub(crate) editor: RwSignal<Editor>,
    pub(crate) lamp: Lamp,
    pub(crate) oracle: Oracle,
    pub(crate) judging: RwSignal<Option<Judging>>,
    pub(crate) told: Memo<Option<Told>>,
    /// The move looked at, as the review judges it.
    pub(crate) judged: Memo<Option<Judged>>,
    pub(crate) reasons: Reasons,
    pub(crate) lessons: RwSignal<Option<Lessons>>,
    /// The side of whoever played the game on this device.
    pub(crate) person: StoredValue<Option<Side>>,
    pub(crate) consulted: StoredValue<Option<Consulted>, LocalStorage>,
    /// Under which name the tree is kept, and what it was when it was opened.
    kept: StoredValue<(String, String)>,
}

/// What somebody finds who comes in.
struct Found {
    desk: Desk,
    bottom: Side,
    person: Option<Side>,
    review: bool,
}

impl Room {
    /// Comes in.
    pub(crate) fn enter(visit: Visit) -> Room {
        let Visit { prefs, table, .. } = visit;
        let invite = visit.invite.get_value();
        let variant = invite.variant;
        let dress = Dress::of(variant);
        let paint = if dress.green { Paint::Green } else { Paint::Plain };
        let words = Memo::new(move |_| Words { lang: prefs.lang.get(), paint, tama: dress.turn_victims });
        let said = Texts::<Said>::new(prefs, super::NAME, dress.turn_victims);
        let found = find(&invite, table, words);
        let name = format!("study.{}", Place::Room(invite, Which::Analyse).address());
        let original = found.desk.pdn();
        let desk = resume(&name, variant).unwrap_or(found.desk);
        let pos = desk.position();
        let desk = RwSignal::new(desk);
        let judging = RwSignal::new(None::<Judging>);
        let told = Memo::new(move |_| judging.with(|judging| judging.as_ref().and_then(Judging::told)));
        let judged = Memo::new(move |_| {
            let ply = desk.with(Desk::main_ply)?;
            let same = judging
                .with(|j| j.as_ref().is_some_and(|j| desk.with(|d| j.is_about(&d.study.tree.main_game()))));
            told.with(|told| told.as_ref()?.moves.get(ply).cloned()).filter(|_| same)
        });
        let room = Room {
            prefs,
            table,
            variant,
            said,
            words,
            mode: RwSignal::new(Mode::Moves),
            desk,
            entry: RwSignal::new(Entry::closed(pos.grid())),
            bottom: RwSignal::new(found.bottom),
            refused: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            editor: RwSignal::new(Editor::of(&pos)),
            lamp: Lamp::load(),
            oracle: Oracle::new(),
            judging,
            told,
            judged,
            reasons: Reasons::new(prefs, dress.turn_victims, judging, judged),
            lessons: RwSignal::new(None),
            person: StoredValue::new(found.person),
            consulted: StoredValue::new_local(None),
            kept: StoredValue::new((name, original)),
        };
        room.consulted.set_value(Some(table.mind.consult(move |tell| room.hear(tell))));
        room.refresh();
        if found.review {
            room.review();
        }
        Effect::new(move || room.keep());
        // Whatever changes what should be thought about.
        let wanted = Memo::new(move |_| {
            let at = room.desk.with(|desk| (desk.at(), desk.position()));
            (at, room.lamp.wanted(), room.mode.get(), room.is_busy())
        });
        Effect::new(move || {
            // Read, not only tracked: what was never computed never tells of a change.
            let _ = wanted.get();
            room.ask_tables();
            room.think();
        });
        room
    }

    /// Is the engine needed for something else than looking?
    pub(crate) fn is_busy(self) -> bool {
        self.judging.with(|judging| judging.as_ref().is_some_and(Judging::goes_on))
            || self.lessons.with(Option::is_some)
    }

    /// The position on the board.
    pub(crate) fn position(self) -> AnyPosition {
        match self.lessons.with(|lessons| lessons.as_ref().map(|lessons| *lessons.position())) {
            Some(asked) => asked,
            None => self.desk.with(Desk::position),
        }
    }

    /// Changes the desk; whatever hung on the old place is dropped.
    pub(crate) fn change(self, change: impl FnOnce(&mut Desk)) {
        self.refused.set(None);
        self.desk.update(change);
        self.refresh();
    }

    /// Goes to a place and says which move led there.
    pub(crate) fn go(self, to: NodeId) {
        self.lessons.set(None);
        self.change(|desk| desk.go(to));
        self.speak();
    }

    /// Goes to the position after so many plies of the main line.
    pub(crate) fn go_main(self, plies: usize) {
        let to = self.desk.with_untracked(|desk| desk.main_at(plies));
        self.go(to);
    }

    /// Takes a step through the tree.
    pub(crate) fn step(self, step: Step) {
        self.lessons.set(None);
        self.change(|desk| _ = desk.step(step));
        self.speak();
    }

    fn speak(self) {
        let said = self.desk.with_untracked(|desk| {
            let played = desk.study.tree.played(desk.at())?;
            let number = super::rows::number(desk.ply() - 1, super::rows::shift(&desk.study));
            Some(format!("{number} {}{}", played.text, desk.note().marks))
        });
        self.spoken.set(said.unwrap_or_else(|| self.said.say(|m| m.at_start).to_owned()));
    }

    /// Lets the entry offer what is legal on the board.
    pub(crate) fn refresh(self) {
        let pos = untrack(|| self.position());
        let open = untrack(|| self.lessons.with(|lessons| lessons.as_ref().is_none_or(Lessons::is_open)));
        let help =
            self.prefs.settings.with_untracked(|s| Help { finish_chain: s.finish_chain, one_tap: s.one_tap });
        self.entry.set(match open {
            true => Entry::new(pos.grid(), pos.routes(), help),
            false => Entry::closed(pos.grid()),
        });
    }

    /// Somebody touched the board.
    pub(crate) fn touch(self, event: BoardEvent) {
        self.refused.set(None);
        if self.mode.get_untracked() == Mode::Setup {
            return self.editor.update(|editor| match event {
                BoardEvent::Tap(square) => editor.tap(square),
                BoardEvent::Drop(square) => editor.dropped(square),
                BoardEvent::Unsure(..) | BoardEvent::Unused | BoardEvent::Over(_) | BoardEvent::Settle => {}
            });
        }
        let heard = match event {
            BoardEvent::Tap(square) | BoardEvent::Drop(square) => {
                self.entry.try_update(|entry| entry.tap(square))
            }
            BoardEvent::Over(square) => {
                self.entry.update(|entry| _ = entry.drag_over(square));
                None
            }
            BoardEvent::Unused => self.entry.try_update(Entry::put_down),
            BoardEvent::Unsure(..) => {
                self.refused.set(Some(self.words.get_untracked().m().two_targets.to_owned()));
                None
            }
            BoardEvent::Settle => None,
        };
        self.heard(heard);
    }

    /// One of several routes is chosen by its number.
    pub(crate) fn choose(self, number: usize) {
        let heard = self.entry.try_update(|entry| entry.choose(number)).flatten();
        self.heard(heard);
    }

    fn heard(self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Played(route)) => self.play(&route),
            Some(Heard::Refused(wish)) => {
                let pos = untrack(|| self.position());
                let words = self.words.get_untracked();
                self.refused.set(pos.refuse(&wish).map(|refusal| words.refusal(&refusal, &pos)));
                self.sound(Sound::Refused);
            }
            _ => {}
        }
    }

    fn play(self, route: &Route) {
        self.sound(Sound::of(route));
        if self.lessons.with_untracked(Option::is_some) {
            return self.answer(route);
        }
        // The entry offers legal moves only.
        self.change(|desk| _ = desk.play(route));
        self.speak();
    }

    fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    /// Turns the board.
    pub(crate) fn flip(self) {
        self.bottom.update(|bottom| *bottom = bottom.other());
    }

    /// Takes up a PDN text or a FEN; the error is a sentence. A game of another kind leads to its own room.
    pub(crate) fn load(self, text: &str) -> Result<(), String> {
        if let Ok(pos) = AnyPosition::from_fen(self.variant, text.trim()) {
            self.begin(pos);
            return Ok(());
        }
        let m = self.words.get_untracked().m();
        let desk = Desk::read(text, self.variant).map_err(|why| fill(m.bad_paste, &[&why]))?;
        if !desk.study.faults.is_empty() {
            let faults = desk.study.faults.len();
            self.table.note.set(Some(self.said.plural(|m| m.faults, faults, &[])));
        }
        let variant = desk.variant();
        if variant != self.variant {
            let address = Place::Room(Invite::to(variant), Which::Analyse).address();
            storage::save(&format!("study.{address}"), &(desk.pdn(), desk.path()));
            location::go(&address);
            return Ok(());
        }
        self.stop_review();
        self.mode.set(Mode::Moves);
        self.change(|old| *old = desk);
        Ok(())
    }

    /// Begins anew with a position, or with the start of the game.
    pub(crate) fn begin(self, pos: AnyPosition) {
        self.stop_review();
        self.mode.set(Mode::Moves);
        self.change(|desk| *desk = Desk::new(&Game::from_position(pos)));
    }

    /// Keeps the tree on this device, once there is something in it that was not there at the beginning.
    fn keep(self) {
        let (pdn, path) = self.desk.with(|desk| (desk.pdn(), desk.path()));
        self.kept.with_value(|(name, original)| {
            if pdn != *original {
                if !storage::save(name, &(pdn, path)) {
                    self.table.note.set(Some(self.words.get_untracked().m().not_saved.into()));
                }
            } else {
                storage::forget(name);
            }
        });
    }

    /// White's chance in the position looked at, as far as anybody has said something about it.
    pub(crate) fn chance(self) -> Option<f64> {
        let curve = Curve::of(self.variant);
        let pos = self.desk.with(Desk::position);
        if let Some(report) = self.lamp.shown() {
            let score = super::question::for_white(report.score(), self.lamp.turn(&pos));
            return Some(curve.chance(score).share());
        }
        let plies = self.desk.with(|desk| desk.study.tree.is_main(desk.at()).then(|| desk.ply()))?;
        let score = self.judging.with(|judging| judging.as_ref()?.score(plies))?;
        Some(curve.chance(score).share())
    }

    /// What the board shows.
    pub(crate) fn display(self) -> Display {
        if self.mode.get() == Mode::Setup {
            let grid = self.variant.grid();
            let mut display = Display::empty(grid, self.variant.script().notation);
            self.editor.with(|editor| {
                display.pieces = editor.pieces().to_vec();
                display.lifted = editor.lifted();
                // A place to begin with the keyboard.
                display.movable = display.pieces.first().map(|(square, _)| *square).into_iter().collect();
            });
            return display;
        }
        let pos = self.position();
        let mut display = show::still(&pos);
        let learning = self.lessons.with(Option::is_some);
        if !learning {
            self.desk.with(|desk| {
                if let Some(played) = desk.study.tree.played(desk.at()) {
                    display.last = played.route.stops().to_vec();
                    let at_once = self.variant.laws().removal == Removal::AtOnce;
                    display.journey = Some(Journey { ply: desk.ply(), route: played.route.clone(), at_once });
                }
            });
            self.draw_arrows(&mut display, &pos);
        }
        self.entry.with(|entry| {
            display.movable = entry.movable();
            show::lift(&mut display, entry, &pos);
        });
        display
    }

    /// Arrows: what the review says of the move looked at, else the engine's lines.
    fn draw_arrows(self, display: &mut Display, pos: &AnyPosition) {
        let route = |pos: &AnyPosition, text: &String| pos.play_text(text).ok().map(|(_, route)| route);
        if let Some(judged) = self.judged.get().filter(|one| one.judgement.is_some()) {
            let before = self.desk.with(|desk| {
                let parent = desk.study.tree.parent(desk.at())?;
                desk.study.tree.position(parent).copied()
            });
            display.hint = before.and_then(|before| route(&before, judged.best.first()?));
            display.arrows = judged.answer.first().and_then(|text| route(pos, text)).into_iter().collect();
            return;
        }
        let Some(report) = self.lamp.shown() else { return };
        let threat = self.lamp.threat.get();
        let asked = if threat { super::question::passed(pos) } else { Some(*pos) };
        let Some(asked) = asked else { return };
        let mut routes = report.lines.iter().filter_map(|line| route(&asked, line.moves.first()?));
        match threat {
            true => display.arrows = routes.next().into_iter().collect(),
            false => {
                display.hint = routes.next();
                display.others = routes.collect();
            }
        }
    }

    /// How the board looks.
    pub(crate) fn look(self) -> Look {
        self.prefs.look(Dress::of(self.variant), self.words.get().paint, self.bottom.get())
    }
}

/// The tree that was kept under a name.
fn resume(name: &str, variant: Variant) -> Option<Desk> {
    let (pdn, path): (String, Vec<usize>) = storage::load(name).value()?;
    let mut desk = Desk::read(&pdn, variant).ok().filter(|desk| desk.variant() == variant)?;
    desk.follow(&path);
    Some(desk)
}

/// What an address leads to.
fn find(invite: &Invite, table: Table, words: Memo<Words>) -> Found {
    let words = words.get_untracked();
    let kept = invite.game.as_ref().map(|id| (id, shelf::load(id).value()));
    if let Some((id, game)) = kept {
        let study = game.and_then(|(shelved, _)| {
            let mut record = shelved.game.record.clone();
            for (tag, seat) in [("White", shelved.game.white), ("Black", shelved.game.black)] {
                if record.tag(tag).is_none() {
                    record.set_tag(tag, &words.seat(seat));
                }
            }
            Some((Study::from_record(&record).ok()?, shelved))
        });
        if let Some((study, shelved)) = study.filter(|(study, _)| study.about.variant == invite.variant) {
            let (white, black) = (shelved.game.white.is_human(), shelved.game.black.is_human());
            let person = (white != black).then_some(if white { Side::White } else { Side::Black });
            let bottom = if shelved.black_below { Side::Black } else { Side::White };
            let review = study.tree.main_end() != study.tree.root();
            return Found { desk: Desk::at_end(study), bottom, person, review };
        }
        table.note.set(Some(fill(words.m().no_such_game, &[id])));
    }
    let game = invite.played().unwrap_or_else(|_| Game::new(invite.variant));
    let review = invite.item.as_deref() == Some(REVIEW) && game.ply() > 0;
    Found { desk: Desk::new(&game), bottom: Side::White, person: None, review }
}
