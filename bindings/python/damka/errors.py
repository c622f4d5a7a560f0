"""What can go wrong, as exceptions that carry the place and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from damka._damka import Reason


class DamkaError(ValueError):
    """Something that was given cannot be used. Every error of this package is one."""


class UnknownName(DamkaError):
    """No variant, option or side has this name; the message lists those there are."""


class FenError(DamkaError):
    """A FEN cannot be read or is no position."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        #: Where, counted from 1; ``None`` if it can be read but is no position.
        self.column = column


class IllegalMove(DamkaError):
    """A move was not played, and why."""

    def __init__(
        self,
        message: str,
        text: str = "",
        reason: Reason | None = None,
        choices: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        #: What was given.
        self.text = text
        #: Why it is not legal, as data; ``None`` if it is no move text at all.
        self.reason = reason
        #: The full texts that fit, where several captures do.
        self.choices = list(choices)


class PdnError(DamkaError):
    """A game of a PDN file cannot be used from here on."""

    def __init__(self, message: str, line: int = 0, column: int = 0, ply: int | None = None) -> None:
        super().__init__(message)
        #: The line of the file, from 1.
        self.line = line
        #: The byte within the line, from 1.
        self.column = column
        #: The ply, from 1; ``None`` where it is not about a move.
        self.ply = ply


class TableError(DamkaError):
    """Endgame tables cannot be read or built."""


class EngineError(RuntimeError):
    """The engine could not answer."""


class EngineClosed(EngineError):
    """The engine was closed."""


class RemoteError(EngineError):
    """A server could not be used as an engine, or said something else than it should."""

    def __init__(self, message: str, url: str = "", status: int | None = None) -> None:
        super().__init__(message)
        #: The server.
        self.url = url
        #: The HTTP status, if it answered at all.
        self.status = status


class RemoteRefused(RemoteError):
    """The server refused, and why: ``status`` is 429 if it was asked too often."""


class RemoteTimeout(RemoteError, TimeoutError):
    """The server did not answer in time."""


class RemoteUnreachable(RemoteError, ConnectionError):
    """Nobody answers at this address."""
