"""Discussion summaries as columns: the figures of each item, from cells, before anything is averaged.

A system writes a background and an opinion summary of an item in one pattern and paradigm. The figures of an item are
those of KGDS: recall, precision and F1 of the background (formulas 12 to 14 for an extract, 4 to 6 for a
written one), recall of the opinions (8) and their geometric mean (9 and 10). The rules where the paper is silent:

- Nothing to find (no supporting paragraph, no key fact, no opinion): the figure is undefined for the item, and the
  item is left out of it and counted.
- Something to find and nothing taken: precision is 0, and so is F1. A system must not gain by saying nothing, and the
  means of all figures stay over the same items.
- Precision and recall both 0: F1 is 0.
- A cell without an answer (unscored, never asked) is in neither sum and is counted; an item without any answered cell
  has no figure.
- Reviewed figures rest on items of which people answered every cell, because the flags alone would leave only faults.
- Paragraphs that the article does not have, and those on which the experts disagree, are in neither set (formula 11).

``Bounds`` says between which bounds the open cells of an item leave its reviewed figures, and what the items reviewed
in full weigh. Items with many facts, paragraphs or opinions are reviewed in full less often; each weighs
1 / P(in full | how many) among the items that people began with (see ``galley.core.stats.weighting``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
import orjson
from numpy.typing import NDArray

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, ItemId, Role
from galley.core.metrics import gold
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._summary_tally import (
    DerivedUnits,
    SummaryTally,
    find_question,
    read_derived_units,
    tally_summaries,
)
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import UNSCORED, CellReader
from galley.core.stats.weighting import weights
from galley.core.storage.queries import kgds
from galley.core.storage.queries.items import read_documents

EXTRACT, WRITTEN = "ebs-aos", "abs-aos"
PATTERNS = (EXTRACT, WRITTEN)
FIRST, REFLECTED = "structured-prompt", "self-reflection"
FIGURES = ("recall", "precision", "f1", "cao", "op")
JUDGED, REVIEWED = "judge", "reviewed"
NOT_REVIEWED = "items not reviewed in full"

Bools = NDArray[np.bool_]
Leave = Callable[..., None]
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Summaries:
    """The summaries of discussions as columns. ``pattern``, ``system`` and ``paradigm`` are names; ``background`` and
    ``opinion`` say what a summary is (a whole one is both). ``paragraphs`` are an extract's paragraphs, or None."""

    id: Ints
    item: Ints
    system: list[str]
    pattern: list[str]
    paradigm: list[str]
    background: Bools
    opinion: Bools
    paragraphs: list[tuple[int, ...] | None]

    def groups(self) -> dict[tuple[str, str, str], Ints]:
        """The places of the summaries of each (system, pattern, paradigm), sorted by name."""
        places_by_group: dict[tuple[str, str, str], list[int]] = {}
        for place, key in enumerate(zip(self.system, self.pattern, self.paradigm, strict=True)):
            places_by_group.setdefault(key, []).append(place)
        order = sorted(places_by_group, key=lambda key: (key[0], PATTERNS.index(key[1]), key[2] == REFLECTED, key[2]))
        return {key: np.array(places_by_group[key], dtype=np.int64) for key in order}


def summaries(reader: CellReader) -> Summaries:
    """The summaries of items with a discussion's facts, opinions or extracts, under the filters of ``reader``."""
    return _compute_once(reader, "summaries", lambda: _summaries(reader))


