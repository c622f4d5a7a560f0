//! The files of other people: how many games each holds, and what is wrong with them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use damka_pdn::{Game, Reader, Reason, Skipped, Writer};

use crate::{grammar, show};

/// File, games, games with moves, moves of the main lines, reports.
const FILES: [(&str, usize, usize, usize, usize); 14] = [
    ("games/checkerboard__tinsley.pdn", 724, 724, 36112, 2),
    ("games/mobydam__babasy1.pdn", 43, 43, 4577, 0),
    // Two games lack a reply.
    ("games/protcenkoroman__ussr1924.pdn", 29, 29, 1555, 2),
    ("games/py-draughts__brazilian.pdn", 25, 25, 1179, 0),
    ("games/py-draughts__breakthrough.pdn", 25, 25, 2245, 0),
    // Headers and moves come in separate runs, so that some results disagree.
    ("games/py-draughts__frisian.pdn", 24, 14, 957, 2),
    ("games/py-draughts__russian.pdn", 22, 9, 585, 7),
    // 55 games, and one whose moves are all unknown.
    ("games/wiegerw-pdn__abatsiev.pdn", 56, 56, 2648, 0),
    ("games/wiegerw-pdn__inferno.pdn", 68, 68, 3306, 0),
    ("games/wiegerw-pdn__nk2003-amsterdam.pdn", 33, 32, 3268, 0),
    ("games/wiegerw-pdn__ussr1947.pdn", 153, 153, 8730, 0),
    ("games/wiegerw-pdn__wk2003.pdn", 23, 23, 2381, 0),
    ("problems/wiegerw-pdn__PWCP_2.pdn", 51, 51, 602, 0),
    ("problems/wiegerw-pdn__goulds.pdn", 262, 0, 0, 0),
];

/// The directory of the files: not ours to pass on, so `./test` says where they are, or that they are not.
fn corpora() -> PathBuf {
    let path =
        env::var_os("DAMKA_CORPORA").expect("DAMKA_CORPORA names the directory of other people's games");
    PathBuf::from(path)
}

fn read(path: &Path) -> (Vec<Game>, Vec<Skipped>) {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = Reader::new(file);
    let games = reader.by_ref().collect::<Result<_, _>>().expect("the file is readable");
    (games, reader.leftover().to_vec())
}

/// The games every checkout has.
fn own_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games");
    let files = fs::read_dir(root).expect("data/games is there").map(|entry| entry.expect("readable").path());
    let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "pdn")).collect();
    assert!(files.len() > 3, "{files:?}");
    files
}

#[test]
fn our_own_games_are_read_whole_and_written_as_they_were() {
    for path in own_files() {
        let (games, leftover) = read(&path);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(games.len(), text.matches("[Event ").count(), "{}", path.display());
        assert!(
            leftover.is_empty() && games.iter().all(|game| game.skipped.is_empty()),
            "{}",
            path.display()
        );
        assert!(games.iter().all(|game| game.moves().count() > 10), "{}", path.display());
        let mut writer = Writer::new(Vec::new());
        for game in &games {
            writer.write(game).unwrap();
        }
        assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), text, "{}", path.display());
        grammar::check(&text);
    }
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn every_game_is_found() {
    let corpora = corpora();
    for (name, count, with_moves, moves, reports) in FILES {
        let (games, leftover) = read(&corpora.join(name));
        let played = games.iter().filter(|game| !game.line.steps.is_empty()).count();
        let found = games.iter().map(|game| game.moves().count()).sum::<usize>();
        let skipped = leftover.len() + games.iter().map(|game| game.skipped.len()).sum::<usize>();
        assert_eq!((games.len(), played, found, skipped), (count, with_moves, moves, reports), "{name}");
    }
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn reports_say_where_and_why() {
    let corpora = corpora();
    let (games, _) = read(&corpora.join(FILES[0].0));
    let reports: Vec<_> = games.iter().flat_map(|game| &game.skipped).map(ToString::to_string).collect();
    assert_eq!(
        reports,
        [
            "line 6434, column 74: not a move: \"Redoversteppedthetimecontrolonthismove.\"",
            "line 7170, column 22: not a move: \"Whiteoversteppedthetimecontrolonthismove.\"",
        ]
    );
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn variants_are_guessed() {
    let corpora = corpora();
    let expect = [
        ("games/checkerboard__tinsley.pdn", "english"),
        ("games/wiegerw-pdn__inferno.pdn", "english"),
        ("games/mobydam__babasy1.pdn", "international"),
        ("games/py-draughts__brazilian.pdn", "brazilian"),
        ("games/py-draughts__breakthrough.pdn", "breakthrough"),
        ("games/wiegerw-pdn__ussr1947.pdn", "russian"),
        ("games/wiegerw-pdn__abatsiev.pdn", "russian"),
        ("problems/wiegerw-pdn__PWCP_2.pdn", "international"),
    ];
    for (name, variant) in expect {
        for game in read(&corpora.join(name)).0.iter().filter(|game| game.moves().next().is_some()) {
            assert_eq!(game.variants().first(), Some(&variant), "{name}, {}", game.at);
        }
    }
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn rewritten_files_hold_the_same_games() {
    let corpora = corpora();
    for (name, ..) in FILES {
        let (games, _) = read(&corpora.join(name));
        let mut writer = Writer::new(Vec::new());
        for game in &games {
            writer.write(game).unwrap_or_else(|error| panic!("{name}, {}: {error}", game.at));
        }
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        grammar::check(&text);
        let again = show::games(&text);
        assert_eq!(again.len(), games.len(), "{name}");
        for (before, after) in games.iter().zip(&again) {
            // A missing move is still missing.
            let missing = |skipped: &Skipped| matches!(skipped.reason, Reason::MissingReply(_));
            assert!(after.skipped.iter().all(missing), "{name}, {}: {:?}", before.at, after.skipped);
            assert_eq!(
                after.score().and_then(|s| s.winner()),
                before.score().and_then(|s| s.winner()),
                "{name}"
            );
            let squares =
                |game: &Game| game.moves().map(|text| text.squares().collect::<Vec<_>>()).collect::<Vec<_>>();
            assert_eq!(squares(after), squares(before), "{name}, {}", before.at);
        }
    }
}
