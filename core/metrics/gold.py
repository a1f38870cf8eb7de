"""Gold: what a figure is held against, and why a cell has none.

"gold" is what the task of each cell came to: what was adjudicated, else what the task's rule makes of people's answers
(`galley.core.rules`); "majority" takes a strict majority in the place of every rule, "adjudicated" what was adjudicated
alone. Any other name takes that annotator. An adjudicated criterion takes the place of every human's verdict on it
before a roll-up is made. A human who was not asked has no vote. A roll-up, and a summary, is each person's own answer
first where its criteria share rule and people, else the union of what became of each. What an adjudicator left open has
no gold, and nor has a roll-up or summary with such a cell in it, unless another of its cells makes it a yes and answers
need not be entire."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from galley.core.definitions.protocols import Task, terms
from galley.core.domain import NO_ANNOTATOR, AnnotatorId, AnnotatorKind, Criterion, CriterionId, Value
from galley.core.errors import InputError
from galley.core.metrics._index import ASIDE, NOT_ASKED, PARTLY, UNSCORED, Index, States
from galley.core.metrics._question import CellQuestion
from galley.core.metrics._roster import Roster
from galley.core.rules.arrays import UNMET_CODE, rule_all
from galley.core.rules.combined import person_first
from galley.core.rules.rule import FLAGS, Rule, State, Terms
from galley.core.storage import queries
from galley.core.storage.note_markers import BULK_NOTE_PREFIX, DAWID_SKENE_MARKER
from galley.core.tasks.task_book import PLAIN_TASK_BOOK, TaskBook

TIE = -4
OUTCOME, MAJORITY, ADJUDICATED = "gold", "majority", "adjudicated"

WITHOUT = {
    UNSCORED: "cells whose gold is unsure or unscored",
    NOT_ASKED: "cells without gold",
    PARTLY: "cells with gold on some of the criteria only",
    TIE: "cells with a tie and no gold",
}
"""Why a cell has no gold, by state."""

WITHOUT_VERDICT = {
    UNSCORED: "cells left unsure or unscored",
    NOT_ASKED: "cells that were not judged",
    PARTLY: "cells that were judged on some of the criteria only",
}
"""Why a cell has no verdict of one annotator, by state."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Who gold comes from: adjudication, the humans who vote, or one annotator. ``book`` has the rules by which they
    do; ``scored_judges`` are scored and have no vote in what they are scored against: a rule waits for one answer
    less on each cell that they answered. ``without`` are adjudications that hold what they said
    (``Roster.circular``)."""

    name: str = ""
    adjudicators: tuple[AnnotatorId, ...] = ()
    voters: tuple[AnnotatorId, ...] = ()
    one: AnnotatorId = NO_ANNOTATOR
    scored_judges: tuple[AnnotatorId, ...] = ()
    without: frozenset[tuple[int, int, int, int]] = frozenset()
    book: TaskBook = field(default=PLAIN_TASK_BOOK, compare=False)

    @property
    def annotators(self) -> list[AnnotatorId]:
        """All of them."""
        return [*self.adjudicators, *self.voters, *self.scored_judges, *([self.one] if self.one else [])]


NONE = Sources()


def sources(reader: Roster) -> Sources:
    """Who gold comes from under ``reader.params.gold``. Raises: InputError for a name that is not there."""
    name = reader.params.gold
    adjudicators = tuple(reader.of_kind(AnnotatorKind.GOLD))
    without = reader.circular if name in (OUTCOME, MAJORITY, ADJUDICATED) else frozenset()
    nothing = not adjudicators or (bool(without) and queries.count_gold(reader.connection) <= len(without))
    if name == ADJUDICATED:
        if without and nothing:
            raise InputError(
                f"{_alone(reader, reader.judges)} alone; score others, or name another gold."
            )
        return Sources(name, adjudicators, without=without)
    if name in (OUTCOME, MAJORITY):
        scored = set(reader.judges) & set(reader.humans) if reader.params.judges else set()
        voters = tuple(who for who in reader.humans if who not in scored)
        if scored and not voters and nothing:
            raise InputError(f"{_alone(reader, scored)} alone; score others, or name another gold.")
        book = reader.book if name == OUTCOME else PLAIN_TASK_BOOK
        return Sources(name, adjudicators, voters, scored_judges=tuple(sorted(scored)), without=without, book=book)
    one = reader.find_annotator(name)
    if not reader.params.judges:
        return Sources(name, one=one)  # those who are part of it are not among the judges
    parts = {one, *reader.parts(one)}
    scored = parts & set(reader.judges)
    others = sorted(parts - scored - {one})
    if scored and (one in scored or not others or not reader.votes(one)):
        raise InputError(f"{_alone(reader, scored)} and has no value without them; score others, or name another gold.")
    return Sources(MAJORITY, voters=tuple(others)) if scored else Sources(name, one=one)


def _alone(reader: Roster, scored: Collection[AnnotatorId]) -> str:
    people = ", ".join(sorted(reader.annotator(who).name for who in scored))
    return f"The gold {reader.params.gold!r} consists of answers of {people}"


def left_out(reader: Roster) -> str:
    """Whose answers are left out of gold because they are scored against it, or who is not scored for that; in a
    sentence, "" for nobody."""
    name = reader.params.gold
    sentences = []
    if reader.params.judges and name in (OUTCOME, MAJORITY, ADJUDICATED) and (count := len(reader.circular)):
        who = ", ".join(sorted(reader.annotator(row).name for row in reader.judges))
        cells = "1 adjudication that contains" if count == 1 else f"{count:,} adjudications that contain"
        sentences.append(f"Gold leaves out {cells} what {who} said: nobody is scored against their own answers.")
    if reader.params.judges:
        parts = set(reader.humans) if name in (OUTCOME, MAJORITY) else set()
        if name not in (OUTCOME, MAJORITY, ADJUDICATED):
            parts = set(reader.parts(reader.find_annotator(name)))
        if scored := sorted(reader.annotator(who).name for who in parts & set(reader.judges)):
            sentences.append(
                f"Gold leaves out what {', '.join(scored)} said: nobody is scored against their own answers."
            )
    elif own := sorted(reader.annotator(who).name for who in reader.own_gold):
        sentences.append(f"Not scored: {', '.join(own)}, whose answers the gold {name!r} is made of.")
    elif name in (OUTCOME, MAJORITY, ADJUDICATED) and any(
        (note := verdict.note or "").startswith(BULK_NOTE_PREFIX) and DAWID_SKENE_MARKER in note
        for verdict in queries.list_gold(reader.connection)
    ):
        sentences.append(
            "Gold includes adjudications by Dawid-Skene, which also weighs judges; name a judge with --judge to score"
            " it against gold without them."
        )
    return " ".join(sentences)


def terms_of(book: TaskBook, owners: Sequence[Task | None], question: CellQuestion) -> tuple[Terms, ...]:
    """On what terms each of a question's criteria gets its gold; ``owners`` are their tasks."""
    criterion_terms = []
    for criterion, task in zip(question.members, owners, strict=True):
        if task is None or task.full not in book.tasks:
            criterion_terms.append(FLAGS)
            continue
        entry = next(asking.entry for asking in book.asks(task) if asking.criterion.row == criterion.row)
        criterion_terms.append(terms(task, entry, None, book.find_adjudication_task(task)))
    return tuple(criterion_terms)


