"""Memory stays flat, whatever goes right or wrong. ``DAMKA_GAMES=100000`` makes it long."""

import io
import os
import random
from pathlib import Path

import damka
import pytest
from damka import pdn

GAMES = int(os.environ.get("DAMKA_GAMES", "1500"))
STATM = Path("/proc/self/statm")


def resident() -> int:
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def play(games: int) -> None:
    dice = random.Random(7)
    for number in range(games):
        board = damka.Board(damka.VARIANTS[number % len(damka.VARIANTS)])
        while not board.is_game_over() and board.ply < 20:
            board.push(dice.choice(board.legal_moves))
        for wrong in ("nonsense", "", "99-98"):
            with pytest.raises(damka.IllegalMove):
                board.push_text(wrong)
        with pytest.raises(damka.FenError):
            damka.Board("russian", "W:Wz9")
        twin = board.copy()
        twin.planes()
        if number % 10 == 0:
            (game,) = pdn.read(io.StringIO(pdn.dumps(twin)))
            assert game.board().fen() == board.fen()
            board.svg()


@pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")
def test_memory_is_flat() -> None:
    play(max(GAMES // 5, 300))
    before = resident()
    play(GAMES)
    grown = resident() - before
    assert grown < 8 << 20, f"{grown} bytes more after {GAMES} games"
