"""PDN: read as it comes, written strictly."""

import io
from pathlib import Path

import damka
import pytest
from damka import pdn

TWO = """[Event "One"]
[White "Абациев"]
[GameType "25,W,8,8,A0,0"]
[Result "2-0"]

1. c3-d4 d6-c5 {sharp} 2. b2-c3 (2. d4:b6 a7:c5) f6-g5 2-0

[Event "Two"]
[GameType "20,W,10,10,N2,0"]
[Result "*"]

1. 32-28 19-23 2. 28x19 14x23 *
"""


def test_games_stream_from_everything(tmp_path: Path) -> None:
    path = tmp_path / "two.pdn"
    path.write_bytes(TWO.encode("windows-1251"))
    for source in (path, str(path), io.BytesIO(TWO.encode("utf-8")), io.StringIO(TWO)):
        one, two = pdn.read(source)
        assert (one.variant, two.variant) == ("russian", "international")
        assert one.tags["White"] == "Абациев"
        assert one.moves == ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]
        assert (one.result, two.result) == ("1-0", "*")
        assert one.comments == {2: "sharp"}
        assert (one.errors, two.errors) == ([], [])
        assert two.board().fen() == two.board(4).fen() and two.board(1).turn == "black"
        assert len(two) == 4
    endless = pdn.read(io.BytesIO(TWO.encode()))
    assert next(endless).tags["Event"] == "One"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    boards = []
    for name in damka.VARIANTS:
        board = damka.Board(name)
        for _ in range(6):
            board.push(board.legal_moves[-1])
        boards.append(board)
    path = tmp_path / "all.pdn"
    assert pdn.write(path, (damka.Game.from_board(board, {"White": "A \"B\""}) for board in boards)) == len(boards)
    games = list(pdn.read(path, strict=True))
    assert [game.variant for game in games] == list(damka.VARIANTS)
    assert [game.board().fen() for game in games] == [board.fen() for board in boards]
    text, data = io.StringIO(), io.BytesIO()
    assert pdn.write(text, games) == pdn.write(data, games) == len(games)
    assert data.getvalue().decode() == text.getvalue() == path.read_text(encoding="utf-8")


def test_comments_survive() -> None:
    game = pdn.loads(TWO)
    assert pdn.loads(pdn.dumps(game)).comments == game.comments
    assert "{sharp}" in str(game)


def test_faults_have_their_place() -> None:
    (game,) = pdn.read(io.StringIO('[GameType "25"]\n1. c3-d4 b6-c5\n2. g3-h4 *\n'))
    (error,) = game.errors
    assert isinstance(error, damka.PdnError)
    assert (error.line, error.ply) == (3, 3) and "must capture" in str(error)
    assert game.moves == ["c3-d4", "b6-c5"]
    with pytest.raises(damka.PdnError, match="line 3"):
        list(pdn.read(io.StringIO('[GameType "25"]\n1. c3-d4 b6-c5\n2. g3-h4 *\n'), strict=True))
    with pytest.raises(damka.PdnError, match="no game"):
        pdn.loads("")
    with pytest.raises(FileNotFoundError):
        pdn.read("there is no such file").__next__()
    with pytest.raises(TypeError):
        list(pdn.read(7))  # type: ignore[arg-type]


def test_a_failing_file_raises_its_own_exception() -> None:
    class Failing(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(pdn.read(Failing()))  # type: ignore[arg-type]


def test_noise_is_no_danger() -> None:
    for data in (b"\x00" * 1000, b"\xff\xfe[", bytes(range(256)) * 20, b"((((" * 5000, b"1. " * 5000):
        for game in pdn.read(io.BytesIO(data)):
            assert isinstance(game.moves, list)
