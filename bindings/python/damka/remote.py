"""The engine of a Damka server, over its ``/api``: for machines that are weaker than the server.

``damka serve`` (or any address somebody gives you) answers at ``/api/position``; ``/api/openapi.json`` describes it.

>>> import damka
>>> engine = damka.RemoteEngine("http://localhost:8064", timeout=5.0)
>>> engine.url
'http://localhost:8064'
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, TypeVar

from damka._damka import Board, Game, Move
from damka.errors import EngineClosed, RemoteError, RemoteRefused, RemoteTimeout, RemoteUnreachable

__all__ = ["RemoteEngine", "RemoteInfo", "RemotePosition", "RemoteScore", "RemoteTable"]

_T = TypeVar("_T")

#: No answer is longer, in bytes.
_LONGEST = 1 << 20
_WORTH: dict[str, Literal["win", "draw", "loss"]] = {"won": "win", "drawn": "draw", "lost": "loss"}
_TABLE = {"table-win": (25_000, "won"), "table-draw": (0, "drawn"), "table-loss": (-25_000, "lost")}


@dataclass(frozen=True)
class RemoteScore:
    """What a position is worth to the side to move; the same numbers as those of :class:`damka.Score`."""

    #: Hundredths of a man; wins are beyond every estimate.
    value: int
    #: ``+0.35``, ``win in 7``, ``lost``.
    text: str
    #: Is the outcome certain?
    is_proven: bool = False
    #: Plies until the win, if it is certain and counted.
    win_in: int | None = None
    #: Plies until the loss, if it is certain and counted.
    loss_in: int | None = None

    def __int__(self) -> int:
        return self.value

    def __lt__(self, other: RemoteScore) -> bool:
        return self.value < other.value

    def __le__(self, other: RemoteScore) -> bool:
        return self.value <= other.value

    def __gt__(self, other: RemoteScore) -> bool:
        return self.value > other.value

    def __ge__(self, other: RemoteScore) -> bool:
        return self.value >= other.value

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class RemoteInfo:
    """A line the engine of the server found."""

    #: 1 for the best line, 2 for the second one, and so on.
    rank: int
    score: RemoteScore
    #: The line as texts of moves.
    pv: tuple[str, ...]
    #: Its first move.
    move: Move


@dataclass(frozen=True)
class RemoteTable:
    """What the server's endgame tables say."""

    outcome: Literal["win", "draw", "loss"]
    #: Plies to the next capture or promotion.
    plies: int
    #: What each move comes to, the best first.
    moves: dict[str, Literal["win", "draw", "loss"]]


@dataclass(frozen=True)
class RemotePosition:
    """What a server knows of a position without thinking."""

    fen: str
    legal_moves: tuple[str, ...]
    #: The end as a stable key, if the game is over.
    ending: str | None
    opening: str | None
    #: Moves of the opening book with their weights, the best first.
    book: dict[str, int]
    table: RemoteTable | None


