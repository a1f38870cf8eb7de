"""Which error a judge takes for which: its criteria against gold's on the same units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.metrics import gold, implicit_no
from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.metrics.confusion import find_levels
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import FEW, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import fold_details, share
from galley.gui.charts.drawing_kinds import NotedMatrix
from galley.gui.translation import tr, tr_n

TITLE = tr("Confusion between criteria")
NOTHING = tr("no error")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("truths", tr("In gold"), "count"),
    ChartColumn("found", tr("Found"), "percent", "why_found"),
    ChartColumn("missed", tr("Missed"), "percent", "why_found"),
    ChartColumn("other", tr("Most often confused with")),
    ChartColumn("times", tr("times"), "count"),
    ChartColumn("named", tr("By the judge"), "count"),
    ChartColumn("right", tr("Of these in gold"), "percent", "why_right"),
)

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ConfusionUnits:
    """Units x criteria (the last column: nothing besides): what gold and the judge say that the other does not, and
    what both say; the item of each unit. ``uncovered`` marked units have not every answer. ``levels`` are those that
    have answers: the units are of the first. ``shares`` are those of implicit "no" by criterion."""

    questions: tuple[CellQuestion, ...]
    gold: Bits
    judge_marks: Bits
    both: Bits
    items: NDArray[np.int64]
    left_out: int
    levels: tuple[str, ...]
    shares: tuple[Row, ...]


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """One judge and one scheme: those that are chosen, else the first that have both."""
    reader = CellReader(connection, ask.params(criteria=()))
    for scheme in reader.schemes:
        for judge in reader.judges:
            units = _units(reader, scheme.id, judge)
            if units is not None and len(units.items):
                return implicit_answers.warn(_picture(reader, units, judge), units.shares)
    return Picture(
        TITLE, needs=tr("This chart needs a judge and gold with verdicts on two criteria of the same units.")
    )


def items(connection: Connection, row: Mapping[str, Any], ask: ChartRequest) -> tuple[int, ...]:
    """The items of the units that a cell of the matrix counts; of a criterion alone, of those that either marks."""
    reader = CellReader(connection, ask.params(criteria=()))
    judge = next(a for a in reader.judges if reader.annotator(a).name == row["judge"])
    units = _units(reader, row["scheme"], judge)
    if units is None:
        return ()
    truth, judge_label = row["pair"]
    marked = units.both[:, truth]
    if judge_label is None:
        marked = marked | units.gold[:, truth] | units.judge_marks[:, truth]
    elif truth != judge_label:
        marked = units.gold[:, truth] & units.judge_marks[:, judge_label]
    return tuple(np.unique(units.items[marked]).tolist())


def _units(reader: CellReader, scheme: str, judge: AnnotatorId) -> ConfusionUnits | None:
    """What gold and the judge mark: the rule of the metric ``confusion``, by arrays, so that it follows a decision at
    once. Units on which not every criterion has both answers are left out."""
    binary_questions = [q for q in reader.questions() if q.scheme == scheme and q.binary and not q.is_combined]
    questions = [q for q in binary_questions if reader.has_answered(judge, q)]
    if len(questions) < 2:
        return None
    reader.fetch(questions, [judge, *gold.sources(reader).annotators])
    levels = find_levels(reader, judge, questions)
    follows = not reader.params.resamples  # a chart that follows a decision at once leaves the shares out
    shares = () if follows else tuple(implicit_no.of_row(reader, cells, judge) for cells in levels[0][1])
    parts, holes = [], []
    for number, cells in enumerate(levels[0][1]):
        assert cells.gold is not None
        judge_answers, truth = cells.column(judge), cells.gold
        marked, hole = (judge_answers == 1) | (truth == 1), (judge_answers < 0) | (truth < 0)
        column = np.full(int(marked.sum()), number)
        places = cells.unit[marked], cells.target[marked]
        parts.append((*places, column, truth[marked] == 1, judge_answers[marked] == 1, cells.items[marked]))
        holes.append((cells.unit[hole], cells.target[hole]))
    unit, target, column, truth, judge_answers, item = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    open_unit, open_target = (np.concatenate(arrays) for arrays in zip(*holes, strict=True))
    stride = 1 + max(int(ids.max(initial=0)) for ids in (target, open_target))
    keys, first, place = np.unique(unit * stride + target, return_index=True, return_inverse=True)
    full = ~np.isin(keys, open_unit * stride + open_target)
    size = len(questions)
    table = np.zeros((2, len(keys), size), dtype=bool)
    table[0, place, column], table[1, place, column] = truth, judge_answers
    table = table[:, full]
    both = table[0] & table[1]
    # Where both name the same error it is no confusion with the others that either names besides.
    rest = table & ~both
    nothing = ~rest.any(axis=2)
    nothing[:, nothing.all(axis=0)] = False
    truths, named = (np.column_stack([rest[k], nothing[k]]) for k in (0, 1))
    both = np.column_stack([both, np.zeros(int(full.sum()), dtype=bool)])
    return ConfusionUnits(tuple(questions), truths, named, both, item[first][full], int((~full).sum()),
                          tuple(level for level, _ in levels), shares)  # fmt: skip


def _picture(reader: CellReader, units: ConfusionUnits, judge: AnnotatorId) -> Picture:
    counts = units.gold.T.astype(np.int64) @ units.judge_marks.astype(np.int64)
    counts += np.diag(units.both.sum(axis=0))
    size = len(units.questions)
    labels = (*(q.name for q in units.questions), NOTHING)
    name, scheme = reader.annotator(judge).name, units.questions[0].scheme
    used = [k for k in range(size) if counts[k].any() or counts[:, k].any()] + [size]
    truths, named = ((marks | units.both).sum(axis=0).tolist() for marks in (units.gold, units.judge_marks))
    rows: dict[tuple[int, int], Row] = {
        (t, s): {
            "gold": labels[t], "said": labels[s], "n": int(counts[t, s]),
            "judge": name, "scheme": scheme, "pair": (t, s), "of": truths[t] if t < size else 0,
        }
        for t in used
        for s in used
        if counts[t, s]
    }  # fmt: skip
    marks = tuple(tuple(_mark(rows.get((t, s))) for s in used) for t in used)
    texts = tuple(tuple(printed_figures.count(rows[t, s]["n"]) if (t, s) in rows else "" for s in used) for t in used)
    shares = tuple(tuple(_share(rows.get((t, s))) for s in used) for t in used)
    across, down = tr("{name} says", name=name), tr("gold says")
    used_labels = tuple(labels[k] for k in used)
    drawing = NotedMatrix(used_labels, used_labels, marks, texts, 0, int(counts.max()), across, down, notes=shares)
    head = {"judge": name, "scheme": scheme}
    table = [head | _line(t, rows, labels[t], truths[t], named[t], size) for t in used[:-1]]
    subtitle = fold_details(
        tr_n(
            "The errors that gold and {name} see in the {n:,} unit that either marks. Below each count: its share of "
            "gold's units.",
            "The errors that gold and {name} see in the {n:,} units that either marks. Below each count: its share "
            "of gold's units.",
            len(units.items),
            name=name,
        ),
        tr("Units are whole summaries here.") if units.levels[0] == "summary" else "",
        tr("Answers about whole summaries are left out; galley metrics confusion has them.")
        if len(units.levels) > 1
        else "",
        tr("A unit with several errors counts in several cells; the same error in both is not a confusion."),
        tr("The chart shows the first of {n} chosen judges.", n=len(reader.judges)) if len(reader.judges) > 1 else "",
        printed_figures.gold(reader.params.gold),
        printed_figures.left_out({tr("units without an answer on every criterion"): units.left_out}),
    )
    return Picture(_finding(rows, name, size, len(units.items)), subtitle, drawing, plain(table, COLUMNS))


def _line(t: int, rows: Mapping[tuple[int, int], Row], name: str, truths: int, named: int, size: int) -> Row:
    """A criterion in the table: how many units gold and the judge mark, how many of them both, and what most often
    stands in its place."""
    count = {s: row["n"] for (truth, s), row in rows.items() if truth == t}
    wrong = {s: n for s, n in count.items() if s not in (t, size)}
    most = max(wrong.values(), default=0)
    same, missed = count.get(t, 0), count.get(size, 0)
    line_row = {
        "name": name, "pair": (t, None), "truths": truths, "named": named,
        "found": same / truths if truths else None, "missed": missed / truths if truths else None,
        "why_found": tr("gold has no such unit"),
        "right": same / named if named else None, "why_right": tr("the judge names none"),
        "other": ", ".join(rows[t, s]["said"] for s, n in wrong.items() if n == most),
    }  # fmt: skip
    return line_row | {"times": most} if most else line_row


def _finding(rows: Mapping[tuple[int, int], Row], judge: str, size: int, units: int) -> str:
    """Which error the judge takes for which other in most units, where that is no rarity; else how often it does."""
    mixed = [row for (t, s), row in rows.items() if t != s and size not in (t, s)]
    most = max(mixed, key=lambda row: int(row["n"]), default=None)
    if most is None:
        return tr("{judge} confuses no errors in {of:,} units", judge=judge, of=units)
    if most["n"] >= FEW:
        words = {"judge": judge, "gold": most["gold"], "said": most["said"], "n": most["n"], "of": most["of"]}
        return tr("{judge} takes “{gold}” for “{said}” in {n:,} of {of:,} units", **words)
    times = sum(row["n"] for row in mixed)
    return tr_n("{judge} confuses one error with another once in {of:,} units",
                "{judge} confuses one error with another {n} times in {of:,} units",
                times, judge=judge, of=units)  # fmt: skip


def _share(row: Row | None) -> str:
    """Of the units that gold calls so; of fewer than five it says nothing."""
    return share(row["n"] / row["of"]) if row is not None and row["of"] >= FEW else ""


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
    "confusion", tr("Confusion"), tr("Judges"), 8, build,
    ("scheme", "judge", "system", "source", "split", "gold", "only-gold"),
)  # fmt: skip
