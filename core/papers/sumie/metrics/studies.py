"""The human studies of SUMIE as shares of verdicts: of golden entries, redundant values and values without support.

After sections 3.3 and 4.4. Two (or three) people answer the same cells, and nothing makes gold of what they say: a rate
is the share of their verdicts that find a fault, each cell weighing the same (``rate``), or as much as it has values
(``by_values``: where an attribute is asked about once, the number of its entries, since the paper gives the share of
values). With two readers of 30 attributes, of whom both say no of six and one of three more, the rate is 15/60, and the
agreement 27/30. Unsure, unanswered and unfinished cells are in no rate and are counted. Intervals are bootstrapped by
what was drawn: the attribute, or the paragraph that a golden entry comes from.

``check`` is alignment (golden entries that are not what their paragraph says; the paper gives 1 - rate as accuracy),
redundancy, or hallucination (values without support). Where people answered attributes, their answers on single entries
of the same check are of another task and are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from galley.core.domain import UnitId, UnitKind
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import UNSCORED, CellReader, Cells
from galley.core.papers.sumie.metrics.scores import SCHEME, members
from galley.core.stats.macro import draw, interval
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_units
from galley.core.storage.queries.items import read_unit_sources

CHECKS = (("alignment", "misaligned", 1), ("redundancy", "redundant", 1), ("hallucination", "supported", 0))
"""Each study with its criterion, and the answer that finds a fault."""
COLUMNS = ("check", "system", "asked", "people", "n", "verdicts", "rate", "low", "high", "by_values", "by_values_low",
           "by_values_high", "values", "agreement", "agreed", "of", "why")  # fmt: skip
NOTHING = (
    "Nobody has answered a study of entries here; galley campaign protocol use sumie, then "
    "galley sample draw, asks them."
)


class SumieStudies:
    """See the module."""

    name = "sumie-studies"
    weighs = True
    title = "SUMIE's human studies: shares of verdicts by attribute and by value, and how often reviewers agree"
    unit = "verdicts of people"
    sample = "attributes and paragraphs"
    about = (SCHEME,)
    reference = Reference(
        measures="""SUMIE's human studies: the share of people's verdicts that find a fault, of golden entries,
        redundant values and values without support. `rate` weighs each attribute (or entry) the same, `by_values` as
        much as it has values. With two readers of 30 attributes, both saying no of six and one of three more, the
        rate is 15/60 and the agreement 27/30. First rounds; intervals by what was drawn.""",
        source="""SUMIE, sections 3.3 and 4.4. The paper's 45 % of redundant values with 22 of 30 agreeing can only
        be a share of values: two readers cannot give 45 % of 30 attributes so.""",
        interval="bootstrap of what was drawn, percentiles",
        undefined="Agreement, where nothing was answered by two people.",
        left_out="Answers that are unsure or not finished; answers on single entries, where attributes were asked.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP)),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each check and system. See ``Metric``."""
        reader = CellReader(connection, params, first=True)
        systems, names = reader.documents.labels("system")
        rows: list[Row] = []
        left_out: dict[str, int] = defaultdict(int)
        for check, criterion, fault in CHECKS:
            question = find_question(reader, SCHEME, criterion)
            people = [who for who in reader.humans if question is not None and reader.has_answered(who, question)]
            if question is None or not people:
                continue
            cells = reader.cells(question, people)
            states = np.column_stack([cells.column(who) for who in people])
            groups = _groups(connection, cells)
            of = systems[reader.documents.place(cells.target)]
            for number in dict.fromkeys(of.tolist()):
                system_places = np.flatnonzero(of == number)
                chosen_places = (
                    system_places[[int(unit) in groups for unit in cells.unit[system_places]]]
                    if groups
                    else system_places
                )
                chosen_places = chosen_places if len(chosen_places) else system_places
                left_out["answers on single entries, where attributes were asked"] += int(
                    (states[np.setdiff1d(system_places, chosen_places)] >= 0).sum()
                )
                left_out["answers that are unsure or not finished"] += int((states[chosen_places] == UNSCORED).sum())
                if (states[chosen_places] >= 0).any():
                    asked_kind = "attribute" if int(cells.unit[chosen_places[0]]) in groups else "entry"
                    row = {"check": check, "system": names[number], "asked": asked_kind}
                    rows.append(row | _row(connection, cells, states, chosen_places, fault, params))
        left_out_counts = {why: count for why, count in left_out.items() if count}
        return Result(self.name, "", rows, left_out_counts, COLUMNS, () if rows else (NOTHING,))


def _groups(connection: Connection, cells: Cells) -> set[int]:
    """The units among the cells that stand for several entries."""
    units = read_units(connection, set(cells.unit.tolist()))
    return {row for row, unit in units.items() if unit.kind == UnitKind.GROUP}


def _row(
    connection: Connection,
    cells: Cells,
    states: np.ndarray,
    chosen_places: Sequence[int] | np.ndarray,
    fault: int,
    params: Params,
) -> Row:
    chosen_states = states[chosen_places]
    answer_counts = (chosen_states >= 0).sum(axis=1)
    faults = (chosen_states == fault).sum(axis=1)
    is_answered = answer_counts > 0
    units = [UnitId(int(cells.unit[place])) for place in np.asarray(chosen_places)[is_answered]]
    sizes = np.array([len(members(connection, unit)) for unit in units], dtype=float)
    clusters = np.unique([_draw_group(connection, unit) for unit in units], return_inverse=True)[1]
    columns = [
        faults[is_answered],
        answer_counts[is_answered],
        faults[is_answered] * sizes,
        answer_counts[is_answered] * sizes,
    ]
    sums = np.column_stack([np.bincount(clusters, weights=column) for column in columns]).astype(float)
    draws = draw(sums, resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
    row: Row = {
        "people": int((chosen_states >= 0).any(axis=0).sum()),
        "n": len(units),
        "verdicts": int(answer_counts.sum()),
    }
    for name, top in (("rate", 0), ("by_values", 2)):
        value, resamples = draws.ratio(top, top + 1)
        ends = interval(value, resamples, len(sums), params.confidence)
        low, high = ("low", "high") if name == "rate" else ("by_values_low", "by_values_high")
        row |= {name: value, low: ends.low, high: ends.high, "why": ends.why}
    both = answer_counts >= 2
    same = both & ((faults == 0) | (faults == answer_counts))
    agreement = float(same.sum() / both.sum()) if both.any() else None
    row |= {"values": int(sizes.sum()), "agreement": agreement, "agreed": int(same.sum()), "of": int(both.sum())}
    if agreement is None:
        row["why"] = f"{row['why']} agreement: Undefined because nothing was answered by two people.".strip()
    return row


def _draw_group(connection: Connection, unit: UnitId) -> int:
    """What a unit was drawn with: itself where it is an attribute, a table's entry its table, a golden entry the
    paragraph that it comes from."""
    row = read_units(connection, [unit])[unit]
    if row.kind == "group":
        return int(unit)
    if row.role != "reference":
        return -row.document
    return min(read_unit_sources(connection, unit, unit).get(unit, (unit,)))


METRIC = SumieStudies()
