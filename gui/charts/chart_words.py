"""Words and figures of headings: whole per cents, points, and who is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from galley.core.storage import names, score_names
from galley.core.storage.read_connection import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts.chart_marks import join_sentences, rests_on_few, score_name
from galley.gui.translation import tr


def fold_details(measure: str, *details: str) -> str:
    """A subtitle: what is measured, and in a paragraph of its own what one need not read at once."""
    return "\n".join(part for part in (measure, join_sentences(*details)) if part)


def share(value: float) -> str:
    """A fraction for a heading: "12 %", below 10 % with a decimal."""
    return f"{printed_figures.number(100 * value, 0 if value == 0 or abs(value) >= 0.0995 else 1)} %"


def points(value: float) -> str:
    """A difference of two fractions in points: "+4.2", "−0.3", "0.0"."""
    text = printed_figures.number(100 * value, 1)
    return text if value <= 0 or not text.strip("0.,") else f"+{text}"


def ends(low: float | None, high: float | None) -> str:
    """An interval of a share in per cent, "[7.0, 11.2]"; nothing where there is none."""
    if low is None or high is None:
        return ""
    one, other = (printed_figures.number(100 * limit, 1) for limit in (low, high))
    return f"[{one}; {other}]" if "," in one + other else f"[{one}, {other}]"


def score_words(criterion_names: Mapping[tuple[str, str], str], name: str) -> str:
    """A score in words: "verdict:ent-e@gpt-4o" is "Entity error, gpt-4o", "rouge-1" is "ROUGE 1", and a score that has
    the name of a criterion that ships that criterion's."""
    if name.startswith("verdict:"):
        return score_name(criterion_names, name)
    return score_names.format_score_name(name, tr("factuality without {criterion}"))


def left_words(
    criterion_names: Mapping[tuple[str, str], str], left_out: Mapping[str, int], scores: Iterable[str]
) -> dict[str, int]:
    """What was left out of a correlation, the names of ``scores`` in words."""
    counts: dict[str, int] = {}
    every = sorted({*scores}, key=len, reverse=True)
    for why, count in left_out.items():
        reason = why
        for name in every:
            if f" {name} " in f" {why} ":
                quoted_name = tr("“{name}”", name=score_words(criterion_names, name))
                reason = f" {why} ".replace(f" {name} ", f" {quoted_name} ").strip()
                break
        counts[reason] = counts.get(reason, 0) + count
    return counts


def find_leading_judge(rows: Iterable[Mapping[str, Any]], value: str) -> tuple[str, int, int] | None:
    """Which judge alone has the highest ``value`` on most criteria, on how many, and of how many; rows that rest on few
    do not count. None where no two judges can be held against each other, or none is ahead on more than half."""
    fair: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row[value] is not None and not rests_on_few(row):
            fair.setdefault(row["name"], []).append(row)
    ranked = [
        sorted(criterion_rows, key=lambda row: -row[value])[:2]
        for criterion_rows in fair.values()
        if len(criterion_rows) > 1
    ]
    tops = Counter(best["judge"] for best, next_ in ranked if best[value] > next_[value])
    who, count = max(tops.items(), key=lambda top: top[1], default=("", 0))
    return (who, count, len(ranked)) if 2 * count > len(ranked) else None


def only_errors(connection: Reader, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows about errors."""
    error_keys = names.errors(connection)
    return [row for row in rows if (row["scheme"], row["criterion"]) in error_keys]
