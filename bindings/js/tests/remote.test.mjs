// The engine of a real server: DAMKA_URL is its address, given by bindings/check.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import {
  Draughts, Engine, EngineError, RemoteEngine, RemoteError, RemoteRefused, RemoteTimeout, RemoteUnreachable, VARIANTS,
} from "damka";

const url = process.env.DAMKA_URL;
const served = { skip: url ? false : "DAMKA_URL is not set: bindings/check starts a server" };
const engine = url ? new RemoteEngine(url, { timeout: 60_000 }) : null;

test("it plays what is legal in every variant", served, async () => {
  for (const variant of VARIANTS) {
    const game = new Draughts({ variant });
    game.move(game.moves()[0]);
    const text = await engine.play(game, { time: 20 });
    assert.ok(game.moves().includes(text), `${variant}: ${text}`);
  }
});

test("it answers like the engine at hand", served, async () => {
  const game = new Draughts({ fen: "W:Wc3,g3:Bd4,f6" });
  const near = new Engine();
  const [far, here] = [await engine.analyse(game, { time: 50 }), await near.analyse(game, { depth: 5 })];
  near.close();
  assert.deepEqual(far.lines[0], here.lines[0]);
  const { lines } = await engine.analyse(new Draughts({ variant: "international" }), { lines: 3, time: 200 });
  const values = lines.map((line) => line.score.value);
  assert.equal(values.length, 3);
  assert.deepEqual(values, [...values].sort((a, b) => b - a));
});

test("history, house rules, and what is known", served, async () => {
  const game = new Draughts({ options: ["optional-capture"] });
  for (const text of ["c3-d4", "b6-c5"]) game.move(text);
  const known = await engine.look(game);
  assert.equal(known.fen, game.fen());
  assert.deepEqual([...known.legalMoves].sort(), game.moves().sort());
  assert.deepEqual([known.ending, known.table], [null, null]);
  const start = await engine.look(new Draughts());
  assert.ok(start.book.length > 0 && start.book.every(({ text, weight }) => start.legalMoves.includes(text) && weight > 0));
  const over = new Draughts({ fen: "W:Wa3:Bb4,c5" });
  assert.equal((await engine.look(over)).ending, "blocked-white");
  await assert.rejects(engine.play(over), EngineError);
  const { table } = await engine.look(new Draughts({ fen: "W:WKa1:BKh2" }));
  assert.deepEqual([table.outcome, table.moves[0].outcome], ["draw", "draw"]);
  assert.ok(table.moves.every((move) => ["win", "draw", "loss"].includes(move.outcome)));
});

test("signals and wrong questions", served, async () => {
  const game = new Draughts();
  await assert.rejects(engine.play(game, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const soon = new AbortController();
  const asked = engine.play(game, { time: 1000, signal: soon.signal });
  setTimeout(() => soon.abort(new Error("no longer")), 20);
  await assert.rejects(asked, /no longer/);
  await assert.rejects(engine.analyse(game, { lines: 6 }), RangeError);
  await assert.rejects(engine.play(game, { time: 0 }), RangeError);
  await assert.rejects(new RemoteEngine(`${url}/api/nowhere`).look(game), (error) =>
    error instanceof RemoteRefused && error.status === 404 && error.url.endsWith("/api/nowhere"));
  const other = new RemoteEngine(url);
  const pending = other.play(game);
  other.close();
  await assert.rejects(pending, /closed/);
  await assert.rejects(other.look(game), EngineError);
});

test("addresses", () => {
  for (const wrong of ["", "localhost:8064", "ftp://example.org", "file:///etc/passwd"]) assert.throws(() => new RemoteEngine(wrong), TypeError);
  for (const timeout of [0, -1, NaN, 1.5]) assert.throws(() => new RemoteEngine("http://localhost", { timeout }), RangeError);
});

const ANSWERS = {
  words: [200, "hello"], list: [200, "[]"], nothing: [200, "{}"], empty: [200, '{"lines":[]}'],
  illegal: [200, '{"lines":[{"score":{"men":1},"moves":["a1-h8"]}]}'], odd: [200, '{"lines":[{"score":null,"moves":["c3-d4"]}]}'],
  busy: [429, '{"error":"not so fast"}'], broken: [500, "<html>"],
};
const liar = createServer((request, response) => {
  const answer = ANSWERS[request.url.split("/")[1]];
  // Whatever else is asked for is never answered.
  if (answer) response.writeHead(answer[0]).end(answer[1]);
});
await new Promise((ready) => liar.listen(0, "127.0.0.1", ready));
const { port } = liar.address();
after(() => { liar.closeAllConnections(); liar.close(); engine?.close(); });

test("somebody else", async () => {
  for (const [name, [status]] of Object.entries(ANSWERS)) {
    await assert.rejects(new RemoteEngine(`http://127.0.0.1:${port}/${name}`).play(new Draughts()), (error) =>
      error instanceof RemoteError && (error instanceof RemoteRefused) === (status !== 200) && (error.status ?? 200) === status, name);
  }
  await assert.rejects(new RemoteEngine(`http://127.0.0.1:${port}/busy/`).look(new Draughts()), /not so fast/);
});

test("somebody who is silent, and nobody", async () => {
  await assert.rejects(new RemoteEngine(`http://127.0.0.1:${port}/silent`, { timeout: 200 }).play(new Draughts()), RemoteTimeout);
  const gone = createServer();
  await new Promise((ready) => gone.listen(0, "127.0.0.1", ready));
  const free = gone.address().port;
  await new Promise((closed) => gone.close(closed));
  await assert.rejects(new RemoteEngine(`http://127.0.0.1:${free}`).look(new Draughts()), (error) =>
    error instanceof RemoteUnreachable && error.status === undefined);
});
