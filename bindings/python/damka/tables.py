"""Endgame tables: how a position with few pieces ends with best play.

>>> import damka
>>> found = damka.tables.probe(damka.Board("russian", "W:WKa1:Bb6"))
>>> found.outcome, found.plies
('win', 5)
"""

from damka._damka import Probe, build_tables as build, default_table_directory as default_directory
from damka._damka import probe_tables as probe

__all__ = ["Probe", "build", "default_directory", "probe"]
