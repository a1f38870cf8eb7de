"""What the report of a campaign draws: how far each task is, agreement, answers day by day, who settled what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from galley.core.campaign.exports._campaign_parts import Parts
from galley.core.campaign.task_plan import PersonProgress
from galley.core.exports._charts import Drawn, DrawnDays, DrawnFigures
from galley.core.exports._report_tables import Built
from galley.core.paper_tables.paper_table import Figure, Sheet


def charts(parts: Parts) -> dict[str, Drawn]:
    """The drawings by the head that they stand under; one that would say nothing is not among them. The figures are
    those of the tables."""
    return dict(_iter_charts(parts))


def _iter_charts(parts: Parts) -> Iterator[tuple[str, Drawn]]:
    results = [line for line in _only(parts.results()).lines if _number(line.figures[0])]
    if results:
        yield "Outcome", DrawnFigures(
            "The share of the questions that have gold, by task.",
            tuple((e.label, (e.figures[-1],), f"{_number(e.figures[1]):,} of {_number(e.figures[0]):,}")
                  for e in results),
            kind="percent", bars=True,
        )  # fmt: skip
    agreement = _only(parts.agreement())
    if agreement.lines:
        after = len(agreement.columns) > 2
        yield "Agreement in the tasks", DrawnFigures(
            "Krippendorff's α with its interval at 95 %, by task and criterion.",
            tuple((e.label, tuple(e.figures[1::2]), f"n = {_number(e.figures[0]):,}") for e in agreement.lines),
            ("before discussion", "after discussion") if after else ("before discussion",),
            guides=((0.0, "chance"),),
        )  # fmt: skip
    days = {parts.title(line): _by_day(line.seats) for line in parts.campaign.lines}
    days = {title: by_day for title, by_day in days.items() if by_day}
    if len({day for by_day in days.values() for day, _ in by_day}) > 1:
        subtitle = "Answers of all people together, by task and day (UTC)."
        yield "Items read by each person", DrawnDays(subtitle, "answers", days)
    resolution = _only(parts.resolution())
    if len(resolution.lines) > 1:
        several = len({line.group for line in resolution.lines}) > 1
        most = max(_number(line.figures[0]) for line in resolution.lines)
        yield "Adjudication by person", DrawnFigures(
            "Cells, by task and by what made them gold.",
            tuple((f"{e.group}: {e.label}" if several else e.label, (e.figures[0],), "") for e in resolution.lines),
            kind="count", span=(0.0, float(most)), bars=True,
        )  # fmt: skip


def _by_day(progress_lines: Iterable[PersonProgress]) -> tuple[tuple[str, int], ...]:
    """Answers of all people in a task, by day."""
    total: Counter[str] = Counter()
    for person_line in progress_lines:
        total.update(dict(person_line.days))
    return tuple(sorted(total.items()))


def _only(built: Built) -> Sheet:
    """The first table of a part; an empty one where it has none."""
    return next(iter(built[1]), Sheet("", (), ()))


def _number(figure: Figure | None) -> int:
    return int(figure.value) if figure is not None and figure.value is not None else 0