def states(
    truth: Sources, index: Index, everybody: Sequence[AnnotatorId], answers: States, owners: Sequence[Task | None] = ()
) -> States:
    """Gold's answers (of the rows of ``index``, or of its documents); ``given`` holds those of ``everybody`` in
    columns, ``owners`` the tasks of the question's criteria."""
    if truth.one:
        return answers[:, everybody.index(truth.one)]
    members = index.question.members
    columns = {c.row: index.nothing(c) for c in members}
    for annotator in truth.adjudicators:
        for criterion in members:
            own = _left_alone(index, index.one(annotator, criterion), truth, (annotator, criterion.row))
            columns[criterion.row] = np.where(own > NOT_ASKED, own, columns[criterion.row])
    undecided: NDArray[np.bool_] | bool = False
    if index.summary and index.is_whole.any():
        for place, criterion in enumerate(members):
            if not owners or owners[place] is None:
                columns[criterion.row] = _weigh_wholes(truth, index, criterion, columns[criterion.row])
        undecided = index.anywhere(list(columns.values()), TIE)
    if truth.name == ADJUDICATED:
        own = index.join_columns(list(columns.values()), certain=True)
        return np.where(undecided & (own != 1), TIE, own).astype(np.int16)
    on = terms_of(truth.book, owners, index.question) if owners else (FLAGS,) * len(members)
    alone = len(members) == 1 and not index.summary
    if any(criterion_terms is not FLAGS for criterion_terms in on) and (alone or not _person_first(on)):
        return _combine_criteria(truth, index, on, columns)
    adjudications = index.join_columns(list(columns.values()), certain=True)
    if truth.adjudicators and (len(members) > 1 or index.summary):
        # where no person spoke there is still gold on some of the cells
        certain = [np.where((column >= 0) | (column == ASIDE), column, NOT_ASKED) for column in columns.values()]
        own_votes = [index.answer(voter, columns) for voter in truth.voters] or [index.join_columns(certain)]
        votes = np.stack(own_votes, axis=1)
    else:
        votes = answers[:, [everybody.index(voter) for voter in truth.voters]]
    aside = [answers[:, everybody.index(who)] for who in truth.scored_judges]
    gold_states = _without(
        aside,
        replace(on[0], unmet=None, adjudication=None),
        lambda on: apply_rule(votes, index.values, adjudications, on),
    )
    left_open = index.anywhere(list(columns.values()), UNSCORED) & (votes >= 0).any(axis=1)
    # of entire answers a yes may not stand either: those without a yes would be missing beside it
    gold_states[left_open & (index.entire | (gold_states != 1))] = UNSCORED
    gold_states[undecided & (adjudications != 1)] = TIE
    return gold_states


