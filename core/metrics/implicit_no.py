"""Which of gold's "no" are implicit: nobody answered the cell, they went through the text and left it unmarked.

Somebody who answers only the judge's flags leaves every error that it missed unmarked, and the judge finds all errors
there are. So the share of implicit "no" stands beside recall, and an *implicit-no check* (a random draw of them, which
is answered one by one) corrects it. ``flag_in_view``: the share of given answers before which a flag was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.metrics import gold
from galley.core.metrics._documents import Ints
from galley.core.metrics.base import Params, Row
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.stats.clusters import by_document
from galley.core.stats.detection_counts import checked_recall
from galley.core.stats.groups import group_labels
from galley.core.storage import queries
from galley.core.storage.connection import Connection

Rows = NDArray[np.bool_]
COLUMNS = ("implicit_no", "flag_in_view")
CHECKED = ("recall_checked", "recall_checked_low", "recall_checked_high", "recall_at_least_checked")
UNCHECKED = (
    "Up to {share:.0f} % of gold's “no” in a row are implicit: nobody answered them, and recall counts them as right."
    " A random check of some of them corrects recall{how}."
)
HOW = ": galley sample draw implicit-no, for whole summaries with --level summary"

SHARE = (
    "{share:.0f} % of gold's “no” behind these figures ({implicit:,} of {total:,}) are implicit: nobody answered them,"
    " the text was read and left unmarked."
)


def describe_unchecked(rows: Sequence[Row], how: str = HOW) -> str:
    """Two sentences about the implicit "no" behind figures (``rows`` of a metric) that no check corrects; "" for none.
    ``how`` names the command that draws a check."""
    shares = [row["implicit_no"] for row in rows if row.get("implicit_no") and "checked" not in row]
    return UNCHECKED.format(share=100 * max(shares), how=how) if shares else ""


def explicit_answers(reader: CellReader, cells: Cells, from_adjudication: bool) -> tuple[Ints, Ints]:
    """Of each cell how many explicit answers are yes, and how many no, by the people behind gold or (``settled``) by
    its adjudicators."""
    sources = gold.sources(reader)
    people = [*sources.voters, *sources.scored_judges, *([sources.one] if sources.one else [])]
    reader.read([cells.question], sources.annotators)
    stride = 1 + int(cells.target.max(initial=0))
    summary = 0 if cells.level == "summary" else 1  # an answer on any of its units is one on the summary
    keys = cells.unit * summary * stride + cells.target
    yes, no = (np.zeros(len(keys), dtype=np.int64) for _ in range(2))
    for person in sources.adjudicators if from_adjudication else people:
        own = np.full(len(keys), -2)
        for criterion in cells.question.members:
            answers = reader.verdicts.explicit_answers(person, criterion)
            fits = answers.target < stride
            wanted_keys = answers.unit[fits] * summary * stride + answers.target[fits]
            if len(keys) and len(wanted_keys):
                places = np.minimum(np.searchsorted(keys, wanted_keys), len(keys) - 1)
                same = keys[places] == wanted_keys
                np.maximum.at(own, places[same], answers.code[fits][same].astype(np.int64))
        yes += own == 1
        no += own == 0
    return yes, no


def implicit(reader: CellReader, cells: Cells) -> Rows:
    """Which cells have the gold "no" though nobody behind gold answered them."""
    assert cells.gold is not None
    answered = np.zeros(len(cells.unit), dtype=np.int64)
    for from_adjudication in (False, True):
        answered += np.sum(explicit_answers(reader, cells, from_adjudication), axis=0)
    is_implicit: Rows = (cells.gold == 0) & (answered == 0)
    return is_implicit


def count_implicit(reader: CellReader, schemes: Collection[str]) -> tuple[int, int]:
    """How many of gold's "no" on the criteria of these schemes are implicit, of how many, at the levels at which people
    answered. Combined criteria are not counted beside their parts, nor scores, which have no "no"."""
    implicit_count = total = 0
    for question in reader.questions():
        if question.scheme not in schemes or not question.binary or len(question.members) > 1:
            continue
        for level in reader.find_gold_levels(question):
            cells = reader.cells(question, [], level, with_gold=True)
            assert cells.gold is not None
            total += int(np.count_nonzero(cells.gold == 0))
            implicit_count += int(np.count_nonzero(implicit(reader, cells)))
    return implicit_count, total


def describe_share(connection: Connection, params: Params, schemes: Collection[str]) -> str:
    """A sentence about the share of implicit "no" in gold on these schemes; "" where there is none."""
    if not schemes:
        return ""
    implicit_count, total = count_implicit(CellReader(connection, params), schemes)
    if not implicit_count:
        return ""
    return SHARE.format(share=100 * implicit_count / total, implicit=implicit_count, total=total)


def of_row(reader: CellReader, cells: Cells, judge: AnnotatorId, rows: Rows | None = None) -> Row:
    """The two shares over the cells with gold and an answer of the judge (``rows``: some of them); None where there is
    nothing that they could be of."""
    assert cells.gold is not None
    mask = (cells.column(judge) >= 0) & (cells.gold >= 0)
    mask = mask if rows is None else mask & rows
    no = mask & (cells.gold == 0)
    is_implicit = implicit(reader, cells)
    seen, known_count = _in_view(reader, cells, mask)
    return {
        "implicit_no": float(is_implicit[no].mean()) if no.any() else None,
        "flag_in_view": seen / known_count if known_count else None,
    }


def _in_view(reader: CellReader, cells: Cells, mask: Rows) -> tuple[int, int]:
    """Before how many of the decisions on these cells a judge's flag was seen, and of how many that is known."""
    criteria = [criterion.row for criterion in cells.question.members]
    shown_rows = queries.find_shown(reader.connection, criteria, gold.sources(reader).annotators)
    if not len(shown_rows):
        return 0, 0
    stride = 1 + int(cells.target.max(initial=0))
    table = np.array(shown_rows, dtype=np.int64)
    ours = np.isin(table[:, 0] * stride + table[:, 1], (cells.unit * stride + cells.target)[mask])
    return int(table[ours, 2].sum()), int(ours.sum())


