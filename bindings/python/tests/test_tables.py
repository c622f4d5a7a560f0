"""Endgame tables: small ones at once, larger ones from files."""

from pathlib import Path

import damka
import pytest
from damka import tables


def test_small_tables_are_there_at_once() -> None:
    probe = tables.probe(damka.Board("russian", "W:WKa1:Bb6"))
    assert probe is not None
    assert probe.outcome == "win" and probe.most_pieces == 3
    assert set(probe.moves) == {str(move) for move in damka.Board("russian", "W:WKa1:Bb6").legal_moves}
    assert tables.probe(damka.Board()) is None
    lost = tables.probe(damka.Board("russian", "W:WKa1:BKh8"))
    assert lost is not None and (lost.outcome, lost.plies) == ("loss", 2)
    assert set(lost.moves.values()) == {("loss", 2)}


def test_tables_are_built_and_read(tmp_path: Path) -> None:
    tables.build("english", tmp_path, 2)
    assert any(tmp_path.iterdir())
    probe = tables.probe(damka.Board("english", "W:WK32:B1"), tmp_path)
    assert probe is not None
    with pytest.raises(damka.TableError, match="2 to"):
        tables.build("english", tmp_path, 99)
