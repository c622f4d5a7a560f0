// The JavaScript half of speed.py: damka and rapid-draughts in one process, best of five, in processor time; prints JSON.

import { Draughts } from "damka";
import { EnglishDraughts } from "rapid-draughts/english";

const DEPTH = 6;
// A middle game that both come to by the same moves.
const MOVES = ["11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10x17", "21x14", "15-18", "26-23"];

/** Seconds of processor time a call, best of five: others on the machine do not count. */
function measure(run) {
  let calls = 1;
  const once = () => {
    const begun = process.cpuUsage();
    for (let n = 0; n < calls; n += 1) run();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  while (once() < 0.1) calls *= 4;
  return Math.min(...Array.from({ length: 5 }, once)) / calls;
}

const ours = new Draughts({ variant: "english" });
for (const text of MOVES) ours.move(text);

/** rapid-draughts counts squares from 0. */
function theirGame() {
  const game = EnglishDraughts.setup();
  for (const text of MOVES) {
    const [from, to] = text.split(/[-x]/).map((number) => Number(number) - 1);
    const move = game.moves.find((move) => move.origin === from && move.destination === to);
    if (!move) throw new Error(`rapid-draughts has no ${text}: ${JSON.stringify(game.moves)}`);
    game.move(move);
  }
  return game;
}

const theirs = theirGame();

/** Its games cannot be taken back, but its inner state can be copied. */
function count(engine, depth) {
  const moves = engine.moves;
  if (depth === 1) return moves.length;
  let total = 0;
  for (const move of moves) {
    const next = engine.clone();
    next.move(move);
    total += count(next, depth - 1);
  }
  return total;
}

function countOurs(game, depth) {
  const moves = game.moves();
  if (depth === 1) return moves.length;
  let total = 0;
  for (const move of moves) {
    game.move(move);
    total += countOurs(game, depth - 1);
    game.undo();
  }
  return total;
}

const fresh = () => {
  const engine = theirs.engine.clone();
  return engine.moves.map((move) => theirs.adapter.toMove1D(move)).length;
};

console.log(JSON.stringify({
  damka: {
    "legal moves, english": [measure(() => ours.moves().length), ours.moves().length],
    [`perft by move and undo, english ${DEPTH}`]: [measure(() => countOurs(ours, DEPTH)), countOurs(ours, DEPTH)],
    [`perft, english ${DEPTH}`]: [measure(() => ours.perft(DEPTH)), ours.perft(DEPTH)],
  },
  "rapid-draughts": {
    "legal moves, english": [measure(fresh), fresh()],
    [`perft by move and undo, english ${DEPTH}`]: [measure(() => count(theirs.engine, DEPTH)), count(theirs.engine, DEPTH)],
    [`perft, english ${DEPTH}`]: [measure(() => count(theirs.engine, DEPTH)), count(theirs.engine, DEPTH)],
  },
}));
