"""How well systems summarise discussions: background, opinions and both, by pattern and paradigm (KGDS).

A row is a system in one pattern (EBS-AOS or ABS-AOS), paradigm and judge, or as people reviewed it: recall, precision
and F1 of the background (``background`` says which: bsp of paragraphs, kbsaf of key facts), recall of the opinions
(cao) and their geometric mean (op), each the plain mean over items (table 1: all items weigh the same), with a
bootstrap interval by item. A row after self-reflection has the change of each figure against the row before it
(``…_change``); a reviewed row has the judge's figure over the same items (``…_judge``) and what the review changed
(``…_difference``). Both have paired intervals. A reviewed row is over the items reviewed in full, weighted for how
much there was to review; ``…_at_least`` and ``…_at_most`` are what the open cells of all items that were begun leave
possible. ``galley.core.papers.kgds.discussion_figures`` states the rules for undefined cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, add_up
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import (
    EXTRACT,
    FIGURES,
    FIRST,
    JUDGED,
    REFLECTED,
    REVIEWED,
    DiscussionGroup,
    groups_of,
)
from galley.core.stats.macro import Draws, Floats, draw, interval
from galley.core.stats.weighting import within
from galley.core.storage.connection import Connection

COLUMNS = ("system", "pattern", "paradigm", "by", "judge", "n", *FIGURES, "why")
NOTHING = (
    "There are no summaries of discussions; run kgds-summarize to write some, or import some with a pattern in meta."
)
EMPTY = {
    "recall": "no item has anything to find",
    "precision": "no item has anything to find",
    "f1": "no item has anything to find",
    "cao": "no item has an opinion with an answer",
    "op": "no item has both a background and an opinion figure",
}


@dataclass(frozen=True, slots=True)
class GroupTable:
    """All groups over the same draws of items. ``column(group, figure)`` is where a figure is."""

    groups: list[DiscussionGroup]
    draws: Draws
    confidence: float

    def column(self, group: int, figure: str) -> int:
        """The column of a group's figure."""
        return group * len(FIGURES) + FIGURES.index(figure)

    def mean(self, column: int) -> tuple[float | None, Floats]:
        """The mean of a column over its items, each as often as it weighs, within what the open cells leave possible,
        and that of each resample."""
        value, resamples = self.draws.ratio(column, len(self.groups) * len(FIGURES) + column)
        group, figure = divmod(column, len(FIGURES))
        return within(value, *self.groups[group].ends(figure)), resamples

    def put(self, row: Row, name: str, group: int, figure: str) -> None:
        """Write a figure, its interval and its n into ``row``, and why it is missing."""
        column = self.column(group, figure)
        value, resamples = self.mean(column)
        count = int(self.draws.counts[column])
        ends = interval(value, resamples, count, self.confidence)
        row[name], row[f"{name}_low"], row[f"{name}_high"] = value, ends.low, ends.high
        row[f"{name}_n"] = count
        if value is None:
            _add_reason(row, name, f"Undefined because {EMPTY[figure]}.")
        elif ends.why:
            _add_reason(row, name, ends.why)

    def put_difference(self, row: Row, name: str, minuend: int, subtrahend: int, figure: str) -> None:
        """Write the difference of a figure between two groups, paired by item."""
        sides = [self.mean(self.column(group, figure)) for group in (minuend, subtrahend)]
        row[name] = row[f"{name}_low"] = row[f"{name}_high"] = None
        if sides[0][0] is None or sides[1][0] is None:
            _add_reason(row, name, "Undefined because one of the two is undefined.")
            return
        counts = [int(self.draws.counts[self.column(group, figure)]) for group in (minuend, subtrahend)]
        value = sides[0][0] - sides[1][0]
        ends = interval(value, sides[0][1] - sides[1][1], min(counts), self.confidence)
        row[name], row[f"{name}_low"], row[f"{name}_high"] = value, ends.low, ends.high
        if ends.why:
            _add_reason(row, name, ends.why)


def _add_reason(row: Row, name: str, sentence: str) -> None:
    """Add a sentence about a figure to ``why``; the same sentence about several figures names them together."""
    reasons: dict[str, list[str]] = row.setdefault("_why", {})
    reasons.setdefault(sentence, []).append(name)


def add_why(row: Row) -> Row:
    """The row with ``why`` in words."""
    reasons: dict[str, list[str]] = row.pop("_why", {})
    row["why"] = " ".join(f"{', '.join(names)}: {sentence}" for sentence, names in reasons.items())
    return row


def table(groups: Sequence[DiscussionGroup], params: Params) -> GroupTable:
    """All groups over the same draws of items."""
    items = np.unique(np.concatenate([group.items for group in groups])) if groups else np.empty(0, dtype=np.int64)
    wide = np.full((len(items), len(groups) * len(FIGURES)), np.nan)
    heavy = wide.copy()
    for number, group in enumerate(groups):
        rows, columns = np.searchsorted(items, group.items), slice(number * len(FIGURES), (number + 1) * len(FIGURES))
        weight = np.ones_like(group.values) if group.weights is None else group.weights
        wide[rows, columns] = group.values * weight
        heavy[rows, columns] = np.where(np.isfinite(group.values), weight, np.nan)
    draws = draw(
        np.column_stack([wide, heavy]), resamples=params.resamples, seed=params.seed, cancelled=params.cancelled
    )
    return GroupTable(list(groups), draws, params.confidence)