def check(
    reader: CellReader,
    cells: Cells,
    judge: AnnotatorId,
    places: Sequence[tuple[int, bool]],
    generation: Ints | None = None,
) -> Row:
    """What the implicit-no check of a judge and question says of its recall. ``places``: the drawn cells in order, as
    rows of ``cells`` with whether they were answered; what was answered up to the first that was not counts.
    ``generation`` is the frame of each cell, -1 for none: what was drawn from later is a stratum of its own. Nothing
    where an implicit "no" is in no frame of which one was checked."""
    assert cells.gold is not None
    answers, truth = cells.column(judge), cells.gold
    decided_rows: list[int] = []
    for row, answered in places:
        if not answered:
            break
        decided_rows.append(row)
    looked = np.zeros(len(truth), dtype=bool)
    looked[decided_rows] = True
    votes, ruled = (explicit_answers(reader, cells, from_adjudication) for from_adjudication in (False, True))
    yes = np.where(ruled[0] + ruled[1] > 0, ruled[0] > 0, votes[0] > votes[1])
    no = np.where(ruled[0] + ruled[1] > 0, ruled[0] == 0, votes[1] > votes[0])
    is_implicit = implicit(reader, cells) & (answers == 0)
    stratum = np.zeros(len(truth), dtype=np.int64) if generation is None else generation
    strata = np.unique(stratum[is_implicit | looked]).tolist()
    of_strata = [(mine & (is_implicit | looked), mine & looked & (yes | no)) for mine in (stratum == n for n in strata)]
    if not strata or not all(checked.any() for _, checked in of_strata):
        return {}
    hits, misses, *sums = by_document(
        group_labels(cells.origins)[1],
        (answers == 1) & (truth == 1),
        (answers == 0) & (truth == 1) & ~looked,
        *(frame for frame, _ in of_strata),
        *(checked for _, checked in of_strata),
        *(checked & yes for _, checked in of_strata),
    )
    frame, decided, wrong = np.array(sums).reshape(3, len(strata), -1)
    recall = checked_recall(hits, misses, frame, decided, wrong, reader.params.confidence)
    figures: Row = dict(zip(CHECKED, (recall.value, recall.low, recall.high, recall.at_least), strict=True))
    return figures | {
        "checked": recall.checked_cells,
        "contradicted": recall.contradicted_cells,
        "implicit": recall.implicit,
    }
