#!/usr/bin/env python3
"""Full games of every variant pydraughts knows, over Hub, with pydraughts as client and referee.

pydraughts checks every move of the engine against its own rules. Its opponent plays at random, then the engine plays
itself. pydraughts 0.6 counts the squares of moves as the notation of the variant does, from another corner than those
of the position string; the engine has to find that out, by the first move at the latest.
"""

import random
import threading
import time
import warnings

import draughts
from draughts.engine import HubEngine, Limit

from common import Tally, Watchdog, arguments, expect

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
SECONDS_PER_GAME = 120


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
            self.hub.p.communicate(timeout=5)
        except Exception:
            self.hub.kill_process()
            raise


def play(damka, variant, options, engine_moves, limit, rng):
    """One game; `engine_moves(ply)` says when the engine is to move."""
    board = draughts.Board(variant)
    played = 0
    with Engine(damka, variant=VARIANTS[variant], **options) as hub:
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
        (y0, x0), (y1, x1) = (divmod(square - 1, 8) for square in move.steps_move)
        length = max(abs(x1 - x0), abs(y1 - y0))
        step = ((x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0))
        return not any("abcdefgh"[x0 + i * step[0]] + str(y0 + i * step[1] + 1) in taken for i in range(1, length))

    return [move for move in moves if move.captures or free(move)]


def moves_of(board):
    return " ".join(move.hub_move for move in board.move_stack)


def board_numbering(damka):
    """Where a client asks for it, moves are counted like the position."""
    with Engine(damka, variant="russian", numbering="board") as hub, Watchdog(30, hub.kill_process):
        start = draughts.Board("russian")._game.initial_hub_fen
        move, _ = hub.go(start, movetime=0.05)
        expect(21 <= int(move.split("-")[0]) <= 24, f"{move} does not begin on White's third row")
        move, _ = hub.go(start, moves="22-17", movetime=0.05)
        expect(9 <= int(move.split("-")[0]) <= 12, f"{move} does not begin on Black's third row")


def limits(damka):
    """Every form of level ends with a move, also a clock below zero before its increment."""
    board = draughts.Board("standard")
    with Engine(damka, variant="normal") as hub, Watchdog(60, hub.kill_process):
        for limit in [
            Limit(depth=4),
            Limit(nodes=2000),
            Limit(movetime=0.05),
            Limit(time=5),
            Limit(time=1, inc=0.1),
            Limit(time=0.05, inc=2),
        ]:
            began = time.monotonic()
            expect(hub.play(board, limit, ponder=False).move is not None, "no move")
            expect(time.monotonic() - began < 3, f"{vars(limit)} took {time.monotonic() - began:.1f} s")


def pondering(damka):
    """Ponder until told, then move; and be interrupted."""
    board = draughts.Board("standard")
    with Engine(damka, variant="normal") as hub, Watchdog(60, hub.kill_process):
        for release in [hub.ponderhit, hub.stop]:
            found = []
            thread = threading.Thread(target=lambda: found.append(hub.play(board, Limit(time=2), ponder=True)))
            thread.start()
            time.sleep(0.5)
            expect(not found, "the ponder search ended before it was told to")
            release()
            thread.join(10)
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
        notation = {"numbering": "notation"}
        games = {
            "engine first": ({}, lambda ply: ply % 2 == 0),
            "engine second, numbering found out": ({}, lambda ply: ply % 2 == 1),
            "engine against itself": (notation, lambda ply: ply > 3),
        }
        for name, (options, turns) in games.items():
            tally.check(f"{variant}, {name}", lambda: play(args.damka, variant, options, turns, limit, rng))
    tally.check("board numbering", lambda: board_numbering(args.damka))
    tally.check("limits", lambda: limits(args.damka))
    tally.check("pondering", lambda: pondering(args.damka))
    tally.finish()


if __name__ == "__main__":
    main()