def _weigh_wholes(truth: Sources, index: Index, criterion: Criterion, own: States) -> States:
    """Gold's states of the rows with what its answers on units say of whole documents, where a person answered of the
    whole: "yes" where a unit was adjudicated "yes", else nothing, whatever was adjudicated of the units. A whole that
    was adjudicated "no" is a TIE where a unit was adjudicated "yes". ``galley.core.tasks.document_level`` is the
    same cell by cell."""
    documents = index.target[index.is_whole]
    yes = np.isin(documents, index.target[~index.is_whole & (own == 1)])
    people = (*truth.voters, *truth.scored_judges)
    answered = np.zeros(len(documents), dtype=bool)
    for who in people:
        answered |= index.one(who, criterion)[index.is_whole] != NOT_ASKED
    wholes = own[index.is_whole]
    weighed = np.where((wholes == NOT_ASKED) & answered, np.where(yes, 1, PARTLY), wholes)
    own = own.copy()
    own[index.is_whole] = np.where((wholes == 0) & yes, TIE, weighed)
    return own


def _left_alone(index: Index, own: States, truth: Sources, place: tuple[AnnotatorId, CriterionId]) -> States:
    """Gold's answers without the adjudications that hold what the scored said."""
    cells = [(unit, target) for who, criterion, unit, target in truth.without if (who, criterion) == place]
    if not cells:
        return own
    dropped = set(cells)
    is_dropped = [cell in dropped for cell in zip(index.unit.tolist(), index.target.tolist(), strict=True)]
    return np.where(np.array(is_dropped, dtype=bool), NOT_ASKED, own).astype(np.int16)


def _person_first(on: Sequence[Terms]) -> bool:
    """Whether each person's answers are joined before the rule: not where somebody settles what the rule leaves."""
    return person_first(on) and all(
        criterion_terms.adjudication is None or criterion_terms.adjudication.rule is Rule.ADJUDICATOR
        for criterion_terms in on
    )


def _combine_criteria(
    truth: Sources, index: Index, on: Sequence[Terms], columns: Mapping[CriterionId, States]
) -> States:
    """What became of each criterion by its own terms, then their union."""
    gold_columns = []
    for criterion, criterion_terms in zip(index.question.members, on, strict=True):
        if criterion.row in index.unasked_criteria:
            gold_columns.append(columns[criterion.row])
            continue
        votes = [index.one(voter, criterion, UNMET_CODE) for voter in truth.voters]
        matrix = np.stack(votes, axis=1) if votes else np.empty((len(index.unit), 0), dtype=np.int16)
        others = index.adjudication_states(criterion) if criterion_terms.adjudication is not None else None
        by_rule = partial(_ruled_by, matrix, index.values, columns[criterion.row], others)
        aside = [index.one(who, criterion, UNMET_CODE) for who in truth.scored_judges]
        gold_columns.append(_without(aside, criterion_terms, by_rule))
    if len(gold_columns) == 1 and not index.summary:
        return gold_columns[0]
    gold = index.join_columns([np.where(column == TIE, NOT_ASKED, column) for column in gold_columns], certain=True)
    tied = index.anywhere(gold_columns, TIE) & (gold != 1)
    return np.where(tied, TIE, gold).astype(np.int16)


def _without(own: Sequence[States], on: Terms, rule_by: Callable[[Terms], States]) -> States:
    """What a rule says without the answers ``own``: it waits for one answer less on each row that has one of them."""
    gold_states = rule_by(on)
    answered = sum(((column >= 0) | (column == UNSCORED) | (column == UNMET_CODE)).astype(np.int64) for column in own)
    for less in range(1, len(own) + 1) if on.people else ():
        gold_states = np.where(answered == less, rule_by(replace(on, people=max(on.people - less, 1))), gold_states)
    return gold_states


def _ruled_by(
    votes: States, values: Sequence[Value], adjudications: States | None, others: States | None, on: Terms
) -> States:
    return apply_rule(votes, values, adjudications, on, others)


def apply_rule(
    votes: States,
    values: Sequence[Value],
    adjudications: States | None = None,
    on: Terms = FLAGS,
    others: States | None = None,
) -> States:
    """What a rule makes of each row's votes, a column a person, as a code of ``values``; where there is nothing, TIE,
    or why nobody voted. ``adjudicators`` is what an adjudicator said (UNSCORED is a row that they left open),
    ``others`` what the readers of the settle task said."""
    plain = np.where((votes == PARTLY) | (votes == TIE), NOT_ASKED, votes)
    state, code, _, _ = rule_all(plain, on, adjudications, values, others)
    unscored, partly = ((votes == missing_state).any(axis=1) for missing_state in (UNSCORED, PARTLY))
    without_vote = np.where(unscored, UNSCORED, np.where(partly, PARTLY, NOT_ASKED))
    waits = (state == State.OPEN) | (state == State.ANSWERED)
    gold_states = np.where(waits, without_vote, np.where(state == State.UNDECIDED, TIE, code))
    return np.where(state == State.EXCLUDED, UNSCORED, gold_states).astype(np.int16)


def majority(votes: States, values: Sequence[Value], adjudications: States | None = None) -> States:
    """The same by the strict majority of whoever voted."""
    return apply_rule(votes, values, adjudications)
