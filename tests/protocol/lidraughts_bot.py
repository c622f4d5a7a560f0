#!/usr/bin/env python3
"""Games over Hub as lidraughts-bot 1.2 plays them: its pydraughts (0.5.7), its way of starting an engine, its levels.

The bot reads errors and answers from one pipe, sends `initial-time` to every engine, gives fixed time for its first
two moves and then its clock, and numbers the squares of moves like those of the position. It dies at the first move
it cannot find among the legal ones.
"""

import random
import warnings

import draughts
from draughts.engine import HubEngine, Limit

from common import PATIENCE, Tally, Watchdog, arguments, between, expect

warnings.simplefilter("ignore")

# The bot's names, and what it sends as `variant`.
VARIANTS = {
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "turkish": "turkish",
    "standard": "normal",
    "frisian": "frisian",
}
MAX_PLIES = 120
SECONDS_PER_GAME = 600


def search(engine, board, plies_before):
    """The bot's first two moves have fixed time, later ones the clock."""
    limit = Limit(movetime=0.02) if plies_before < 2 else Limit(time=0.5, inc=0.01)
    try:
        return engine.play(board, limit, ponder=False).move
    except KeyError as key:
        raise AssertionError(f"the bot finds no move {key} in {board.get_fen()}") from None
    except IndexError:
        raise AssertionError(f"no move in {board.get_fen()}") from None


def game(damka, variant, engine_first, rng):
    board = draughts.Game(variant)
    engine = HubEngine([damka, "hub"])
    played = 0
    with Watchdog(SECONDS_PER_GAME, engine.kill_process):
        engine.configure({"variant": VARIANTS[variant], "initial-time": 60})
        engine.init()
        while not board.is_over() and len(board.move_stack) < MAX_PLIES:
            if (len(board.move_stack) % 2 == 0) == engine_first:
                move = search(engine, board, len(board.move_stack))
                played += 1
            else:
                moves, captures = board.legal_moves()
                move = draughts.Move(board, board_move=rng.choice(slides(board, moves, captures)))
            board.push(move.board_move)
        # After the game the bot stops the engine whether it searches or not.
        engine.stop()
        engine.ping()
        engine.quit()
        engine.p.wait(timeout=PATIENCE)
    expect(played > 3, f"only {played} moves by the engine")
    return f"{len(board.move_stack)} plies, {played} by the engine"


def slides(board, moves, captures):
    """Without one mistake of pydraughts: its Turkish king moves quietly over pieces that stand in its way."""
    if board.variant != "turkish":
        return moves
    cells = board.li_fen_to_hub_fen(board.get_li_fen())

    def free(move):
        return all(cells[square] == "e" for square in between(*move[0]))

    return [move for move, taken in zip(moves, captures) if taken[0] is not None or free(move)]


def main():
    args = arguments(__doc__.splitlines()[0]).parse_args()
    tally = Tally("lidraughts-bot")
    for variant in VARIANTS:
        rng = random.Random(f"{args.seed}{variant}")
        for engine_first in [True, False]:
            name = f"{variant}, engine {'first' if engine_first else 'second'}"
            tally.check(name, lambda: game(args.damka, variant, engine_first, rng))
    tally.finish()


if __name__ == "__main__":
    main()
