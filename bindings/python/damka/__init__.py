"""Every game of draughts: rules with reasons, a strong engine, PDN, endgame tables.

>>> import damka
>>> board = damka.Board("russian")
>>> str(board.push_text("c3-d4"))
'c3-d4'
>>> board.push_text("c3-d4")
Traceback (most recent call last):
    ...
damka.errors.IllegalMove: c3-d4 is not legal: there is no piece on c3
"""

from damka import pdn, tables
from damka._damka import (
    LEVELS,
    VARIANTS,
    Board,
    Countdown,
    Engine,
    Game,
    Info,
    Move,
    Outcome,
    Piece,
    Reason,
    Score,
    __version__,
)
from damka.errors import (
    DamkaError,
    EngineClosed,
    EngineError,
    FenError,
    IllegalMove,
    PdnError,
    RemoteError,
    RemoteRefused,
    RemoteTimeout,
    RemoteUnreachable,
    TableError,
    UnknownName,
)
from damka.remote import RemoteEngine, RemoteInfo, RemotePosition, RemoteScore, RemoteTable

__all__ = [
    "LEVELS",
    "VARIANTS",
    "Board",
    "Countdown",
    "DamkaError",
    "Engine",
    "EngineClosed",
    "EngineError",
    "FenError",
    "Game",
    "IllegalMove",
    "Info",
    "Move",
    "Outcome",
    "PdnError",
    "Piece",
    "Reason",
    "RemoteEngine",
    "RemoteError",
    "RemoteInfo",
    "RemotePosition",
    "RemoteRefused",
    "RemoteScore",
    "RemoteTable",
    "RemoteTimeout",
    "RemoteUnreachable",
    "Score",
    "TableError",
    "UnknownName",
    "__version__",
    "pdn",
    "tables",
]
