//! Every claim of every lesson: the moves called right are right, the others are not, the answers are good ones.

use damka_course::{Course, LANGUAGES, Lesson, Step, Task, Text, Verdict};
use damka_engine::{Engine, Limits, Options, Stop};
use damka_review::Curve;
use damka_rules::{AnyPosition, Game, Route, Variant};

/// Games with a course, and how many lessons theirs has at least.
const COURSES: &[(Variant, usize)] = &[
    (Variant::Russian, 8),
    (Variant::Armenian, 8),
    (Variant::English, 6),
    (Variant::Checkers, 6),
    (Variant::International, 6),
];

/// Somebody who judges: an engine with its tables.
struct Judge {
    engine: Engine,
    nodes: u64,
}

impl Judge {
    fn new(nodes: u64) -> Judge {
        let mut engine = Engine::new(Options { hash_mb: 4, threads: 1 });
        engine.use_tables(None);
        Judge { engine, nodes }
    }

    /// The best moves of a position and the chance of each, from -1 (lost) to 1 (won).
    fn best(&mut self, game: &Game, count: usize) -> Vec<(Route, f64)> {
        let limits = Limits { multi_pv: count, ..Limits::nodes(self.nodes) };
        let mut lines: Vec<Option<(Route, f64)>> = vec![None; count];
        self.engine.new_game();
        self.engine.search(game, &limits, &Stop::new(), &mut |report| {
            if let (Some(line), Some(best)) = (lines.get_mut(report.multi_pv - 1), report.best()) {
                let chance = match report.score.is_proven() {
                    true => f64::from(report.score.value().signum()),
                    false => {
                        let score = damka_wire::Score::Men(report.score.value());
                        Curve::of(game.variant()).chance(score).share() * 2.0 - 1.0
                    }
                };
                *line = Some((best.clone(), chance));
            }
        });
        lines.into_iter().flatten().collect()
    }

    /// What a move is worth to the side that makes it.
    fn worth(&mut self, game: &Game, route: &Route) -> f64 {
        let mut game = game.clone();
        game.play_route(route).expect("a lesson is made of legal moves");
        match game.outcome() {
            Some(damka_rules::Outcome::Draw) => 0.0,
            Some(damka_rules::Outcome::Win(side)) => {
                if side == game.turn() {
                    -1.0
                } else {
                    1.0
                }
            }
            None => self.best(&game, 1).first().map_or(1.0, |(_, chance)| -chance),
        }
    }

    /// What is wrong with the claims of a step.
    fn doubt(&mut self, step: &Step) -> Option<String> {
        let mut game = Game::from_position(*step.start());
        if step.task() == Task::Choose {
            return self.doubt_choice(step, &game);
        }
        for turn in 0..step.length() {
            if let Some(doubt) = self.doubt_turn(step, turn, &game) {
                return Some(format!("move {}: {doubt}", turn + 1));
            }
            for route in step.line().iter().skip(turn * 2).take(2) {
                if game.position().turn() != step.start().turn()
                    && let Some(doubt) = self.doubt_answer(&game, route)
                {
                    return Some(format!("answer {}: {doubt}", turn + 1));
                }
                game.play_route(route).expect("a lesson is made of legal moves");
            }
        }
        let start = Game::from_position(*step.start());
        step.refuted().iter().find_map(|(wrong, answer)| {
            let mut game = start.clone();
            if step.right(0).iter().any(|right| right.same_move(wrong)) {
                return Some("a right move is refuted".into());
            }
            game.play_route(wrong).ok()?;
            self.doubt_answer(&game, answer)
        })
    }

    /// Are the right moves good and all others not?
    fn doubt_turn(&mut self, step: &Step, turn: usize, game: &Game) -> Option<String> {
        let right = step.right(turn);
        let pos = game.position();
        if pos.moves().len() <= right.len() {
            return (turn == 0).then(|| "there is no choice".into());
        }
        let best = self.best(game, right.len() + 1);
        let told: Vec<String> =
            best.iter().map(|(route, chance)| format!("{} {chance:.2}", pos.write(route))).collect();
        let is_right = |route: &Route| right.iter().any(|one| one.same_move(route));
        let (good, next) = best.split_at(right.len());
        let least = good.iter().map(|(_, chance)| *chance).fold(1.0, f64::min);
        let next = next.first().map_or(-1.0, |(_, chance)| *chance);
        let holds = match step.task() {
            Task::Hold => least >= -0.35 && next <= -0.5 && least - next >= 0.5,
            _ => least >= 0.5 && next <= 0.4 && least - next >= 0.5,
        };
        let same = good.iter().all(|(route, _)| is_right(route));
        (!same || !holds).then(|| told.join(", "))
    }

    fn doubt_choice(&mut self, step: &Step, game: &Game) -> Option<String> {
        let worth: Vec<f64> = step.options().iter().map(|option| self.worth(game, option)).collect();
        let is_right = |option: &Route| option.same_move(&step.right(0)[0]);
        let right = step.options().iter().position(is_right)?;
        let others = worth.iter().enumerate().filter(|(number, _)| *number != right);
        let next = others.map(|(_, worth)| *worth).fold(-1.0, f64::max);
        (worth[right] - next < 0.15).then(|| format!("{worth:.2?}"))
    }

