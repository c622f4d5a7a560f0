// Memory stays flat, whatever goes right or wrong. DAMKA_GAMES=100000 makes it long.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Draughts, Engine, FenError, IllegalMove, VARIANTS } from "damka";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const GAMES = Number(process.env.DAMKA_GAMES ?? 1500);

/** One game with everything that goes wrong in it. */
function play(number) {
  const game = new Draughts({ variant: VARIANTS[number % VARIANTS.length] });
  for (let ply = 0; ply < 20 && !game.isGameOver(); ply += 1) {
    const texts = game.moves();
    game.move(texts[(number * 7 + ply * 3) % texts.length]);
  }
  for (const wrong of ["nonsense", "", "99-98"]) assert.throws(() => game.move(wrong), IllegalMove);
  assert.throws(() => new Draughts({ fen: "W:Wz9" }), FenError);
  const twin = game.copy();
  twin.undo();
  if (number % 10 === 0) {
    assert.equal(new Draughts().loadPdn(game.pdn()).fen(), game.fen());
    game.svg();
  }
  // Some say when they are done with a game, others leave that to the collector.
  if (number % 2) {
    game.free();
    twin.free();
  }
}

async function playAll(games) {
  for (let number = 0; number < games; number += 1) {
    play(number);
    if (number % 500 === 499) {
      collect();
      // What was collected is told to those who wait for it in a later turn.
      await turn();
    }
  }
  collect();
  await turn();
  // Objects, and what lies outside of them: the memory of WebAssembly above all.
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
}

test("games come and go", async (t) => {
  const before = await playAll(Math.max(GAMES / 5, 1000));
  const after = await playAll(GAMES);
  const held = after.held - before.held;
  t.diagnostic(`${held} bytes more after ${GAMES} games`);
  assert.ok(held < 1 << 20, `${held} bytes more after ${GAMES} games`);
  // What the process has been given wavers by some megabytes, as its collector pleases.
  const given = after.rss - before.rss;
  assert.ok(given < 48 << 20, `${given} bytes more of the machine's memory after ${GAMES} games`);
});

test("engines come and go", async () => {
  const ask = async () => {
    const engine = new Engine();
    await engine.play(new Draughts(), { depth: 2 });
    engine.close();
  };
  const some = async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    collect();
    await turn();
    return process.memoryUsage().rss;
  };
  const before = await some();
  // A worker that was ended gives its memory back when the collector pleases. One that never does keeps 32 MB at least.
  let after = before;
  for (let round = 0; round < 4; round += 1) after = await some();
  const given = after - before;
  assert.ok(given < 192 << 20, `${given} bytes more after 12 engines`);
});
