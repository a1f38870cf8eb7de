"""One query language everywhere: what a filter is as a query, views that are saved in the project, and one criterion's
flags through all items."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.project.project import Project
from galley.core.query import STATES, format_query, parse
from galley.core.review import flag_lines, queue, saved_views
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.flag_columns import AllFlags
from galley.core.review.items import FlagState, load_item_view
from galley.core.review.query_filter import as_query, find_flags, flags, item_filter
from galley.core.review.queue import Filter, Show, Sort
from galley.core.review.saved_views import SavedView
from galley.core.storage import names
from tests.core import building


def project(folder: Path, count: int = 6) -> Project:
    """Items of which some are decided by ann; every other one is in the split "test", and each has its year."""
    records = [
        building.record(
            f"n{n}", split="test" if n % 2 else "dev", meta={"year": 2020 + n, "desk": f"city {n % 2}", "live": n < 3}
        )
        for n in range(count)
    ]
    made = building.project(folder, *records)
    desk = DecisionWriter(made, "ann")
    for item in (1, 2, 3):
        first, second, *_ = load_item_view(made.read_connection(), item).flags()
        desk.accept(item, first).result()
        if item == 2:
            desk.unsure(item, second).result()
    return made


@given(
    st.sampled_from(["", *STATES]),
    st.dictionaries(st.sampled_from(["judge", "split", "meta.year", "key"]), st.text(min_size=1).filter(str.strip)),
    st.sampled_from(["", "ferry", '"blue boat" late', '"open"']),
)
def test_what_is_written_is_read_back(state: str, terms: dict[str, str], search: str) -> None:
    text = format_query(state, terms.items(), search)
    found = parse(text)
    assert (found.state, found.search) == (state, search)
    assert {term.field: term.value for term in found.terms} == {name: value.strip() for name, value in terms.items()}


def test_a_filter_and_its_query_ask_for_the_same(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        reader = made.read_connection()
        ann = next(row for row, who in names.annotators(reader).items() if who.name == "ann")
        for text in (
            "", "open", "judge:judge ferry", 'criterion:changed-meaning judge:other system:a split:test open',
            'meta.desk:"city 1"', "meta.year:2021", "meta.live:1", "key:n3 finished", '"leaves at" unsure',
        ):  # fmt: skip
            wanted = item_filter(reader, parse(text))
            again = as_query(reader, replace(wanted, sort=Sort.KEY))
            assert item_filter(reader, parse(again)) == wanted, text
            assert [flag.id for flag in find_flags(reader, wanted, ann)] == [
                flag.id for flag in flags(reader, parse(again), ann)
            ]
        with pytest.raises(InputError, match="picked in a chart"):
            as_query(reader, Filter(items=(1,)))


def test_metadata_split_and_key_are_looked_up_as_they_are(tmp_path: Path) -> None:
    """Against a look at each item's own fields."""
    with project(tmp_path) as made:
        reader = made.read_connection()
        views = [load_item_view(reader, item) for item in range(1, 7)]
        for field, value in (("year", "2023"), ("desk", "city 0"), ("live", "1"), ("live", "0"), ("desk", "city")):
            by_hand = {v.id for v in views if str(int(v.meta[field]) if field == "live" else v.meta[field]) == value}
            fields = ((f"meta.{field}", value),)
            assert set(queue.ids(reader, Filter(fields=fields), 0)) == by_hand, (field, value)
        both = item_filter(reader, parse('split:test meta.desk:"city 1" criterion:missed-turn'))
        assert list(queue.ids(reader, both, 0)) == [v.id for v in views if v.split == "test"]


