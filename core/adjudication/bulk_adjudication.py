"""Many cells adjudicated at once by a rule: a preview first, then one decision a cell, each of which can be undone.

A rule looks at the cells that two voters or more answered; a finished item answers "no" in silence, also of cells that
nobody marked. A cell that has gold, or that an adjudicator left open on purpose, is never touched. Where a rule gives
no answer the cell stays as it is; the consistency control records it as left open, so that it is listed and out of the
set: yes and yes is yes, no and no is no, anything else is a boundary case (the control by two annotators of KGDS,
KGDS, section 4.3, for supporting paragraphs). For key facts the same paper takes one yes or none for a no: that is the
strict yes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.adjudication import queue
from galley.core.adjudication.queue import Case
from galley.core.domain import Action, AnnotatorId, AnnotatorKind, Cell, ChangeSet, CriterionId, ItemId, Span, Value
from galley.core.errors import Cancelled, InputError
from galley.core.metrics import posterior
from galley.core.project.bulk_changes import bulk_change
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.rules import rule
from galley.core.rules.scalar import decide
from galley.core.storage import level_queries
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.note_markers import BULK_NOTE_PREFIX
from galley.core.storage.queries import find_answered_items
from galley.core.storage.queries.verdicts import find_verdict, read_first_spans
from galley.core.tasks import roles

BATCH = 200
"""Cells that are written in one transaction."""


Progress = Callable[[int, int], bool]
"""Told how much is done of how much; answers False to stop."""


class BulkRule(StrEnum):
    """How a cell gets its gold."""

    MAJORITY = "majority"
    UNANIMOUS = "unanimous"
    THRESHOLD = "threshold"
    DAWID_SKENE = "dawid-skene"
    CONSISTENCY = "consistency"
    STRICT_YES = "strict-yes"


WORDS = {
    BulkRule.MAJORITY: "what more than half of the voters say",
    BulkRule.UNANIMOUS: "what all voters say",
    BulkRule.THRESHOLD: "what at least {share:.0%} of the voters say",
    BulkRule.DAWID_SKENE: "the answer with a probability of at least {share:.0%} (Dawid-Skene)",
    BulkRule.CONSISTENCY: "the answer on which all voters agree, else unresolved",
    BulkRule.STRICT_YES: "yes where all voters say yes, else no",
}


@dataclass(frozen=True, slots=True)
class BulkOrder:
    """What to adjudicate and how. ``threshold`` is a share or probability (above 0, at most 1); ``voters`` (row ids)
    whose votes count, everybody if empty; ``criteria`` (row ids) all if empty; ``only_ties`` leaves the rest alone."""

    rule: BulkRule = BulkRule.MAJORITY
    threshold: float = 0.9
    voters: tuple[AnnotatorId, ...] = ()
    criteria: tuple[CriterionId, ...] = ()
    only_ties: bool = False
    min_votes: int = 2

    @property
    def decision_note(self) -> str:
        """The rule in words: what is kept as the reason of each decision."""
        return f"{BULK_NOTE_PREFIX} {WORDS[self.rule].format(share=self.threshold)}."


class CellOutcome(NamedTuple):
    """What becomes of a cell; ``value`` None leaves it open."""

    item: ItemId
    cell: Cell
    value: Value | None


@dataclass(slots=True)
class PreviewCounts:
    """What a preview says of one criterion: cells by the value they would get, those left open, those without an
    answer, those with too few votes and those that are adjudicated already; and ``unmarked_count``, how many of the
    first nobody marked: the voters agree on "no" by an implicit no."""

    values: Counter[Value] = field(default_factory=Counter)
    unresolved_count: int = 0
    unanswered_count: int = 0
    too_few_votes_count: int = 0
    resolved_count: int = 0
    unmarked_count: int = 0


@dataclass(frozen=True, slots=True)
class BulkPreview:
    """The plan of an order: what it would write, and the figures by criterion row id."""

    order: BulkOrder
    outcomes: tuple[CellOutcome, ...]
    criteria: dict[CriterionId, PreviewCounts]
    model_warnings: tuple[str, ...] = ()

    @property
    def confirmation(self) -> str:
        """What must be typed before it is carried out: "settle 214"."""
        return f"settle {len(self.outcomes)}"

    @property
    def unmarked_count(self) -> int:
        """How many of the outcomes are of cells that nobody marked."""
        return sum(counts.unmarked_count for counts in self.criteria.values())

    @property
    def unresolved_outcomes(self) -> tuple[CellOutcome, ...]:
        """The cells that would be left open."""
        return tuple(outcome for outcome in self.outcomes if outcome.value is None)


def preview_adjudication(
    connection: Connection, order: BulkOrder, progress: Progress | None = None
) -> BulkPreview:
    """What ``order`` would do now; nothing is written. ``progress(items done, all)`` answers False to stop.

    Raises: InputError for a share that makes no sense, Cancelled.
    """
    if order.rule in (BulkRule.THRESHOLD, BulkRule.DAWID_SKENE) and not 0.5 <= order.threshold <= 1:
        raise InputError(
            f"A share of {order.threshold:g} cannot resolve anything for certain; enter a share from 0.5 to 1."
        )
    outcomes: list[CellOutcome] = []
    counted: dict[CriterionId, PreviewCounts] = defaultdict(PreviewCounts)
    models: dict[tuple[CriterionId, str], posterior.Model] = {}
    why: dict[str, None] = {}
    # a judge's flag in an item that people went through without marking anything is a cell that they agree on, too
    items = find_answered_items(connection, find_people(connection).values())

    def is_stopped(at: int = 0) -> bool:
        return progress is not None and not progress(at, len(items))

    def fit_model(cell: Cell) -> posterior.Model | None:
        if order.rule is not BulkRule.DAWID_SKENE:
            return None
        level = "summary" if level_queries.is_whole_document(connection, cell.unit, cell.target) else "unit"
        key = cell.criterion, level
        if key not in models:
            models[key] = posterior.fit(connection, *key, refits=0, cancelled=is_stopped)
            if models[key].why:
                why[models[key].why] = None
        return models[key]

    for at, case in _number_cases(queue.scan(connection, items)):
        if at % 200 == 0 and is_stopped(at):
            raise Cancelled("The preview was stopped before it was done.")
        criterion = case.cell.criterion
        votes = {who: v.value for who, v in case.humans.items() if not order.voters or who in order.voters}
        if (order.criteria and criterion not in order.criteria) or not votes:
            continue
        if order.only_ties and not (case.tie and not case.is_resolved):
            continue
        row = counted[criterion]
        if case.is_resolved:
            row.resolved_count += 1
        elif len(votes) < order.min_votes:
            row.too_few_votes_count += 1
        else:
            judge_values = {who: v.value for who, v in case.judges.items()}
            value = _answer(order, judge_values, votes, fit_model(case.cell))
            if value is not None:
                row.values[value] += 1
                outcomes.append(CellOutcome(case.item, case.cell, value))
            elif order.rule is BulkRule.CONSISTENCY:
                row.unresolved_count += 1
                outcomes.append(CellOutcome(case.item, case.cell, None))
            else:
                row.unanswered_count += 1
    for item, cell, voted, judged in _find_unmarked(connection, order):
        row = counted[cell.criterion]
        value = _answer(order, dict.fromkeys(judged, "no"), dict.fromkeys(voted, "no"), fit_model(cell))
        if value is None:
            row.unanswered_count += 1
            continue
        row.values[value] += 1
        row.unmarked_count += 1
        outcomes.append(CellOutcome(item, cell, value))
    return BulkPreview(order, tuple(outcomes), dict(counted), tuple(why))


def _find_unmarked(
    connection: Connection, order: BulkOrder
) -> Iterator[tuple[ItemId, Cell, list[AnnotatorId], list[AnnotatorId]]]:
    """(item, cell, voters, judges) of the cells that nobody marked and all of these said "no" of in silence, where the
    order is about them."""
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader
    from galley.core.metrics.unresolved import find_unmarked_cells, questions

    reader = CellReader(connection, Params(gold="adjudicated"))
    items = dict(zip(reader.documents.id.tolist(), reader.documents.item.tolist(), strict=True))
    for question in () if order.only_ties else questions(reader):
        criterion = question.members[0].row
        if not order.criteria or criterion in order.criteria:
            for unit, target, who in find_unmarked_cells(reader, question, order.voters, order.min_votes):
                voted = [person for person in who if reader.annotator(person).kind is AnnotatorKind.HUMAN]
                judged = [judge for judge in who if judge not in voted]
                yield items[target], Cell(unit, criterion, target), voted, judged


def _number_cases(cases: Iterable[Case]) -> Iterator[tuple[int, Case]]:
    """Each case with how many items came before its own."""
    before, item = -1, 0
    for case in cases:
        if case.item != item:
            before, item = before + 1, case.item
        yield before, case


def _answer(
    order: BulkOrder, judged: dict[AnnotatorId, Value], votes: dict[AnnotatorId, Value], model: posterior.Model | None
) -> Value | None:
    match order.rule:
        case BulkRule.MAJORITY | BulkRule.UNANIMOUS | BulkRule.STRICT_YES:
            return decide(rule.Rule(order.rule.value), list(votes.values()))
        case BulkRule.CONSISTENCY:
            return decide(rule.Rule.UNANIMOUS, list(votes.values()))
        case BulkRule.THRESHOLD:
            return decide(rule.Rule.MAJORITY, list(votes.values()), share=order.threshold)
        case BulkRule.DAWID_SKENE:
            suggestion = model.suggest(judged | votes) if model is not None else None
            return suggestion.value if suggestion is not None and suggestion.probability >= order.threshold else None


def write_bulk_decisions(
    project: Project,
    reviewer: AnnotatorId,
    plan: BulkPreview,
    confirmed: str,
    progress: Progress | None = None,
) -> list[int]:
    """Write a plan as decisions of ``reviewer`` and give their row ids. Waits for the writer: not for the main thread.

    ``progress(cells done, all)`` answers False to stop; what was written before stays. Cells that were settled since
    the preview are passed over.

    Raises: InputError where ``confirmed`` is not what the plan asks for, or ``reviewer`` may not settle one of the
    cells; GalleyError where it cannot be written.
    """
    if confirmed.strip().lower() != plan.confirmation:
        raise InputError(f"Type “{plan.confirmation}” to adjudicate these questions.")
    project.require_writable()
    roles.require_adjudicator(
        project.read_connection(), reviewer, *(outcome.cell for outcome in plan.outcomes)
    )  # all of it, or nothing
    with bulk_change(project, f"the bulk adjudication by {plan.order.rule}"):
        return _write_outcomes(project, reviewer, plan, progress)


def _write_outcomes(project: Project, reviewer: AnnotatorId, plan: BulkPreview, progress: Progress | None) -> list[int]:
    decision_ids: list[int] = []
    for start in range(0, len(plan.outcomes), BATCH):
        if progress is not None and not progress(start, len(plan.outcomes)):
            break
        some = plan.outcomes[start : start + BATCH]

        def job(connection: Connection, some: Sequence[CellOutcome] = some) -> tuple[list[int], ChangeSet]:
            return _adjudicate(connection, reviewer, some, plan.order.decision_note)

        decision_ids += project.write(job).result()
    return decision_ids


def undo_decisions(project: Project, reviewer: AnnotatorId, decisions: Sequence[int]) -> int:
    """Undo these decisions, the last first, as long as nothing was decided after them; gives how many were undone."""
    ids_to_undo = set(decisions)
    done = 0
    while True:

        def job(connection: Connection) -> tuple[int, ChangeSet]:
            undone, changes = 0, ChangeSet()
            while undone < BATCH:
                last: Any = log.undoable(connection, reviewer)
                if last is None or last.id not in ids_to_undo:
                    break
                changes |= log.undo(connection, reviewer)[1]
                undone += 1
            return undone, changes

        undone = project.write(job).result()
        done += undone
        if undone < BATCH:
            return done


def _adjudicate(
    connection: Connection, reviewer: AnnotatorId, some: Sequence[CellOutcome], words: str
) -> tuple[list[int], ChangeSet]:
    decision_ids, items = [], set()
    roles.require_adjudicator(connection, reviewer, *(outcome.cell for outcome in some))
    for outcome in some:
        unit, criterion, target = outcome.cell
        if find_verdict(connection, None, AnnotatorKind.GOLD, criterion, unit, target) is not None:
            continue
        done, _ = log.decide(
            connection,
            reviewer,
            Action.ADJUDICATE,
            outcome.item,
            cell=outcome.cell,
            value=outcome.value,
            spans=_read_marks(connection, outcome),
            note=words,
        )
        decision_ids.append(done.id)
        items.add(outcome.item)
    return decision_ids, ChangeSet(frozenset(items), tuple(decision_ids))


def _read_marks(connection: Connection, outcome: CellOutcome) -> list[Span]:
    """The words that the first of those who gave this answer had marked; none for a "no"."""
    if outcome.value in (None, "no"):
        return []
    return [Span(*span) for span in read_first_spans(connection, outcome.cell, outcome.value)]
