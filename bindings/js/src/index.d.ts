/** Every game of draughts: rules with reasons, PDN, and an engine in a worker. */

export type Side = "white" | "black";

/** The names of all variants, house rules included: `russian`, `russian+optional-capture`, ... */
export const VARIANTS: readonly string[];

/** A legal move. Squares are called as the game calls them: `c3`, `22`. */
export interface Move {
  /** As the game writes it, every landing only where it takes that to be clear. */
  readonly text: string;
  readonly from: string;
  readonly to: string;
  /** Start, every landing, end. */
  readonly stops: readonly string[];
  /** The pieces taken, in order. */
  readonly captured: readonly string[];
  readonly isCapture: boolean;
  /** Does a man become a king? */
  readonly promotes: boolean;
  toString(): string;
}

/** What somebody wants to play: a text, the squares pressed, or where from and where to. */
export type Wish =
  | string
  | readonly (string | number)[]
  | { readonly text: string }
  | { readonly from: string | number; readonly to: string | number };

/** Why a move is refused. */
export interface Reason {
  /** A stable name: `must-capture`, `must-take-more`, `men-dont-go-back`, ... */
  readonly name: string;
  /** An English sentence, without a capital and a full stop. */
  readonly text: string;
  /** The squares that explain it. */
  readonly squares: readonly string[];
  /** Texts of moves that are due instead. */
  readonly moves: readonly string[];
}

export interface Outcome {
  /** `1-0`, `0-1` or `1/2-1/2`, White first. */
  readonly result: string;
  /** Why, as a stable key: `blocked-white`, `kings-only-30`, `threefold`. */
  readonly reason: string;
  readonly winner: Side | null;
  /** Why, as an English sentence. */
  readonly text: string;
}

/** A draw drawing near. */
export interface Countdown {
  readonly plies: number;
  readonly law: string;
  readonly text: string;
}

export interface Piece {
  readonly side: Side;
  readonly king: boolean;
}

export interface Cell {
  readonly square: string;
  readonly piece: Piece | null;
}

/** A game of draughts: a position, how it came about, and what may be played. */
export class Draughts {
  /** Throws UnknownName or FenError. */
  constructor(options?: { variant?: string; fen?: string; options?: readonly string[] });
  readonly variant: string;
  readonly turn: Side;
  /** A number for the position, the same however it came about. */
  readonly key: bigint;
  /** Where the game began, if not at its variant's start. */
  readonly startFen: string | null;
  readonly drawCountdowns: Countdown[];
  readonly tags: Record<string, string>;

  /** The legal moves, of one square's piece if that is given. */
  moves(options?: { verbose?: false; square?: string | number }): string[];
  moves(options: { verbose: true; square?: string | number }): Move[];
  /** Plays a move; throws IllegalMove with the reason. */
  move(move: Wish): Move;
  isLegal(move: Wish): boolean;
  /** Why a move is not legal, as data and text; null if it is. Throws IllegalMove for what is no move text. */
  whyNot(move: Wish): Reason | null;
  /** Takes the last move back; null if there is none. */
  undo(): Move | null;
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): Move[];
  fen(options?: { counters?: boolean }): string;
  isGameOver(): boolean;
  outcome(): Outcome | null;
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. */
  result(): string;
  resign(side?: Side): Outcome;
  /** How often the present position has stood on the board. */
  repetitions(): number;
  /** The name of the opening, if it has one. */
  opening(language?: string): string | null;
  /** What stands on a square. */
  get(square: string | number): Piece | null;
  /** The board row by row from the top: null for a square that is not used. */
  board(): (Cell | null)[][];
  ascii(options?: { flipped?: boolean }): string;
  /** A picture that shows the last move. */
  svg(options?: { size?: number; flipped?: boolean; names?: boolean }): string;
  setTag(name: string, value: string): void;
  pdn(options?: { tags?: Record<string, string> }): string;
  /** Takes up the first game of a PDN text. Throws PdnError; then the game at hand stays. */
  loadPdn(text: string): this;
  /** Leaves of the tree of moves. */
  perft(depth: number): number;
  copy(): Draughts;
  /** Gives the memory back at once; otherwise that happens when nobody holds the game any more. */
  free(): void;
  toString(): string;
  toJSON(): { variant: string; start: string | null; moves: string[] };
}