    /// Is an answer about as good as the best?
    fn doubt_answer(&mut self, game: &Game, answer: &Route) -> Option<String> {
        if game.position().moves().len() == 1 {
            return None;
        }
        let (best, most) = self.best(game, 1).first().cloned()?;
        let worth = self.worth(game, answer);
        let better = game.position().write(&best);
        (worth < most - 0.3 && most > -0.8).then(|| format!("{better} is better: {worth:.2} and {most:.2}"))
    }
}

fn lessons() -> impl Iterator<Item = (Variant, String, Lesson)> {
    COURSES.iter().flat_map(|&(variant, _)| {
        let course = Course::of(variant).expect("a course");
        let lesson = |entry: &damka_course::Entry| {
            let path = Course::lesson_path(variant, &entry.key).expect("a path");
            let text = damka_course::file(&path).unwrap_or_else(|| panic!("there is no {path}"));
            let lesson = Lesson::read(variant, text).unwrap_or_else(|error| panic!("{path}, {error}"));
            (variant, path, lesson)
        };
        course.lessons().iter().map(lesson).collect::<Vec<_>>()
    })
}

#[test]
fn courses_are_complete() {
    for &(variant, least) in COURSES {
        let path = Course::path(variant).expect("a path");
        let text = damka_course::file(&path).unwrap_or_else(|| panic!("there is no {path}"));
        let course = Course::read(variant, text).unwrap_or_else(|error| panic!("{path}, {error}"));
        assert!(course.lessons().len() >= least, "{variant}: {} lessons", course.lessons().len());
    }
    for (_, path, lesson) in lessons() {
        assert!((5..=8).contains(&lesson.steps().len()), "{path}: {} steps", lesson.steps().len());
    }
}

/// A text is in the letters of its language, and nobody has to read long.
fn check_text(text: &Text, place: &str) {
    let is_letter = |language: &str, c: char| match language {
        "ru" => ('а'..='я').contains(&c) || c == 'ё',
        "hy" => ('ա'..='և').contains(&c),
        _ => c.is_ascii_lowercase(),
    };
    for language in LANGUAGES {
        let text = text.get(language);
        let letters = text.to_lowercase().chars().filter(|c| c.is_alphabetic()).count();
        let own = text.to_lowercase().chars().filter(|&c| is_letter(language, c)).count();
        assert!(own * 10 >= letters * 7, "{place}, {language}: {text}");
        assert!(text.chars().count() <= 260, "{place}, {language} is long: {text}");
    }
}

#[test]
fn texts_are_in_their_language() {
    for (_, path, lesson) in lessons() {
        for (number, step) in lesson.steps().iter().enumerate() {
            let place = format!("{path}, step {}", number + 1);
            check_text(step.text(), &place);
            check_text(step.after(), &place);
        }
    }
}

/// The line of a step leads to its end, and moves that are not in it do not.
#[test]
fn lines_are_judged_as_they_are_written() {
    for (_, path, lesson) in lessons() {
        for (number, step) in lesson.steps().iter().enumerate() {
            let place = format!("{path}, step {}", number + 1);
            let line = step.line();
            for plies in (1..=line.len()).step_by(2) {
                match step.judge(&line[..plies]) {
                    Verdict::Right { answer } => assert!(answer.same_move(&line[plies]), "{place}"),
                    Verdict::Done => assert_eq!(plies, line.len(), "{place}"),
                    other => panic!("{place}: {other:?}"),
                }
            }
            let wrong = step
                .start()
                .moves()
                .into_iter()
                .find(|route| !step.right(0).iter().any(|right| right.same_move(route)));
            let wrong = wrong.unwrap_or_else(|| panic!("{place}: there is no choice"));
            assert!(matches!(step.judge(&[wrong]), Verdict::Wrong { .. }), "{place}");
            assert_eq!(step.judge(&[]), Verdict::Refused, "{place}");
        }
    }
}

fn check(nodes: u64) {
    let mut judge = Judge::new(nodes);
    let mut doubts = Vec::new();
    let only = std::env::var("DAMKA_LESSON").unwrap_or_default();
    // Checkers has the positions of English: once is enough.
    for (_, path, lesson) in
        lessons().filter(|(variant, path, _)| *variant != Variant::Checkers && path.contains(&only))
    {
        for (number, step) in lesson.steps().iter().enumerate() {
            doubts.extend(judge.doubt(step).map(|doubt| format!("{path}, step {}: {doubt}", number + 1)));
        }
    }
    assert!(doubts.is_empty(), "{} doubts\n{}", doubts.len(), doubts.join("\n"));
}

#[test]
fn what_lessons_claim_holds() {
    check(15_000);
}

#[test]
#[ignore = "takes minutes: ./test release"]
fn what_lessons_claim_holds_for_a_large_search() {
    check(1_000_000);
}

#[test]
fn positions_stand_for_themselves() {
    let mut seen: Vec<(AnyPosition, String)> = Vec::new();
    for (_, path, lesson) in lessons().filter(|(variant, ..)| *variant != Variant::Checkers) {
        for step in lesson.steps() {
            if let Some((_, other)) = seen.iter().find(|(pos, _)| pos == step.start()) {
                panic!("{path} has the position of {other}: {}", step.start());
            }
            seen.push((*step.start(), path.clone()));
        }
    }
}
