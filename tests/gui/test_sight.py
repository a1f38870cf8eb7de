"""What was read: documents whose last unit was painted, by reviewer and item."""

from __future__ import annotations

from galley.core.domain import Unit, UnitKind
from galley.gui.text_panes.read_tracker import ReadDocuments, last_units


def test_each_reviewer_has_read_what_they_saw_of_an_item() -> None:
    sight = ReadDocuments()
    assert sight.get_documents(1, 7) == frozenset()
    assert sight.mark_read(1, 7, 3) and not sight.mark_read(1, 7, 3), "the second time is nothing new"
    assert sight.mark_read(1, 7, 4) and sight.mark_read(1, 8, 3) and sight.mark_read(2, 7, 5)
    assert sight.get_documents(1, 7) == {3, 4} and sight.get_documents(1, 8) == {3} and sight.get_documents(2, 7) == {5}
    assert sight.get_documents(2, 8) == frozenset()


def test_of_texts_one_below_the_other_each_ends_with_its_own_last_unit() -> None:
    units = [Unit(n, document, UnitKind.TURN, n, 0, 1, "x") for n, document in enumerate([5, 5, 6, 7, 7, 7])]
    assert last_units(units) == {1: 5, 2: 6, 5: 7}
    assert last_units([]) == {}
