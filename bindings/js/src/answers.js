// What engines here and far away have in common: numbers they are asked with, scores they answer with.

/** A score in words and as one number; wins are beyond every estimate. */
function scoreOf(score) {
  const sign = (value) => (value < 0 ? "-" : "+") + (Math.abs(value) / 100).toFixed(2);
  if (score === "table-win") return { value: 25000, text: "won", proven: true };
  if (score === "table-loss") return { value: -25000, text: "lost", proven: true };
  if (score === "table-draw") return { value: 0, text: "drawn", proven: true };
  if ("win" in score) return { value: 30000 - score.win, text: `win in ${score.win}`, proven: true };
  if ("loss" in score) return { value: score.loss - 30000, text: `loss in ${score.loss}`, proven: true };
  return { value: score.men, text: sign(score.men), proven: false };
}

/** Lines as an engine tells them. */
export function linesOf(lines) {
  return lines.map((line) => ({ score: scoreOf(line.score), moves: line.moves }));
}

/** A whole number within bounds, or nothing. */
export function number(name, value, least, most) {
  if (value === undefined || value === null) return undefined;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} is a whole number from ${least} to ${most}, not ${value}`);
  }
  return value;
}
