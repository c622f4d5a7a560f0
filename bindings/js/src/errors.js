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

/** A server could not be used as an engine, or said something else than it should: `url`, `status` if it answered. */
export class RemoteError extends EngineError {
  constructor(message, { url, status, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.url = url;
    if (status !== undefined) this.status = status;
  }
}

/** The server refused, and why; `status` is 429 if it was asked too often. */
export class RemoteRefused extends RemoteError {}

/** The server did not answer in time. */
export class RemoteTimeout extends RemoteError {}

/** Nobody answers at this address. */
export class RemoteUnreachable extends RemoteError {}