def _summaries(reader: CellReader) -> Summaries:
    summary_rows: list[tuple[int, int, str, str, str, bool, bool, tuple[int, ...] | None]] = []
    meta_by_text: dict[str | None, dict[str, Any]] = {None: {}}  # most summaries of a project share a few such texts
    for row in kgds.read_discussion_summaries(reader.connection):
        part, meta = row.part, meta_by_text.get(row.meta)
        if meta is None:
            meta = meta_by_text[row.meta] = orjson.loads(row.meta or "{}")
        paragraph_list = meta.get("paragraphs")
        paragraphs = (
            tuple(n for n in paragraph_list if isinstance(n, int)) if isinstance(paragraph_list, list) else None
        )
        if (
            part not in ("background", "opinion")
            and "pattern" not in meta
            and paragraphs is None
            and part not in ("", "whole")
        ):
            continue
        pattern = meta.get("pattern")
        if pattern not in PATTERNS:
            pattern = EXTRACT if paragraphs is not None else WRITTEN
        paradigm = str(meta.get("paradigm") or FIRST)
        has_background, has_opinions = part != "opinion", part != "background"
        summary_rows.append(
            (row.document, row.item, row.system, pattern, paradigm, has_background, has_opinions, paragraphs)
        )
    if reader.filter is not None and summary_rows:
        places = reader.documents.place(np.array([row[0] for row in summary_rows], dtype=np.int64))
        summary_rows = [row for row, fits in zip(summary_rows, reader.filter[places], strict=True) if fits]
    return Summaries(
        np.array([row[0] for row in summary_rows], dtype=np.int64),
        np.array([row[1] for row in summary_rows], dtype=np.int64),
        [row[2] for row in summary_rows],
        [row[3] for row in summary_rows],
        [row[4] for row in summary_rows],
        np.array([row[5] for row in summary_rows], dtype=bool),
        np.array([row[6] for row in summary_rows], dtype=bool),
        [row[7] for row in summary_rows],
    )


def _compute_once(reader: CellReader, what: str, compute: Callable[[], Read]) -> Read:
    """What ``compute`` gives; where there is a memory, what it gave for the same params, until something is written."""
    memory, p = reader.params.memory, reader.params
    if memory is None:
        return compute()
    filters = (p.gold, p.judges, p.annotators, p.schemes, p.criteria, p.systems, p.datasets, p.splits, p.items)
    return cast("Read", memory.reuse_result(("kgds", what, filters), [memory.current_moment()], compute))


# Extracts ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class ExpertAnswers:
    """Which paragraphs of each item's article are supporting (True) or not (False), by position; those without gold
    are missing. ``split`` are those of them that were read and on which the experts do not agree (ties, cells left
    open or unsure); ``length`` is how many paragraphs the article has, these among them."""

    first: dict[ItemId, int] = field(default_factory=dict)
    length: dict[ItemId, int] = field(default_factory=dict)
    supporting: dict[ItemId, dict[int, bool]] = field(default_factory=dict)
    split: dict[ItemId, set[int]] = field(default_factory=dict)


def read_expert_answers(reader: CellReader) -> ExpertAnswers:
    """What people say of the paragraphs, under the gold of ``reader.params``. Callers must not change it."""
    return _compute_once(reader, "experts", lambda: _read_expert_answers(reader))


def _read_expert_answers(reader: CellReader) -> ExpertAnswers:
    answers = ExpertAnswers()
    item_by_unit: dict[int, ItemId] = {}
    for head in read_documents(reader.connection, roles=[Role.ARTICLE]):
        if head.units and head.item not in answers.first:
            answers.first[head.item], answers.length[head.item] = head.whole + 1, head.units
            item_by_unit[head.id] = head.item
    everything = CellReader(reader.connection, Params(gold=reader.params.gold, memory=reader.params.memory))
    question = find_question(everything, "kgds-paragraph", "supporting")
    if question is None:
        return answers
    cells = everything.cells(question, [], with_gold=True)
    assert cells.gold is not None
    for unit, target, state in zip(cells.unit.tolist(), cells.target.tolist(), cells.gold.tolist(), strict=True):
        if target not in item_by_unit:
            continue
        item = item_by_unit[target]
        if state >= 0:
            answers.supporting.setdefault(item, {})[unit - answers.first[item]] = state == 1
        elif state in (gold.TIE, UNSCORED):
            answers.split.setdefault(item, set()).add(unit - answers.first[item])
    return answers


