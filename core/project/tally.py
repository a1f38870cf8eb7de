"""The counts that the queue shows: flags and ties of an item, and how far each reviewer is with it."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict

Key = tuple[int, int, int]  # unit, criterion, target


def tally(connection: sqlite3.Connection, item: int) -> None:
    """Count an item anew after its verdicts, judged rows or decisions changed."""
    flags: list[Key] = []
    human: dict[int, dict[Key, object]] = defaultdict(dict)
    gold: set[Key] = set()
    for annotator, kind, unit, criterion, target, value in connection.execute(
        "SELECT annotator_id, kind, unit_id, criterion_id, target_id, value"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE item_id = ?",
        (item,),
    ):
        cell = (unit, criterion, target)
        if kind == "human":
            human[annotator][cell] = value
        elif kind == "gold":
            if value is not None:
                gold.add(cell)
        elif value == "yes":
            flags.append(cell)
    covered: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for annotator, criterion, target in connection.execute(
        "SELECT annotator_id, criterion_id, target_id FROM judged JOIN annotator ON annotator.id = annotator_id"
        " WHERE item_id = ? AND kind = 'human'",
        (item,),
    ):
        covered[annotator].add((criterion, target))
    ties, votes = _ties(human, covered, gold)
    connection.execute(
        "UPDATE item SET flags = ?, ties = ?, votes = ? WHERE id = ?", (len(flags), ties, votes, item)
    )
    connection.execute("DELETE FROM progress WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO progress (annotator_id, item_id, settled, unsure, finished) VALUES (?, ?, ?, ?, ?)",
        [(who, item, *_progress(flags, human[who], covered[who])) for who in sorted({*human, *covered})],
    )


def _progress(
    flags: list[Key], given: dict[Key, object], covered: set[tuple[int, int]]
) -> tuple[int, int, bool]:
    settled = 0
    for cell in flags:
        if cell in given:
            settled += given[cell] is not None
        else:
            settled += (cell[1], cell[2]) in covered
    return settled, sum(1 for value in given.values() if value is None), bool(covered)


def _ties(
    human: dict[int, dict[Key, object]], covered: dict[int, set[tuple[int, int]]], gold: set[Key]
) -> tuple[int, str]:
    """(cells without strict majority and without gold, the closest vote as "2:2")."""
    votes: dict[Key, Counter[object]] = defaultdict(Counter)
    for given in human.values():
        for cell, value in given.items():
            if value is not None:
                votes[cell][value] += 1
    for annotator, pairs in covered.items():
        given = human.get(annotator, {})
        for cell, count in votes.items():
            if cell not in given and (cell[1], cell[2]) in pairs:
                count["no"] += 1
    ties, closest = 0, ""
    best = 0.0
    for cell, count in votes.items():
        if cell in gold or len(count) < 2:
            continue
        ranked = [n for _, n in count.most_common(2)]
        total = sum(count.values())
        if 2 * ranked[0] <= total:
            ties += 1
        if ranked[1] / ranked[0] > best:
            best, closest = ranked[1] / ranked[0], f"{ranked[0]}:{ranked[1]}"
    return ties, closest
