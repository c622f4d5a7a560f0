"""PDN files, one game in memory at a time.

>>> from damka import pdn
>>> game = pdn.loads('[GameType "25"] 1. cd4 dc5 {sharp} 2. bc3 1-0')
>>> game.variant, game.moves, game.result
('russian', ['c3-d4', 'd6-c5', 'b2-c3'], '1-0')
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import IO, Any, Union

from damka._damka import Board, Game, PdnReader
from damka.errors import PdnError

__all__ = ["Source", "dumps", "loads", "read", "write"]

#: A path, or something opened for reading: as bytes, so that old code pages are found out, or as text.
Source = Union[str, "os.PathLike[str]", IO[bytes], IO[str]]


def read(source: Source, variant: str | None = None, *, strict: bool = False) -> Iterator[Game]:
    """The games of a file, read as they are asked for.

    ``variant`` is for files that do not say which game they hold. What cannot be used is told in
    ``Game.errors`` with line and column; with ``strict`` the first of them is raised.
    """
    for game in PdnReader(source, variant):
        if strict and game.errors:
            raise game.errors[0]
        yield game


def loads(text: str, variant: str | None = None) -> Game:
    """The first game of a text; raises :class:`damka.PdnError` if it cannot be played through."""
    for game in PdnReader(text.encode(), variant):
        if game.errors:
            raise game.errors[0]
        return game
    raise PdnError("there is no game in this text", 1, 1)


def dumps(game: Game | Board) -> str:
    """A game as the text of a PDN file."""
    return (Game.from_board(game) if isinstance(game, Board) else game).pdn()


def write(target: str | os.PathLike[str] | IO[bytes] | IO[str], games: Iterable[Game | Board]) -> int:
    """Writes games one by one, each as soon as it comes; returns how many."""
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="\n") as out:
            return write(out, games)
    count = 0
    for count, game in enumerate(games, 1):
        text = dumps(game)
        if count > 1:
            text = "\n" + text
        _put(target, text)
    return count


def _put(out: IO[Any], text: str) -> None:
    try:
        out.write(text)
    except TypeError:
        out.write(text.encode())
