"""What was read: documents whose last unit was painted, by reviewer and item."""

from __future__ import annotations

from galley.core.domain import Unit, UnitKind
from galley.gui.desk.sight import Sight, last_units


def test_each_reviewer_has_read_what_they_saw_of_an_item() -> None:
    sight = Sight()
    assert sight.of(1, 7) == frozenset()
    assert sight.saw(1, 7, 3) and not sight.saw(1, 7, 3), "the second time is nothing new"
    assert sight.saw(1, 7, 4) and sight.saw(1, 8, 3) and sight.saw(2, 7, 5)
    assert sight.of(1, 7) == {3, 4} and sight.of(1, 8) == {3} and sight.of(2, 7) == {5}
    assert sight.of(2, 8) == frozenset()


def test_of_texts_one_below_the_other_each_ends_with_its_own_last_unit() -> None:
    units = [Unit(n, document, UnitKind.TURN, n, 0, 1, "x") for n, document in enumerate([5, 5, 6, 7, 7, 7])]
    assert last_units(units) == {1: 5, 2: 6, 5: 7}
    assert last_units([]) == {}
