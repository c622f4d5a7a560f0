// The engine of a Damka server, over its /api: for devices that are weaker than the server.

import { linesOf, number } from "./answers.js";
import { EngineError, RemoteError, RemoteRefused, RemoteTimeout, RemoteUnreachable } from "./errors.js";

const OUTCOMES = { won: "win", drawn: "draw", lost: "loss" };

/** The engine of a server. It thinks for at most a second a question, as others ask as well. */
export class RemoteEngine {
  #timeout;
  #token;
  #closed = new AbortController();

  constructor(url, { timeout = 10_000, token } = {}) {
    const { protocol } = new URL(url);
    if (protocol !== "http:" && protocol !== "https:") throw new TypeError(`a server is http://... or https://..., not ${url}`);
    this.url = String(url).replace(/\/+$/, "");
    this.#timeout = number("timeout", timeout, 1, 0x7fffffff);
    this.#token = token;
  }

  /** The move to play, as text, after so many milliseconds. */
  async play(game, { time, signal } = {}) {
    const { lines } = await this.analyse(game, { time, signal });
    return lines[0].moves[0];
  }

  /** The best lines, best first. */
  async analyse(game, { lines = 1, time = 1000, signal } = {}) {
    const more = { lines: number("lines", lines, 1, 5), millis: number("time", time, 1, 0x7fffffff) };
    if (game.isGameOver()) throw new EngineError(`the game is over: ${game.outcome().text}`);
    const found = this.#read(await this.#ask(game, more, signal), (answer) => linesOf(answer.lines));
    if (found.length === 0) throw new RemoteError("the server's engine did not answer", { url: this.url });
    for (const { moves } of found) {
      if (!game.isLegal(moves[0])) throw new RemoteError(`the server plays ${moves[0]}, which is not legal`, { url: this.url });
    }
    return { lines: found };
  }

  /** What the server knows of a position at once: legal moves, opening, book and tables. */
  async look(game, { signal } = {}) {
    return this.#read(await this.#ask(game, {}, signal), ({ fen, legal, ending = null, opening = null, book, table = null }) => ({
      fen, legalMoves: [...legal], ending, opening,
      book: book.map(([text, weight]) => ({ text, weight })),
      table: table && {
        outcome: OUTCOMES[table.verdict], plies: table.plies,
        moves: table.moves.map(([text, verdict]) => ({ text, outcome: OUTCOMES[verdict] })),
      },
    }));
  }

  /** Ends everything; whatever was asked is rejected. */
  close() { this.#closed.abort(new EngineError("the engine is closed")); }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() { this.close(); }

  /** Makes something of an answer; whatever is not as described is the server's fault. */
  #read(answer, read) {
    try {
      return read(answer);
    } catch (cause) {
      throw new RemoteError("the answer is not what a Damka server says", { url: this.url, cause });
    }
  }

  async #ask(game, more, signal) {
    const asked = new URLSearchParams({ variant: game.variant, moves: game.history().join(","), ...more });
    if (game.startFen !== null) asked.set("fen", game.startFen);
    const headers = { accept: "application/json" };
    if (this.#token !== undefined) headers.authorization = `Bearer ${this.#token}`;
    // One controller for all who may end it; `AbortSignal.any` is not everywhere yet.
    const ended = new AbortController();
    const late = new RemoteTimeout(`no answer within ${this.#timeout} milliseconds`, { url: this.url });
    const timer = setTimeout(() => ended.abort(late), this.#timeout);
    const others = [this.#closed.signal, ...(signal ? [signal] : [])];
    const end = () => ended.abort(others.find((other) => other.aborted)?.reason);
    for (const other of others) other.addEventListener("abort", end, { once: true });
    try {
      for (const other of others) other.throwIfAborted();
      const response = await fetch(`${this.url}/api/position?${asked}`, { headers, signal: ended.signal });
      const text = await response.text();
      if (response.ok) return this.#read(text, JSON.parse);
      throw new RemoteRefused(reasonOf(text) ?? `${response.status} ${response.statusText}`, { url: this.url, status: response.status });
    } catch (error) {
      if (ended.signal.aborted) throw ended.signal.reason;
      if (error instanceof RemoteError || others.some((other) => other.aborted)) throw error;
      throw new RemoteUnreachable(`${this.url} cannot be reached: ${error.cause?.message ?? error.message}`, { url: this.url, cause: error });
    } finally {
      clearTimeout(timer);
      for (const other of others) other.removeEventListener("abort", end);
    }
  }
}

/** The server's own words, if it has some. */
function reasonOf(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return undefined;
  }
}
