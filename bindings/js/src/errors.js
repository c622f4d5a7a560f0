// What can go wrong, as errors that carry the place and the reason.

/** Something that was given cannot be used. Every error of this package is one. */
export class DamkaError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** No variant, side or square has this name; the message lists those there are. */
export class UnknownName extends DamkaError {}

/** A FEN cannot be read (`column`, from 1) or is no position. */
export class FenError extends DamkaError {}

/** A move was not played: `text`, and why (`reason`), or what it may be (`choices`). */
export class IllegalMove extends DamkaError {}

/** A game of a PDN file cannot be used: `line`, `column`, `ply`. */
export class PdnError extends DamkaError {}

/** The engine could not answer. */
export class EngineError extends DamkaError {}

const KINDS = { name: UnknownName, fen: FenError, illegal: IllegalMove, pdn: PdnError };

/** The error of a plain object thrown by the rules. */
export function errorOf(fault) {
  const Kind = KINDS[fault?.kind];
  if (!Kind) return fault;
  const { kind, message, ...rest } = fault;
  return Object.assign(new Kind(message), rest);
}

/** Runs what may throw such an object. */
export function checked(run) {
  try {
    return run();
  } catch (fault) {
    throw errorOf(fault);
  }
}
