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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, AnnotatorKind, Cell, ChangeSet, ItemId, UnitId, Value
from galley.core.errors import InputError
from galley.core.judges import flag_lineage, store
from galley.core.judges.comparison import compare
from galley.core.judges.methods.base import FoundVerdict, Outcome
from galley.core.judges.store import InquiryOutcome
from galley.core.metrics.cell_arrays import Cells
from galley.core.project.project import Project
from galley.core.stats.dawid_skene_model import dawid_skene
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.item_queue import ENSEMBLE

RULES = ("majority", "record", "dawid-skene")
FOLDS = 10
LEAST = 5
"""Reviewed cells of either kind that a record takes."""

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EnsembleVerdict:
    """What a panel makes of a cell: ``chance`` is that of a yes, ``disagreement`` how far the members are apart (0
    of one mind, 1 half and half), ``yes`` how many say yes of those that ``answer_count``."""

    item: ItemId
    cell: Cell
    value: Value | None
    reason: str
    chance: float
    disagreement: float
    yes: int
    answer_count: int


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Members by row id with their names, and the rule."""

    members: tuple[tuple[AnnotatorId, str], ...]
    rule: str

    @property
    def name(self) -> str:
        """What the panel is called."""
        return f"panel of {len(self.members)} ({self.rule})"

    @property
    def fingerprint(self) -> str:
        """What makes it this judge and no other."""
        return hashlib.sha256(json.dumps([self.rule, sorted(self.members)]).encode()).hexdigest()[:12]


def gather_ensemble(connection: Connection, members: Sequence[str], rule: str) -> Ensemble:
    """The panel of these judges. Raises: InputError for names, a rule that there is not, or too few members."""
    if rule not in RULES:
        raise InputError(f"There is no rule {rule!r}; use one of: {', '.join(RULES)}.")
    judges = {
        annotator.name: annotator
        for annotator in names.annotators(connection).values()
        if annotator.kind is not AnnotatorKind.HUMAN
    }
    member_names = dict.fromkeys(members)
    for name in member_names:
        if name not in judges or judges[name].method == ENSEMBLE or judges[name].kind is AnnotatorKind.GOLD:
            listing = ", ".join(
                n for n, a in judges.items() if a.method != ENSEMBLE and a.kind is not AnnotatorKind.GOLD
            )
            raise InputError(
                f"The project has no judge {name!r} that can join an ensemble; it has: {listing or 'none'}."
            )
    least = 3 if rule == "dawid-skene" else 2
    if len(member_names) < least:
        raise InputError(f"An ensemble by {rule} takes at least {least} judges; name more with --judge.")
    return Ensemble(tuple((judges[name].id, name) for name in member_names), rule)


def decide_ensemble(
    connection: Connection, ensemble: Ensemble, scheme: str, criterion: str, truth: str = "gold"
) -> list[EnsembleVerdict]:
    """What a panel says of every cell of a criterion that a member has answered. Raises: InputError."""
    rows = [row for row, _ in ensemble.members]
    cells = compare.read_answered_cells(connection, scheme, criterion, truth, rows)
    codes = np.column_stack([cells.column(row) for row in rows]).astype(np.int64)
    codes[codes < 0] = -1
    some = np.asarray((codes >= 0).any(axis=1), dtype=np.bool_)
    cells, codes = cells.only(some), codes[some]
    if not len(codes):
        raise InputError(f"None of these judges has answered {criterion}; run one on it first.")
    chance = _chances(ensemble, cells, codes)
    (row,) = cells.question.rows
    verdicts = []
    for place in range(len(codes)):
        answers = codes[place][codes[place] >= 0]
        yes, answered = int(answers.sum()), len(answers)
        reason = ""
        if 2 * answered <= len(rows):
            reason = f"only {answered} of {len(rows)} judges have answered"
        elif abs(chance[place] - 0.5) < 1e-9:
            reason = f"tie {yes}:{answered - yes}"
        value = None if reason else "yes" if chance[place] > 0.5 else "no"
        cell = Cell(UnitId(int(cells.unit[place])), row, int(cells.target[place]))
        split = 1 - abs(2 * yes / answered - 1)
        verdicts.append(
            EnsembleVerdict(
                ItemId(int(cells.items[place])), cell, value, reason, float(chance[place]), split, yes, answered
            )
        )
    return verdicts


class BetterMember(NamedTuple):
    """A member whose balanced accuracy on reviewed cells is above the ensemble's: both figures, the paired difference
    with its 95 % interval, and how many cells have an answer of both; the means of both within data sets, where there
    are several."""

    judge: str
    own: float
    of_ensemble: float
    difference: float
    low: float | None
    high: float | None
    n: int
    own_within: float | None = None
    within_of_ensemble: float | None = None


def find_better_member(
    connection: Connection,
    ensemble: Ensemble,
    scheme: str,
    criterion: str,
    truth: str,
    verdicts: Sequence[EnsembleVerdict],
) -> BetterMember | None:
    """The member that lies furthest above the ensemble on the reviewed cells that both answer; None where no member
    does, or gold lacks either value there."""
    rows = [row for row, _ in ensemble.members]
    cells = compare.read_answered_cells(connection, scheme, criterion, truth, rows)
    assert cells.gold is not None
    states: dict[tuple[int, int], int] = {
        (verdict.cell.unit, verdict.cell.target): int(verdict.value == "yes")
        for verdict in verdicts
        if verdict.value is not None and verdict.cell.criterion in cells.question.rows
    }
    places = zip(cells.unit.tolist(), cells.target.tolist(), strict=True)
    joint = np.array([states.get(place, -1) for place in places], dtype=np.int64)
    datasets = cells.label("dataset")[0]
    better: BetterMember | None = None
    for row, name in ensemble.members:
        own = np.maximum(cells.column(row), -1).astype(np.int64)
        both = (own >= 0) & (joint >= 0) & (cells.gold >= 0)
        value, low, high = compare.difference(own, joint, cells)
        if value is None or value <= 0 or (better is not None and value <= better.difference):
            continue
        gold = cells.gold[both].astype(np.int64)
        figures = [compare.find_balanced_accuracy(answers[both], gold) for answers in (own, joint)]
        if figures[0] is not None and figures[1] is not None:
            within = [compare.find_mean_within(answers, gold, datasets[both]) for answers in (own[both], joint[both])]
            better = BetterMember(name, figures[0], figures[1], value, low, high, int(both.sum()), *within)
    return better


def write_ensemble(project: Project, ensemble: Ensemble, verdicts: Sequence[EnsembleVerdict]) -> int:
    """Write what a panel says as a run of its own, all or nothing; gives the run's row id. Raises: ProjectError."""

    def job(connection: Connection) -> tuple[int, ChangeSet]:
        members = ", ".join(name for _, name in ensemble.members)
        judge = store.annotator(connection, ensemble.name, ENSEMBLE, members, ensemble.fingerprint)
        settings = {"members": [name for _, name in ensemble.members], "rule": ensemble.rule, "annotators": {"": judge}}
        run, _ = store.open_run(connection, judge, ENSEMBLE, "local", "", settings, ("members", "rule"))
        changes = ChangeSet(runs=frozenset({run}), settings=True)
        by_item: dict[ItemId, list[EnsembleVerdict]] = {}
        for verdict in verdicts:
            by_item.setdefault(verdict.item, []).append(verdict)
        for item, item_verdicts in by_item.items():
            outcome = Outcome(verdicts=[_to_verdict(verdict) for verdict in item_verdicts])
            changes |= store.save_outcome(connection, run, InquiryOutcome(item, "", judge, outcome))
        changes |= flag_lineage.record(connection, run) | store.set_state(connection, run, "done")
        return run, changes

    return project.write(job).result()


