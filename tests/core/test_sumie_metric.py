"""Precision, recall and F1 of entity tables against figures worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Cell
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics.base import Params, Row
from galley.core.metrics.registry import compute
from galley.core.papers.sumie import entry_model, golden_matching
from galley.core.papers.sumie.entry_model import Fact
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from tests.core.building import finish_read


def fact(number: int) -> dict[str, str]:
    return {"attribute": f"a{number}", "value": f"value {number}", "evidence": f"Sentence {number} here."}


def entity(name: str, tables: list[list[int]], golden: list[list[int]], **more: Any) -> dict[str, Any]:
    """An entity whose facts are numbers: golden ones and a table by turn; numbers of 100 and above are wrong."""
    paragraphs = [
        {"text": " ".join(f"Sentence {n} here." for n in mine) or "Nothing.", "golden": [fact(n) for n in mine], **more}
        for mine in golden
    ]
    summaries = [
        {"system": "s", "method": "update", "turn": turn, "entries": [fact(n) for n in table]}
        for turn, table in enumerate(tables, 1)
    ]
    return {"entity": name, "category": "Hotels", "paragraphs": paragraphs, "summaries": summaries}


def judged(tmp_path: Path, *entities: dict[str, Any]) -> Project:
    """A project of these entities, evaluated by exact match through the runner."""
    file = tmp_path / "e.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in entities), encoding="utf-8")
    (tmp_path / "none.jsonl").write_text('{"item": "-", "reply": ""}\n')
    project = Project.create(tmp_path / "p.galley")
    import_files(project, find("sumie"), [file])
    choices = Choices(options={"match": "exact"})
    order = Order("sumie-evaluate", Source("replay", "", str(tmp_path / "none.jsonl")), "exact", choices)
    end = Runner(project, prepare(project, order)).start().join()
    assert end.state == "done", end
    return project


def rows(project: Project, *options: str, **more: Any) -> list[Row]:
    return compute("sumie", project.read_connection(), Params(resamples=0, options=options, **more)).rows


def at(found: list[Row], turn: object, by: str = "judged") -> tuple[float, float, float]:
    row = next(row for row in found if row["turn"] == turn and row["by"] == by)
    return row["precision"], row["recall"], row["f1"]


GOLDEN = [[1, 2], [3], [1, 4], [], [5, 6], [7], [8]]
TABLES = [[1, 2], [1, 2, 3, 100], [1, 1, 3], [], [1, 2, 3, 4, 5, 6], [100, 101], [1, 2, 3, 4, 5, 6, 7, 8, 8]]


def test_seven_turns_by_hand(tmp_path: Path) -> None:
    """Golden entries up to each turn: 2, 3, 4, 4, 6, 7, 8. Turn 3 says a value twice: once right, once a repeat."""
    with judged(tmp_path, entity("E", TABLES, GOLDEN)) as project:
        found = rows(project)
        assert check(project) == []
    expected = {
        1: (1.0, 1.0),
        2: (3 / 4, 3 / 3),
        3: (2 / 3, 2 / 4),
        4: (0.0, 0.0),
        5: (6 / 6, 6 / 6),
        6: (0.0, 0.0),
        7: (8 / 9, 8 / 8),
    }
    for turn, (precision, recall) in expected.items():
        both = precision + recall
        assert at(found, turn) == pytest.approx((precision, recall, 2 * precision * recall / both if both else 0.0))
    means = [sum(values[n] for values in expected.values()) / 7 for n in (0, 1)]
    assert at(found, "all")[:2] == pytest.approx(means)


def test_the_mean_is_over_entities_and_a_split_adds_rows(tmp_path: Path) -> None:
    one = entity("A", [[1], [1, 2]], [[1], [2]], tone="neutral")
    two = entity("B", [[100], [1, 100]], [[1], [2]], tone="sarcastic") | {"category": "Books"}
    two["paragraphs"][1] |= {"distractors": ["Sentence 2 here."]}
    with judged(tmp_path, one, two) as project:
        found = rows(project)
        assert at(found, 1) == pytest.approx((0.5, 0.5, 0.5))
        assert at(found, 2)[:2] == pytest.approx(((1 + 0.5) / 2, (1 + 0.5) / 2))
        row = next(row for row in found if row["turn"] == "all")
        assert (row["n"], row["system"]) == (2, "s")
        by = {(row["category"], row["turn"]): row["precision"] for row in rows(project, "split=category")}
        assert by["Hotels", "all"] == 1.0 and by["Books", "all"] == 0.25
        assert {row["tone"] for row in rows(project, "split=tone")} == {"neutral", "sarcastic"}
        assert {row["distractors"] for row in rows(project, "split=distractors")} == {"with", "without"}


def test_a_review_changes_the_reviewed_figure_only(tmp_path: Path) -> None:
    with judged(tmp_path, entity("E", [[1, 100]], [[1, 2]])) as project:
        desk = DecisionWriter(project, "ann")
        view = items.load_item_view(project.read_connection(), 1)
        named = dict(project.read_connection().execute("SELECT id, name FROM criterion").fetchall())
        flags = {named[flag.cell.criterion]: flag for flag in view.flags()}
        assert set(flags) == {"unsupported-value", "lost-value"}
        desk.override(1, flags["unsupported-value"]).result()
        desk.accept(1, flags["lost-value"]).result()
        finish_read(desk, items.load_item_view(project.read_connection(), 1)).result()
        found = rows(project)
        assert at(found, 1) == pytest.approx((0.5, 0.5, 0.5))
        assert at(found, 1, "reviewed") == pytest.approx((1.0, 0.5, 2 / 3))


def test_an_entity_with_no_golden_entries_is_left_out(tmp_path: Path) -> None:
    with judged(tmp_path, entity("E", [[1]], [[1]]), entity("F", [[1]], [[]])) as project:
        result = compute("sumie", project.read_connection(), Params(resamples=0))
        assert {row["n"] for row in result.rows} == {1}
        assert result.left_out == {"tables without golden entries": 1}


def test_statistics_of_the_data(tmp_path: Path) -> None:
    one, two = entity("A", [[1]], [[1, 2], [2, 3]]), entity("B", [[1]], [[1], [9]])
    with judged(tmp_path, one, two) as project:
        found = rows(project, "view=statistics")
    row = found[0]
    assert (row["category"], row["n"], row["paragraphs"]) == ("Hotels", 2, 4)
    assert (row["attributes"], row["values"]) == (2.5, 2.5)
    assert row["values_of_its_own"] == 1.5
    # of the paragraphs after the first: [2, 3] after [1, 2], and [9] after [1]
    assert (row["same"], row["conflict"], row["new"]) == (0.5, 0.0, 1.0)
    assert row["sentences"] == 1.5


def test_statistics_of_one_paragraph_alone_are_undefined_where_they_rest_on_later_ones(tmp_path: Path) -> None:
    with judged(tmp_path, entity("A", [[1]], [[1, 2]])) as project:
        (row,) = rows(project, "view=statistics")
    assert (row["attributes"], row["paragraphs"]) == (2.0, 1)
    undefined = ("attributes_of_its_own", "values_of_its_own", "same", "conflict", "new", "sentences", "distractors")
    assert [row[name] for name in undefined] == [None] * 7


def test_what_another_entity_of_the_category_has_not_is_a_mean_over_pairs(tmp_path: Path) -> None:
    entities = [entity(name, [[1]], [[1], facts]) for name, facts in (("A", [2]), ("B", [2, 3]), ("C", [4]))]
    with judged(tmp_path, *entities) as project:
        (row,) = rows(project, "view=statistics")
    # A-B 0, A-C 1, B-A 1, B-C 2, C-A 1, C-B 1
    assert row["values_of_its_own"] == pytest.approx(1.0)


def test_nothing_to_say_is_a_sentence(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.galley") as project:
        result = compute("sumie", project.read_connection(), Params())
    assert result.rows == [] and "sumie-evaluate" in result.notes[0]


def test_quality_rates_and_the_agreement_of_the_two_checks(tmp_path: Path) -> None:
    """Two people answer both checks of four entries: they agree on three of four about support."""
    with judged(tmp_path, entity("E", [[1, 2, 3, 4]], [[1, 2, 3, 4]])) as project:
        rows_of = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        view = items.load_item_view(project.read_connection(), 1)
        table = next(d for d in view.documents if d.role == "table")
        units = [u for u in view.derived_units if u.document == table.id]
        for person, supported, redundant in [("ann", "yyyn", "nnny"), ("ben", "yynn", "nnny")]:
            desk = DecisionWriter(project, person)
            for unit, one, other in zip(units, supported, redundant, strict=True):
                for name, said in (("supported", one), ("redundant", other)):
                    cell = Cell(unit.id, rows_of[name], table.id)
                    desk.add(1, cell, "yes" if said == "y" else "no").result()
        found = compute("sumie-quality", project.read_connection(), Params(resamples=0)).rows
    by = {(row["check"], row["by"]): row for row in found}
    hallucination, redundancy = by["hallucination", "reviewed"], by["redundancy", "reviewed"]
    assert (hallucination["people"], hallucination["agreement"]) == (2, 0.75)
    assert (redundancy["rate"], redundancy["n"], redundancy["agreement"], redundancy["alpha"]) == (0.25, 4, 1.0, 1.0)
    assert (hallucination["rate"], hallucination["n"]) == (pytest.approx(1 / 3), 3), "the tie has no answer"


def test_an_entry_that_nobody_answered_is_not_supported(tmp_path: Path) -> None:
    """The finding: of five entries two were answered, one of them with a no; with the item finished that was .20 of 5.
    The silence about the flag answers no check, and a flag beside it counts in the bounds alone."""
    with judged(tmp_path, entity("E", [[1, 2, 3, 4, 5]], [[1, 2, 3, 4, 5]])) as project:
        rows_of = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        view = items.load_item_view(project.read_connection(), 1)
        table = next(d for d in view.documents if d.role == "table")
        units = [u for u in view.derived_units if u.document == table.id]
        desk = DecisionWriter(project, "ann")

        def quality() -> Row:
            found = compute("sumie-quality", project.read_connection(), Params(resamples=0)).rows
            return next(r for r in found if (r["check"], r["by"]) == ("hallucination", "reviewed"))

        for unit, said in zip(units[:2], ("yes", "no"), strict=True):
            desk.add(1, Cell(unit.id, rows_of["supported"], table.id), said).result()
        desk.finish(view, list_all_pairs(view)).result()
        row = quality()
        assert (row["rate"], row["n"], row["open"]) == (0.5, 2, 3)
        assert (row["at_least"], row["at_most"]) == (0.2, 0.8)
        desk.add(1, Cell(units[4].id, rows_of["unsupported-value"], table.id), "yes").result()
        row = quality()
        assert (row["rate"], row["n"], row["at_least"], row["at_most"]) == (0.5, 2, 0.4, 0.8)


def test_a_voice_that_only_flags_is_taken_by_its_flags(tmp_path: Path) -> None:
    with judged(tmp_path, entity("E", [[1, 2, 3, 4]], [[1, 2, 3, 4]])) as project:
        rows_of = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        view = items.load_item_view(project.read_connection(), 1)
        table = next(d for d in view.documents if d.role == "table")
        unit = next(u for u in view.derived_units if u.document == table.id)
        desk = DecisionWriter(project, "ann")
        desk.add(1, Cell(unit.id, rows_of["unsupported-value"], table.id), "yes").result()
        desk.finish(view, list_all_pairs(view)).result()
        found = compute("sumie-quality", project.read_connection(), Params(resamples=0)).rows
        row = next(r for r in found if (r["check"], r["by"]) == ("hallucination", "reviewed"))
        assert (row["rate"], row["n"], row["open"], row["at_least"], row["at_most"]) == (0.25, 4, 0, 0.25, 0.25)


def test_what_its_evidence_does_not_support_is_wrong_in_the_reviewed_figures(tmp_path: Path) -> None:
    """Four right entries of four: the judge gives F1 1. People who call one unsupported give precision 3/4; recall
    stays, and an entry that nobody answered keeps the table out."""
    with judged(tmp_path, entity("E", [[1, 2, 3, 4]], [[1, 2, 3, 4]])) as project:
        rows_of = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        view = items.load_item_view(project.read_connection(), 1)
        table = next(d for d in view.documents if d.role == "table")
        units = [u for u in view.derived_units if u.document == table.id]
        desk = DecisionWriter(project, "ann")
        desk.add(1, Cell(units[0].id, rows_of["supported"], table.id), "no").result()
        desk.add(1, Cell(units[1].id, rows_of["supported"], table.id), "yes").result()
        assert not [row for row in rows(project) if row["by"] == "reviewed"]
        finish_read(desk, view).result()
        assert at(rows(project), 1) == (1.0, 1.0, 1.0)
        assert at(rows(project), 1, "reviewed") == (0.75, 1.0, pytest.approx(6 / 7))
        desk.add(1, Cell(units[0].id, rows_of["supported"], table.id), "yes").result()
        assert at(rows(project), 1, "reviewed") == (1.0, 1.0, 1.0)


def test_a_row_that_a_model_names_is_matched_by_the_nearest_evidence(tmp_path: Path) -> None:
    """As published the evidence alone decides, however far it is; strictly the same row, or nothing that is too far."""
    with judged(tmp_path, entity("E", [[1]], [[1, 2]])) as project:
        golden = entry_model.golden(items.load_item_view(project.read_connection(), 1), 1)

    def shared(one: str, other: str) -> float:
        return len({*one.split()} & {*other.split()}) / 10

    one, two = golden
    said = Fact(one.fact.attribute, one.fact.value, two.fact.evidence)
    assert golden_matching.nearest(said, golden, shared, golden_matching.STRICT) is one
    assert golden_matching.nearest(said, golden, shared, golden_matching.PUBLISHED) is two
    far = Fact("else", "else", "Quite another 2")
    assert golden_matching.nearest(far, golden, shared, golden_matching.STRICT) is None
    assert golden_matching.nearest(far, golden, shared, golden_matching.PUBLISHED) is two