class RemoteEngine:
    """The engine of a server. It thinks for at most a second a question, as others ask as well.

    ``timeout`` is how many seconds an answer may take, thinking included; ``token`` is an account's, where one is
    asked for. What goes wrong is a :class:`damka.RemoteError`: :class:`damka.RemoteRefused` with the server's words,
    :class:`damka.RemoteTimeout`, or :class:`damka.RemoteUnreachable`.
    """

    def __init__(self, url: str, *, timeout: float = 10.0, token: str | None = None) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError(f"a server is http://... or https://..., not {url!r}")
        if not timeout > 0:
            raise ValueError(f"timeout is a number of seconds, not {timeout}")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._token = token
        self._closed = False

    def play(self, board: Board, *, time: float = 1.0) -> Move:
        """The move to play, after so many seconds. Raises ``IllegalMove`` if the game is over."""
        return self.analyse(board, time=time)[0].move

    def analyse(self, board: Board, *, lines: int = 1, time: float = 1.0) -> list[RemoteInfo]:
        """The best lines, best first: as many as asked for (1 to 5) and there are moves."""
        if not 1 <= lines <= 5:
            raise ValueError(f"lines is 1 to 5, not {lines}")
        if not 0 < time < 1e6:
            raise ValueError(f"time is a number of seconds, not {time}")
        if board.is_game_over():
            board.parse("")  # Says so.
        answer = self._ask(board, {"millis": str(max(1, round(time * 1000))), "lines": str(lines)})
        found: list[RemoteInfo] = _read(lambda: [_info(board, rank, line) for rank, line in enumerate(answer["lines"], 1)])
        if not found:
            raise RemoteError("the server's engine did not answer", url=self.url)
        return found

    def look(self, board: Board) -> RemotePosition:
        """What the server knows of a position at once: legal moves, opening, book and tables."""
        answer = self._ask(board, {})
        return _read(lambda: _position(answer))

    def close(self) -> None:
        """Asks no more."""
        self._closed = True

    def __enter__(self) -> RemoteEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"RemoteEngine({self.url!r})"

    def _ask(self, board: Board, more: Mapping[str, str]) -> dict[str, Any]:
        if self._closed:
            raise EngineClosed("the engine is closed")
        game = Game.from_board(board)
        asked = {"variant": board.variant, "moves": ",".join(move.text for move in board.move_stack), **more}
        if game.start_fen is not None:
            asked["fen"] = game.start_fen
        request = urllib.request.Request(f"{self.url}/api/position?{urllib.parse.urlencode(asked)}")
        request.add_header("Accept", "application/json")
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                body = response.read(_LONGEST + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise RemoteRefused(_reason(error), url=self.url, status=error.code) from None
        except urllib.error.URLError as error:
            raise self._trouble(error.reason) from error
        except (OSError, http.client.HTTPException) as error:
            raise self._trouble(error) from error
        if len(body) > _LONGEST:
            raise RemoteError("the answer is too long", url=self.url)
        answer: object = _read(lambda: json.loads(body))
        if not isinstance(answer, dict):
            raise RemoteError("the answer is not what a Damka server says", url=self.url)
        return answer

    def _trouble(self, reason: object) -> RemoteError:
        if isinstance(reason, TimeoutError):
            return RemoteTimeout(f"no answer within {self.timeout} seconds", url=self.url)
        return RemoteUnreachable(f"{self.url} cannot be reached: {reason}", url=self.url)


def _reason(error: urllib.error.HTTPError) -> str:
    """The server's own words, if it has some."""
    try:
        return str(json.loads(error.read(_LONGEST))["error"])
    except (OSError, ValueError, LookupError, TypeError):
        return f"{error.code} {error.reason}"


def _read(read: Callable[[], _T]) -> _T:
    """Reads an answer; whatever is not as described is the server's fault, not the caller's."""
    try:
        return read()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise RemoteError(f"the answer is not what a Damka server says: {error}") from error


def _score(score: Any) -> RemoteScore:
    if isinstance(score, str):
        value, text = _TABLE[score]
        return RemoteScore(value, text, True)
    if "win" in score:
        plies = int(score["win"])
        return RemoteScore(30_000 - plies, f"win in {plies}", True, win_in=plies)
    if "loss" in score:
        plies = int(score["loss"])
        return RemoteScore(plies - 30_000, f"loss in {plies}", True, loss_in=plies)
    men = int(score["men"])
    return RemoteScore(men, f"{men / 100:+.2f}")


def _info(board: Board, rank: int, line: Any) -> RemoteInfo:
    moves = tuple(str(text) for text in line["moves"])
    return RemoteInfo(rank, _score(line["score"]), moves, board.parse(moves[0]))


def _position(answer: Mapping[str, Any]) -> RemotePosition:
    table = answer.get("table")
    return RemotePosition(
        fen=str(answer["fen"]),
        legal_moves=tuple(answer["legal"]),
        ending=answer.get("ending"),
        opening=answer.get("opening"),
        book={text: int(weight) for text, weight in answer["book"]},
        table=table
        and RemoteTable(
            _WORTH[table["verdict"]],
            int(table["plies"]),
            {text: _WORTH[verdict] for text, verdict in table["moves"]},
        ),
    )
