"""Judges (and so prompts), or systems, compared two by two over what both have: the difference with its interval and p,
and in words whether they differ significantly.

Between judges the figure is one of a judge against gold (``bacc`` unless set, precision, recall, f1, mcc; or pearson
or spearman of the shares of units with the error, judge against gold, over summaries). Between systems it is ``rate``,
the share of units with the error, by gold or, with ``--judge``, by that judge. The family over which p is adjusted
(Holm) is all comparisons of the answer, or those of each criterion and level (``family``). There is a row for each
level at which gold (that judge) has answers: units, whole summaries. A difference is called one only where
its adjusted p is at most 1 - the confidence, 0 lies outside the interval, and six source documents or more differ. Who
beats every other of a criterion is its winner; otherwise those whom nobody beats lead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import NO_ANNOTATOR, AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics import gold, implicit_no
from galley.core.metrics._about import about
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, settings
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.detection import find_levels
from galley.core.stats.clusters import by_document
from galley.core.stats.detection_counts import MEASURES, confusion
from galley.core.stats.groups import group_labels
from galley.core.stats.paired_differences import SHARE, PairedDifference, compare_correlations, difference, holm
from galley.core.storage import names
from galley.core.storage.connection import Connection

COLUMNS = (
    *("scheme", "criterion", "first", "second", "figure", "first_value", "second_value", "value", "low", "high"),
    *("p", "p_holm", "family", "documents", "differ", "n", "said", "standing", "why"),
)
AGAINST_GOLD = (*COLUMNS[:-1], *implicit_no.COLUMNS, "why")
"""Between judges, whose figures take gold's implicit "no" for right."""
INCONCLUSIVE = "not significant"
DIFFERING = 6
"""In fewer source documents that differ no two are told apart: with five, the smallest p of all swaps is .0625."""
UNIT = "units (sentences or turns) that both have; summaries for correlations and in rows of level summary"
SETTINGS = {"between": "judges", "figure": "", "family": "all"}


CORRELATIONS = ("pearson", "spearman")


