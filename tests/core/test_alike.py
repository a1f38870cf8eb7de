"""Flags that say the same thing: near-duplicates, and never where a fact differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from galley.core.project.project import Project
from galley.core.review.decision_sets import decide
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.flag_columns import AllFlags
from galley.core.review.items import FlagState, load_item_view
from galley.core.review.queue import Filter
from galley.core.review.similar_flags import facts, find_similar_flags, same
from galley.core.storage import names
from tests.core import building

SENTENCE = "The ferry to Leddan leaves the northern quay at nine on Monday mornings."


def near(key: str, sentence: str = SENTENCE, article: str = "The ferry leaves at ten.", **more: Any) -> dict[str, Any]:
    """An item with one flagged sentence."""
    made = building.record(key, judged=[], verdicts=[building.flag("changed-meaning", "sum-a", 0, **more)])
    made["documents"] = [
        {"id": "article", "role": "article", "paragraphs": [article]},
        {"id": "sum-a", "role": "summary", "system": "a", "sentences": [sentence]},
    ]
    return made


def first(project: Project, item: int = 1) -> int:
    return load_item_view(project.read_connection(), item).flags()[0].id


def test_of_50_near_duplicates_the_one_with_another_number_is_never_offered(tmp_path: Path) -> None:
    odd = SENTENCE.replace("nine", "eight")
    records = [near(f"n{n}", odd if n == 30 else SENTENCE.replace("quay", "quays") if n % 2 else SENTENCE)
               for n in range(50)]  # fmt: skip
    with building.project(tmp_path, *records) as project:
        desk = DecisionWriter(project, "ann")
        for at in (1, 2, 17):
            found = find_similar_flags(project.read_connection(), first(project, at), desk.reviewer)
            assert len(found) == 48 and "n30" not in {each.key for each in found}
        assert find_similar_flags(project.read_connection(), first(project, 31), desk.reviewer) == []


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (SENTENCE, SENTENCE.replace("mornings", "morning"), True),
        (SENTENCE, SENTENCE.replace("nine", "9"), True),
        (SENTENCE, SENTENCE.replace("leaves", "never leaves"), False),
        (SENTENCE, SENTENCE.replace("Leddan", "Leddar"), False),
        (SENTENCE, SENTENCE.replace("Monday", "Sunday"), False),
        (SENTENCE, SENTENCE.replace("leaves", "doesn't leave"), False),
        (SENTENCE, "Something else altogether is said here of other matters and other people.", False),
        ("", "", True),
        ("קו 12 יוצא", "קו 13 יוצא", False),
    ],
)
def test_near_is_not_the_same_where_a_fact_differs(one: str, other: str, is_same: bool) -> None:
    assert same(one, other) is is_same and same(other, one) is is_same
    assert facts(one) == facts(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5m", "5bn"), ("5 million", "5 billion"), ("half a million", "a million"), ("twice 5", "5"), ("½", "¼"),
        ("三", "四"), ("二十", "三十"), ("zwei", "drei"), ("dreitausend", "zweitausend"), ("vingt", "trente"),
        ("sesenta", "setenta"), ("пять", "шесть"), ("خمسة", "ستة"), ("٣", "٤"), ("-5", "5"), ("5 %", "5"),
        ("thousands of", "millions of"), ("a few", "many"), ("nearly 5", "over 5"), ("5-10", "5-11"),
        ("5 to 10", "10 to 5"), ("XII", "XIII"), ("5²", "5³"), ("$5", "€5"), ("16:30", "16:45"),
    ],
)  # fmt: skip
def test_another_number_is_never_the_same_however_it_is_written(one: str, other: str) -> None:
    sentence = "The committee said on the record that the old bridge by the harbour costs {} euros this coming year."
    assert not same(sentence.format(one), sentence.format(other))
    assert not same(sentence.format(other), sentence.format(one))
    assert same(sentence.format(one), sentence.format(one).replace(" old", "  old"))


def test_another_source_another_span_and_what_is_answered_are_not_offered(tmp_path: Path) -> None:
    twin = near("twin-summary")
    twin["documents"].append({"id": "sum-b", "role": "summary", "system": "b", "sentences": [SENTENCE]})
    twin["verdicts"].append(building.flag("changed-meaning", "sum-b", 0))
    records = [
        twin,
        near("same"),
        near("other-source", article="The ferry leaves at nine."),
        near("other-words", span=[4, 9]),
        near("other-criterion") | {"verdicts": [building.flag("extrinsic-context", "sum-a", 0)]},
        near("answered"),
    ]
    with building.project(tmp_path, *records) as project:
        desk = DecisionWriter(project, "ann")
        desk.override(6, load_item_view(project.read_connection(), 6).flags()[0]).result()
        found = find_similar_flags(project.read_connection(), first(project), desk.reviewer)
        assert [(each.key, each.system) for each in found] == [("twin-summary", "b"), ("same", "a")]
        assert find_similar_flags(project.read_connection(), 9_999, desk.reviewer) == []


def test_they_are_logged_one_by_one_and_undone_as_one(tmp_path: Path) -> None:
    with building.project(tmp_path, *(near(f"n{n}") for n in range(4))) as project:
        desk = DecisionWriter(project, "ann")
        desk.accept(1, load_item_view(project.read_connection(), 1).flags()[0]).result()
        found = find_similar_flags(project.read_connection(), first(project), desk.reviewer)
        assert decide(desk, [each.flag for each in found], "accept") == 3
        rows = project.read_connection().execute("SELECT action, item_id FROM decision ORDER BY id").fetchall()
        assert rows == [("accept", item) for item in (1, 2, 3, 4)]
        desk.undo().result()
        row = next(c.row for c in names.criteria(project.read_connection()).values() if c.id == "changed-meaning")
        walk = (
            AllFlags(project.read_connection(), desk.reviewer)
            .filter_flags(project.read_connection(), Filter(criterion=row))
            .sequence
        )
        assert [walk.state(at) for at in range(4)] == [FlagState.ACCEPTED, *[FlagState.OPEN] * 3]
