"""English in a window that is not English: ``python -m tests.gui.english_left PROJECT`` builds every chart of a made
project in German and prints each text of a picture in which an English word is left. Words of the data stay as they
are: names of criteria, systems and annotators."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from galley.gui import language
from galley.gui.application import make_application

ENGLISH = re.compile(
    r"\b(the|of|with|without|and|by|is|are|were|this|that|these|no|not|than|between|people|each|there|from|judge|nobody|"
    r"mean|because|undefined|cells?|items?|documents?|summaries|scores?|verdicts?|verdict:\S+|has|have|only|else|reviewed|"
    r"After|Structured|Characters|Documents|Summaries|What|Which|Whose|The|Main|Performance|Sensitivity|Effect|Detecting|"
    r"Errors|Lengths|Paragraph|Self-refinement)\b"
)
COMMAND = re.compile(r"galley( --?\w+| [a-z][a-z-]*)+|Abschnitt [\d.]+")
FIGURE = re.compile(r"(?<![\w.-])(0\.\d+|\d+\.(?!\d{3}\b)\d+)(?![\w.])")
"""A decimal as English prints it."""
SKIPPED = {"row", "kind", "best", "colour", "name"}
"""Fields that nobody sees."""


def texts(thing: object) -> Iterator[str]:
    """Every text of plain data."""
    if isinstance(thing, str):
        yield from filter(None, thing.split("\n"))
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from texts(each)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.name not in SKIPPED and (type(thing).__name__, field.name) != ("Figure", "why"):
                yield from texts(getattr(thing, field.name))


def left(text: str, names: list[str]) -> bool:
    """Whether English is left in a text that may hold names of the data."""
    for name in names:
        text = text.replace(name, "")
    text = COMMAND.sub("", text)
    return bool(ENGLISH.search(text) or FIGURE.search(text))


def main(name: str) -> None:
    """Print what is left, and last how many texts there were."""
    from galley.core.columns.names import schemes
    from galley.gui.charts.base import Ask, Picture
    from galley.gui.charts.registry import charts
    from galley.gui.scores import score_filters
    from galley.gui.scores.draw import sheet_drawing
    from tests.gui import chart_projects

    def of(picture: Picture) -> Iterator[str]:
        yield from texts((picture.title, picture.subtitle, picture.warning, picture.needs, picture.drawing))
        yield from picture.pairs
        for sheet in getattr(picture.drawing, "sheets", ()):
            for line in sheet.lines:
                held = zip(sheet.columns, line.figures, strict=True)
                yield from (sheet_drawing.mark(line, column, cell).words for column, cell in held if cell is not None)
        table = picture.table
        yield from (column.title for column in table.columns)
        yield from (table.text(row, column) for row in range(len(table.rows)) for column in range(len(table.columns)))

    total = 0
    with tempfile.TemporaryDirectory() as home, chart_projects.made(name, Path(home)) as project:
        choices = score_filters.read(project.reader())
        held = schemes(project.reader())
        names = {each.name for scheme in held for each in (*scheme.criteria, *scheme.rollups)}
        names |= {f"{scheme.id}/{each.id}" for scheme in held for each in (*scheme.criteria, *scheme.rollups)}
        names |= {*choices.judges, *choices.humans, *choices.systems}
        longest = sorted((each for each in names if len(each) > 3), key=len, reverse=True)
        people = {"every_judge": choices.judges, "every_human": choices.humans, "every_system": choices.systems}
        for chart in charts():
            found = list(dict.fromkeys(of(chart.picture(project.reader(), Ask(**people, resamples=20)))))
            total += len(found)
            for text in (chart.title, chart.group, *found):
                if left(text, longest):
                    print(f"{chart.name}: {text}")
    print(f"{total} texts")


if __name__ == "__main__":
    language.install(make_application(), "de")
    main(sys.argv[1])