class KGDSMetric:
    """See the module."""

    name = "kgds"
    title = "Discussion summaries: background, opinions and both, before and after reflection, judged and reviewed"
    unit = "summaries of a discussion"
    sample = "items"
    about = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
    reference = Reference(
        measures="""Discussion summaries, by system, pattern and paradigm. Background: recall = found supporting
        paragraphs (extract) or key facts (written) over all of them, precision = those over all that were taken, F1
        = 2PR / (P + R). Opinions: `cao`, the share that the opinion summary covers. Overall: `op` = √(F1 · cao). All
        items weigh the same. Rows after self-reflection have the change, paired by item; reviewed rows have the
        judge's figure over the same items and the difference. A reviewed row is over the items reviewed in full,
        weighted for how many facts, paragraphs or opinions there were to review; `recall_at_least`, `recall_at_most`
        and so on are what the open cells of all items that people began with leave possible, and no figure lies
        outside them.""",
        source="KGDS, equations 4 to 14 and table 1.",
        interval="bootstrap of items, percentiles",
        undefined="""For an item in which there is nothing to find. Where there is something to find and nothing was
        taken, precision and F1 are 0. Reviewed figures need people's answer on every cell of an item.""",
        left_out="""Items without a summary, supporting paragraph, key fact or opinion; facts and opinions without an
        answer; paragraphs on which the experts do not agree (or that an adjudicator left open), and those that none
        has read; items not reviewed in full.""",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``."""
        return self.of(groups_of(CellReader(connection, params)), params)

    def of(self, groups: Sequence[DiscussionGroup], params: Params) -> Result:
        """The same from items that were read already."""
        if not groups:
            return Result(self.name, params.gold, [], {}, COLUMNS, (NOTHING,))
        # A judge's figures over the items that people reviewed are columns of their own.
        same = {
            n: [_restrict_to_reviewed(judge_group, g) for judge_group in _find_judge_groups(groups, g)]
            for n, g in enumerate(groups)
            if g.by == REVIEWED
        }
        whole = table([*groups, *(group for judge_groups in same.values() for group in judge_groups)], params)
        rows, at = [], len(groups)
        for number in range(len(groups)):
            if number not in same:
                rows.append(add_why(_row(whole, groups, number)))
                continue
            for copy in same[number]:
                rows.append(add_why(_reviewed_row(whole, groups, number, at, copy.judge)))
                at += 1
        return Result(self.name, params.gold, rows, add_up(rows), COLUMNS)


def _find_judge_groups(groups: Sequence[DiscussionGroup], reviewed_group: DiscussionGroup) -> list[DiscussionGroup]:
    """The groups of the same items by judges."""
    place = (reviewed_group.system, reviewed_group.pattern, reviewed_group.paradigm)
    return [g for g in groups if g.by == JUDGED and (g.system, g.pattern, g.paradigm) == place]


def _restrict_to_reviewed(judge_group: DiscussionGroup, reviewed_group: DiscussionGroup) -> DiscussionGroup:
    """A judge's items, each figure only where the review has it."""
    values = np.where(np.isfinite(reviewed_group.values), judge_group.values, np.nan)
    return DiscussionGroup(judge_group.system, judge_group.pattern, judge_group.paradigm, JUDGED, judge_group.judge,
    judge_group.items, values,
                 weights=reviewed_group.weights)  # fmt: skip


def _row(whole: GroupTable, groups: Sequence[DiscussionGroup], number: int) -> Row:
    group = groups[number]
    row: Row = {
        "system": group.system,
        "pattern": group.pattern,
        "paradigm": group.paradigm,
        "by": group.by,
        "judge": group.judge,
        "background": "bsp" if group.pattern == EXTRACT else "kbsaf",
        "n": len(group.items),
    }
    for figure in FIGURES:
        whole.put(row, figure, number, figure)
    before = _find_unreflected(groups, group)
    if before is not None:
        for figure in FIGURES:
            whole.put_difference(row, f"{figure}_change", number, before, figure)
    row["left_out"] = dict(group.left_out)
    return row


def _find_unreflected(groups: Sequence[DiscussionGroup], group: DiscussionGroup) -> int | None:
    """Where the same items before reflection are."""
    if group.paradigm != REFLECTED:
        return None
    return next((n for n, g in enumerate(groups) if g.key == group.key and g.paradigm == FIRST), None)


def _reviewed_row(whole: GroupTable, groups: Sequence[DiscussionGroup], number: int, copy: int, judge: str) -> Row:
    row = _row(whole, groups, number)
    row["judge"] = judge
    for column, figure in enumerate(FIGURES):
        row[f"{figure}_at_least"], row[f"{figure}_at_most"] = groups[number].ends(column)
        whole.put(row, f"{figure}_judge", copy, figure)
        whole.put_difference(row, f"{figure}_difference", number, copy, figure)
    return row


METRIC = KGDSMetric()