def extraction_scores(paragraphs: Sequence[int], supporting: dict[int, bool]) -> tuple[float, float, float]:
    """(recall, precision, F1) of an extract, formulas 11 to 14; NaN where the experts call nothing supporting."""
    chosen_set = set(paragraphs)
    needed = sum(supporting.values())
    hits = sum(yes for place, yes in supporting.items() if place in chosen_set)
    return recall_precision_f1(hits, needed, sum(place in chosen_set for place in supporting))


# Samples -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class DiscussionGroup:
    """The items of one system, pattern and paradigm under one judge, or reviewed. ``values`` has a row an item and a
    column a figure of FIGURES (NaN: undefined). ``uncovered`` counts items and cells by reason. Of reviewed items there
    are ``bounds``, and ``weights`` like the values (see ``_kgds_open``)."""

    system: str
    pattern: str
    paradigm: str
    by: str
    judge: str
    items: Ints
    values: Floats
    left_out: dict[str, int] = field(default_factory=dict)
    bounds: Bounds | None = None
    weights: Floats | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """System, pattern and judge: what the two paradigms share."""
        return self.system, self.pattern, f"{self.by} {self.judge}"

    def ends(self, figure: int) -> tuple[float | None, float | None]:
        """The least and the greatest mean of a figure (by its place) that the open cells of the items that people began
        with leave possible; None where nothing is open to doubt."""
        if self.bounds is None or not (finite := np.isfinite(self.bounds.least[:, figure])).any():
            return None, None
        return float(self.bounds.least[finite, figure].mean()), float(self.bounds.most[finite, figure].mean())

    def lowest_items(self, figure: str = "op") -> tuple[ItemId, ...]:
        """The items that have this figure (all, if none has), the lowest first."""
        column = self.values[:, FIGURES.index(figure)]
        finite = np.flatnonzero(np.isfinite(column))
        order = finite[np.argsort(column[finite], kind="stable")]
        return tuple((self.items[order] if len(order) else self.items).tolist())


def groups_of(reader: CellReader) -> list[DiscussionGroup]:
    """The items of every system, pattern, paradigm and judge, and as people left them. Where there is a memory, they
    are read once for all metrics, until something is written. Callers must not change them."""
    return _compute_once(reader, "groups", lambda: _groups(reader))


def _groups(reader: CellReader) -> list[DiscussionGroup]:
    documents = summaries(reader)
    if not len(documents.id):
        return []
    judges = _judges(reader)
    derived_units, expert_answers = read_derived_units(reader.connection), read_expert_answers(reader)
    sheets = {
        "key": tally_summaries(reader, "kgds-fact", "key-fact-missing", "present", derived_units.rows["key"], judges),
        "other": tally_summaries(
            reader,
            "kgds-fact",
            "non-supporting-fact-included",
            "present",
            derived_units.rows["other"],
            judges,
            is_inverted=False,
        ),
        "opinion": tally_summaries(
            reader, "kgds-opinion", "not-covered", "covered", derived_units.rows["opinion"], judges
        ),
    }
    reviewed_extracts = _reviewed_extracts(reader)
    people = (
        any(sheet.faults[:, -1].any() or sheet.clean[:, -1].any() for sheet in sheets.values())
        or reviewed_extracts.has_answers
    )
    groups = []
    for key, places in documents.groups().items():
        document_ids = documents.id[places]
        answering_judges = [j for j in judges if any(sheet.has_answer(document_ids, j) for sheet in sheets.values())]
        for judge in answering_judges or [NO_ANNOTATOR]:  # an extract needs no judge
            group = _group(documents, places, key, judge, sheets, derived_units, expert_answers, None)
            group.judge = reader.annotator(judge).name if judge else ""
            groups.append(group)
        if people:
            groups.append(
                _group(documents, places, key, None, sheets, derived_units, expert_answers, reviewed_extracts)
            )
    return groups


