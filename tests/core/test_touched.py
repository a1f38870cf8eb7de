"""What is kept knows which items writes touched since it was read."""

from __future__ import annotations

from galley.core.domain import ChangeSet
from galley.core.project.touched import MANY, REMEMBERED, Touched


def test_what_is_too_long_ago_or_too_much_is_read_anew() -> None:
    touched = Touched(settings=True)
    start = touched.now()
    touched.changed(ChangeSet(frozenset({3})))
    touched.changed(ChangeSet(runs=frozenset({1})))
    assert touched.since(start) == {3} and touched.since(touched.now()) == frozenset()
    touched.changed(ChangeSet(settings=True))
    assert touched.since(start) is None
    start = touched.now()
    touched.changed(ChangeSet(frozenset(range(MANY + 1))))
    assert touched.since(start) is None
    start = touched.now()
    for item in range(REMEMBERED + 1):
        touched.changed(ChangeSet(frozenset({item % 7})))
    assert touched.since(start) is None and touched.since(touched.now() - 2) is not None


def test_settings_touch_nothing_unless_one_says_so() -> None:
    touched = Touched()
    touched.changed(ChangeSet(settings=True))
    assert touched.now() == 0
    touched.changed(ChangeSet(structure=True))
    assert touched.since(0) is None
