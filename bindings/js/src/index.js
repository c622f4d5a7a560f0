// Every game of draughts: rules with reasons, PDN, and an engine in a worker.

import { UnknownName } from "./errors.js";
import { checked, errorOf } from "./faults.js";
import { module } from "./platform.js";
import init, { Game, variants } from "./rules.js";

export * from "./errors.js";
export { Engine } from "./engine.js";
export { RemoteEngine } from "./remote.js";

await init({ module_or_path: await module(new URL("./rules.wasm", import.meta.url)) });

const lines = (text) => (text === "" ? [] : text.split("\n"));
const list = (text) => (text === "" ? [] : text.split(","));

/** The names of all variants, house rules included. */
export const VARIANTS = Object.freeze(lines(variants()));

/** A legal move. */
class Move {
  constructor(text, stops, captured, promotes) {
    this.text = text;
    this.from = stops[0];
    this.to = stops[stops.length - 1];
    this.stops = stops;
    this.captured = captured;
    this.isCapture = captured.length > 0;
    this.promotes = promotes;
  }
  toString() { return this.text; }
}

/** A move told in full by the rules. */
function moveOf(line) {
  const [text, stopped, taken, crowned] = line.split("|");
  return new Move(text, list(stopped), list(taken), crowned === "*");
}

/**
 * The squares of a variant, and its short moves as texts and as numbers. Most moves are said by two squares: they cross
 * the border as numbers, and their texts are made once.
 */
class Squares {
  #texts;
  #pairs = new Map();

  constructor(game) {
    this.names = lines(game.names());
    this.#texts = new Array(2 * (this.names.length + 1) ** 2);
    this.numbers = new Map(this.names.map((name, n) => [name, n + 1]));
    this.signs = ["-", game.capture_sign()];
  }

  /** A move between two squares, given by their numbers, as text. */
  text(from, to, capture) {
    const side = this.names.length + 1;
    const at = (capture * side + from) * side + to;
    return (this.#texts[at] ??= this.names[from - 1] + this.signs[capture] + this.names[to - 1]);
  }

  /** The two squares a text names, as one number; undefined if it is longer, or written in another way. */
  pair(text) {
    const known = this.#pairs.get(text);
    if (known !== undefined) return known;
    const [, first, second] = /^(\w{1,3})[-x:](\w{1,3})$/.exec(text) ?? [];
    const [from, to] = [this.numbers.get(first), this.numbers.get(second)];
    if (from === undefined || to === undefined) return undefined;
    this.#pairs.set(text, (from << 8) | to);
    return (from << 8) | to;
  }
}

/** The squares of each variant; made when they are first wanted. */
const squares = new Map();

function squaresOf(game) {
  const variant = game.variant();
  if (!squares.has(variant)) squares.set(variant, new Squares(game));
  return squares.get(variant);
}

/** What somebody wants to play, as text. */
function textOf(move) {
  if (typeof move === "string") return move;
  if (Array.isArray(move)) return move.join("-");
  if (typeof move?.text === "string") return move.text;
  if (move?.from !== undefined && move?.to !== undefined) return `${move.from}-${move.to}`;
  throw new TypeError("a move is a text, a list of squares, or an object with from and to");
}

function depthOf(depth) {
  if (!Number.isInteger(depth) || depth < 0 || depth > 30) throw new RangeError(`a depth is 0 to 30, not ${depth}`);
  return depth;
}

/** A game of draughts: a position, how it came about, and what may be played. */
export class Draughts {
  #game;
  #squares;
  /** The moves played, in step with the game. */
  #played = [];
  #tags = new Map();

  constructor(given = {}) {
    const { variant = "russian", fen, options = [] } = given;
    if (given instanceof Game) this.#take(given, lines(given.history()).map(moveOf));
    else this.#take(checked(() => new Game([variant, ...options].join("+"), fen)), []);
  }

  /** Goes on with another game of the rules, of which these moves were played. */
  #take(game, played) {
    this.#game = game;
    this.#squares = squaresOf(game);
    this.#played = played;
  }

