"""The projects that the benchmarks work on, each made once a run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmarks import records
from core.domain import Action, AnnotatorKind, ChangeSet
from core.importers.base import ImportOptions, ImportReport, Parsed
from core.importers.galley import IMPORTER
from core.project import log, names
from core.project.desk import asked
from core.project.imports import import_files
from core.project.ingest import ingest
from core.project.project import Project
from core.project.reading import load

REVIEWER = "Ann"
DISTINCT = 4_000
"""How many different records the large project is made of; their keys differ."""


@dataclass
class Bench:
    """Where a run keeps its files and how large its projects are."""

    folder: Path
    items: int = 10_000
    many: int = 100_000
    made: dict[str, Path] = field(default_factory=dict)

    def records(self) -> Path:
        """A file of ``items`` native records."""
        if "records" not in self.made:
            self.made["records"] = self.folder / "records.jsonl"
            records.write(self.made["records"], self.items)
        return self.made["records"]

    def small(self) -> Path:
        """A project of ``items`` items without a decision."""
        if "small" not in self.made:
            path = self.folder / "small.galley"
            with Project.create(path) as project:
                import_files(project, IMPORTER, [self.records()])
            self.made["small"] = path
        return self.made["small"]

    def large(self) -> Path:
        """A project of ``many`` items, three in ten of them finished by ``REVIEWER``."""
        if "large" not in self.made:
            path = self.folder / "large.galley"
            with Project.create(path) as project:
                project.write(self._fill).result()
                project.write(review).result()
            self.made["large"] = path
        return self.made["large"]

    def _fill(self, connection: sqlite3.Connection) -> ChangeSet:
        return ingest(connection, repeated(self.many), ImportOptions(), ImportReport())


def repeated(count: int) -> Iterator[Parsed]:
    """``count`` records with keys of their own, of ``DISTINCT`` different contents."""
    distinct = list(islice(records.records(count), DISTINCT))
    for number in range(count):
        yield Parsed({**distinct[number % DISTINCT], "key": f"visit-{number:06d}"}, "made up", number + 1)


def review(connection: sqlite3.Connection) -> ChangeSet:
    """Decide three items in ten, as a reviewer would, but in one transaction: accept, override, unsure, finish."""
    who = names.annotator(connection, REVIEWER, AnnotatorKind.HUMAN)
    schemes = names.schemes(connection, active_only=True)
    for (item,) in connection.execute("SELECT id FROM item WHERE id % 10 < 3").fetchall():
        view = load(connection, item)
        for flag, action in zip(view.flags(), (Action.ACCEPT, Action.OVERRIDE, Action.UNSURE), strict=False):
            if action is Action.UNSURE and item % 20:
                continue
            value = {Action.ACCEPT: "yes", Action.OVERRIDE: "no"}.get(action)
            log.decide(connection, who, action, item, cell=flag.cell, flag=flag.id, value=value, spans=flag.spans)
        if item % 4:
            log.decide(connection, who, Action.FINISH, item, asked=asked(view, schemes))
    return ChangeSet(structure=True)
