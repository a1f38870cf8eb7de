"""The projects that the benchmarks work on, each made once a run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmarks import records
from galley.core.domain import Action, AnnotatorKind, Cell, ChangeSet
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.storage import names

REVIEWER, OTHER = "Ann", "Ben"
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
                import_files(project, registry.find("galley"), [self.records()])
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


def repeated(count: int) -> Iterator[ParsedRecord]:
    """``count`` records with keys of their own, of ``DISTINCT`` different contents."""
    distinct = list(islice(records.records(count), DISTINCT))
    for number in range(count):
        yield ParsedRecord({**distinct[number % DISTINCT], "key": f"visit-{number:06d}"}, "made up", number + 1)


def review(connection: sqlite3.Connection) -> ChangeSet:
    """Decide three items in ten, as a reviewer would, but in one transaction.

    Each has its first flag accepted, every twentieth item one flag left unsure; three in four are finished. In every
    fiftieth item another reviewer overrides the first flag, which makes a tie.
    """
    who, other = (names.annotator(connection, name, AnnotatorKind.HUMAN) for name in (REVIEWER, OTHER))
    criteria = [c.row for s in names.schemes(connection, active_only=True) for c in s.criteria if c.scale == "yes-no"]
    for (item,) in connection.execute("SELECT id FROM item WHERE id % 10 < 3").fetchall():
        flags = connection.execute(
            "SELECT id, unit_id, criterion_id, target_id FROM verdict WHERE item_id = ? ORDER BY id", (item,)
        ).fetchall()
        first, second = ((flag, Cell(*cell)) for flag, *cell in flags[:2])
        log.decide(connection, who, Action.ACCEPT, item, cell=first[1], flag=first[0], value="yes")
        if item % 50 == 1:
            log.decide(connection, other, Action.OVERRIDE, item, cell=first[1], flag=first[0], value="no")
        if item % 20 == 0:
            log.decide(connection, who, Action.UNSURE, item, cell=second[1], flag=second[0])
        if item % 4:
            pairs = [(criterion, first[1].target) for criterion in criteria]
            log.decide(connection, who, Action.FINISH, item, asked_pairs=pairs)
    return ChangeSet(structure=True)
