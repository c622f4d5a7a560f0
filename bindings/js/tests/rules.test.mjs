// The rules, from the package as it is installed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DamkaError, Draughts, FenError, IllegalMove, PdnError, UnknownName, VARIANTS } from "damka";

test("a game goes on and back", () => {
  const game = new Draughts();
  assert.deepEqual([game.variant, game.turn], ["russian", "white"]);
  const move = game.move("c3-d4");
  assert.deepEqual({ ...move }, {
    text: "c3-d4", from: "c3", to: "d4", stops: ["c3", "d4"], captured: [], isCapture: false, promotes: false,
  });
  assert.equal(`${move}`, "c3-d4");
  game.move({ from: "b6", to: "c5" });
  assert.deepEqual(game.moves(), ["d4:b6"]);
  assert.deepEqual(game.moves({ verbose: true, square: "d4" })[0].captured, ["c5"]);
  assert.deepEqual(game.moves({ square: "g3" }), []);
  game.move(["d4", "b6"]);
  assert.deepEqual(game.history(), ["c3-d4", "b6-c5", "d4:b6"]);
  assert.equal(game.history({ verbose: true })[2].isCapture, true);
  assert.equal(`${game.undo()}`, "d4:b6");
  while (game.undo());
  assert.equal(game.undo(), null);
  assert.equal(game.fen(), new Draughts().fen());
});

test("every variant has its start, its picture and its PDN", () => {
  assert.equal(VARIANTS.length, 22);
  for (const variant of VARIANTS) {
    const game = new Draughts({ variant });
    assert.ok(game.moves().length > 0 && !game.isGameOver());
    assert.equal(game.perft(1), game.moves().length, variant);
    assert.ok(game.svg().startsWith("<svg ") && game.svg({ flipped: true, names: false, size: 100 }).endsWith("</svg>"));
    for (let ply = 0; ply < 6; ply += 1) game.move(game.moves().at(-1));
    const again = new Draughts({ variant: "english" }).loadPdn(game.pdn({ tags: { White: 'A "B"' } }));
    assert.deepEqual([again.variant, again.fen()], [variant, game.fen()]);
  }
});

test("the short list is the long list", () => {
  for (const variant of VARIANTS) {
    const game = new Draughts({ variant });
    for (let ply = 0; ply < 60 && !game.isGameOver(); ply += 1) {
      const texts = game.moves();
      assert.deepEqual(texts, game.moves({ verbose: true }).map((move) => move.text), `${variant} ${game.fen()}`);
      game.move(texts[(ply * 7) % texts.length]);
    }
  }
});

test("move counts", () => {
  const count = (variant, depth) => new Draughts({ variant }).perft(depth);
  assert.deepEqual([count("russian", 6), count("english", 6), count("international", 5)], [37_986, 36_768, 27_117]);
  assert.throws(() => count("russian", -1), RangeError);
  assert.throws(() => count("russian", 1.5), RangeError);
});

test("illegal moves are refused with the reason", () => {
  const game = new Draughts({ fen: "W:Wc3,g3:Bd4,f6" });
  assert.throws(() => game.move("g3-h4"), (error) => {
    assert.ok(error instanceof IllegalMove && error instanceof DamkaError && error.name === "IllegalMove");
    assert.equal(error.message, "g3-h4 is not legal: you must capture with c3: c3:e5:g7");
    assert.deepEqual(error.reason, {
      name: "must-capture", text: "you must capture with c3: c3:e5:g7", squares: ["c3"], moves: ["c3:e5:g7"],
    });
    return true;
  });
  assert.deepEqual(game.history(), []);
  assert.equal(game.whyNot("c3:g7"), null);
  assert.equal(game.whyNot(["g3", "h4"]).name, "must-capture");
  assert.equal(game.isLegal("g3-h4"), false);
  assert.throws(() => game.whyNot("nonsense"), IllegalMove);
  assert.throws(() => game.move({}), TypeError);
  assert.throws(() => game.whyNot(["z9", "a1"]), UnknownName);
});

test("an ambiguous capture names its choices", () => {
  const game = new Draughts({ fen: "W:WKd2:Bf6,c5,e5,e3" });
  let choices = [];
  assert.throws(() => game.move("d2:b4"), (error) => {
    ({ choices } = error);
    return error instanceof IllegalMove && error.reason === undefined && choices.length > 1;
  });
  for (const text of [...choices, ...game.moves()]) game.copy().move(text);
});

test("FEN", () => {
  assert.equal(new Draughts({ variant: "international", fen: "B:W31-50:B1-20" }).turn, "black");
  const game = new Draughts({ variant: "international", fen: "B:WK3:BK20,K45:H2:F41" });
  game.move("20-25");
  assert.equal(game.fen(), "W:WK3:BK25,K45");
  assert.equal(game.fen({ counters: true }), "W:WK3:BK25,K45:H3:F42");
  assert.throws(() => new Draughts({ fen: "W:Wz9:Bb8" }), (error) => error instanceof FenError && error.column === 4);
  assert.throws(() => new Draughts({ fen: "W:Wb8:Bc3" }), /would have been crowned/);
  for (const fen of ["", "W", "X:W1:B2", "\0", "W:" + "W".repeat(5000)]) assert.throws(() => new Draughts({ fen }), FenError);
  assert.throws(() => new Draughts({ variant: "chess" }), /unknown variant 'chess'; known are: russian/);
  assert.equal(new Draughts({ options: ["optional-capture"] }).variant, "russian+optional-capture");
});

