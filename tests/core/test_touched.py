"""What is kept knows which items writes touched since it was read."""

from __future__ import annotations

from galley.core.domain import ChangeSet
from galley.core.storage.touched_items import MANY, REMEMBERED, TouchedItems


def test_what_is_too_long_ago_or_too_much_is_read_anew() -> None:
    touched = TouchedItems(settings=True)
    start = touched.count_writes()
    touched.note_changes(ChangeSet(frozenset({3})))
    touched.note_changes(ChangeSet(runs=frozenset({1})))
    assert touched.since(start) == {3} and touched.since(touched.count_writes()) == frozenset()
    touched.note_changes(ChangeSet(settings=True))
    assert touched.since(start) is None
    start = touched.count_writes()
    touched.note_changes(ChangeSet(frozenset(range(MANY + 1))))
    assert touched.since(start) is None
    start = touched.count_writes()
    for item in range(REMEMBERED + 1):
        touched.note_changes(ChangeSet(frozenset({item % 7})))
    assert touched.since(start) is None and touched.since(touched.count_writes() - 2) is not None


def test_settings_touch_nothing_unless_one_says_so() -> None:
    touched = TouchedItems()
    touched.note_changes(ChangeSet(settings=True))
    assert touched.count_writes() == 0
    touched.note_changes(ChangeSet(structure=True))
    assert touched.since(0) is None