ASKED = (
    ("kgds-fact", "key-fact-missing"),
    ("kgds-fact", "non-supporting-fact-included"),
    ("kgds-fact", "present"),
    ("kgds-opinion", "not-covered"),
    ("kgds-opinion", "covered"),
)
"""The criteria of facts and opinions, those that say the same the other way round among them."""


def _judges(reader: CellReader) -> list[AnnotatorId]:
    """The judges that verified facts or opinions. What they and people said of them is read in one go."""
    questions = [question for question in reader.questions() if (question.scheme, question.id) in ASKED]
    judges = [judge for judge in reader.judges if any(reader.has_answered(judge, question) for question in questions)]
    reader.fetch(questions, [*judges, *gold.sources(reader).annotators])
    return judges


@dataclass(slots=True)
class _ReviewedExtracts:
    """People's answers on the two faults of extracts: document row to (faults by paragraph's unit row)."""

    has_answers: bool
    missing: dict[tuple[int, int], int]
    not_needed: dict[tuple[int, int], int]


def _reviewed_extracts(reader: CellReader) -> _ReviewedExtracts:
    answers_by_question: list[dict[tuple[int, int], int]] = []
    for name in ("paragraph-missed", "paragraph-unneeded"):
        question = find_question(reader, "kgds-paragraph", name)
        answers: dict[tuple[int, int], int] = {}
        if question is not None:
            cells = reader.cells(question, [], with_gold=True)
            assert cells.gold is not None
            has_gold = cells.gold >= 0
            answers = dict(
                zip(
                    zip(cells.unit[has_gold].tolist(), cells.target[has_gold].tolist(), strict=True),
                    cells.gold[has_gold].tolist(),
                    strict=True,
                )
            )
        answers_by_question.append(answers)
    return _ReviewedExtracts(
        bool(answers_by_question[0] or answers_by_question[1]), answers_by_question[0], answers_by_question[1]
    )


def _group(
    documents: Summaries,
    places: Ints,
    key: tuple[str, str, str],
    judge: AnnotatorId | None,
    sheets: dict[str, SummaryTally],
    derived_units: DerivedUnits,
    expert_answers: ExpertAnswers,
    reviewed_extracts: _ReviewedExtracts | None,
) -> DiscussionGroup:
    """One group of items; ``judge`` None is what people say."""
    system, pattern, paradigm = key
    backgrounds = {ItemId(int(documents.item[p])): int(p) for p in places if documents.background[p]}
    opinions = {ItemId(int(documents.item[p])): int(p) for p in places if documents.opinion[p]}
    items = sorted(backgrounds.keys() | opinions.keys())
    values = np.full((len(items), len(FIGURES)), np.nan)
    left_out: dict[str, int] = {}

    def leave(reason: str, count: float = 1) -> None:
        if count:
            left_out[reason] = left_out.get(reason, 0) + int(count)

    bounds = Bounds.of(len(items))
    facts = _counts(documents, backgrounds, items, judge, sheets["key"], sheets["other"])
    views = _counts(documents, opinions, items, judge, sheets["opinion"])
    for row, item in enumerate(items):
        if item not in backgrounds:
            leave("items without a background summary")
        elif pattern == EXTRACT:
            values[row, :3] = _extract(documents, backgrounds[item], item, expert_answers, reviewed_extracts, leave)
            if reviewed_extracts is not None and (paragraphs := documents.paragraphs[backgrounds[item]]) is not None:
                bounds.extract(
                    row,
                    _faults(documents, backgrounds[item], item, expert_answers, reviewed_extracts, paragraphs),
                    paragraphs,
                )
        else:
            total = derived_units.counts["key"].get(item, 0), derived_units.counts["other"].get(item, 0)
            values[row, :3] = _facts(facts[row], total, judge is None, leave)
            bounds.facts(row, facts[row], total)
        if item not in opinions:
            leave("items without an opinion summary")
        else:
            values[row, 3] = _opinion_recall(
                views[row], derived_units.counts["opinion"].get(item, 0), judge is None, leave
            )
            bounds.opinions(row, views[row], derived_units.counts["opinion"].get(item, 0))
    values[:, 4] = np.sqrt(values[:, 2] * values[:, 3])
    return DiscussionGroup(
        system, pattern, paradigm, REVIEWED if judge is None else JUDGED, "", np.array(items, dtype=np.int64), values,
        left_out, *((bounds, bounds.weigh(values)) if judge is None else ()),
    )  # fmt: skip


