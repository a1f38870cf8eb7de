"""Several judges as one, and their disagreement as an order for review.

Three rules. *majority*: what more than half of the members that answered say. *record*: each answer counts by how often
the member was right on reviewed cells, as the log of P(answer | yes) over P(answer | no) with one cell of either kind
added, on top of the share of yes; an item's own cells are left out of the rates that judge it. *dawid-skene*: the same
from the answers alone (``core/stats/dawid_skene_model.py``), from three members on. A tie is Unscored, and so is a cell
that half of the members or fewer have answered.

A panel asks nobody. It is a judge of its own, whose verdicts are written with a run like any other's.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.columns import names
from galley.core.domain import AnnotatorKind, Cell, ChangeSet, Value
from galley.core.errors import InputError
from galley.core.judges import flag_lineage, store
from galley.core.judges.methods.base import FoundVerdict, Outcome
from galley.core.judges.store import Work
from galley.core.judges.trials import trial_comparison
from galley.core.metrics.cell_arrays import Cells
from galley.core.project.project import Project
from galley.core.project.queue import PANEL
from galley.core.stats.dawid_skene_model import dawid_skene

RULES = ("majority", "record", "dawid-skene")
FOLDS = 10
LEAST = 5
"""Reviewed cells of either kind that a record takes."""

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Decided:
    """What a panel makes of a cell: ``chance`` is that of a yes, ``split`` how far the members are apart (0 of one
    mind, 1 half and half), ``yes`` how many say yes of those that ``answered``."""

    item: int
    cell: Cell
    value: Value | None
    reason: str
    chance: float
    split: float
    yes: int
    answered: int


@dataclass(frozen=True, slots=True)
class Panel:
    """Members by row id with their names, and the rule."""

    members: tuple[tuple[int, str], ...]
    rule: str

    @property
    def name(self) -> str:
        """What the panel is called."""
        return f"panel of {len(self.members)} ({self.rule})"

    @property
    def fingerprint(self) -> str:
        """What makes it this judge and no other."""
        return hashlib.sha256(json.dumps([self.rule, sorted(self.members)]).encode()).hexdigest()[:12]


def gather(connection: sqlite3.Connection, members: Sequence[str], rule: str) -> Panel:
    """The panel of these judges. Raises: InputError for names, a rule that there is not, or too few members."""
    if rule not in RULES:
        raise InputError(f"There is no rule {rule!r}; use one of: {', '.join(RULES)}.")
    known = {each.name: each for each in names.annotators(connection).values() if each.kind is not AnnotatorKind.HUMAN}
    chosen = dict.fromkeys(members)
    for name in chosen:
        if name not in known or known[name].method == PANEL or known[name].kind is AnnotatorKind.GOLD:
            there = ", ".join(n for n, a in known.items() if a.method != PANEL and a.kind is not AnnotatorKind.GOLD)
            raise InputError(f"The project has no judge {name!r} that could sit on a panel; it has: {there or 'none'}.")
    least = 3 if rule == "dawid-skene" else 2
    if len(chosen) < least:
        raise InputError(f"A panel by {rule} takes at least {least} judges; name more with --judge.")
    return Panel(tuple((known[name].id, name) for name in chosen), rule)


def decide(
    connection: sqlite3.Connection, panel: Panel, scheme: str, criterion: str, truth: str = "gold"
) -> list[Decided]:
    """What a panel says of every cell of a criterion that a member has answered. Raises: InputError."""
    rows = [row for row, _ in panel.members]
    cells = trial_comparison.answered(connection, scheme, criterion, truth, rows)
    codes = np.column_stack([cells.column(row) for row in rows]).astype(np.int64)
    codes[codes < 0] = -1
    some = np.asarray((codes >= 0).any(axis=1), dtype=np.bool_)
    cells, codes = cells.only(some), codes[some]
    if not len(codes):
        raise InputError(f"None of these judges has answered {criterion}; run one on it first.")
    chance = _chances(panel, cells, codes)
    (row,) = cells.question.rows
    found = []
    for place in range(len(codes)):
        given = codes[place][codes[place] >= 0]
        yes, answered = int(given.sum()), len(given)
        reason = ""
        if 2 * answered <= len(rows):
            reason = f"only {answered} of {len(rows)} judges have answered"
        elif abs(chance[place] - 0.5) < 1e-9:
            reason = f"tie {yes}:{answered - yes}"
        value = None if reason else "yes" if chance[place] > 0.5 else "no"
        cell = Cell(int(cells.unit[place]), row, int(cells.target[place]))
        split = 1 - abs(2 * yes / answered - 1)
        found.append(Decided(int(cells.items[place]), cell, value, reason, float(chance[place]), split, yes, answered))
    return found


def write(project: Project, panel: Panel, decided: Sequence[Decided]) -> int:
    """Write what a panel says as a run of its own, all or nothing; gives the run's row id. Raises: ProjectError."""

    def job(connection: sqlite3.Connection) -> tuple[int, ChangeSet]:
        members = ", ".join(name for _, name in panel.members)
        judge = store.annotator(connection, panel.name, PANEL, members, panel.fingerprint)
        settings = {"members": [name for _, name in panel.members], "rule": panel.rule, "annotators": {"": judge}}
        run, _ = store.open_run(connection, judge, PANEL, "local", "", settings, ("members", "rule"))
        changes = ChangeSet(runs=frozenset({run}), settings=True)
        by_item: dict[int, list[Decided]] = {}
        for each in decided:
            by_item.setdefault(each.item, []).append(each)
        for item, found in by_item.items():
            outcome = Outcome(found=[_found(each) for each in found])
            changes |= store.save_work(connection, run, Work(item, "", judge, outcome))
        changes |= flag_lineage.record(connection, run) | store.set_state(connection, run, "done")
        return run, changes

    return project.write(job).result()


