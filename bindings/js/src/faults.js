// What the rules throw, as errors of its kind.

import { FenError, IllegalMove, PdnError, UnknownName } from "./errors.js";

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
