"""What charts of recall say of gold's implicit "no": its share in the table, and a check of it beside the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from galley.core.metrics import implicit_no
from galley.core.metrics.detection import find_both_levels
from galley.gui.charts.base import Picture
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent
from galley.gui.translation import tr

Answer = TypeVar("Answer", Picture, ChartContent)
COLUMN = ChartColumn("implicit_no", tr("Implicit “no”"), "percent")
CHECK = ("draw-implicit-no", tr("Draw a review sample…"))


def name_levels(rows: Sequence[dict[str, Any]]) -> None:
    """Add to the names of rows of whole summaries what they are of, where the criterion has rows of units, too."""
    both = find_both_levels(rows)
    for row in rows:
        if row["level"] == "summary" and (row["scheme"], row["criterion"]) in both:
            row["name"] = tr("{criterion}, summaries", criterion=row["name"])


def fill(rows: Sequence[dict[str, Any]]) -> None:
    """Give rows without the share an empty one: a chart that follows a decision at once leaves it out."""
    for row in rows:
        row.setdefault(COLUMN.key, None)


def warn(answer: Answer, rows: Sequence[dict[str, Any]]) -> Answer:
    """A picture, or what becomes one; where implicit "no" stand behind it, with a warning and the check's button."""
    doubt = implicit_no.describe_unchecked(rows, how="")  # the button beside it draws the check
    return replace(answer, warning=doubt, offer=CHECK) if doubt else answer