def filter_for_review(verdicts: Sequence[EnsembleVerdict]) -> list[EnsembleVerdict]:
    """Those on which the members are not of one mind, the widest apart first; of equals the most doubtful."""
    apart = [verdict for verdict in verdicts if verdict.disagreement > 0]
    return sorted(
        apart, key=lambda verdict: (-verdict.disagreement, abs(verdict.chance - 0.5), verdict.item, verdict.cell)
    )


def _to_verdict(verdict: EnsembleVerdict) -> FoundVerdict:
    explanation = f"{verdict.yes} of {verdict.answer_count} judges say yes."
    if verdict.value is None:
        return FoundVerdict(verdict.cell, None, verdict.reason, explanation=explanation)
    sure = verdict.chance if verdict.value == "yes" else 1 - verdict.chance
    return FoundVerdict(verdict.cell, verdict.value, "", sure, f"{verdict.yes}/{verdict.answer_count}", explanation)


def _chances(ensemble: Ensemble, cells: Cells, codes: Codes) -> Floats:
    if ensemble.rule == "majority":
        answered = (codes >= 0).sum(axis=1)
        shares: Floats = (codes == 1).sum(axis=1) / answered
        return shares
    if ensemble.rule == "dawid-skene":
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
        training = [(truth == side) & ~out for side in (0, 1)]
        score += np.log((training[1].sum() + 1) / (training[0].sum() + 1))
        for member in range(codes.shape[1]):
            answers = codes[:, member]
            rate = [(np.sum(answers[side] == 1) + 1) / (np.sum(answers[side] >= 0) + 2) for side in training]
            fold_answers = answers[out]
            score += np.where(fold_answers == 1, np.log(rate[1] / rate[0]), 0.0)
            score += np.where(fold_answers == 0, np.log((1 - rate[1]) / (1 - rate[0])), 0.0)
        chance[out] = 1 / (1 + np.exp(-score))
    return chance
