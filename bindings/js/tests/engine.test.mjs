// The engine in its worker, from the package as it is installed.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Draughts, Engine, EngineError, VARIANTS } from "damka";

const engine = new Engine();
after(() => engine.close());

test("it plays every variant", async () => {
  for (const variant of VARIANTS) {
    const game = new Draughts({ variant });
    const text = await engine.play(game, { nodes: 2000 });
    assert.ok(game.moves().includes(text), `${variant}: ${text}`);
  }
});

test("several lines, best first, told as they come", async () => {
  const game = new Draughts({ fen: "W:Wc3,e3,g3,f2,d2:Bb6,d6,f6,h6,e7" });
  let told = 0;
  const report = await engine.analyse(game, { lines: 3, depth: 6, onInfo: () => (told += 1) });
  assert.equal(report.lines.length, 3);
  assert.ok(told > 0 && report.depth >= 6 && report.nodes > 0);
  const values = report.lines.map((line) => line.score.value);
  assert.deepEqual(values, [...values].sort((a, b) => b - a));
  for (const line of report.lines) line.moves.reduce((played, text) => (played.move(text), played), game.copy());
});

test("a signal ends a search at once, a stop answers", async () => {
  const game = new Draughts({ variant: "international" });
  const abort = new AbortController();
  const endless = engine.analyse(game, { signal: abort.signal, onInfo: () => abort.abort() });
  await assert.rejects(endless, { name: "AbortError" });
  const stopped = engine.analyse(game, { onInfo: (report) => report.depth >= 3 && engine.stop() });
  assert.ok((await stopped).lines[0].moves.length > 0);
  await assert.rejects(engine.play(game, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const waiting = new AbortController();
  const [first, second] = [engine.play(game, { depth: 4 }), engine.play(game, { signal: waiting.signal })];
  waiting.abort(new Error("no longer"));
  await assert.rejects(second, /no longer/);
  assert.ok(game.isLegal(await first));
});

test("the history counts", async () => {
  const game = new Draughts();
  for (const text of ["c3-d4", "b6-c5"]) game.move(text);
  assert.equal(await engine.play(game, { depth: 3 }), "d4:b6");
});

test("levels, and wrong questions", async () => {
  const game = new Draughts();
  const found = new Set();
  for (let seed = 0; seed < 20; seed += 1) found.add(await engine.play(game, { level: 0, seed }));
  assert.ok(found.size > 1);
  await assert.rejects(engine.play(game, { level: 13 }), RangeError);
  await assert.rejects(engine.analyse(game, { lines: 0 }), RangeError);
  await assert.rejects(engine.play(game, { time: -1 }), RangeError);
  await assert.rejects(engine.play(new Draughts({ fen: "W:Wa3:Bb4,c5" })), EngineError);
});

test("a closed engine says so", async () => {
  const other = new Engine();
  const pending = other.analyse(new Draughts());
  setTimeout(() => other.close(), 50);
  await assert.rejects(pending, /closed/);
  await assert.rejects(other.play(new Draughts()), /closed/);
});

test("without weights it still plays", async () => {
  const bare = new Engine({ weights: new URL("./nowhere/", import.meta.url), books: "file:///nowhere/" });
  const game = new Draughts({ variant: "english" });
  assert.ok(game.isLegal(await bare.play(game, { depth: 3 })));
  bare.close();
});