test("the end has a reason", () => {
  const game = new Draughts({ variant: "international", fen: "W:W28:B23" });
  assert.deepEqual([game.outcome(), game.result()], [null, "*"]);
  game.move("28x19");
  assert.deepEqual(game.outcome(), {
    result: "1-0", reason: "no-pieces-black", winner: "white", text: "Black has no pieces left",
  });
  assert.throws(() => game.move("19-14"), (error) => error.reason.name === "game-over");
  assert.deepEqual(game.moves(), []);
  game.undo();
  assert.equal(game.resign("white").result, "0-1");
  assert.throws(() => new Draughts().resign("red"), UnknownName);
  const near = new Draughts({ fen: "W:WKa1:BKh8,Kb8" }).drawCountdowns;
  assert.ok(near[0].plies > 0 && near[0].text.startsWith("draw in"));
});

test("the board in other shapes", () => {
  const game = new Draughts({ fen: "W:Wc3,Ka1:Bd6" });
  assert.deepEqual(game.get("a1"), { side: "white", king: true });
  assert.deepEqual(game.get("d6"), { side: "black", king: false });
  assert.equal(game.get("h8"), null);
  assert.throws(() => game.get("a2"), UnknownName);
  const board = game.board();
  assert.equal(board.length, 8);
  assert.deepEqual(board[7][0], { square: "a1", piece: { side: "white", king: true } });
  assert.equal(board[7][1], null);
  assert.equal(game.ascii().split("\n")[7], "  1 W   .   .   .  ");
  assert.equal(game.opening(), null);
  assert.equal(typeof game.key, "bigint");
  assert.deepEqual(JSON.parse(JSON.stringify(game)), { variant: "russian", start: "W:Wc3,a1:Bd6".replace("a1", "Ka1"), moves: [] });
});

test("PDN", () => {
  const game = new Draughts().loadPdn('[White "Ann"]\n[GameType "25"]\n1. cd4 dc5 {sharp} 2. bc3 1-0');
  assert.deepEqual(game.history(), ["c3-d4", "d6-c5", "b2-c3"]);
  assert.deepEqual(game.tags, { White: "Ann" });
  assert.equal(game.result(), "1-0");
  assert.match(game.pdn(), /\[White "Ann"\][^]*1\. c3-d4 d6-c5 2\. b2-c3/);
  assert.throws(() => game.loadPdn('[GameType "25"]\n1. c3-d4 b6-c5\n2. g3-h4 *'), (error) =>
    error instanceof PdnError && error.line === 3 && error.ply === 3);
  assert.deepEqual(game.history(), ["c3-d4", "d6-c5", "b2-c3"]);
  for (const text of ["", "\0", "((((", "1. e2-e4 e7-e5 *"]) assert.throws(() => game.loadPdn(text), PdnError);
});

test("quick moves are the same moves", () => {
  for (const variant of VARIANTS) {
    const game = new Draughts({ variant });
    const slow = new Draughts({ variant });
    for (let ply = 0; ply < 80 && !game.isGameOver(); ply += 1) {
      const all = game.moves({ verbose: true });
      const chosen = all[(ply * 5) % all.length];
      // With blanks between it is read by the rules, without by two squares.
      const [played, read] = [game.move(chosen.text), slow.move(chosen.text.replace(/[-:x]/g, " $& "))];
      assert.deepEqual([played.text, played.from, played.to, played.promotes], [read.text, read.from, read.to, read.promotes]);
      assert.deepEqual([...played.captured].sort(), [...read.captured].sort());
      assert.deepEqual(played, chosen, `${variant} ${game.fen()}`);
      assert.equal(game.fen({ counters: true }), slow.fen({ counters: true }));
      assert.equal(game.undo(), played);
      assert.deepEqual(game.moves({ verbose: true }), all);
      game.move(chosen);
    }
    assert.deepEqual(game.history(), slow.history());
    assert.deepEqual(new Draughts({ variant }).loadPdn(game.pdn()).history(), game.history());
    assert.deepEqual(game.copy().history({ verbose: true }).map(String), game.history());
    assert.deepEqual(game.outcome(), slow.outcome());
  }
});

test("two squares that say nothing are refused like any other text", () => {
  const game = new Draughts();
  for (const text of ["c3-c3", "c3-a1", "c3-b4x", "h8-h8"]) {
    assert.throws(() => game.move(text), IllegalMove, text);
  }
  assert.deepEqual([game.history(), game.undo()], [[], null]);
});
