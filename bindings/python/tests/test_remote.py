"""The engine of a real server: ``DAMKA_URL`` is its address, given by ``bindings/check``."""

import http.server
import json
import os
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator

import damka
import pytest

URL = os.environ.get("DAMKA_URL", "")
served = pytest.mark.skipif(not URL, reason="DAMKA_URL is not set: bindings/check starts a server")


@pytest.fixture
def engine() -> Iterator[damka.RemoteEngine]:
    with damka.RemoteEngine(URL, timeout=60.0) as made:
        yield made


@served
def test_it_plays_what_is_legal_in_every_variant(engine: damka.RemoteEngine) -> None:
    for variant in damka.VARIANTS:
        board = damka.Board(variant)
        board.push(board.legal_moves[0])
        move = engine.play(board, time=0.02)
        assert move in board.legal_moves, variant
        board.push(move)


@served
def test_it_sees_what_our_own_engine_sees(engine: damka.RemoteEngine) -> None:
    board = damka.Board("russian", "W:Wc3,g3:Bd4,f6,h8")
    assert engine.play(board, time=0.05).text == "c3:g7"
    board = damka.Board("international")
    lines = engine.analyse(board, lines=3, time=0.2)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert lines == sorted(lines, key=lambda line: -line.score.value)
    for line in lines:
        played = board.copy()
        for text in line.pv:
            played.push_text(text)
        assert line.move.text == line.pv[0]
    won = engine.analyse(damka.Board("russian", "W:Wc3,g3:Bd4,f6"), time=0.05)[0]
    assert won.score.is_proven and won.score > lines[0].score and str(won.score).startswith("win")


@served
def test_history_house_rules_and_what_is_known(engine: damka.RemoteEngine) -> None:
    board = damka.Board("russian", options=["optional-capture"])
    for text in ("c3-d4", "b6-c5"):
        board.push_text(text)
    known = engine.look(board)
    assert known.fen == board.fen() and set(known.legal_moves) == {move.text for move in board.legal_moves}
    assert len(known.legal_moves) > 1 and known.ending is None and known.table is None
    start = engine.look(damka.Board())
    assert start.book and set(start.book) <= set(start.legal_moves)
    over = damka.Board("russian", "W:Wa3:Bb4,c5")
    assert engine.look(over).ending == "blocked-white"
    with pytest.raises(damka.IllegalMove, match="over"):
        engine.play(over)
    few = damka.Board("russian", "W:WKa1:BKh2")
    table, ours = engine.look(few).table, damka.tables.probe(few)
    assert table is not None and ours is not None and table.outcome == ours.outcome
    assert set(table.moves) == set(ours.moves)


@served
def test_what_the_server_describes_is_what_is_asked() -> None:
    with urllib.request.urlopen(f"{URL}/api/openapi.json", timeout=60) as response:
        described = json.load(response)["paths"]["/api/position"]["get"]["parameters"]
    assert {"variant", "fen", "moves", "millis", "lines"} <= {one["name"] for one in described}


@served
def test_wrong_questions(engine: damka.RemoteEngine) -> None:
    board = damka.Board()
    for wrong in ({"lines": 0}, {"lines": 6}, {"time": 0.0}, {"time": -1.0}, {"time": float("nan")}):
        with pytest.raises(ValueError):
            engine.analyse(board, lines=int(wrong.get("lines", 1)), time=wrong.get("time", 1.0))
    with pytest.raises(damka.RemoteRefused) as refused:
        damka.RemoteEngine(f"{URL}/api/nowhere").look(board)
    assert refused.value.status == 404 and refused.value.url.endswith("/api/nowhere")
    engine.close()
    with pytest.raises(damka.EngineClosed):
        engine.play(board)


def test_addresses() -> None:
    for wrong in ("", "localhost:8064", "ftp://example.org", "http://", "file:///etc/passwd"):
        with pytest.raises(ValueError):
            damka.RemoteEngine(wrong)
    for timeout in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError):
            damka.RemoteEngine("http://localhost", timeout=timeout)


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(damka.RemoteUnreachable) as error:
        damka.RemoteEngine(f"http://127.0.0.1:{port}").look(damka.Board())
    assert isinstance(error.value, ConnectionError) and error.value.status is None


def test_somebody_who_is_silent() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        begun = time.monotonic()
        with pytest.raises(damka.RemoteTimeout) as error:
            damka.RemoteEngine(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.2).play(damka.Board())
    assert isinstance(error.value, TimeoutError) and time.monotonic() - begun >= 0.2


class Liar(http.server.BaseHTTPRequestHandler):
    """Answers with whatever is asked for as the last part of its address."""

    answers = {
        "words": (200, b"hello"),
        "list": (200, b"[]"),
        "nothing": (200, b"{}"),
        "illegal": (200, b'{"lines":[{"score":{"men":1},"moves":["a1-h8"]}]}'),
        "empty": (200, b'{"lines":[]}'),
        "odd": (200, b'{"lines":[{"score":"great","moves":["c3-d4"]}]}'),
        "long": (200, b" " * (2 << 20)),
        "busy": (429, b'{"error":"not so fast"}'),
        "broken": (500, b"<html>"),
    }

    def do_GET(self) -> None:
        status, body = self.answers[self.path.split("/")[1]]
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_somebody_else() -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Liar) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, (status, _) in Liar.answers.items():
            engine = damka.RemoteEngine(f"http://127.0.0.1:{server.server_port}/{name}", timeout=30.0)
            with pytest.raises(damka.RemoteError) as error:
                engine.play(damka.Board())
            refused = isinstance(error.value, damka.RemoteRefused)
            assert refused == (status != 200) and (error.value.status or 200) == status, name
        with pytest.raises(damka.RemoteRefused, match="not so fast"):
            damka.RemoteEngine(f"http://127.0.0.1:{server.server_port}/busy").look(damka.Board())
        server.shutdown()
