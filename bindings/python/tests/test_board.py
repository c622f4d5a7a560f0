"""The board: what may be played, and why something may not."""

import copy
import pickle

import damka
import pytest


def texts(board: damka.Board) -> list[str]:
    return [str(move) for move in board.legal_moves]


def test_a_game_goes_on_and_back() -> None:
    board = damka.Board()
    assert (board.variant, board.turn, board.ply) == ("russian", "white", 0)
    move = board.push_text("c3-d4")
    assert (move.text, move.from_square, move.to_square, move.is_capture) == ("c3-d4", 22, 18, False)
    board.push_text("bc5")
    assert texts(board) == ["d4:b6"]
    assert board.push(board.legal_moves[0]).captured == (14,)
    assert board.peek().text == "d4:b6"
    assert [str(move) for move in board.move_stack] == ["c3-d4", "b6-c5", "d4:b6"]
    while board.ply:
        board.pop()
    assert board == damka.Board()
    with pytest.raises(IndexError):
        board.pop()


def test_every_variant_has_its_start() -> None:
    assert len(damka.VARIANTS) == 22
    for name in damka.VARIANTS:
        board = damka.Board(name)
        assert board.legal_moves and not board.is_game_over()
        assert damka.Board(name, board.fen()).fen() == board.fen()
        assert board.perft(1) == len(board.legal_moves)


@pytest.mark.parametrize(
    ("variant", "depth", "leaves"),
    [("russian", 6, 37_986), ("english", 6, 36_768), ("international", 5, 27_117), ("turkish", 3, 708)],
)
def test_perft(variant: str, depth: int, leaves: int) -> None:
    board = damka.Board(variant)
    assert board.perft(depth) == leaves
    assert sum(board.divide(depth).values()) == leaves


def test_house_rules_are_options() -> None:
    board = damka.Board("russian", options=["optional-capture"])
    assert board.variant == "russian+optional-capture"
    with pytest.raises(damka.UnknownName, match="known are: optional-capture"):
        damka.Board("russian", options=["removed-at-once"])


def test_illegal_pushes_are_refused_with_the_reason() -> None:
    board = damka.Board("russian", "W:Wc3,g3:Bd4,f6")
    with pytest.raises(damka.IllegalMove) as caught:
        board.push_text("g3-h4")
    error = caught.value
    assert isinstance(error, ValueError)
    assert str(error) == "g3-h4 is not legal: you must capture with c3: c3:e5:g7"
    assert error.reason is not None
    assert (error.reason.name, error.reason.squares, error.reason.moves) == ("must-capture", [22], ["c3:e5:g7"])
    assert board.ply == 0
    with pytest.raises(damka.IllegalMove, match="there is no piece on e3"):
        board.push("e3-f4")
    other = damka.Board("english").legal_moves[0]
    with pytest.raises(damka.IllegalMove):
        board.push(other)
    with pytest.raises(TypeError):
        board.push(7)  # type: ignore[arg-type]


def test_why_not() -> None:
    board = damka.Board("russian")
    assert board.why_not("c3-d4") is None
    assert board.why_not(["c3", "d4"]) is None
    reason = board.why_not([22, 14])
    assert reason is not None and reason.name == "not-a-line"
    reason = board.why_not("d4-e5")
    assert reason is not None and reason.name == "empty-square" and reason.squares == [18]
    with pytest.raises(damka.IllegalMove):
        board.why_not("nonsense")
    with pytest.raises(ValueError, match="'z9' is no square"):
        board.why_not(["z9"])


def test_ambiguous_captures_want_the_whole_way() -> None:
    board = damka.Board("russian", "W:WKd2:Bf6,c5,e5,e3")
    with pytest.raises(damka.IllegalMove, match="it may be") as caught:
        board.push_text("d2:b4")
    assert caught.value.reason is None and len(caught.value.choices) > 1
    for text in [*caught.value.choices, *texts(board)]:
        board.copy().push_text(text)


def test_fen() -> None:
    assert damka.Board("international", "B:W31-50:B1-20").turn == "black"
    one_sided = damka.Board("russian", "W:Wc3:B")
    assert one_sided.turn == "white" and len(one_sided.pieces()) == 1
    one_sided.push_text("c3-d4")
    outcome = one_sided.outcome()
    assert outcome is not None and outcome.reason == "no-pieces-black"
    board = damka.Board("international", "B:WK3:BK20,K45:H2:F41")
    board.push_text("20-25")
    assert board.fen() == "W:WK3:BK25,K45"
    assert board.fen(counters=True) == "W:WK3:BK25,K45:H3:F42"
    with pytest.raises(damka.FenError, match="column 4") as caught:
        damka.Board("russian", "W:Wz9:Bb8")
    assert caught.value.column == 4
    with pytest.raises(damka.FenError, match="would have been crowned"):
        damka.Board("russian", "W:Wb8:Bc3")
    for wrong in ["", "W", "X:W1:B2", "W:W99:B1", "W:W1,1:B2", "\x00", "W:" + "W" * 5000]:
        with pytest.raises(damka.FenError):
            damka.Board("international", wrong)


