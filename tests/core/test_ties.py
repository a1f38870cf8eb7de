"""The queue of cells to settle holds what a plain reading of every verdict holds, and opens at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.domain import Action, Cell
from galley.core.importers.sample_project import make
from galley.core.metrics import posterior
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.building import finish_read
from tests.core.made import review


def say(criterion: str, unit: int, who: str, value: str = "yes", document: str = "sum-a", **more: object) -> dict:
    return building.flag(criterion, document, unit, annotator=who, kind="human", value=value, **more)


def small(folder: Path) -> Project:
    """Item a: a tie on sentence 1, a majority against the judge on sentence 0."""
    verdicts = [
        *building.record()["verdicts"],
        say("changed-meaning", 1, "ann"),
        say("changed-meaning", 1, "bo", "no"),
        say("extrinsic-context", 0, "ann", "no"),
        say("extrinsic-context", 0, "bo", "no"),
        say("missed-turn", 0, "ann", "yes", "dialogue", about="sum-a"),
    ]
    return building.project(folder, building.record(verdicts=verdicts), building.record("b"))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with small(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with Project.open(make(tmp_path_factory.mktemp("ties"))) as made:
        yield made


def named(project: Project, cell: Cell) -> str:
    return project.read_connection().execute("SELECT name FROM criterion WHERE id = ?", (cell.criterion,)).fetchone()[0]


def test_a_tie_is_two_votes_without_a_strict_majority(project: Project) -> None:
    connection = project.read_connection()
    assert list(queue.find_ties(connection, TieFilter(), 0)) == [queue.array("q", [1]), queue.array("q", [1])]
    (cell,) = queue.list_cells(connection, 1, TieFilter(), 0)
    case = queue.build_case(connection, 1, cell)
    assert named(project, cell) == "changed-meaning" and case.votes == "1:1" and case.majority is None
    assert {vote.value for vote in case.judges.values()} == {"yes"}


def test_a_judge_against_people_counts_its_flags_and_its_silence(project: Project) -> None:
    found = queue.list_cells(project.read_connection(), 1, TieFilter(TieView.CONFLICTS), 0)
    assert sorted(named(project, cell) for cell in found) == ["extrinsic-context", "missed-turn"]
    cases = (queue.build_case(project.read_connection(), 1, c) for c in found if named(project, c) == "missed-turn")
    silent = next(cases)
    assert [vote for vote in silent.judges.values()] == [queue.TieVote("no", is_implicit=True)]


def test_settling_moves_a_cell_and_so_does_leaving_it_open(project: Project) -> None:
    connection, desk = project.read_connection(), DecisionWriter(project, "zoe")
    (cell,) = queue.list_cells(connection, 1, TieFilter(), 0)
    desk.adjudicate(1, cell, None, note="The turn can be read both ways.").result()
    assert queue.totals(connection)[:3] == (0, 2, 1), "what an adjudicator left open was a tie for ever"
    assert queue.list_cells(connection, 1, TieFilter(TieView.RESOLVED), 0) == [cell]
    assert queue.read_adjudications(connection, 1)[cell].reason == "The turn can be read both ways."
    desk.adjudicate(1, cell, "yes").result()
    assert queue.totals(connection)[:3] == (0, 2, 1)
    assert queue.list_cells(connection, 1, TieFilter(TieView.RESOLVED), 0) == [cell]
    assert queue.rows(connection, [1], TieFilter(), 0)[0].is_finished
    desk.undo().result()
    assert queue.read_adjudications(connection, 1)[cell].value is None
    desk.undo().result()
    assert cell not in queue.read_adjudications(connection, 1) and queue.totals(connection).ties == 1


def test_a_new_answer_reopens_and_a_new_gold_closes_again(project: Project) -> None:
    connection, desk = project.read_connection(), DecisionWriter(project, "zoe")
    (cell,) = queue.list_cells(connection, 1, TieFilter(), 0)
    desk.adjudicate(1, cell, "yes").result()
    assert queue.totals(connection).cells_to_review == 0
    DecisionWriter(project, "bo").add(1, cell, "yes").result()
    assert queue.totals(connection).cells_to_review == 1
    assert queue.list_cells(connection, 1, TieFilter(TieView.NEEDS_REVIEW), 0) == [cell]
    assert queue.build_case(connection, 1, cell).gold == "yes", "settled work survives"
    desk.adjudicate(1, cell, "yes").result()
    assert queue.totals(connection).cells_to_review == 0


def test_a_finished_item_votes_no_in_silence(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as project:
        ann, bo = DecisionWriter(project, "ann"), DecisionWriter(project, "bo")
        flag = load_item_view(project.read_connection(), 1).flags()[0]
        second_unit = load_item_view(project.read_connection(), 1).document(flag.cell.target).units[1]
        cell = flag.cell._replace(unit=second_unit.id)
        assert cell not in {each.cell for each in load_item_view(project.read_connection(), 1).flags()}
        ann.add(1, cell).result()
        ann.accept(1, flag).result()
        finish_read(bo, load_item_view(project.read_connection(), 1)).result()
        ties = queue.list_cells(project.read_connection(), 1, TieFilter(), 0)
        assert ties == [cell], "of the flag bo has said nothing"
        case = queue.build_case(project.read_connection(), 1, cell)
        assert case.humans[bo.reviewer].is_implicit and case.humans[ann.reviewer].value == "yes"


@pytest.mark.parametrize("show", TieView)
def test_the_queue_holds_what_a_plain_scan_holds(sample: Project, show: TieView) -> None:
    connection = sample.read_connection()
    people = [row[0] for row in connection.execute("SELECT id FROM annotator WHERE kind = 'human' ORDER BY id")]
    judge = connection.execute("SELECT id FROM annotator WHERE kind = 'judge' LIMIT 1").fetchone()[0]
    criterion = connection.execute("SELECT id FROM criterion WHERE name = 'changed-meaning'").fetchone()[0]
    everything = [row[0] for row in connection.execute("SELECT id FROM item")]
    wanted = [
        TieFilter(show),
        TieFilter(show, criterion=criterion),
        TieFilter(show, judge=judge),
        TieFilter(show, pair=(people[0], people[1])),
        TieFilter(show, pair=(people[0], judge)),
        TieFilter(show, own_votes_only=True),
        TieFilter(show, system="brief"),
    ]
    for one in wanted:
        targets = queue._targets(connection, one)
        plain = Counter(
            c.item for c in queue.scan(connection, everything) if queue.matches(c, one, people[0], targets)
        )
        found = queue.find_ties(connection, one, people[0])
        assert dict(zip(found.items, found.counts, strict=True)) == dict(plain), one
        for item in list(plain)[:3]:
            assert len(queue.list_cells(connection, item, one, people[0])) == plain[item]


def test_the_sample_has_ties_conflicts_and_a_search(sample: Project) -> None:
    connection = sample.read_connection()
    total = queue.totals(connection)
    assert total.ties > 20 and total.conflicts > 20 and total.resolved_cells == total.cells_to_review == 0
    found = queue.find_ties(connection, TieFilter(search="Beacon"), 0)
    assert 0 < len(found.items) < len(queue.find_ties(connection, TieFilter(), 0).items)


def test_distance_is_asked_of_ratings(tmp_path: Path) -> None:
    def rate(who: str, value: int, key: str) -> dict[str, object]:
        return {
            "annotator": who, "kind": "human", "scheme": "likert", "criterion": key,
            "document": "sum-a", "unit": "whole", "value": value,
        }  # fmt: skip

    verdicts = [rate("ann", 1, "coherence"), rate("bo", 5, "coherence")]
    verdicts += [rate("ann", 3, "fluency"), rate("bo", 4, "fluency")]
    with building.project(tmp_path, building.record(verdicts=verdicts, judged=[])) as project:
        connection = project.read_connection()
        assert sum(queue.find_ties(connection, TieFilter(), 0).counts) == 2
        (far,) = queue.list_cells(connection, 1, TieFilter(distance=3), 0)
        assert named(project, far) == "coherence" and queue.build_case(connection, 1, far).distance == 4


def test_the_ties_of_finesures_three_annotators(shared_data: Path, tmp_path: Path) -> None:
    """With three people on a yes/no scale only the cells on which one of them gave no answer can tie."""
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.metrics.base import Params
    from galley.core.metrics.ties import METRIC

    with Project.create(tmp_path / "f.galley") as project:
        path = shared_data / "finesure" / "frank-raw-data-by-gpt-4o-2024-05-13.json"
        import_files(project, registry.find("finesure"), [path])
        connection = project.read_connection()
        found = queue.find_ties(connection, TieFilter(), 0)
        cases = [c for c in queue.scan(connection, list(found.items)) if c.tie]
        assert len(cases) == sum(found.counts) == queue.totals(connection).ties > 0
        assert {len(c.humans) for c in cases} == {2}
        assert sum(row["ties"] for row in METRIC.compute(connection, Params()).rows) == len(cases)


def test_the_queue_of_ties_opens_at_100_000_items(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record(verdicts=[], judged=[])) as project:
        chance = random.Random(3)

        def fill(connection: object) -> queue.TieMatches:
            rows = [(f"k{n}", chance.choice((0, 0, 0, 1, 2, 4))) for n in range(100_000)]
            connection.executemany("INSERT INTO item (key, ties) VALUES (?, ?)", rows)  # type: ignore[attr-defined]
            from galley.core.domain import ChangeSet

            return ChangeSet(structure=True)  # type: ignore[return-value]

        project.write(fill).result()  # type: ignore[arg-type]
        found = queue.find_ties(project.read_connection(), TieFilter(), 0)
        queue.rows(project.read_connection(), found.items[:40], TieFilter(), 0)
        queue.list_cells(project.read_connection(), found.items[0], TieFilter(), 0)
        assert 40_000 < len(found.items) < 60_000


def test_a_suggestion_follows_the_annotators_who_agree(sample: Project) -> None:
    connection = sample.read_connection()
    criterion = connection.execute("SELECT id FROM criterion WHERE name = 'changed-meaning'").fetchone()[0]
    model = posterior.fit(connection, criterion, refits=10)
    everybody = list(model.fits[0].confusion)
    yes, no = (model.suggest(dict.fromkeys(everybody, value)) for value in ("yes", "no"))
    assert yes.value == "yes" and yes.probability > 0.9 and no.value == "no" and no.probability > 0.9
    assert yes.low is not None and yes.high is not None and 0 <= yes.low <= yes.high <= 1
    alone = posterior.fit(connection, 10_000)
    assert alone.suggest({}).value is None and alone.why


@pytest.mark.parametrize("seed", range(4))
def test_conflicts_are_counted_from_the_records_as_by_looking_at_every_cell(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    records = []
    for number in range(12):
        record = building.record(f"k{number}")
        record["verdicts"].append(building.flag("extrinsic-context", "sum-a", 0, annotator="other"))
        record["verdicts"].append(building.flag("wrong-linking", "sum-b", 0, annotator="other") | {"value": "no"})
        record["verdicts"] = chance.sample(record["verdicts"], chance.randint(0, 6))
        records.append(record)
    with building.project(tmp_path, *records) as project:
        steps = [
            (who, chance.choice([*Action]), chance.randrange(12), chance.randrange(99), "x")
            for who in ("ann", "ben", "ann")
            for _ in range(25)
        ]
        review(project, steps)
        connection = project.read_connection()
        every = [row[0] for row in connection.execute("SELECT id FROM item ORDER BY id")]
        plain = Counter(c.item for c in queue.scan(connection, every) if c.conflict and not c.is_adjudicated)
        assert queue.conflicts(connection) == dict(plain)
        again = Counter(c.item for c in queue.scan(connection, every) if c.needs_review)
        found = queue.against(connection)
        assert {item: n for item, (_, n) in found.items() if n} == dict(again)
        assert {item: n for item, (n, _) in found.items() if n} == dict(plain)