class PairwiseComparison:
    """See the module."""

    name = "comparing"
    title = "Judges or systems two by two: the difference with interval and p, paired by source document"
    unit = UNIT
    reference = Reference(
        measures="""Compares judges (and so prompts) in pairs, over the cells that both answered. `value` is the
        difference of their balanced accuracies, or of `--set figure=`precision, recall, f1, mcc, pearson or spearman,
        with a 95 % interval and p. `p_holm` is adjusted over a family: all comparisons of the answer (`--set
        family=all`), or those of each criterion and level (`family=criterion`). Units and whole summaries have separate
        rows (column `level`) where gold and both judges answered them; `--level` takes one. `--set between=systems`
        compares systems by their rates of units with the error, over the sources that both summarised. `said` says
        which is higher, or “not significant”. A difference is significant only if 0 lies outside the interval (of that
        pair alone), the adjusted p is at most .05, and six or more source documents differ. `standing` names the winner
        of a criterion: the judge that beats every other judge. Without a winner, it names the judges that no other
        judge beats. (Of two systems, the one with the lower error rate wins.) Tables of papers mark the top value of a
        row or column; this is not a test. A correlation is over the shares of units with the error in each summary,
        judge against gold.""",
        source="""With D documents that hold the error (for precision: flags), D ≥ 5: the jackknife by source document
        with Student's t and D − 1 degrees of freedom. D < 5: MOVER ([Zou and Donner
        2008](https://doi.org/10.1002/sim.3095)), from d − √((p₁ − l₁)² + (u₂ − p₂)²) to d + √((u₁ − p₁)² + (p₂ − l₂)²),
        with Wilson's limits over the effective n. No interval where fewer than three documents have such cells. For
        correlations the interval is a bootstrap of documents. p comes from swapping the two within whole documents
        ([Deutsch, Dror and Roth 2021](https://doi.org/10.1162/tacl_a_00417), section 5; all swaps for up to 12
        documents that differ), and is adjusted after [Holm 1979](https://www.jstor.org/stable/4615733). Williams' test
        assumes independent normal pairs and is not used.""",
        interval="""jackknife by source document with Student's t; MOVER for fewer than five documents with the error;
        bootstrap of documents for correlations""",
        undefined="""Where no document has both, or where the figure of one of them is undefined over the cells that
        both answered.""",
        left_out="Cells without gold, or without an answer of one of the two.",
    )
    layout = TableLayout(
        ("documents", "differ", "p", "family", "implicit_no", "flag_in_view"),
        heads={
            "first_value": "first %", "second_value": "second %", "value": "difference in points",
            "p_holm": "p (Holm)", "n": "{units}",
        },
        per_hundred=("first_value", "second_value", "value"),
        closing="“{criterion}”: {first} less {second} is between {low} and {high} points, from {n} {units}.",
    )  # fmt: skip
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, "resamples", "gold", "judges"), ("group",), ("unit", "summary"),
            settings=SETTINGS,
        ),
    )  # fmt: skip

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion, level and pair. Raises: InputError for a setting that is none."""
        options = settings(params, SETTINGS)
        between, family = options["between"], options["family"]
        if between not in ("judges", "systems") or family not in ("all", "criterion"):
            raise InputError("Set between=judges or systems, and family=all or criterion.")
        figure_names = ("rate",) if between == "systems" else (*MEASURES, *CORRELATIONS)
        figure = options["figure"] or figure_names[0]
        if figure not in figure_names:
            raise InputError(f"Between {between} there is no figure {figure!r}; use one of: {', '.join(figure_names)}.")
        reader = CellReader(connection, params)
        questions = [question for question in reader.questions() if question.binary and reader.tells_more(question)]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        rows: list[Row] = []
        for question in questions:
            if between == "systems":
                compared = _compare_system_pairs(reader, question)
            else:
                compared = _compare_judge_pairs(reader, question, figure)
            rows += [{**row, "figure": figure} for row in compared]
        adjust(rows, family, 1 - params.confidence)
        _add_standings(rows, names.errors(connection) if between == "systems" else set())
        tested = sum(row["p"] is not None for row in rows)
        words = (
            "of all comparisons of this answer" if family == "all" else "of the comparisons of each criterion and level"
        )
        notes: tuple[str, ...] = (f"p_holm is adjusted over the family {words} ({tested:,} in all).",)
        if not rows:
            notes = (f"There are no two {between} with verdicts on the same cells.",)
        elif doubt := implicit_no.describe_unchecked(rows):
            notes += (doubt,)
        columns: tuple[str, ...] = COLUMNS if between == "systems" else AGAINST_GOLD
        columns = columns if params.level else add_level_column(columns, rows, questions)
        return Result(self.name, params.gold, rows, {}, columns, notes, about(params, UNIT))


def adjust(rows: list[Row], family: str, level: float) -> None:
    """Add p_holm, how many comparisons its family has, and what can be said to each row."""
    groups: dict[object, list[Row]] = {}
    for row in rows:
        of = (row["scheme"], row["criterion"], row["level"]) if family == "criterion" else None
        groups.setdefault(of, []).append(row)
    for group in groups.values():
        for row, adjusted in zip(group, holm([row["p"] for row in group]), strict=True):
            row["p_holm"], row["family"] = adjusted, sum(row["p"] is not None for row in group)
            outside = row["low"] is not None and (row["low"] > 0 or row["high"] < 0)
            small = adjusted is not None and adjusted <= level + 1e-12
            row["told"] = small and outside and row["differ"] >= DIFFERING
            words = f"{_higher(row)} is higher" if row["told"] else INCONCLUSIVE
            row["said"] = "" if row["value"] is None else words


def _add_standings(rows: list[Row], lower_wins: Collection[tuple[str, str]]) -> None:
    """Say in each row who wins its contest (the rows of one criterion and level, and of one judge where systems are
    compared): who beats every other; else who leads: those whom nobody beats. Of criteria in ``lower_wins`` the lower
    beats."""
    contests: dict[tuple[str, str, str, object], list[Row]] = {}
    for row in rows:
        contests.setdefault((row["scheme"], row["criterion"], row["level"], row.get("by")), []).append(row)
    for (scheme, criterion, *_), contest in contests.items():
        compared = [row for row in contest if row["value"] is not None]
        competitors = list(dict.fromkeys(row[end] for end in ("first", "second") for row in compared))
        beats: dict[str, set[str]] = {name: set() for name in competitors}
        for row in compared:
            if row["told"]:
                order = (_higher(row), _lower(row))
                best, other = reversed(order) if (scheme, criterion) in lower_wins else order
                beats[best].add(other)
        winner = next((name for name in competitors if len(beats[name]) == len(competitors) - 1), "")
        leading = [name for name in competitors if not any(name in others for others in beats.values())]
        standing = f"winner: {winner}" if winner else f"leading: {', '.join(leading or competitors)}"
        for row in contest:
            row["standing"] = standing if competitors else ""


def _higher(row: Row) -> str:
    name: str = row["first"] if row["value"] is not None and row["value"] > 0 else row["second"]
    return name


def _lower(row: Row) -> str:
    name: str = row["second"] if row["value"] is not None and row["value"] > 0 else row["first"]
    return name


def _compare_judge_pairs(reader: CellReader, question: CellQuestion, figure: str) -> Iterator[Row]:
    judges = [judge for judge in reader.judges if reader.has_answered(judge, question)]
    if len(judges) < 2:
        return
    cells_by_level = {level: reader.cells(question, judges, level, with_gold=True) for level in ("unit", "summary")}
    levels_of_gold = reader.find_gold_levels(question)
    for pair in combinations(judges, 2):
        for level in find_levels(reader.params, levels_of_gold, pair, *cells_by_level.values()):
            yield _compare_judges(reader, cells_by_level[level], level, pair, figure)


def _compare_judges(
    reader: CellReader, cells: Cells, level: str, pair: tuple[AnnotatorId, AnnotatorId], figure: str
) -> Row:
    assert cells.gold is not None
    reader.params.go_on()
    one, two = pair
    both = (cells.column(one) >= 0) & (cells.column(two) >= 0) & (cells.gold >= 0)
    part = cells.only(both)
    names = [reader.annotator(judge).name for judge in pair]
    measured = _compare_correlations if figure in CORRELATIONS else _compare_with_gold
    difference = measured(reader, part, one, two, figure)
    shares = implicit_no.of_row(reader, part, one) if reader.params.resamples else {}
    return _row(cells, level, names, difference, int(both.sum())) | shares


def _compare_with_gold(
    reader: CellReader, cells: Cells, one: AnnotatorId, two: AnnotatorId, figure: str
) -> PairedDifference:
    """Both judges against gold, over the cells of both."""
    assert cells.gold is not None
    first, second = (confusion(cells.column(judge), cells.gold, cells.origins).counts for judge in (one, two))
    return difference(first, second, MEASURES[figure], **_options(reader))


def _compare_correlations(
    reader: CellReader, cells: Cells, one: AnnotatorId, two: AnnotatorId, kind: str
) -> PairedDifference:
    """The shares of units with the error in each summary, judge against gold."""
    assert cells.gold is not None
    targets, index = group_labels(cells.target)
    columns = (cells.column(one), cells.column(two), cells.gold)
    x, other, y, n = by_document(index, *(column == 1 for column in columns), np.ones(len(index)))
    origin = np.zeros(len(targets), dtype=np.int64)
    origin[index] = cells.origins
    return compare_correlations(x / n, other / n, y / n, origin, kind=kind, **_options(reader))


def _compare_system_pairs(reader: CellReader, question: CellQuestion) -> Iterator[Row]:
    """Pairs of systems over the sources of which both have a summary with answers."""
    judges = (
        [judge for judge in reader.judges if reader.has_answered(judge, question)]
        if reader.params.judges
        else [NO_ANNOTATOR]
    )
    speakers = {judge: [judge] if judge else gold.sources(reader).annotators for judge in judges}
    levels = [(judge, level) for judge in judges for level in reader.find_row_levels(question, speakers[judge])]
    for judge, level in levels:
        cells = reader.cells(question, [judge] if judge else [], level, with_gold=not judge)
        states: NDArray[np.int16] | None = cells.column(judge) if judge else cells.gold
        assert states is not None
        by = {"by": reader.annotator(judge).name} if judge else {}
        yield from (row | by for row in compare_systems(reader, cells, states))


def compare_systems(reader: CellReader, cells: Cells, states: NDArray[np.int16]) -> Iterator[Row]:
    """A row for each pair of systems: the difference of their shares of yes by ``states`` (one entry a cell, negative
    for no answer), over the sources of which both have a summary with answers. Not adjusted (see ``adjust``)."""
    cells, states = cells.only(states >= 0), states[states >= 0]
    codes, names = cells.label("system")
    sums: dict[int, dict[int, tuple[float, float]]] = {}
    for code in np.unique(codes):
        mask = codes == code
        origins, index = group_labels(cells.origins[mask])
        yes, n = by_document(index, states[mask] == 1, np.ones(len(index)))
        sums[int(code)] = dict(zip(origins.tolist(), zip(yes.tolist(), n.tolist(), strict=True), strict=True))
    for one, two in combinations(sums, 2):
        reader.params.go_on()
        shared = sorted(sums[one].keys() & sums[two].keys())
        first, second = (np.array([sums[code][origin] for origin in shared]).reshape(-1, 2) for code in (one, two))
        comparison = difference(first, second, SHARE, cells=first[:, 1] + second[:, 1], **_options(reader))
        answers = round(float(first[:, 1].sum() + second[:, 1].sum()))
        yield _row(cells, cells.level, [names[one], names[two]], comparison, answers)


def _options(reader: CellReader) -> dict[str, Any]:
    p = reader.params
    return {"resamples": p.resamples, "confidence": p.confidence, "cancelled": p.cancelled}


def _row(cells: Cells, level: str, names: list[str], difference: PairedDifference, n: int) -> Row:
    row: Row = {"scheme": cells.question.scheme, "criterion": cells.question.id, "level": level}
    row |= {"first": names[0], "second": names[1]}
    row |= {"first_value": difference.first, "second_value": difference.second}
    row |= {"value": difference.value, "low": difference.low, "high": difference.high, "p": difference.p}
    return row | {"documents": difference.documents, "differ": difference.differ, "n": n, "why": difference.why}


METRIC = PairwiseComparison()