_NAN = (float("nan"),) * 3


def _extract(
    documents: Summaries,
    place: int,
    item: ItemId,
    expert_answers: ExpertAnswers,
    reviewed_extracts: _ReviewedExtracts | None,
    leave: Leave,
) -> tuple[float, float, float]:
    paragraphs = documents.paragraphs[place]
    if paragraphs is None:
        leave("extracts that do not name their paragraphs")
        return _NAN
    if reviewed_extracts is None:
        if item not in expert_answers.supporting:
            leave("items without the experts' paragraphs")
            return _NAN
        split = len(expert_answers.split.get(item, ()))
        leave("paragraphs on which the experts do not agree", split)
        leave(
            "paragraphs that no expert has read",
            expert_answers.length[item] - len(expert_answers.supporting[item]) - split,
        )
        if not any(expert_answers.supporting[item].values()):
            leave("items without a supporting paragraph")
        return extraction_scores(paragraphs, expert_answers.supporting[item])
    faults = _faults(documents, place, item, expert_answers, reviewed_extracts, paragraphs)
    if not faults or None in faults.values():
        leave(NOT_REVIEWED)
        return _NAN
    hits = sum(faults[n] == 0 for n in paragraphs if n in faults)
    missed = sum(fault == 1 for n, fault in faults.items() if n not in paragraphs)
    if not hits + missed:
        leave("items without a supporting paragraph")
    return recall_precision_f1(hits, hits + missed, sum(n in faults for n in paragraphs))


def _faults(
    documents: Summaries,
    place: int,
    item: ItemId,
    expert_answers: ExpertAnswers,
    reviewed_extracts: _ReviewedExtracts,
    paragraphs: Sequence[int],
) -> dict[int, int | None]:
    """Whether each paragraph, by position, is a fault of an extract; None where people left that open."""
    document, first = int(documents.id[place]), expert_answers.first.get(item, 0)
    return {
        n: (reviewed_extracts.not_needed if n in paragraphs else reviewed_extracts.missing).get((first + n, document))
        for n in range(expert_answers.length.get(item, 0))
    }


def _counts(
    documents: Summaries,
    places: dict[ItemId, int],
    items: Sequence[ItemId],
    judge: AnnotatorId | None,
    *sheets: SummaryTally,
) -> list[list[float]]:
    """For each item the faults and what is without one of its summary, one pair a sheet; zeros where it has none."""
    counts = np.zeros((len(items), 2 * len(sheets)))
    item_rows = [row for row, item in enumerate(items) if item in places]
    document_ids = documents.id[[places[items[row]] for row in item_rows]]
    for number, sheet in enumerate(sheets):
        counts[item_rows, 2 * number], counts[item_rows, 2 * number + 1] = sheet.faults_and_clean(document_ids, judge)
    count_rows: list[list[float]] = counts.tolist()
    return count_rows


def _facts(
    counts: Sequence[float], total: tuple[int, int], is_reviewed: bool, leave: Leave
) -> tuple[float, float, float]:
    absent, present, wrong, right = counts
    if not total[0]:
        leave("items without a key fact")
        return _NAN
    open_ = sum(total) - absent - present - wrong - right
    if is_reviewed and open_:
        leave(NOT_REVIEWED)
        return _NAN
    leave("facts without an answer", open_)
    return recall_precision_f1(present, absent + present, present + wrong)


