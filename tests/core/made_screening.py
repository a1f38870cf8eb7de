"""What the tests of screening share: a corpus, the command, and people who review what was drawn."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks import planted
from galley.core import cli
from galley.core.domain import ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import _screens
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.project import Project

MAPPING = {"key": "id", "article": "article", "summaries": [{"text": "summary", "system": "model"}]}


def corpus(folder: Path, count: int = 120, shards: int = 3, first: int = 0) -> list[Path]:
    """The records from number ``first`` on, as files of JSON Lines."""
    return planted.write(folder, count, shards, first=first)


class InThisProcess(Executor):
    """Does each task at once: a process takes longer to start than a small shard to be judged."""

    def __init__(self, *_: object) -> None: ...

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """A future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(task(*arguments, **named))
        except Exception as error:
            done.set_exception(error)
        return done


def screen(*words: object) -> int:
    """The exit code of ``galley sample screen`` without a process beside this one."""
    with patch("galley.core.screening.process_pool.ProcessPoolExecutor", InThisProcess):
        return screen_by_process(*words)


def screen_by_process(*words: object) -> int:
    """The exit code of ``galley sample screen`` with one worker."""
    return cli.main(["sample", "screen", "--workers", "1", *map(str, words)])


def borne_out(asked: str) -> str:
    """What a model says that knows what was planted, of a claim-check question about the first forty records."""
    article, claim = asked.removeprefix("Document: ").rsplit("\nClaim: ", 1)
    record = next(each for each in planted.records(0, 40) if each["article"] == " ".join(article.split()))
    sentences = [f"{each.rstrip('.')}." for each in record["summary"].split(". ")]
    return "No" if sentences.index(claim) in record["planted"] else "Yes"


def documents(project: Path) -> list[tuple[str, str]]:
    """Key and name of each summary, in the order in which they came in."""
    with Project.open(project, read_only=True) as opened:
        found = opened.read_connection().execute(
            "SELECT key, name FROM document JOIN item ON item.id = item_id WHERE role = 'summary'"
            " ORDER BY item.id, document.id"
        )
        return list(found)


def wrong(key: str) -> list[int]:
    """The sentences of a summary that are wrong."""
    return list(planted.record(int(key.removeprefix("made-")))["planted"])


def review(
    project: Path,
    folder: Path,
    which: Callable[[str], bool] = lambda key: True,
    mistakes: float = 0.0,
    unsure: Sequence[str] = (),
) -> None:
    """One person reviews the summaries of these items as they were made, wrong in a share of the sentences, unsure of
    the first sentence of some."""
    rng = random.Random(7)
    lines = []
    for key, name in documents(project):
        if not which(key):
            continue
        with Project.open(project, read_only=True) as opened:
            count = (
                opened.read_connection()
                .execute(
                    "SELECT units FROM document JOIN item ON item.id = item_id WHERE key = ? AND document.name = ?",
                    (key, name),
                )
                .fetchone()[0]
            )
        said = [(at in wrong(key)) != (rng.random() < mistakes) for at in range(count)]
        who = {"annotator": "ann", "kind": "human", "scheme": "basic"}
        verdicts: list[dict[str, Any]] = [
            {**who, "criterion": "hallucination", "document": name, "unit": at, "value": "yes"}
            for at, yes in enumerate(said)
            if yes and not (at == 0 and key in unsure)
        ]
        if key in unsure:
            verdicts.append({**who, "criterion": "hallucination", "document": name, "unit": 0, "value": None,
                             "reason": "unsure"})  # fmt: skip
        judged = [{**who, "criteria": ["hallucination"], "documents": [name]}]
        lines.append(json.dumps({"key": key, "verdicts": verdicts, "judged": judged}) + "\n")
    answers = folder / "answers.jsonl"
    answers.write_text("".join(lines), "utf-8")
    with Project.open(project) as opened:
        import_files(opened, IMPORTER, [answers])


def as_if_screened(made: Project) -> None:
    """Let a project hold what was drawn of a corpus twice its size, for each judge and question, by system."""
    reader = CellReader(made.read_connection(), Params())
    found = []
    for judge in reader.judges:
        strata = []
        for question in (q for q in reader.questions() if q.binary and reader.has_answered(judge, q)):
            seen = sorted(_screens.ScreenAnswers(reader, question, judge)._reviewed_summaries)
            texts = "SELECT key || document.name, system FROM document JOIN item ON item.id = item_id"
            homes = dict(made.read_connection().execute(texts))
            for system in sorted({homes[key + name] for key, name in seen}):
                drawn = [[key, name] for key, name in seen if homes[key + name] == system]
                size = len(drawn) * (2 if len(drawn) > 1 else 1)
                cells = {f"{question.scheme}/{question.id}": [4 * size, size, 0]}
                strata.append({"of": ["", system, ""], "documents": size, "cells": cells, "drawn": drawn})
        name = reader.annotator(judge).name
        found.append({"name": name, "job": "", "judge": name, "shards": [name], "by": ["flag", "system", "week"],
                      "mistakes": 0.0, "strata": strata})  # fmt: skip

    def keep(connection: Any) -> tuple[None, ChangeSet]:
        connection.execute("INSERT INTO setting (name, value) VALUES ('screening', ?)", (json.dumps(found),))
        return None, ChangeSet(settings=True)

    made.write(keep).result()
