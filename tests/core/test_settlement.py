"""Settling many cells at once: what each rule says, that the confirmation is asked for, and that it can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from galley.core.adjudication import bulk_adjudication, queue
from galley.core.adjudication.bulk_adjudication import BulkOrder, BulkPreview, BulkRule
from galley.core.errors import Cancelled, InputError
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building

PEOPLE = ("ann", "bo", "cy")
ANSWERS = list(product(("yes", "no"), repeat=3))


def say(number: int, who: str, value: str) -> dict[str, object]:
    span = {"span": [0, 3]} if value == "yes" else {}
    return building.flag("changed-meaning", "sum", number, annotator=who, kind="human", value=value, **span)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """One sentence for each of the eight answers of three people; and one that only two answered, differently."""
    verdicts = [say(n, who, v) for n, given in enumerate(ANSWERS) for who, v in zip(PEOPLE, given, strict=True)]
    verdicts += [say(8, "ann", "yes"), say(8, "bo", "no"), say(9, "ann", "yes")]
    record = {
        "key": "a",
        "documents": [{"id": "sum", "role": "summary", "system": "s", "sentences": ["One sentence."] * 10}],
        "verdicts": verdicts,
    }
    with building.project(tmp_path, record) as made:
        yield made


def plan(project: Project, rule: BulkRule, **more: object) -> BulkPreview:
    return bulk_adjudication.preview_adjudication(project.read_connection(), BulkOrder(rule, **more))  # type: ignore[arg-type]


def figures(found: BulkPreview) -> tuple[dict[object, int], int, int, int]:
    (row,) = found.criteria.values()
    return dict(row.values), row.unresolved_count, row.unanswered_count, row.too_few_votes_count


def test_each_rule_in_figures(project: Project) -> None:
    assert figures(plan(project, BulkRule.MAJORITY)) == ({"yes": 4, "no": 4}, 0, 1, 1)
    assert figures(plan(project, BulkRule.UNANIMOUS)) == ({"yes": 1, "no": 1}, 0, 7, 1)
    assert figures(plan(project, BulkRule.THRESHOLD, threshold=2 / 3)) == ({"yes": 4, "no": 4}, 0, 1, 1)
    assert figures(plan(project, BulkRule.THRESHOLD, threshold=0.7)) == ({"yes": 1, "no": 1}, 0, 7, 1)
    assert figures(plan(project, BulkRule.MAJORITY, only_ties=True)) == ({}, 0, 1, 0)


def test_the_consistency_control_of_two_annotators(project: Project) -> None:
    """KGDS: yes and yes, no and no are kept, everything else is a boundary case."""
    two = [row[0] for row in project.read_connection().execute("SELECT id FROM annotator WHERE name IN ('ann', 'bo')")]
    found = plan(project, BulkRule.CONSISTENCY, voters=tuple(two))
    assert figures(found) == ({"yes": 2, "no": 2}, 5, 0, 1)
    assert len(found.unresolved_outcomes) == 5 and found.confirmation == "settle 9"
    desk = DecisionWriter(project, "zoe")
    bulk_adjudication.write_bulk_decisions(project, desk.reviewer, found, "settle 9")
    reader = project.read_connection()
    left = [s for s in queue.read_adjudications(reader, 1).values() if s.value is None]
    assert len(left) == 5 and queue.totals(reader).resolved_cells == 9
    assert figures(plan(project, BulkRule.CONSISTENCY, voters=tuple(two)))[:2] == ({}, 0), "what was left open stays so"


def test_dawid_skene_needs_the_probability(project: Project) -> None:
    sure = plan(project, BulkRule.DAWID_SKENE, threshold=0.999999)
    likely = plan(project, BulkRule.DAWID_SKENE, threshold=0.5)
    assert len(sure.outcomes) < len(likely.outcomes) == 9
    values = {outcome.cell.unit: outcome.value for outcome in likely.outcomes}
    first = min(values)
    assert values[first] == "yes" and values[first + 7] == "no"


def test_nothing_is_written_without_the_typed_words(project: Project) -> None:
    found = plan(project, BulkRule.MAJORITY)
    desk = DecisionWriter(project, "zoe")
    with pytest.raises(InputError, match="settle 8"):
        bulk_adjudication.write_bulk_decisions(project, desk.reviewer, found, "yes")
    assert project.read_connection().execute("SELECT count(*) FROM decision").fetchone()[0] == 0


def test_every_cell_is_a_decision_with_its_reason_and_words(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_adjudication, "BATCH", 3)
    found, desk = plan(project, BulkRule.MAJORITY), DecisionWriter(project, "zoe")
    seen: list[tuple[int, int]] = []
    written = bulk_adjudication.write_bulk_decisions(
        project, desk.reviewer, found, " Settle 8 ", lambda done, of: seen.append((done, of)) is None
    )
    assert len(written) == 8 and seen == [(0, 8), (3, 8), (6, 8)]
    reader = project.read_connection()
    assert {s.reason for s in queue.read_adjudications(reader, 1).values()} == {found.order.decision_note}
    spans = reader.execute(
        'SELECT start, "end" FROM span JOIN verdict ON verdict.id = verdict_id JOIN annotator ON'
        " annotator.id = annotator_id WHERE kind = 'gold'"
    ).fetchall()
    assert spans == [(0, 3)] * 4
    desk.undo().result()
    assert queue.totals(reader).resolved_cells == 7, "each can be undone alone"
    desk.redo().result()
    assert bulk_adjudication.undo_decisions(project, desk.reviewer, written) == 8
    assert queue.totals(reader).resolved_cells == 0


def test_taking_back_stops_at_a_later_decision(project: Project) -> None:
    found, desk = plan(project, BulkRule.UNANIMOUS), DecisionWriter(project, "zoe")
    written = bulk_adjudication.write_bulk_decisions(project, desk.reviewer, found, found.confirmation)
    desk.note(1, None, "Seen.").result()
    assert bulk_adjudication.undo_decisions(project, desk.reviewer, written) == 0


def test_what_was_settled_meanwhile_is_passed_over(project: Project) -> None:
    found, desk = plan(project, BulkRule.MAJORITY), DecisionWriter(project, "zoe")
    first = found.outcomes[0]
    desk.adjudicate(1, first.cell, "no").result()
    assert len(bulk_adjudication.write_bulk_decisions(project, desk.reviewer, found, found.confirmation)) == 7
    assert queue.build_case(project.read_connection(), 1, first.cell).gold == "no"


def test_senseless_shares_and_cancelling(project: Project) -> None:
    with pytest.raises(InputError, match=r"0\.5 to 1"):
        plan(project, BulkRule.THRESHOLD, threshold=0.2)
    with pytest.raises(Cancelled):
        bulk_adjudication.preview_adjudication(project.read_connection(), BulkOrder(), lambda done, of: False)
    found, desk = plan(project, BulkRule.MAJORITY), DecisionWriter(project, "zoe")
    assert (
        bulk_adjudication.write_bulk_decisions(
            project, desk.reviewer, found, found.confirmation, lambda done, of: False
        )
        == []
    )


def test_the_command_previews_and_writes_only_what_is_confirmed(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    from galley.core.cli import main

    path = str(project.path)
    project.close()
    common = ["adjudicate", "consistency", "--project", path, "--as", "zoe", "--voter", "ann", "--voter", "bo"]
    assert main(common) == 0
    out, err = capsys.readouterr()
    assert "changed-meaning\t2\t2\t0\t5\t0\t1\t0" in out and "Adjudicate these 9 cells with --yes." in err
    assert main([*common, "--confirm", "settle 8"]) == 1  # as before 0.5, until 0.6
    assert "settle 9" in capsys.readouterr().err
    assert main([*common, "--yes"]) == 0
    assert "Adjudicated 9 cells." in capsys.readouterr().err
    assert main([*common[:-1], "nobody"]) == 1
    with Project.open(path) as again:
        assert queue.totals(again.read_connection()).resolved_cells == 9, "four with gold, five left open"


def test_settled_majorities_are_the_gold_that_the_figures_take(shared_data: Path, tmp_path: Path) -> None:
    """FineSurE's three people: after settling by majority, gold is the majority on every cell that has one."""
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.metrics import gold
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader

    with Project.create(tmp_path / "f.galley") as project:
        path = shared_data / "finesure" / "frank-raw-data-by-gpt-4o-2024-05-13.json"
        import_files(project, registry.find("finesure"), [path])
        found, desk = plan(project, BulkRule.MAJORITY), DecisionWriter(project, "zoe")
        bulk_adjudication.write_bulk_decisions(project, desk.reviewer, found, found.confirmation)
        compared = 0
        reader = CellReader(project.read_connection(), Params())
        adjudicator = reader.of_kind("gold")[0]
        for question in (q for q in reader.questions() if not q.is_combined):
            cells = reader.cells(question, [*reader.humans, adjudicator])
            people = cells.states[:, [cells.annotators.index(person) for person in reader.humans]]
            settled = cells.column(adjudicator)
            most = gold.majority(people, cells.values)
            kept = settled >= 0
            assert (settled[kept] == most[kept]).all()
            compared += int(kept.sum())
        assert compared == len(found.outcomes) > 100