def for_review(decided: Sequence[Decided]) -> list[Decided]:
    """Those on which the members are not of one mind, the widest apart first; of equals the most doubtful."""
    apart = [each for each in decided if each.split > 0]
    return sorted(apart, key=lambda each: (-each.split, abs(each.chance - 0.5), each.item, each.cell))


def _found(decided: Decided) -> FoundVerdict:
    said = f"{decided.yes} of {decided.answered} judges say yes."
    if decided.value is None:
        return FoundVerdict(decided.cell, None, decided.reason, explanation=said)
    sure = decided.chance if decided.value == "yes" else 1 - decided.chance
    return FoundVerdict(decided.cell, decided.value, "", sure, f"{decided.yes}/{decided.answered}", said)


def _chances(panel: Panel, cells: Cells, codes: Codes) -> Floats:
    if panel.rule == "majority":
        answered = (codes >= 0).sum(axis=1)
        shares: Floats = (codes == 1).sum(axis=1) / answered
        return shares
    if panel.rule == "dawid-skene":
        cell, member = np.nonzero(codes >= 0)
        fitted = dawid_skene(cell, member, codes[cell, member], 2)
        if not len(fitted.posterior):
            raise InputError(fitted.why)
        posterior: Floats = fitted.posterior[:, 1]
        return posterior
    return _by_record(cells, codes)


def _by_record(cells: Cells, codes: Codes) -> Floats:
    assert cells.gold is not None
    truth = cells.gold.astype(np.int64)
    yes, no = int((truth == 1).sum()), int((truth == 0).sum())
    if min(yes, no) < LEAST:
        raise InputError(f"Only {yes} yes and {no} no are reviewed; a record takes {LEAST} of each. Review more first.")
    folds = np.unique(cells.items, return_inverse=True)[1] % FOLDS
    chance = np.empty(len(codes))
    for fold in range(FOLDS):
        out = folds == fold
        score = np.full(int(out.sum()), 0.0)
        known = [(truth == side) & ~out for side in (0, 1)]
        score += np.log((known[1].sum() + 1) / (known[0].sum() + 1))
        for member in range(codes.shape[1]):
            said = codes[:, member]
            rate = [(np.sum(said[side] == 1) + 1) / (np.sum(said[side] >= 0) + 2) for side in known]
            mine = said[out]
            score += np.where(mine == 1, np.log(rate[1] / rate[0]), 0.0)
            score += np.where(mine == 0, np.log((1 - rate[1]) / (1 - rate[0])), 0.0)
        chance[out] = 1 / (1 + np.exp(-score))
    return chance