def test_a_view_is_saved_in_the_project_and_says_what_is_gone(tmp_path: Path) -> None:
    query = "criterion:changed-meaning judge:judge open"
    with project(tmp_path) as made:
        path = made.path
        made.write(saved_views.save(SavedView(" nine\nor ten ", query, sort="key", across=True))).result()
        made.write(saved_views.save(SavedView("b", "split:test"))).result()
        made.write(saved_views.save(SavedView("b", "split:dev"))).result()
    with Project.open(path) as made:
        b, nine = saved_views.read(made.read_connection())
        assert (nine.name, nine.query, nine.across, b.query) == ("nine or ten", query, True, "split:dev")
        found = saved_views.build_filter(made.read_connection(), nine)
        assert found.show is Show.OPEN and found.sort is Sort.KEY and found.criterion and found.judge
        gone = replace(nine, query="open criterion:fluency")
        with pytest.raises(InputError, match=r"view “nine or ten” .* character 6, “criterion:fluency”.*no such crit"):
            saved_views.build_filter(made.read_connection(), gone)
        with pytest.raises(InputError, match="has an unknown order"):
            saved_views.build_filter(made.read_connection(), replace(nine, sort="by luck"))
        for name, why in (("  ", "needs a name"), ("x" * 81, "at most 80")):
            with pytest.raises(InputError, match=why):
                saved_views.save(SavedView(name, ""))
        with pytest.raises(InputError, match="not closed"):
            saved_views.save(SavedView("c", '"open'))
        made.write(saved_views.remove("b")).result()
        with pytest.raises(InputError, match="no view “b”; there are: nine or ten"):
            made.write(saved_views.remove("b")).result()
        assert [view.name for view in saved_views.read(made.read_connection())] == ["nine or ten"]


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ('[{"name": "x"}, {"name": "y", "query": "open"}]', ["y"]),
        ('[{"name": 3, "query": null}, {"name": "y", "query": "open"}, 7, [["name", "z"]]]', ["y"]),
        ("not JSON", []), ("null", []), ('"y"', []), ("[1, 2]", []),
    ],
)  # fmt: skip
def test_a_view_that_was_edited_by_hand_is_passed_over_and_checked(
    tmp_path: Path, written: str, left: list[str]
) -> None:
    def spoil(connection: object) -> tuple[None, ChangeSet]:
        connection.execute("INSERT INTO setting VALUES ('views', ?)", (written,))  # type: ignore[attr-defined]
        return None, ChangeSet(settings=True)

    from galley.core.project.check import check

    with project(tmp_path) as made:
        made.write(spoil).result()
        assert [view.name for view in saved_views.read(made.read_connection())] == left
        path = made.path
    assert any("views" in problem for problem in check(path))


@pytest.mark.parametrize("query", ["", "open", "judge:other", "criterion:changed-meaning", "split:test unsure"])
def test_the_flags_across_items_are_those_of_each_item(tmp_path: Path, query: str) -> None:
    """Against a look at every item as the window shows it."""
    with project(tmp_path) as made:
        reader = made.read_connection()
        known = names.annotators(reader)
        ann = next(row for row, who in known.items() if who.name == "ann")
        asked = parse(query)
        state, said = asked.state, {term.field: term.value for term in asked.terms}
        expected, tally = [], Counter[tuple[int, bool]]()
        for item in range(1, 7):
            view = load_item_view(reader, item)
            for flag in view.flags():
                stands = view.state(ann, flag)
                criterion = names.criteria(reader)[flag.cell.criterion]
                if said.get("judge", known[flag.annotator].name) != known[flag.annotator].name:
                    continue
                if said.get("split", view.split) != view.split or (state and stands.value != state):
                    continue
                tally[criterion.row, stands is FlagState.OPEN] += 1
                if said.get("criterion", criterion.id) == criterion.id:
                    expected.append((item, flag.id, stands, flag.votes or ""))
        wanted = item_filter(reader, asked)
        found, counts = AllFlags(reader, ann).filter_flags(reader, wanted)
        assert sorted(zip(found.items, found.flags, strict=True)) == sorted(each[:2] for each in expected)
        assert list(found.items) == sorted(found.items)
        assert {flag: found.state(at) for at, flag in enumerate(found.flags)} == {
            flag: stands for _, flag, stands, _ in expected
        }
        lines = flag_lines.rows(reader, found.flags, ann)
        assert {(r.item, r.id, r.state, r.votes) for r in lines} == set(expected)
        assert counts == {row: (tally[row, True] + tally[row, False], tally[row, True]) for row, _ in tally}


