#!/usr/bin/env python3
"""Full games of every variant pydraughts knows, over Hub, with pydraughts as client and referee.

pydraughts checks every move of the engine against its own rules. Its opponent plays at random, then the engine plays
itself. The boards of pydraughts 0.6 number the squares of moves as the notation of the game does, from another corner
than those of the position string, so the engine is told `numbering=notation`; other clients, and the protocol, number
them like the position.
"""

import random
import threading
import time
import warnings

import draughts
from draughts.engine import HubEngine, Limit

from common import PATIENCE, Tally, Watchdog, arguments, between, expect

# pydraughts turns on the warnings of the whole program, and leaves pipes open.
warnings.simplefilter("ignore")

# pydraughts' names and those of the protocol.
VARIANTS = {
    "russian": "russian",
    "brazilian": "brazilian",
    "standard": "normal",
    "english": "english",
    "italian": "italian",
    "turkish": "turkish",
    "frisian": "frisian",
    "frysk!": "frisian",
    "antidraughts": "losing",
    "breakthrough": "bt",
}
MAX_PLIES = 240
SECONDS_PER_GAME = 600


class Engine:
    """A Hub engine that is put away whatever happens."""

    def __init__(self, damka, **options):
        self.hub = HubEngine([damka, "hub"])
        self.hub.configure(options)
        self.hub.init()

    def __enter__(self):
        return self.hub

    def __exit__(self, *_):
        try:
            self.hub.quit()
            self.hub.p.communicate(timeout=PATIENCE)
        except Exception:
            self.hub.kill_process()
            raise


def play(damka, variant, engine_moves, limit, rng):
    """One game; `engine_moves(ply)` says when the engine is to move."""
    board = draughts.Board(variant)
    played = 0
    with Engine(damka, variant=VARIANTS[variant], numbering="notation") as hub:
        with Watchdog(SECONDS_PER_GAME, hub.kill_process) as dog:
            while not board.is_over() and len(board.move_stack) < MAX_PLIES:
                if engine_moves(len(board.move_stack)):
                    try:
                        result = hub.play(board, limit, ponder=False)
                    except KeyError as key:
                        raise AssertionError(f"illegal move {key} after {moves_of(board)} in {board.fen}") from None
                    except IndexError:  # a done without a move
                        raise AssertionError(f"refused {moves_of(board)} in {board.fens[-2:]}") from None
                    except EOFError:
                        raise AssertionError("timeout" if dog.fired else f"engine died after {moves_of(board)}") from None
                    expect(result.move is not None, "no move")
                    expect("depth" in hub.info or not hub.info, f"info without depth: {hub.info}")
                    board.push(result.move)
                    played += 1
                else:
                    board.push(rng.choice(legal_moves(board)))
    return f"{len(board.move_stack)} plies, {played} by the engine, winner {board.winner()}"


def legal_moves(board):
    """Without one mistake of pydraughts 0.6.7: its Turkish king moves quietly over pieces that stand in its way."""
    moves = board.legal_moves()
    if board.variant != "turkish":
        return moves
    pieces = board.fen.split(":", 1)[1].replace("K", "").replace(":", ",")
    taken = {name.lstrip("WB") for name in pieces.split(",")}

    def free(move):
        names = ["abcdefgh"[(square - 1) % 8] + str((square - 1) // 8 + 1) for square in between(*move.steps_move)]
        return not taken.intersection(names)

    return [move for move in moves if move.captures or free(move)]


def moves_of(board):
    return " ".join(move.hub_move for move in board.move_stack)


def board_numbering(damka):
    """Where a client does not ask for it, moves are numbered like the position, whatever pipes it opened."""
    with Engine(damka, variant="russian") as hub, Watchdog(PATIENCE, hub.kill_process):
        start = draughts.Board("russian")._game.initial_hub_fen
        move, _ = hub.go(start, movetime=0.05)
        expect(21 <= int(move.split("-")[0]) <= 24, f"{move} does not begin on White's third row")
        move, _ = hub.go(start, moves="22-17", movetime=0.05)
        expect(9 <= int(move.split("-")[0]) <= 12, f"{move} does not begin on Black's third row")


def limits(damka):
    """Every form of level ends with a move, also a clock below zero before its increment; how soon is not asked here."""
    board = draughts.Board("standard")
    with Engine(damka, variant="normal") as hub, Watchdog(2 * PATIENCE, hub.kill_process):
        for limit in [
            Limit(depth=4),
            Limit(nodes=2000),
            Limit(movetime=0.05),
            Limit(time=5),
            Limit(time=1, inc=0.1),
            Limit(time=0.05, inc=2),
        ]:
            expect(hub.play(board, limit, ponder=False).move is not None, "no move")


def pondering(damka):
    """Ponder until told, then move; and be interrupted."""
    board = draughts.Board("standard")
    with Engine(damka, variant="normal") as hub, Watchdog(2 * PATIENCE, hub.kill_process):
        for release in [hub.ponderhit, hub.stop]:
            found = []
            thread = threading.Thread(target=lambda: found.append(hub.play(board, Limit(time=2), ponder=True)))
            thread.start()
            time.sleep(0.5)
            expect(not found, "the ponder search ended before it was told to")
            release()
            thread.join(PATIENCE)
            expect(found and found[0].move is not None, f"no move after {release.__name__}")
        # What crosses the end of a search is ignored, and unknown parameters are.
        hub.stop()
        hub.setoption("initial-time", 60)
        hub.send("ping")
        expect(hub.recv() == "pong", "no pong after a late stop")


def main():
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--variants", nargs="*", default=list(VARIANTS), choices=list(VARIANTS), metavar="NAME")
    parser.add_argument("--move-time", type=float, default=0.02, help="seconds for each move of the engine")
    args = parser.parse_args()
    tally = Tally("hub")
    limit = Limit(movetime=args.move_time)
    for variant in args.variants:
        rng = random.Random(f"{args.seed}{variant}")
        games = {
            "engine first": lambda ply: ply % 2 == 0,
            "engine second": lambda ply: ply % 2 == 1,
            "engine against itself": lambda ply: ply > 3,
        }
        for name, turns in games.items():
            tally.check(f"{variant}, {name}", lambda: play(args.damka, variant, turns, limit, rng))
    tally.check("board numbering", lambda: board_numbering(args.damka))
    tally.check("limits", lambda: limits(args.damka))
    tally.check("pondering", lambda: pondering(args.damka))
    tally.finish()


if __name__ == "__main__":
    main()
