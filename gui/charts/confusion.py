"""Which error a judge takes for which: its criteria against gold's on the same units."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.metrics.base import Row
from core.metrics.cells import Question, Reader
from gui.charts import figures
from gui.charts.base import Ask, Chart, Mark, Matrix, Picture
from gui.charts.marks import told
from gui.charts.table import Column, plain

TITLE = "Confusion between criteria"
NOTHING = "no error"
COLUMNS = (Column("gold", "Gold"), Column("said", "Judge"), Column("n", "units", "count"))


def build(connection: Any, ask: Ask) -> Picture:
    """One judge and one scheme: those that are chosen, else the first that have both."""
    reader = Reader(connection, ask.params(criteria=()))
    judges = [row for row in reader.judges if not ask.judges or reader.annotator(row).name in ask.judges]
    for scheme in reader.schemes:
        questions = [
            q for q in reader.questions() if q.scheme == scheme.id and q.binary and not q.rollup and not q.whole
        ]
        kinds = [q.members[0].unit for q in questions]
        questions = [q for q in questions if q.members[0].unit is max(set(kinds), key=kinds.count)]
        for judge in judges:
            if len(questions) > 1 and sum(reader.asked(judge, q) for q in questions) > 1:
                found = _picture(reader, questions, judge, ask)
                if found is not None:
                    return found
    return Picture(TITLE, needs="This chart needs a judge and gold with verdicts on two criteria of the same units.")


def _picture(reader: Reader, questions: list[Question], judge: int, ask: Ask) -> Picture | None:
    units: dict[tuple[int, int], list[set[int]]] = {}
    items: dict[tuple[int, int], int] = {}
    for number, question in enumerate(questions):
        cells = reader.cells(question, [judge], with_gold=True)
        assert cells.gold is not None
        said, truth = cells.column(judge), cells.gold
        both = (said >= 0) & (truth >= 0)
        marked = both & ((said == 1) | (truth == 1))
        for row in np.flatnonzero(marked).tolist():
            cell = int(cells.unit[row]), int(cells.target[row])
            sides = units.setdefault(cell, [set(), set()])
            if truth[row] == 1:
                sides[0].add(number)
            if said[row] == 1:
                sides[1].add(number)
            items[cell] = int(cells.items[row])
    if not units:
        return None
    size = len(questions)
    behind: dict[tuple[int, int], list[int]] = {}
    for cell, (truths, saids) in units.items():
        # Where both name the same error it is no confusion with the others that either names besides.
        agreed = truths & saids
        pairs = [(k, k) for k in agreed]
        pairs += [(t, s) for t in (truths - agreed) or {size} for s in (saids - agreed) or {size}]
        for pair in pairs:
            if pair != (size, size):
                behind.setdefault(pair, []).append(items[cell])
    labels = (*(q.name for q in questions), NOTHING)
    used = [*sorted({side for pair in behind for side in pair} - {size}), size]
    rows: dict[tuple[int, int], Row] = {
        (t, s): {"gold": labels[t], "said": labels[s], "n": len(found), "items": tuple(dict.fromkeys(found))}
        for (t, s), found in sorted(behind.items())
    }
    name = reader.annotator(judge).name
    cells_ = tuple(tuple(_mark(rows.get((t, s)), name) for s in used) for t in used)
    texts = tuple(tuple(figures.count(rows[t, s]["n"]) if (t, s) in rows else "" for s in used) for t in used)
    most = max(row["n"] for row in rows.values())
    shown = tuple(labels[k] for k in used)
    drawing = Matrix(shown, shown, cells_, texts, 0, most, f"{name} says", "gold says")
    subtitle = told(
        f"How many units gold and {name} mark as what; on the diagonal they agree.",
        "A unit with several errors counts in several cells.",
        figures.gold(ask.gold),
        "Other judges: switch this one off above." if len(reader.judges) > 1 and not ask.judges else "",
    )
    return Picture(TITLE, subtitle, drawing, plain(list(rows.values()), COLUMNS))


def _mark(row: Row | None, judge: str) -> Mark | None:
    if row is None:
        return None
    return Mark(row["n"], row=row, words=f"gold: {row['gold']}, {judge}: {row['said']}: {row['n']} units")


CHART = Chart(
    "confusion", "Confusion", "Judges against people", 3, build,
    ("scheme", "judge", "system", "source", "split", "gold", "only-gold"),
)  # fmt: skip