def test_a_line_says_the_flagged_words_and_follows_the_decisions(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        reader, desk = made.read_connection(), DecisionWriter(made, "ann")
        wanted = item_filter(reader, parse("criterion:changed-meaning"))
        found = AllFlags(reader, desk.reviewer).filter_flags(reader, wanted).sequence
        assert [row.quote for row in flag_lines.rows(reader, found.flags[:2], 0)] == [
            "ine.",
            "The ferry leaves at nine.",
        ]
        assert len(found.flags) == 12 and found.next_open(-1) is not None
        before = found.decided_count
        at = found.next_open(-1)
        flag = found.flags[at]
        view = load_item_view(reader, found.items[at])
        desk.override(view.id, next(each for each in view.flags() if each.id == flag)).result()
        found.refresh_states(made.read_connection(), [view.id], desk.reviewer)
        # both judges flagged the same cell, and one answer is to both
        assert found.decided_count == before + 2 and found.state(at) is FlagState.OVERRIDDEN
        assert found.next_open(at) not in (None, at, at + 1)
        assert found.next_open(-1, [found.cell(found.next_open(-1))]) != found.next_open(-1)


@pytest.mark.parametrize("sort", [Sort.FILE, Sort.KEY, Sort.OPEN_FLAGS])
@pytest.mark.parametrize("query", ["", "open", "system:a", "finished", "system:b judge:other", "split:test unsure"])
def test_what_is_held_in_memory_is_what_the_project_says(tmp_path: Path, query: str, sort: Sort) -> None:
    """Against the query of each flag, in the order of the queue's items, before and after a decision, and for a reader
    who is nobody."""
    with project(tmp_path) as made:
        reader, desk = made.read_connection(), DecisionWriter(made, "ann")
        wanted = replace(item_filter(reader, parse(query)), sort=sort)
        every, nobody = AllFlags(reader, desk.reviewer), AllFlags(reader, 0)
        for _ in range(2):
            for known, who in ((every, desk.reviewer), (nobody, -1)):
                walk, counts = known.filter_flags(reader, wanted)
                expected = find_flags(reader, wanted, who)
                items = list(queue.ids(reader, replace(wanted, show=Show.ALL), who))
                by_item = sorted(expected, key=lambda flag: items.index(flag.item))
                states = [walk.state(at).value for at in range(len(walk.flags))]
                assert list(zip(walk.flags, walk.items, states, strict=True)) == [
                    (flag.id, flag.item, flag.state) for flag in by_item
                ]
                assert counts == {
                    row: (n, sum(flag.state == "open" for flag in expected if flag.criterion == row))
                    for row, n in Counter(flag.criterion for flag in expected).items()
                }
            desk.override(4, load_item_view(reader, 4).flags()[0]).result()
            every = every.refresh_items(made.read_connection(), [4])


def test_flags_that_came_or_went_are_read_with_their_item(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        desk = DecisionWriter(made, "ann")
        every = AllFlags(made.read_connection(), desk.reviewer)
        gone = load_item_view(made.read_connection(), 5).flags()[0].id

        def drop(connection: object) -> tuple[None, ChangeSet]:
            connection.execute("DELETE FROM verdict WHERE id = ?", (gone,))  # type: ignore[attr-defined]
            return None, ChangeSet(frozenset({5}))

        made.write(drop).result()
        now = every.refresh_items(made.read_connection(), [5]).filter_flags(made.read_connection(), Filter()).sequence
        fresh = AllFlags(made.read_connection(), desk.reviewer).filter_flags(made.read_connection(), Filter()).sequence
        assert now.flags == fresh.flags and gone not in now.flags
        assert gone in every.filter_flags(made.read_connection(), Filter()).sequence.flags, (
            "the one before is as it was"
        )
