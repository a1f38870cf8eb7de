"""Five small made projects, each as one published paper's: what every chart is drawn from, to be looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from galley.core.domain import Action, ChangeSet
from galley.core.importers import sample_project
from galley.core.metrics import sampling
from galley.core.metrics.base import Memory
from galley.core.project.project import Project
from galley.core.review import log, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts.base import Chart, ChartRequest, Picture
from galley.gui.charts.registry import list_views
from galley.gui.scores import score_filters
from tests.core import building, frank_making
from tests.core.test_sumie_metric import entity, judged
from tests.gui.chart_pictures import clock
from tests.gui.test_charts_kgds import item as discussion
from tests.gui.test_charts_sumie import system

PROJECTS = ("frank", "kgds", "sumie", "finesure", "dialsummer")
FINESURE = dict(
    zip(
        frank_making.TYPES,
        (
            *("predicate-error", "entity-error", "circumstantial-error", "coreference-error"),
            *("linking-error", "out-of-context-error", "grammatical-error"),
        ),
        strict=True,
    )
)


@contextmanager
def made(name: str, folder: Path) -> Iterator[Project]:
    """One of ``PROJECTS`` in a folder of its own.

    It takes a second or two to make, so that each process makes it once and writes copies of the file."""
    folder = folder / name
    folder.mkdir()
    file, content = _make(name)
    (folder / file).write_bytes(content)
    with Project.open(folder / file) as project:
        yield project


@cache
def _make(name: str) -> tuple[str, bytes]:
    makers = {"frank": _frank, "kgds": _kgds, "sumie": _sumie, "finesure": _finesure, "dialsummer": _dialsummer}
    with TemporaryDirectory(prefix="chart") as folder:
        project = makers[name](Path(folder))
        project.close()
        return project.path.name, project.path.read_bytes()


def pictures(project: Project, resamples: int = 100) -> Iterator[tuple[Chart, Picture, score_filters.FilterChoices]]:
    """Each chart that has something to show."""
    choices, memory = score_filters.read(project.read_connection()), Memory()
    for chart in list_views():
        people = {"every_judge": choices.judges, "every_human": choices.humans, "every_system": choices.systems}
        asked = ChartRequest(**people, resamples=resamples, memory=memory)
        picture = chart.picture(project.read_connection(), asked)
        if picture.drawing is not None:
            yield chart, picture, choices


def _frank(folder: Path) -> Project:
    project = frank_making.project(folder)
    _review(project, 8)
    return project


def _finesure(folder: Path) -> Project:
    """FRANK's sentences under FineSurE's criteria: three people, and two judges that say how sure they are."""
    luck, records = random.Random(3), frank_making.records(40)
    for record in records:
        for each in (*record["verdicts"], *record["judged"]):
            each["scheme"] = "finesure"
        for each in record["verdicts"]:
            each["criterion"] = FINESURE[each["criterion"]]
        for each in record["judged"]:
            each["criteria"] = list(FINESURE.values())
        record["verdicts"] += _judges(record, luck)
        record["judged"] += [
            {**each, "annotator": who, "kind": "judge"}
            for each in record["judged"]
            if each["annotator"] == "ann"
            for who in frank_making.JUDGES
        ]
    project = building.project(folder, *records, name="finesure.galley")
    for kind, size in ((sampling.FLAGS, 12), (sampling.AUDIT, 20)):
        project.write(
            lambda c, kind=kind, size=size: sampling.draw(c, kind, "jay", "finesure", "entity-error", size)
        ).result()
    _review(project, 30)
    project.write(_run).result()
    return project


def _run(connection: Any) -> tuple[None, ChangeSet]:
    """What both judges cost: a call a criterion and summary, kim's four times as dear, a few without a price."""
    connection.execute("INSERT INTO request (id, hash, body) VALUES (1, 'h', '{}')")
    for number, who, price in ((1, "jay", 0.0004), (2, "kim", 0.0016)):
        connection.execute(
            "INSERT INTO run (id, uid, annotator_id, method, provider, started, state, settings) SELECT ?, ?, id, 'm',"
            " 'p', '2026-11-20T10:00:00Z', 'done', '{}' FROM annotator WHERE name = ?",
            (number, who, who),
        )
        for part, criterion in enumerate(FINESURE.values(), 1):
            connection.execute(
                "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts,"
                " tokens_in, tokens_out, cost, at) SELECT ?, item_id, id, ?, 0, ? || id, 1, 'done', 1, 900, 40 + ?,"
                " CASE WHEN id > 2 THEN ? * (1 + ? * 0.1) END, '2026-11-20T10:00:00Z' FROM document"
                " WHERE role = 'summary'",
                (number, criterion, f"{who}/{criterion}/", part, price, part),
            )
    return None, ChangeSet(runs=frozenset({1, 2}))


def _judges(record: dict[str, Any], luck: random.Random) -> Iterator[dict[str, Any]]:
    """Most of what people found, and some that does not exist, each sentence and type once a judge."""
    found = {(v["document"], v["unit"], v["criterion"]) for v in record["verdicts"]}
    for document in record["documents"][1:]:
        for unit in range(len(document["sentences"])):
            for criterion in FINESURE.values():
                for who, hit, wrong in (("jay", 0.85, 0.04), ("kim", 0.6, 0.12)):
                    there = (document["id"], unit, criterion) in found
                    said = luck.random() < (hit if there else wrong)
                    yield {
                        **{"annotator": who, "kind": "judge", "scheme": "finesure", "criterion": criterion},
                        **{"document": document["id"], "unit": unit, "value": "yes" if said else "no"},
                        "confidence": round(luck.uniform(0.5, 1.0), 2),
                    }


def _dialsummer(folder: Path) -> Project:
    """The sample, with its published annotators and judges."""
    project = Project.open(sample_project.make(folder))
    _review(project, 8)
    return project


def _kgds(folder: Path) -> Project:
    die = random.Random(5)
    project = building.project(folder, *(discussion(number, die) for number in range(12)))
    _review(project, 4)
    return project


def _sumie(folder: Path) -> Project:
    entities = []
    for number in range(4):
        record = entity(f"E{number}", [[1], [1, 2]], [[1], [2]], tone=("neutral", "sarcastic")[number % 2])
        system(record, "t", [[1], [2, 100]] if number else [[1], [1, 2]])
        record["category"] = ("Hotels", "Books")[number // 2]
        if number % 2:
            record["paragraphs"][0]["distractors"] = ["Sentence 1 here."]
        entities.append(record)
    return judged(folder, *entities)


def _review(project: Project, items: int) -> None:
    """Two people decide what is flagged in the first items, by a die, some seconds apart. An item is tallied when it is
    finished, and not after each decision of hundreds."""
    decide = log.decide

    def decide_on(connection: Any, reviewer: Any, action: Action, *words: Any, **more: Any) -> Any:
        return decide(connection, reviewer, action, *words, **more, goes_on=action is not Action.FINISH)

    with clock(), mock.patch.object(log, "decide", decide_on):
        for who, seed in (("Ada", 1), ("Ben", 2)):
            desk, die = DecisionWriter(project, who), random.Random(seed)
            for row in list(queue.ids(project.read_connection(), queue.Filter(), 0))[:items]:
                view = load_item_view(project.read_connection(), row)
                for flag in view.flags():
                    (desk.accept if die.random() < 0.7 else desk.override)(row, flag)
                desk.finish(view, list_all_pairs(view)).result()
