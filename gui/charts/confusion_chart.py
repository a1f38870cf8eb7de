"""Which error a judge takes for which: its criteria against gold's on the same units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.metrics import gold
from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.project.reading_access import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Mark, Matrix, Picture
from galley.gui.charts.chart_marks import told
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.language import tr

TITLE = tr("Confusion between criteria")
NOTHING = tr("no error")
COLUMNS = (ChartColumn("gold", tr("Gold")), ChartColumn("said", tr("Judge")), ChartColumn("n", tr("units"), "count"))

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ConfusionUnits:
    """Units x criteria (the last column: nothing besides): what gold and the judge say that the other does not, and
    what both say; the item of each unit. ``left_out`` marked units have not every answer."""

    questions: tuple[CellQuestion, ...]
    gold: Bits
    said: Bits
    both: Bits
    items: NDArray[np.int64]
    left_out: int


def build(connection: Reader, ask: Ask) -> Picture:
    """One judge and one scheme: those that are chosen, else the first that have both."""
    reader = CellReader(connection, ask.params(criteria=()))
    for scheme in reader.schemes:
        for judge in reader.judges:
            units = _units(reader, scheme.id, judge)
            if units is not None and len(units.items):
                return _picture(reader, units, judge, ask)
    return Picture(
        TITLE, needs=tr("This chart needs a judge and gold with verdicts on two criteria of the same units.")
    )


def items(connection: Reader, row: Mapping[str, Any], ask: Ask) -> tuple[int, ...]:
    """The items of the units that a cell of the matrix counts."""
    reader = CellReader(connection, ask.params(criteria=()))
    judge = next(a for a in reader.judges if reader.annotator(a).name == row["judge"])
    units = _units(reader, row["scheme"], judge)
    if units is None:
        return ()
    truth, said = row["pair"]
    marked = units.both[:, truth] if truth == said else units.gold[:, truth] & units.said[:, said]
    return tuple(np.unique(units.items[marked]).tolist())


def _units(reader: CellReader, scheme: str, judge: int) -> ConfusionUnits | None:
    """What gold and the judge mark: the rule of the metric ``confusion``, by arrays, so that it follows a decision at
    once. Units on which not every criterion has both answers are left out."""
    asked = [q for q in reader.questions() if q.scheme == scheme and q.binary and not q.rollup]
    questions = [q for q in asked if reader.asked(judge, q)]
    if len(questions) < 2:
        return None
    reader.fetch(questions, [judge, *gold.sources(reader).annotators])
    parts, holes = [], []
    for number, question in enumerate(questions):
        cells = reader.cells(question, [judge], with_gold=True)
        assert cells.gold is not None
        said, truth = cells.column(judge), cells.gold
        marked, hole = (said == 1) | (truth == 1), (said < 0) | (truth < 0)
        column = np.full(int(marked.sum()), number)
        places = cells.unit[marked], cells.target[marked]
        parts.append((*places, column, truth[marked] == 1, said[marked] == 1, cells.items[marked]))
        holes.append((cells.unit[hole], cells.target[hole]))
    unit, target, column, truth, said, item = (np.concatenate(each) for each in zip(*parts, strict=True))
    open_unit, open_target = (np.concatenate(each) for each in zip(*holes, strict=True))
    stride = 1 + max(int(ids.max(initial=0)) for ids in (target, open_target))
    keys, first, place = np.unique(unit * stride + target, return_index=True, return_inverse=True)
    full = ~np.isin(keys, open_unit * stride + open_target)
    size = len(questions)
    table = np.zeros((2, len(keys), size), dtype=bool)
    table[0, place, column], table[1, place, column] = truth, said
    table = table[:, full]
    both = table[0] & table[1]
    # Where both name the same error it is no confusion with the others that either names besides.
    rest = table & ~both
    nothing = ~rest.any(axis=2)
    nothing[:, nothing.all(axis=0)] = False
    truths, named = (np.column_stack([rest[k], nothing[k]]) for k in (0, 1))
    both = np.column_stack([both, np.zeros(int(full.sum()), dtype=bool)])
    return ConfusionUnits(tuple(questions), truths, named, both, item[first][full], int((~full).sum()))


def _picture(reader: CellReader, units: ConfusionUnits, judge: int, ask: Ask) -> Picture:
    counts = units.gold.T.astype(np.int64) @ units.said.astype(np.int64)
    counts += np.diag(units.both.sum(axis=0))
    size = len(units.questions)
    labels = (*(q.name for q in units.questions), NOTHING)
    name, scheme = reader.annotator(judge).name, units.questions[0].scheme
    used = [k for k in range(size) if counts[k].any() or counts[:, k].any()] + [size]
    rows: dict[tuple[int, int], Row] = {
        (t, s): {
            "gold": labels[t], "said": labels[s], "n": int(counts[t, s]),
            "judge": name, "scheme": scheme, "pair": (t, s),
        }
        for t in used
        for s in used
        if counts[t, s]
    }  # fmt: skip
    marks = tuple(tuple(_mark(rows.get((t, s))) for s in used) for t in used)
    texts = tuple(tuple(printed_figures.count(rows[t, s]["n"]) if (t, s) in rows else "" for s in used) for t in used)
    shown = tuple(labels[k] for k in used)
    drawing = Matrix(shown, shown, marks, texts, 0, int(counts.max()), tr("{name} says", name=name), tr("gold says"))
    subtitle = told(
        tr("How many units gold and {name} mark as what; on the diagonal they agree.", name=name),
        tr("A unit with several errors counts in several cells."),
        printed_figures.gold(reader.params.gold),
        printed_figures.left_out({tr("units without an answer on every criterion"): units.left_out}),
        tr("Other judges: switch this one off above.") if len(reader.judges) > 1 and not ask.judges else "",
    )
    return Picture(TITLE, subtitle, drawing, plain(list(rows.values()), COLUMNS))


def _mark(row: Row | None) -> Mark | None:
    if row is None:
        return None
    words = tr(
        "gold: {gold}, {judge}: {said}: {count} units",
        gold=row["gold"],
        judge=row["judge"],
        said=row["said"],
        count=row["n"],
    )
    return Mark(row["n"], row=row, words=words)


CHART = Chart(
    "confusion", tr("Confusion"), tr("Judges against people"), 3, build,
    ("scheme", "judge", "system", "source", "split", "gold", "only-gold"),
)  # fmt: skip
