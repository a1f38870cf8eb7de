"""A page of text, tables and charts: HTML that loads nothing, on screen or for paper. Knows no window."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from galley import doors
from galley.core import paths
from galley.core.errors import InputError
from galley.core.text.visible import visible_lines

STYLE = """
body { font: 14px/1.5 Inter, Helvetica, Arial, sans-serif; color: #1E1D1B; background: #FFFFFF; margin: 40px auto;
  max-width: 960px; padding: 0 20px; }
h1 { font-size: 26px; margin-bottom: 4px; } h2 { font-size: 19px; margin: 44px 0 6px; }
h3 { font-size: 15px; margin: 26px 0 4px; } p { margin: 4px 0 10px; } .s { color: #6F6B64; }
svg { max-width: 100%; height: auto; display: block; margin: 6px 0 14px; }
table { border-collapse: collapse; font-size: 13px; margin: 6px 0 18px; }
th { text-align: left; font-size: 11px; color: #6F6B64; border-bottom: 1px solid #DEDBD4; padding: 5px 8px; }
td { border-bottom: 1px solid #EEECE7; padding: 4px 8px; vertical-align: top; }
.l { padding-left: 28px; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.g { font-weight: 700; padding-top: 10px; }
blockquote { margin: 6px 0 16px; padding: 2px 0 2px 14px; border-left: 3px solid #DEDBD4; }
blockquote p { margin: 2px 0; } .w { white-space: pre-wrap; }
"""
PAPER = """
h1 { font-size: 17pt; } h2 { font-size: 13pt; margin-top: 20px; } h3 { font-size: 10pt; margin-top: 12px; }
p { margin: 3px 0 6px 0; } table { margin: 2px 0 10px 0; }
.l { padding-left: 20px; } .s, th { color: #6F6B64; } blockquote { margin: 2px 0 10px 12px; }
th { border-bottom: 1px solid #DEDBD4; } td { border-bottom: 1px solid #EEECE7; } .w { white-space: pre-wrap; }
table { margin-top: 4px; margin-bottom: 14px; } .g { font-weight: 700; } .k { white-space: nowrap; }
"""

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
    ' img-src data:; font-src data:">'
)
"""Of a page: it has no script, loads nothing and sends nothing, whatever a text in it says."""
NARROW = 4
"""Columns of short texts up to which a table is as wide as these, not as the page."""
_SHORT = 40
"""Letters of a short text."""
_LABEL = 26
"""Letters of a label that is not broken."""
_INTERVALS, _UNDER = 3, "\1"
"""Of more columns with intervals on paper, all stand below their figures: some of them would, and some not."""
NO_CHARTS = " Qt is missing, so there are no charts."


def drawing(out: Path) -> Any:
    """What draws the charts of a page that is to be written to ``out``, or None where Qt is missing.

    Raises: InputError where ``out`` is to be a PDF, which needs Qt.
    """
    try:
        return doors.of_window("figures")
    except ImportError as error:
        if out.suffix.lower() != ".pdf":
            return None
        raise InputError(
            f"A PDF needs Qt, which cannot be loaded here ({error}); give a file that ends in .html instead."
        ) from error


def width(out: Path) -> int:
    """How wide charts are, in pixels: as wide as the page, so that their words are as large as those around them."""
    return 720 if out.suffix.lower() == ".pdf" else 920


@dataclass(slots=True)
class PrintedPage:
    """Blocks in order. ``figures`` are drawings as SVG; for paper each stands as an image ``figure:N``."""

    title: str
    parts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def head(self, text: str, level: int = 2) -> None:
        """A heading."""
        self.parts.append(f"<h{level}>{escape_html(text)}</h{level}>")

    def say(self, text: str, small: bool = False) -> None:
        """A paragraph."""
        self.parts.append(f"<p{' class=s' if small else ''}>{escape_html(text)}</p>")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[Any]], numeric: Sequence[int] = ()) -> None:
        """A table; ``numeric`` are the columns that stand at the right. A row of nothing but its first cell heads those
        below it."""
        if not rows:
            return
        sides = ["n" if n in numeric else "l" if n - 1 in numeric else "" for n in range(len(heads))]
        top = "".join(_cell("th", head, side) for head, side in zip(heads, sides, strict=True))
        interval_columns = sum(any(_interval(row[at]) for row in rows if len(row) > at) for at in range(len(heads)))
        bracket = _UNDER if interval_columns > _INTERVALS else " ("
        body = "".join(f"<tr>{_row(row, sides, bracket)}</tr>" for row in rows)
        head = f"<thead><tr>{top}</tr></thead>"
        short = len(heads) <= NARROW and all(len(str(cell)) <= _SHORT for row in rows for cell in row)
        wide = "" if short else ' width="100%"'
        self.parts.append(f'<table{wide} cellspacing="0" cellpadding="3">{head}{body}</table>')

    def chart(self, svg: str, below: str) -> None:
        """A drawing, and what it shows in words."""
        self.parts.append(f"\0{len(self.figures)}\0")
        self.figures.append(svg)
        self.say(below, small=True)

    def quote(self, lines: Sequence[tuple[str, str]]) -> None:
        """Somebody's words: a name for each line, and the line."""
        body = "".join(
            f'<p><span class="s">{escape_html(name)}</span> <span class="w">{escape_html(words)}</span></p>'
            for name, words in lines
        )
        self.parts.append(f"<blockquote>{body}</blockquote>")

    def write(self, out: Path) -> None:
        """Write it as HTML, or on A4 pages where ``out`` ends in ``.pdf``."""
        if out.suffix.lower() == ".pdf":
            out.write_bytes(doors.of_window("paper").from_html(self.html(paper=True), self.figures, self.title))
        else:
            out.write_text(self.html(), "utf-8", newline="\n")

    def html(self, paper: bool = False) -> str:
        """The whole page."""
        body = "\n".join(self.parts)
        for number, figure in enumerate(self.figures):
            image = f'<p><img src="figure:{number}" width="680"></p>' if paper else figure
            body = body.replace(f"\0{number}\0", image)
        body = body.replace(_UNDER, "<br>(" if paper else " (")
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta '
            f'charset="utf-8">{POLICY}<title>{escape_html(self.title)}</title>'
            f"<style>{PAPER if paper else fonts() + STYLE}</style></head><body>\n{body}\n</body></html>\n"
        )


def escape_html(text: str) -> str:
    """A text as HTML: nothing in it is markup, or turns the order of characters over."""
    return html.escape(visible_lines(text), quote=True)


def fonts() -> str:
    """Inter inside the page: it loads nothing, and looks alike wherever it is opened."""
    font_faces = []
    for name, weight in (("Regular", 400), ("Bold", 700)):
        data = base64.b64encode((paths.resources() / "fonts" / f"Inter-{name}.otf").read_bytes()).decode()
        source = f"url(data:font/otf;base64,{data})"
        font_faces.append(f"@font-face {{ font-family: Inter; font-weight: {weight}; src: {source}; }}")
    return "\n".join(font_faces)


def _interval(cell: Any) -> bool:
    return str(cell).endswith(")") and " (" in str(cell)


def _row(row: Sequence[Any], sides: Sequence[str], bracket: str) -> str:
    if len(row) > 1 and not any(str(cell) for cell in row[1:]):
        return f'<td class=g colspan="{len(row)}">{escape_html(str(row[0]))}</td>'
    cells = [_cell("td", str(cell), side, bracket) for cell, side in zip(row, sides, strict=True)]
    if cells and len(str(row[0])) <= _LABEL:
        cells[0] = cells[0].replace("<td>", "<td class=k>", 1)
    return "".join(cells)


def _cell(tag: str, text: str, side: str, bracket: str = " (") -> str:
    where = " align=right" if side == "n" else " align=left" if tag == "th" else ""
    cell_text = escape_html(text)
    if tag == "th" and " " not in text:  # Qt would break a head of one word where its column is narrow
        side = f'"{side} k"' if side else "k"
    if side == "n" and tag == "td":  # on paper an interval may stand below its figure, but in one piece
        figure, between, ends = cell_text.partition(" (")
        cell_text = figure + (bracket if between else "") + ends.replace(" ", "&nbsp;")
    return f"<{tag}{f' class={side}' if side else ''}{where}>{cell_text}</{tag}>"
