"""Words and figures of headings: whole per cents, points, and who is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage import names, score_names
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import Row, join_sentences, n_of, score_name
from galley.gui.translation import tr, tr_n


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


def name_scores(closing: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The sentence below a table of pairs of scores, with the names of their rows instead of ids."""
    texts = {row[side]: row[f"{side}_name"] for row in rows for side in ("x", "y")}
    for score in sorted(texts, key=len, reverse=True):  # "verdict:a" is a part of "verdict:a@judge"
        closing = closing.replace(score, texts[score])
    return closing


def is_overall(name: str, combined: Collection[str]) -> bool:
    """Whether a score is one of everything together: people's overall score, or a combined criterion (by id)."""
    plain_name = name.partition("@")[0]
    if not plain_name.startswith("verdict:"):
        return plain_name in OVERALL_SCORES
    return plain_name.removeprefix("verdict:").rpartition("/")[2] in combined


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


OVERALL_SCORES = ("factuality", "overall")
RANKED = 50
"""Of fewer a title gives count and interval; it never ranks."""


def find_outlier(rows: Iterable[Row], value: str = "value", combined: Collection[tuple[str, str]] = ()) -> Row | None:
    """The row whose ``value`` is higher than that of every other by their intervals; None where there is none, or where
    one of fewer than ``RANKED`` may be higher. Rows of ``combined`` criteria are not compared."""
    single = [
        row for row in rows if row[value] is not None and (row.get("scheme"), row.get("criterion")) not in combined
    ]
    fair = sorted((row for row in single if (row.get("n") or 0) >= RANKED), key=lambda row: -row[value])
    prefix = "" if value == "value" else f"{value}_"
    if len(fair) < 2 or None in (fair[0][f"{prefix}low"], fair[1][f"{prefix}high"]):
        return None
    if any(row[value] >= fair[0][f"{prefix}low"] for row in single if (row.get("n") or 0) < RANKED):
        return None
    return fair[0] if all(fair[0][f"{prefix}low"] > (row[f"{prefix}high"] or row[value]) for row in fair[1:]) else None


def find_combined(connection: Connection) -> set[tuple[str, str]]:
    """The combined criteria, as (scheme, id)."""
    return {(scheme.id, combined.id) for scheme in names.schemes(connection) for combined in scheme.combined_criteria}


def count_words(count: int, n: int, low: float | None, high: float | None) -> str:
    """A share of few as count and interval: "17 of 23 (54 to 87 %)"."""
    words = tr("{count:,} of {n:,}", count=count, n=n)
    if low is None or high is None:
        return words
    ends_ = (printed_figures.number(100 * end, 0) for end in (low, high))
    return tr("{words} ({low} to {high} %)", words=words, low=next(ends_), high=next(ends_))


LISTED = 2
"""A title names each of so many figures; of more it says from where to where they reach."""


def describe_figures(
    measure: str,
    rows: Iterable[Row],
    names: Sequence[str],
    value: str = "value",
    kind: str = "percent",
    guide: tuple[float, str] | None = None,
) -> str:
    """A title that ranks nothing: the measure, its figures with intervals (the range of more than ``LISTED``), how many
    intervals exclude ``guide``, and n. ``names`` are the entries of a row that say whose a figure is; "" where no
    figure is defined."""
    prefix = "" if value == "value" else f"{value}_"
    defined_rows = [row for row in rows if row.get(value) is not None]
    if not defined_rows:
        return ""

    def bounds(row: Row) -> tuple[float | None, float | None]:
        low, high = row.get(f"{prefix}low"), row.get(f"{prefix}high")
        return (None, None) if low == high else (low, high)

    if len(defined_rows) > LISTED:
        low, high = (end(row[value] for row in defined_rows) for end in (min, max))
        figures = tr(
            "{low} to {high}",
            low=printed_figures.format_figure(low, kind), high=printed_figures.format_figure(high, kind),
        )  # fmt: skip
    else:
        figures = "; ".join(
            f"{', '.join(dict.fromkeys(str(row[name]) for name in names if row.get(name)))} "
            f"{printed_figures.format_figure(row[value], kind)}{printed_figures.spread(*bounds(row), kind)}".strip()
            for row in defined_rows
        )
    if guide is not None:
        with_interval = [bounds(row) for row in defined_rows if bounds(row)[0] is not None]
        apart = sum(not (low or 0.0) <= guide[0] <= (high or 0.0) for low, high in with_interval)
        at = f"{printed_figures.format_figure(guide[0], kind)} ({guide[1]})"
        of = len(with_interval)
        if of > 1:
            words = tr("{n:,} of {of:,} intervals exclude {guide}", n=apart, of=of, guide=at)
            figures = f"{figures}; {words}"
        elif of and not apart:
            figures = tr("{figures}, which may be {guide}", figures=figures, guide=at)
    counted_rows = any(row.get("n") for row in defined_rows)
    return tr("{measure}: {figures}", measure=measure, figures=figures) + (f", {n_of(defined_rows)}" * counted_rows)


def compare_judges_words(connection: Connection, ask: ChartRequest, figure: str, figure_name: str) -> str:
    """Which judges are better than every other by ``figure`` after Holm's correction, and on how many criteria, as a
    title; "" while a decision is followed, and where fewer than two judges can be compared."""
    if not ask.resamples or len(ask.shown_judges()) < 2:
        return ""
    combined = find_combined(connection)
    contests: dict[tuple[str, str, str], Row] = {
        (row["scheme"], row["criterion"], row["level"]): row
        for row in compute("comparing", connection, ask.params(options=(f"figure={figure}",))).rows
        if row["value"] is not None and row["n"] >= RANKED and (row["scheme"], row["criterion"]) not in combined
    }
    if not contests:
        return ""
    winners = Counter(
        row["standing"].removeprefix("winner: ") for row in contests.values() if row["standing"].startswith("winner: ")
    )
    if not winners:
        return tr_n(
            "No judge is better than the others on {n:,} criterion ({figure})",
            "No judge is better than the others on any of {n:,} criteria ({figure})",
            len(contests),
            figure=figure_name,
        )
    (best, count), *others = winners.most_common()
    words = tr(
        "{judge} is better than every other on {count} of {of} criteria ({figure})",
        judge=best, count=count, of=len(contests), figure=figure_name,
    )  # fmt: skip
    more = [tr("{judge} on {count}", judge=judge, count=count) for judge, count in others]
    return ", ".join((words, *more))


def only_errors(connection: Connection, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows about errors."""
    error_keys = names.errors(connection)
    return [row for row in rows if (row["scheme"], row["criterion"]) in error_keys]