def _opinion_recall(counts: Sequence[float], total: int, is_reviewed: bool, leave: Leave) -> float:
    absent, present = counts
    if not total:
        leave("items without an opinion")
        return float("nan")
    open_ = total - absent - present
    if is_reviewed and open_:
        leave(NOT_REVIEWED)
        return float("nan")
    leave("opinions without an answer", open_)
    return present / (absent + present) if absent + present else float("nan")


BACKGROUND, OPINION, OVERALL = slice(0, 3), 3, 4


def recall_precision_f1(hits: float, needed: float, chosen_count: float) -> tuple[float, float, float]:
    """(recall, precision, F1) from counts by the rules of ``galley.core.papers.kgds.discussion_figures``.

    >>> recall_precision_f1(0, 3, 0)
    (0.0, 0.0, 0.0)
    """
    if not needed:
        return float("nan"), float("nan"), float("nan")
    recall = hits / needed
    precision = hits / chosen_count if chosen_count else 0.0
    return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(slots=True)
class Bounds:
    """The least and the greatest that each figure of each item may come to (NaN: nobody began with it), and by how many
    cells each figure can be held open."""

    least: Floats
    most: Floats
    cells: Floats

    @classmethod
    def of(cls, items: int) -> Bounds:
        """None yet."""
        return cls(*(np.full((items, 5), np.nan) for _ in range(3)))

    def facts(self, row: int, counts: Sequence[float], total: tuple[int, int]) -> None:
        """Of an item's key facts absent and held, others stated and not; ``total`` are all key facts and all others."""
        absent, present, wrong, right = counts
        if total[0] and any(counts):
            key, other = total[0] - absent - present, total[1] - wrong - right
            self.least[row, BACKGROUND] = recall_precision_f1(present, total[0], present + wrong + other)
            self.most[row, BACKGROUND] = recall_precision_f1(present + key, total[0], present + key + wrong)
            self.cells[row, BACKGROUND] = sum(total)

    def opinions(self, row: int, counts: Sequence[float], total: int) -> None:
        """Of an item's opinions not covered and covered."""
        absent, present = counts
        if total and any(counts):
            self.least[row, OPINION], self.most[row, OPINION] = present / total, (total - absent) / total
            self.cells[row, OPINION] = total

    def extract(self, row: int, faults: Mapping[int, int | None], paragraphs: Collection[int]) -> None:
        """Of the paragraphs by position whether they are a fault of an extract that took some of them."""
        if all(fault is None for fault in faults.values()):
            return
        outcomes = [(n in paragraphs, fault) for n, fault in faults.items()]
        hits, missed = outcomes.count((True, 0)), outcomes.count((False, 1))
        either = outcomes.count((True, None)), outcomes.count((False, None))
        count, most = sum(n in faults for n in paragraphs), hits + either[0]
        ends = (
            recall_precision_f1(hits, hits + missed + either[1], count),
            recall_precision_f1(most, most + missed, count),
        )
        if np.isfinite(ends).all():
            self.least[row, BACKGROUND], self.most[row, BACKGROUND] = ends
            self.cells[row, BACKGROUND] = len(faults)

    def weigh(self, values: Floats) -> Floats:
        """What each figure of each item weighs, and 1 where nobody began with it; works out the overall figure's
        bounds from its parts."""
        for ends in (self.least, self.most):
            ends[:, OVERALL] = np.sqrt(ends[:, 2] * ends[:, OPINION])
        self.cells[:, OVERALL] = self.cells[:, 2] + self.cells[:, OPINION]
        bound_weights = np.ones_like(values)
        for column in range(values.shape[1]):
            has_bounds = np.isfinite(self.least[:, column])
            bound_weights[has_bounds, column] = weights(
                self.cells[has_bounds, column], np.isfinite(values[has_bounds, column])
            )
        return bound_weights
