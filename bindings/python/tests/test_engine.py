"""The engine: answers, limits, and how it is stopped."""

import threading
import time

import damka
import pytest

COMBINATION = "W:Wc3,e3,g3,f2,d2:Bb6,d6,f6,h6,e7"


@pytest.fixture(scope="module")
def engine() -> damka.Engine:
    return damka.Engine(hash_mb=8)


def test_it_plays_every_variant(engine: damka.Engine) -> None:
    for name in damka.VARIANTS:
        board = damka.Board(name)
        assert engine.play(board, nodes=2000) in board.legal_moves


def test_levels_and_seeds(engine: damka.Engine) -> None:
    board = damka.Board()
    assert len(damka.LEVELS) == 13
    found = {engine.play(board, level=0, seed=seed).text for seed in range(20)}
    assert len(found) > 1
    with pytest.raises(ValueError, match="0 to 12"):
        engine.play(board, level=13)


def test_several_lines_best_first(engine: damka.Engine) -> None:
    board = damka.Board("russian", COMBINATION)
    infos = engine.analyse(board, lines=3, depth=6)
    assert [info.rank for info in infos] == [1, 2, 3]
    assert [info.score for info in infos] == sorted((info.score for info in infos), reverse=True)
    for info in infos:
        assert info.move is not None and info.pv[0] == info.move.text
        line = board.copy()
        for text in info.pv:
            line.push_text(text)
    assert infos[0].depth >= 6 and infos[0].nodes > 0


def test_wins_are_counted(engine: damka.Engine) -> None:
    (info,) = engine.analyse(damka.Board("russian", "W:WKa1:Bh6"), depth=8)
    assert info.score.is_proven and info.score > -info.score and info.score.value > 20_000
    assert int(-info.score) == -info.score.value


def test_a_search_tells_and_is_stopped(engine: damka.Engine) -> None:
    heard: list[damka.Info] = []

    def on_info(info: damka.Info) -> bool:
        heard.append(info)
        return info.depth < 4

    infos = engine.analyse(damka.Board(), on_info=on_info)
    assert heard and infos[0].move is not None

    def fail(info: damka.Info) -> None:
        raise KeyError("from the callback")

    with pytest.raises(KeyError, match="from the callback"):
        engine.analyse(damka.Board(), on_info=fail)


def test_other_threads_go_on_and_can_stop_it(engine: damka.Engine) -> None:
    counted = 0
    done = threading.Event()

    def stopper() -> None:
        nonlocal counted
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            counted += 1
        engine.stop()
        done.set()

    thread = threading.Thread(target=stopper)
    thread.start()
    infos = engine.analyse(damka.Board("international"), time=60)
    thread.join()
    # Had the search held the interpreter's lock, nobody would have counted or stopped it.
    assert done.is_set() and counted > 1000 and infos[0].seconds < 50


def test_it_can_be_closed() -> None:
    with damka.Engine(hash_mb=1) as engine:
        assert engine.play(damka.Board(), depth=1)
    with pytest.raises(damka.EngineClosed, match="closed"):
        engine.play(damka.Board(), depth=1)
    with pytest.raises(damka.EngineClosed):
        engine.new_game()


def test_wrong_questions(engine: damka.Engine) -> None:
    over = damka.Board("russian", "W:Wa3:Bb4,c5")
    with pytest.raises(damka.IllegalMove, match="the game is over"):
        engine.play(over)
    assert engine.analyse(over, depth=2) == []
    for wrong in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="number of seconds"):
            engine.play(damka.Board(), time=wrong)
    for lines in (0, 129):
        with pytest.raises(ValueError, match="1 to 128"):
            engine.analyse(damka.Board(), lines=lines, depth=1)
    with pytest.raises(ValueError, match="hash_mb"):
        damka.Engine(hash_mb=0)
    with pytest.raises(ValueError, match="weights"):
        engine.load_weights("russian", b"nonsense")


def test_the_same_question_gets_the_same_answer(engine: damka.Engine) -> None:
    def once() -> tuple[str, int]:
        engine.new_game()
        (info,) = engine.analyse(damka.Board("russian", COMBINATION), nodes=20_000)
        return info.pv[0], info.nodes

    assert once() == once()
