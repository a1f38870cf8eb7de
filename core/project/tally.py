"""What is counted per item, for the queue and the judges' records: flags, ties, progress, trust."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.project import names

Key = tuple[int, int, int]  # unit, criterion, target


@dataclass(slots=True)
class Said:
    """Everything that was said about an item, by who said it."""

    flags: list[tuple[int, Key]] = field(default_factory=list)
    human: dict[int, dict[Key, Any]] = field(default_factory=lambda: defaultdict(dict))
    covered: dict[int, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    gold: dict[Key, Any] = field(default_factory=dict)

    def votes(self) -> dict[Key, Counter[Any]]:
        """The humans' votes on every cell that at least one of them marked; a finished item says "no" in silence."""
        votes: dict[Key, Counter[Any]] = defaultdict(Counter)
        for given in self.human.values():
            for cell, value in given.items():
                if value is not None:
                    votes[cell][value] += 1
        marked = votes.keys() | {cell for _, cell in self.flags}
        for annotator, pairs in self.covered.items():
            given = self.human.get(annotator, {})
            for cell in marked:
                if cell not in given and (cell[1], cell[2]) in pairs:
                    votes[cell]["no"] += 1
        return votes


def tally(connection: sqlite3.Connection, item: int) -> None:
    """Count an item anew after its verdicts, judged rows or decisions changed."""
    tally_all(connection, [item])


def tally_all(connection: sqlite3.Connection, items: Sequence[int]) -> None:
    """Count these items anew."""
    standing = names.standing(connection)
    heads: list[tuple[int, int, str, int]] = []
    progress: list[tuple[int, ...]] = []
    trust: list[tuple[int, ...]] = []
    for item in items:
        said = _read(connection, item, standing)
        votes = said.votes()
        heads.append((len(said.flags), *_ties(votes, said.gold), item))
        progress += [(who, item, *_progress(said, who)) for who in sorted({*said.human, *said.covered})]
        trust += [(*judge, item, *found) for judge, found in sorted(_trust(said, votes).items())]
    every = [(item,) for item in items]
    connection.executemany("UPDATE item SET flags = ?, ties = ?, votes = ? WHERE id = ?", heads)
    # named annotators let SQLite use the table's key, which begins with them, instead of reading all of it
    connection.executemany(
        "DELETE FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND item_id = ?", every
    )
    connection.executemany(
        "INSERT INTO progress (annotator_id, item_id, settled, unsure, finished) VALUES (?, ?, ?, ?, ?)", progress
    )
    connection.executemany("DELETE FROM trust WHERE item_id = ?", every)
    connection.executemany(
        "INSERT INTO trust (annotator_id, criterion_id, item_id, right, wrong) VALUES (?, ?, ?, ?, ?)", trust
    )


def _read(connection: sqlite3.Connection, item: int, standing: str) -> Said:
    said = Said()
    for annotator, kind, unit, criterion, target, value in connection.execute(
        "SELECT annotator_id, kind, unit_id, criterion_id, target_id, value"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id"
        f" WHERE item_id = ?{standing}",
        (item,),
    ):
        cell = (unit, criterion, target)
        if kind == "human":
            said.human[annotator][cell] = value
        elif kind == "gold":
            if value is not None:
                said.gold[cell] = value
        elif value == "yes":
            said.flags.append((annotator, cell))
    for annotator, criterion, target in connection.execute(
        "SELECT annotator_id, criterion_id, target_id FROM judged JOIN annotator ON annotator.id = annotator_id"
        " WHERE item_id = ? AND kind = 'human'",
        (item,),
    ):
        said.covered[annotator].add((criterion, target))
    return said


def _progress(said: Said, who: int) -> tuple[int, int, bool]:
    """(flags whose cell is answered, cells left unsure, whether the item is finished)."""
    given, covered = said.human.get(who, {}), said.covered.get(who, set())
    settled = 0
    for _, cell in said.flags:
        if cell in given:
            settled += given[cell] is not None
        else:
            settled += (cell[1], cell[2]) in covered
    return settled, sum(1 for value in given.values() if value is None), bool(covered)


def _ties(votes: dict[Key, Counter[Any]], gold: dict[Key, Any]) -> tuple[int, str]:
    """(cells without strict majority and without gold, the closest vote as "2:2")."""
    ties, closest, best = 0, "", 0.0
    for cell, count in votes.items():
        if cell in gold or len(count) < 2:
            continue
        (_, first), (_, second) = count.most_common(2)
        ties += 2 * first <= count.total()
        if second / first > best:
            best, closest = second / first, f"{first}:{second}"
    return ties, closest


def _trust(said: Said, votes: dict[Key, Counter[Any]]) -> dict[tuple[int, int], list[int]]:
    """Per (judge, criterion): flags that people found right, and wrong."""
    found: dict[tuple[int, int], list[int]] = {}
    for judge, cell in said.flags:
        truth = said.gold.get(cell)
        if truth is None and (count := votes.get(cell)):
            value, most = count.most_common(1)[0]
            truth = value if 2 * most > count.total() else None
        if truth is not None:
            found.setdefault((judge, cell[1]), [0, 0])[truth != "yes"] += 1
    return found