def test_pieces_and_squares() -> None:
    board = damka.Board("russian", "W:Wc3,Ka1:Bd6")
    piece = board.piece_at("a1")
    assert piece is not None and (piece.side, piece.is_king, str(piece)) == ("white", True, "W")
    assert board.piece_at(22) == board.piece_at("c3") != board.piece_at("d6")
    assert board.piece_at("h8") is None
    assert {board.square_name(square): str(piece) for square, piece in board.pieces().items()} == {
        "d6": "b",
        "c3": "w",
        "a1": "W",
    }
    for wrong in (0, 33, -1, 10**30, "a2", ""):
        with pytest.raises(ValueError):
            board.piece_at(wrong)
    with pytest.raises(TypeError):
        board.piece_at(None)  # type: ignore[arg-type]


def test_the_end_has_a_reason() -> None:
    board = damka.Board("international", "W:W28:B23")
    assert board.outcome() is None and board.result() == "*"
    board.push_text("28x19")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.result, outcome.reason) == ("white", "1-0", "no-pieces-black")
    assert board.legal_moves == []
    with pytest.raises(damka.IllegalMove, match="the game is over"):
        board.push_text("19-14")
    board.pop()
    assert not board.is_game_over()
    board = damka.Board("russian")
    board.resign("white")
    assert board.result() == "0-1"
    with pytest.raises(damka.UnknownName):
        damka.Board().resign("red")  # type: ignore[arg-type]


def test_draws_draw_near() -> None:
    board = damka.Board("russian", "W:WKa1:BKb8")
    first = board.draw_countdowns[0]
    for text in ("a1-b2", "b8-a7", "b2-a1", "a7-b8"):
        board.push_text(text)
    assert board.draw_countdowns[0].plies == first.plies - 4
    assert board.repetitions() == 2
    assert "draw in" in str(first)


def test_copies_share_nothing_and_pickles_survive() -> None:
    board = damka.Board("armenian")
    board.push(board.legal_moves[3])
    twins = [board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]
    assert all(twin == board for twin in twins)
    board.pop()
    assert all(twin != board and twin.ply == 1 for twin in twins)


def test_pictures() -> None:
    board = damka.Board("russian")
    assert repr(board).startswith("Board('russian', 'W:Wa3,")
    assert str(board).splitlines()[0] == "  8   b   b   b   b"
    assert board.ascii(flipped=True, unicode=True).splitlines()[0] == "  1   ⛀   ⛀   ⛀   ⛀"
    assert board._repr_svg_().startswith("<svg ") and board.svg(100, flipped=True).endswith("</svg>")
    assert board.opening() is None
    for text in ("c3-d4", "d6-c5", "b2-c3", "f6-g5"):
        board.push_text(text)
    assert board.opening() == "City Game (Gorodskaya partiya)"


def test_planes_for_machine_learning() -> None:
    board = damka.Board("russian", "B:Wc3,Ka1:Bd6")
    planes = board.planes()
    assert (planes.shape, planes.format) == ((4, 8, 8), "B")
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(planes)
    assert array.shape == (4, 8, 8) and array.sum() == 3
    # Black to move: turned, so d6 of the eighth row's board becomes e3.
    assert array[0, 5, 4] == 1
    assert numpy.asarray(board.planes(turned=False))[0, 2, 3] == 1
    assert numpy.asarray(board.planes(turned=False))[3, 7, 0] == 1


def test_wrong_names() -> None:
    with pytest.raises(damka.UnknownName, match="unknown variant 'chess'; known are: russian"):
        damka.Board("chess")
    with pytest.raises(ValueError, match="0 to 30"):
        damka.Board().perft(31)
    with pytest.raises((OverflowError, ValueError)):
        damka.Board().perft(-1)


def test_lines() -> None:
    board = damka.Board.from_line("russian c3-d4 d6-c5")
    assert board.ply == 2 and board.line() == "russian c3-d4 d6-c5"
    for wrong, error in [
        ("chess", damka.DamkaError),
        ("russian c3-d4 c3-d4", damka.IllegalMove),
        ("russian from=W:Wz9", damka.FenError),
    ]:
        with pytest.raises(error):
            damka.Board.from_line(wrong)