  get variant() { return this.#game.variant(); }
  get turn() { return this.#game.turn(); }
  /** A number for the position, the same however it came about. */
  get key() { return this.#game.key(); }

  /** The legal moves: texts, or all about them; of one square's piece if that is given. */
  moves({ verbose = false, square } = {}) {
    if (!verbose && square === undefined) return this.#short() ?? lines(this.#game.moves());
    if (square !== undefined) this.#place(square);
    const all = lines(this.#game.moves_in_full()).map(moveOf);
    const found = square === undefined ? all : all.filter((move) => move.from === String(square));
    return verbose ? found : found.map((move) => move.text);
  }

  /** The texts of the legal moves where two squares say everything: the way most positions go, and the fastest. */
  #short() {
    const told = this.#game.short_moves();
    if (told === undefined) return undefined;
    const texts = new Array(told.length / 3);
    for (let n = 0, at = 0; n < texts.length; n += 1, at += 3) texts[n] = this.#squares.text(told[at], told[at + 1], told[at + 2]);
    return texts;
  }

  /** Plays a move; throws IllegalMove with the reason. */
  move(move) {
    const text = textOf(move);
    const played = this.#playShort(text) ?? moveOf(checked(() => this.#game.play(text)));
    this.#played.push(played);
    return played;
  }

  /** Plays a move that two squares say; undefined if they do not, or if it is not legal. */
  #playShort(text) {
    const pair = this.#squares.pair(text);
    if (pair === undefined) return undefined;
    const [from, to] = [pair >> 8, pair & 255];
    const how = this.#game.play_between(from, to);
    if (how === 0) return undefined;
    if (how & 4) return moveOf(this.#game.last());
    const { names } = this.#squares;
    const victim = how >> 8;
    const captured = victim === 0 ? [] : [names[victim - 1]];
    const shown = this.#squares.text(from, to, victim === 0 ? 0 : 1);
    return new Move(shown, [names[from - 1], names[to - 1]], captured, (how & 2) !== 0);
  }

  /** Is this move legal now? */
  isLegal(move) { return this.#game.is_legal(textOf(move)); }

  /** Why a move is not legal, as data and text; null if it is. */
  whyNot(move) {
    const fault = Array.isArray(move)
      ? checked(() => this.#game.why_not_squares(move.map(String)))
      : this.#game.why_not(textOf(move));
    if (fault === undefined) return null;
    if (fault.reason === undefined) throw errorOf(fault);
    return fault.reason;
  }

  /** Takes the last move back; null if there is none. */
  undo() {
    return this.#game.undo() ? this.#played.pop() : null;
  }

  /** The moves played: texts, or all about them. */
  history({ verbose = false } = {}) {
    return verbose ? [...this.#played] : this.#played.map((move) => move.text);
  }

  /** The position; with counters also plies without progress and the number of the move. */
  fen({ counters = false } = {}) { return this.#game.fen(counters); }
  /** Where the game began, if not at its variant's start. */
  get startFen() { return this.#game.start_fen() ?? null; }

  isGameOver() { return this.#game.is_over(); }
  /** Who won and why; null while the game goes on. */
  outcome() {
    const line = this.#game.outcome();
    if (line === undefined) return null;
    const [result, reason, winner, text] = line.split("|");
    return { result, reason, winner: winner || null, text };
  }
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. */
  result() { return this.outcome()?.result ?? "*"; }
  /** This side, or the one to move, gives up. */
  resign(side = this.turn) {
    checked(() => this.#game.resign(side));
    return this.outcome();
  }
  /** The draws drawing near, the nearest first. */
  get drawCountdowns() {
    return lines(this.#game.countdowns()).map((line) => {
      const [plies, law, text] = line.split("|");
      return { plies: Number(plies), law, text };
    });
  }
  /** How often the present position has stood on the board. */
  repetitions() { return this.#game.repetitions(); }
  /** The name of the opening, if it has one. */
  opening(language = "en") { return this.#game.opening(language) ?? null; }

  /** What stands on a square, given by name; null if nothing does. */
  get(square) {
    const at = this.#place(square);
    return this.board().flat().find((cell) => cell?.square === at).piece;
  }
  /** The board row by row from the top: null for a square that is not used. */
  board() {
    const { names } = this.#squares;
    let next = 0;
    const cell = (letter) => (letter === " " ? null : { square: names[next++], piece: pieceOf(letter) });
    return this.#game.cells().split("\n").map((row) => Array.from(row, cell));
  }

  /** A square's name as the game has it. */
  #place(square) {
    const name = String(square);
    const { names, numbers } = this.#squares;
    if (!numbers.has(name)) throw new UnknownName(`'${name}' is no square of this board: ${names[0]} to ${names.at(-1)}`);
    return name;
  }

  ascii({ flipped = false } = {}) { return this.#game.ascii(flipped); }
  /** A picture that shows the last move. */
  svg({ size = 360, flipped = false, names = true } = {}) { return this.#game.svg(size, flipped, names); }

  /** The tags of the game's PDN. */
  get tags() { return Object.fromEntries(this.#tags); }
  setTag(name, value) { this.#tags.set(String(name), String(value)); }
  /** The game as PDN. */
  pdn({ tags = {} } = {}) {
    const all = [...this.#tags, ...Object.entries(tags)].flat().map(String);
    return checked(() => this.#game.pdn(all));
  }
  /** Takes up the first game of a PDN text; the game at hand stays if it cannot be played through. */
  loadPdn(text) {
    const read = checked(() => Game.from_pdn(String(text), this.variant));
    this.#game.free();
    this.#take(read, lines(read.history()).map(moveOf));
    this.#tags = new Map(Array.from(String(text).matchAll(/^\s*\[(\w+)\s+"([^"]*)"\]/gm), ([, name, value]) => [name, value])
      .filter(([name]) => !["GameType", "Variant", "FEN", "SetUp", "Result", "Options"].includes(name)));
    return this;
  }

  /** Leaves of the tree of moves. */
  perft(depth) { return Number(this.#game.perft(depthOf(depth))); }

  /** A copy that shares nothing. */
  copy() {
    const made = new Draughts(this.#game.copy());
    made.#tags = new Map(this.#tags);
    return made;
  }
  /** Gives the memory back at once; otherwise that happens when nobody holds the game any more. */
  free() { this.#game.free(); }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() { this.free(); }
  toString() { return this.ascii(); }
  toJSON() { return { variant: this.variant, start: this.startFen, moves: this.history() }; }
}

function pieceOf(letter) {
  if (letter === ".") return null;
  const man = letter.toLowerCase();
  return { side: man === "w" ? "white" : "black", king: man !== letter };
}
