"""The query language: what it reads, where a query is wrong, and that it finds what a look at each item finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.project.project import Project
from galley.core.query import FIELDS, STATES, Mistake, parse
from galley.core.review import queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import FlagState, load_item_view
from galley.core.review.query_filter import DIFFER, flags, item_filter
from galley.core.storage import names
from tests.core import building


def test_a_query_is_fields_a_state_and_words() -> None:
    asked = parse('criterion:entity-error judge:"gpt 4o" open ferry "blue boat" meta.year:2021 "open"')
    assert [(term.field, term.value) for term in asked.terms] == [
        ("criterion", "entity-error"), ("judge", "gpt 4o"), ("meta.year", "2021"),
    ]  # fmt: skip
    assert asked.state == "open" and asked.search == 'ferry "blue boat" "open"'
    assert parse("  ").terms == () and parse("").state == ""


@pytest.mark.parametrize(
    ("text", "piece", "says"),
    [
        ("open critreion:x", "critreion:", "no such field"),
        ("judge: open", "judge:", "names no judge"),
        ('ferry judge:"gpt 4o', '"gpt 4o', "not closed"),
        ("judge:a judge:b", "judge:b", "twice"),
        ("open ferry finished", "finished", "“open” is asked for already"),
        ("see http://x", "http:", 'stand in "…"'),
        ("meta.:x", "meta.:", "no such field"),
    ],
)
def test_a_mistake_names_its_place(text: str, piece: str, says: str) -> None:
    with pytest.raises(Mistake, match=says) as caught:
        parse(text)
    assert text[caught.value.at :][: caught.value.length] == piece
    assert f"at character {text.index(piece) + 1}," in str(caught.value)


@given(st.lists(st.sampled_from([*'ab":. \t', "criterion:", "open ", "judge:", "é😀"]), max_size=12).map("".join))
def test_whatever_is_typed_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        asked = parse(text)
    except Mistake as error:
        assert 0 <= error.at < len(text) and error.length > 0
    else:
        assert asked.state in ("", *STATES) and {term.field for term in asked.terms} <= {*FIELDS} | {
            term.field for term in asked.terms if term.field.startswith("meta.")
        }


def reviewed(folder: Path) -> Project:
    records = [
        building.record(f"n{n}", split="test" if n % 2 else "dev", meta={"year": 2020 + n, "desk": "city"}, dataset="d")
        for n in range(6)
    ]
    project = building.project(folder, *records)
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    for item in range(1, 5):
        view = load_item_view(project.read_connection(), item)
        first, second, third, *_ = view.flags()
        ann.accept(item, first).result()
        if item > 1:
            (ben.override if item == 2 else ben.accept)(item, first).result()
            ann.unsure(item, second).result()
        if item == 3:
            ann.override(item, third).result()
            building.finish_read(ann, view).result()
    return project


def by_hand(project: Project, reviewer: str, **wanted: str) -> set[int]:
    """The flags that fit, by looking at every item as the window shows it."""
    found = set()
    reader = project.read_connection()
    known = {each.name: row for row, each in names.annotators(reader).items()}
    criteria = names.criteria(reader)
    people = [known[reviewer]] if reviewer else [known["ann"], known["ben"]]
    for item in range(1, 7):
        view = load_item_view(reader, item)
        for flag in view.flags():
            states = {view.state(person, flag) for person in people} - {FlagState.OPEN}
            firm = states - {FlagState.UNSURE}
            state = DIFFER if len(firm) > 1 else next(iter(firm or states or {FlagState.OPEN})).value
            said = {
                "state": state,
                "criterion": criteria[flag.cell.criterion].id,
                "judge": view.annotators[flag.annotator].name,
                "split": view.split,
                "system": view.document(flag.cell.target).system,
                "year": str(view.meta["year"]),
                "finished": str(view.has_finished(known["ann"])),
            }
            if all(said[name] == value for name, value in wanted.items()):
                found.add(flag.id)
    return found


@pytest.mark.parametrize("reviewer", ["", "ann", "ben"])
def test_flags_are_those_that_a_look_at_each_item_finds(tmp_path: Path, reviewer: str) -> None:
    asked: list[tuple[str, dict[str, str]]] = [
        ("", {}),
        ("open", {"state": "open"}),
        ("unsure", {"state": "unsure"}),
        ("criterion:changed-meaning", {"criterion": "changed-meaning"}),
        ("criterion:dial-summer/changed-meaning judge:other open", {"criterion": "changed-meaning", "judge": "other",
                                                                     "state": "open"}),
        ("split:test judge:judge", {"split": "test", "judge": "judge"}),
        ("system:a meta.year:2022", {"system": "a", "year": "2022"}),
        ("system:b", {"system": "b"}),
    ]  # fmt: skip
    with reviewed(tmp_path) as project:
        row = next((i for i, a in names.annotators(project.read_connection()).items() if a.name == reviewer), 0)
        every = flags(project.read_connection(), parse(""), row)
        assert [flag.id for flag in every if flag.state == DIFFER] == ([] if reviewer else sorted(
            by_hand(project, "", state=DIFFER)))  # fmt: skip
        for text, wanted in asked:
            found = flags(project.read_connection(), parse(text), row)
            assert {flag.id for flag in found} == by_hand(project, reviewer, **wanted), text
        if reviewer == "ann":
            found = flags(project.read_connection(), parse("finished criterion:missed-turn"), row)
            assert {flag.id for flag in found} == by_hand(project, "ann", finished="True", criterion="missed-turn")


def test_items_are_those_of_the_queue_and_names_that_are_not_there_are_places(tmp_path: Path) -> None:
    with reviewed(tmp_path) as project:
        reader = project.read_connection()

        def keys(text: str) -> list[int]:
            return list(queue.ids(reader, item_filter(reader, parse(text)), 0))

        assert keys("split:test") == [2, 4, 6] and keys("split:test meta.year:2021") == [2] and keys("key:n3") == [4]
        assert keys("split:test meta.year:2020") == [] and keys("ferry") == [1, 2, 3, 4, 5, 6] and keys("zebra") == []
        assert keys("ties") == [2]
        for text, says in (
            ("open judge:gpt", "character 6, “judge:gpt”: the project has no such judge; it has judge, other"),
            ("criterion:coherence", "no such criterion"),
            ("system:z", "no such system; it has a, b"),
            ("dataset:z", "no such dataset; it has d"),
            ("split:z", "no item of the project has it"),
            ("meta.colour:z", "no item"),
        ):
            with pytest.raises(Mistake, match=says):
                keys(text)