/** What a line is worth to the side to move. */
export interface Score {
  /** Hundredths of a man; wins are beyond every estimate. */
  readonly value: number;
  /** `+0.35`, `win in 7`, `lost`. */
  readonly text: string;
  readonly proven: boolean;
}

export interface Line {
  readonly score: Score;
  readonly moves: readonly string[];
}

export interface Report {
  readonly depth: number;
  readonly nodes: number;
  readonly millis: number;
  /** Best first. */
  readonly lines: readonly Line[];
}

export interface Limits {
  /** Milliseconds. */
  time?: number;
  /** Positions. */
  nodes?: number;
  /** Plies. */
  depth?: number;
  /** Ends the search; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Told every iteration. */
  onInfo?: (report: Report) => void;
}

/** An engine for every variant, in a worker of its own. Questions are answered one after the other. */
export class Engine {
  /** Weights and books are files beside this module, or below other addresses. */
  constructor(options?: { weights?: string | URL; books?: string | URL });
  /** The move to play, as text; by default after a second. Level 0 (first steps) to 12 (full strength). */
  play(game: Draughts, options?: Limits & { level?: number; seed?: number }): Promise<string>;
  /** The best lines (1 to 5). Without any limit it thinks until it is stopped or the signal is aborted. */
  analyse(game: Draughts, options?: Limits & { lines?: number }): Promise<Report>;
  /** Ends the search under way: it answers with what it has found. */
  stop(): void;
  /** Ends everything; whatever was asked is rejected. */
  close(): void;
}

/** What a server knows of a position without thinking. */
export interface RemotePosition {
  readonly fen: string;
  readonly legalMoves: readonly string[];
  /** The end as a stable key, if the game is over. */
  readonly ending: string | null;
  readonly opening: string | null;
  /** Moves of the opening book with their weights, the best first. */
  readonly book: readonly { readonly text: string; readonly weight: number }[];
  /** What endgame tables say: plies to the next capture or promotion, and what each move comes to, the best first. */
  readonly table: {
    readonly outcome: "win" | "draw" | "loss";
    readonly plies: number;
    readonly moves: readonly { readonly text: string; readonly outcome: "win" | "draw" | "loss" }[];
  } | null;
}

/**
 * The engine of a Damka server, over its `/api`. It thinks for at most a second a question, as others ask as well. In
 * a browser the page has to come from that server, for others are not let in.
 */
export class RemoteEngine {
  /** `timeout` is how many milliseconds an answer may take, thinking included; `token` is an account's. */
  constructor(url: string | URL, options?: { timeout?: number; token?: string });
  readonly url: string;
  /** The move to play, as text, after so many milliseconds. */
  play(game: Draughts, options?: { time?: number; signal?: AbortSignal }): Promise<string>;
  /** The best lines (1 to 5). */
  analyse(game: Draughts, options?: { lines?: number; time?: number; signal?: AbortSignal }): Promise<{ readonly lines: readonly Line[] }>;
  /** What the server knows of a position at once: legal moves, opening, book and tables. */
  look(game: Draughts, options?: { signal?: AbortSignal }): Promise<RemotePosition>;
  /** Ends everything; whatever was asked is rejected. */
  close(): void;
}

/** Something that was given cannot be used. Every error of this package is one. */
export class DamkaError extends Error {}
/** No variant, side or square has this name. */
export class UnknownName extends DamkaError {}
export class FenError extends DamkaError {
  /** Where, from 1; undefined if it can be read but is no position. */
  readonly column?: number;
}
export class IllegalMove extends DamkaError {
  readonly text: string;
  /** Why; undefined if it is no move text at all, or several. */
  readonly reason?: Reason;
  /** The full texts that fit, where several captures do. */
  readonly choices?: readonly string[];
}
export class PdnError extends DamkaError {
  readonly line?: number;
  readonly column?: number;
  readonly ply?: number;
}
/** The engine could not answer. */
export class EngineError extends DamkaError {}
/** A server could not be used as an engine, or said something else than it should. */
export class RemoteError extends EngineError {
  readonly url: string;
  /** The HTTP status, if it answered at all. */
  readonly status?: number;
}
/** The server refused, and why; `status` is 429 if it was asked too often. */
export class RemoteRefused extends RemoteError {
  readonly status: number;
}
/** The server did not answer in time. */
export class RemoteTimeout extends RemoteError {}
/** Nobody answers at this address. */
export class RemoteUnreachable extends RemoteError {}
