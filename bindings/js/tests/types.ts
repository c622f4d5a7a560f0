// Compiled with --strict by the check of the bindings; never run.
import { Draughts, Engine, EngineError, IllegalMove, RemoteEngine, RemoteRefused, VARIANTS, type Move, type Reason, type Report } from "damka";

const game = new Draughts({ variant: VARIANTS[0], options: ["optional-capture"] });
const texts: string[] = game.moves();
const moves: Move[] = game.moves({ verbose: true, square: "c3" });
const played: Move = game.move(moves[0] ?? texts[0] ?? "c3-d4");
game.move({ from: played.to, to: "e5" });
const reason: Reason | null = game.whyNot(["c3", "d4"]);
const king: boolean | undefined = game.get("c3")?.king;
try {
  game.move("a1-h8");
} catch (error) {
  if (error instanceof IllegalMove) console.log(error.reason?.name, error.choices?.length, reason?.text, king);
}
// @ts-expect-error a move is no number
game.move(7);
// @ts-expect-error there is no such option
new Draughts({ rules: "russian" });

const engine = new Engine({ weights: new URL("https://example.org/weights/") });
const report: Promise<Report> = engine.analyse(game, { lines: 2, signal: AbortSignal.timeout(10) });
report.then((found) => found.lines.map((line) => line.score.text));

const remote = new RemoteEngine("http://localhost:8064", { timeout: 2000 });
const far: Promise<string> = remote.play(game, { time: 200, signal: AbortSignal.timeout(500) });
far.catch((error: unknown) => {
  if (error instanceof RemoteRefused) console.log(error.status + 1, error.url);
  return error instanceof EngineError;
});
remote.look(game).then((known) => known.table?.moves.map((move) => move.outcome));
// @ts-expect-error levels are for the engine at hand
remote.play(game, { level: 3 });
