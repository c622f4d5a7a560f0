// The engine: questions go to a worker one at a time, answers come back as promises.

import { EngineError } from "./errors.js";
import { linesOf, number } from "./answers.js";
import { isNode, worker } from "./platform.js";

const shares = typeof SharedArrayBuffer === "function" && (isNode || globalThis.crossOriginIsolated === true);

function reportOf({ depth, nodes, millis, lines }) {
  return { depth, nodes, millis, lines: linesOf(lines) };
}

/** An engine for every variant, in a worker of its own. */
export class Engine {
  #equipment;
  #started = null;
  #queue = [];
  #current = null;
  #count = 0;
  #closed = false;
  #shared = shares ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /** Weights and books are files beside this module, or below other addresses. */
  constructor({ weights = new URL("./weights/", import.meta.url), books = new URL("./books/", import.meta.url) } = {}) {
    this.#equipment = { weights: String(weights), books: String(books) };
  }

  /** The move to play, as text; by default after a second. Rejects when the signal is aborted. */
  async play(game, { level, seed = 0, time, nodes, depth, signal, onInfo } = {}) {
    const limited = time !== undefined || nodes !== undefined || depth !== undefined;
    const ask = this.#ask(game, { level, seed, time: limited ? time : 1000, nodes, depth, lines: 1 });
    const report = await this.#answer(game, ask, signal, onInfo);
    const best = report.lines[0]?.moves[0];
    if (best === undefined) throw new EngineError("there is no legal move");
    return best;
  }

  /** The best lines, best first. Without any limit it thinks until it is stopped or the signal is aborted. */
  async analyse(game, { lines = 1, time, nodes, depth, signal, onInfo } = {}) {
    return this.#answer(game, this.#ask(game, { lines, time, nodes, depth, seed: 0 }), signal, onInfo);
  }

  /** Ends the search under way: it answers with what it has found. */
  stop() {
    if (this.#current) this.#halt(this.#current);
  }

  /** Ends everything; whatever was asked is rejected. */
  close() {
    this.#closed = true;
    const error = new EngineError("the engine is closed");
    for (const question of [this.#current, ...this.#queue]) question?.reject(error);
    this.#current = null;
    this.#queue = [];
    this.#started?.then((started) => started.terminate());
    this.#started = null;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() { this.close(); }

  #ask(game, { level, seed, time, nodes, depth, lines }) {
    return {
      variant: game.variant,
      start: game.startFen ?? undefined,
      moves: game.history(),
      level: number("level", level, 0, 12),
      seed: number("seed", seed, 0, Number.MAX_SAFE_INTEGER),
      lines: number("lines", lines, 1, 5),
      limits: {
        depth: number("depth", depth, 1, 250),
        nodes: number("nodes", nodes, 1, Number.MAX_SAFE_INTEGER),
        millis: number("time", time, 1, 0xffffffff),
      },
    };
  }

  async #answer(game, ask, signal, onInfo) {
    if (this.#closed) throw new EngineError("the engine is closed");
    if (game.isGameOver()) throw new EngineError(`the game is over: ${game.outcome().text}`);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      const question = { id, message: JSON.stringify({ think: { id, ...ask } }), pass: null, onInfo };
      const abort = () => {
        this.#queue = this.#queue.filter((waiting) => waiting !== question);
        if (this.#current === question) this.#halt(question);
        question.reject(signal.reason);
      };
      const settled = (settle) => (value) => {
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      question.resolve = settled(resolve);
      question.reject = settled(reject);
      signal?.addEventListener("abort", abort, { once: true });
      this.#queue.push(question);
      this.#next();
    });
  }

  async #next() {
    if (this.#current || this.#queue.length === 0) return;
    const question = (this.#current = this.#queue.shift());
    try {
      this.#started ??= worker(new URL("./worker.js", import.meta.url), (told) => this.#heard(told), (error) => this.#failed(error))
        .then((started) => {
          started.postMessage({ equipment: this.#equipment, shared: this.#shared });
          return started;
        });
      const started = await this.#started;
      // Where no number can be shared, a search is wanted as long as there is something at its address.
      if (!this.#shared && !isNode) question.pass = URL.createObjectURL(new Blob());
      started.ref?.();
      started.postMessage({ id: question.id, message: question.message, pass: question.pass });
    } catch (error) {
      this.#failed(error);
    }
  }

  #halt(question) {
    if (this.#shared) Atomics.store(this.#shared, 0, question.id);
    if (question.pass) URL.revokeObjectURL(question.pass);
  }

  #heard(text) {
    const told = JSON.parse(text);
    const question = this.#current;
    if (told.progress && question?.id === told.progress.id) question.onInfo?.(reportOf(told.progress));
    if (told.done && question?.id === told.done.id) this.#finished((asked) => asked.resolve(reportOf(told.done)));
    if (told.failed) this.#finished((asked) => asked.reject(new EngineError(told.failed.reason)));
  }

  #finished(settle) {
    const question = this.#current;
    this.#current = null;
    this.#started?.then((started) => started.unref?.());
    if (question) {
      if (question.pass) URL.revokeObjectURL(question.pass);
      settle(question);
    }
    this.#next();
  }

  /** The worker is gone: the next question starts another. */
  #failed(error) {
    this.#started = null;
    this.#finished((question) => question.reject(new EngineError(`the engine failed: ${error?.message ?? error}`)));
  }
}
