"""A page of text, tables and charts as HTML that loads nothing, for the screen and for paper. Knows no window.

There is one template. It holds to what Qt's ``QTextDocument`` lays out, so that a PDF looks like the web page.
"""

from __future__ import annotations

import base64
import html
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from galley import doors
from galley.core import paths
from galley.core.errors import InputError
from galley.core.text.visible import visible_lines

WIDTH = 680
"""Pixels of a page between its margins: of A4 at 96 dots per inch, on the screen as on paper."""
SHEET_STYLE = """
body { font-family: Inter, Helvetica, Arial, sans-serif; font-size: 8.5pt; color: #1E1D1B; background: #FFFFFF; }
h1 { font-size: 17pt; margin: 0 0 2px 0; } h2 { font-size: 13pt; margin: 22px 0 4px 0; }
h3 { font-size: 10pt; margin: 12px 0 3px 0; } p { margin: 3px 0 6px 0; } .s, th, .i { color: #6F6B64; }
.b { page-break-before: always; } .w { white-space: pre-wrap; } .k, .n, .i { white-space: nowrap; }
table { border-collapse: collapse; margin: 4px 0 14px 0; }
th { font-size: 7.5pt; border-bottom: 1px solid #DEDBD4; } td { border-bottom: 1px solid #EEECE7; }
.n { text-align: right; } .i { text-align: left; } .l { padding-left: 16px; } .g { font-weight: 700; }
blockquote { margin: 2px 0 10px 12px; }
.c { border-bottom: 1px solid #DEDBD4; padding-top: 8px; padding-bottom: 6px; padding-right: 14px; }
.r { border-left: 1px solid #DEDBD4; padding-left: 14px; padding-right: 0; }
.q { font-size: 7.5pt; font-weight: 700; color: #6F6B64; text-transform: uppercase; margin: 0 0 2px 0; }
.f { font-size: 10.5pt; font-weight: 700; margin: 0 0 2px 0; }
"""
SCREEN_STYLE = f"""
body {{ line-height: 1.4; width: {WIDTH}px; max-width: 100%; margin: 32px auto; padding: 0 16px; zoom: 1.25; }}
td, th {{ vertical-align: top; padding: 3px; }} .n, .i {{ font-variant-numeric: tabular-nums; }}
svg {{ max-width: 100%; height: auto; }}
blockquote {{ padding-left: 12px; border-left: 3px solid #DEDBD4; margin-left: 0; }} .q {{ letter-spacing: 0.05em; }}
@media print {{ body {{ zoom: 1; margin: 0; padding: 0; }} tr, blockquote {{ break-inside: avoid; }}
  h2, h3 {{ break-after: avoid; }} @page {{ size: A4; margin: 14mm; }} }}
"""

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
    ' img-src data:; font-src data:">'
)
"""Of a page: it has no script, loads nothing and sends nothing, whatever a text in it says."""
_LABEL = 26
"""Letters of a label that is not broken."""
_EM, _PAD, _LEFT = 11.6, 7.0, 16.0
"""Pixels of a letter's height in a table, of the space between two columns, and before words after a figure."""
_SMALLEST = 0.8
"""How far the letters of a table shrink until it is as narrow as the page; then intervals go below their figures."""
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


@dataclass(slots=True)
class PrintedPage:
    """Blocks in order. ``figures`` are drawings as SVG; on paper each stands as an image ``figure:N``."""

    title: str
    parts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)

    def head(self, text: str, level: int = 2, new_page: bool = False) -> None:
        """A heading; ``new_page`` begins a page with it."""
        self.parts.append(f"<h{level}{' class=b' * new_page}>{escape_html(text)}</h{level}>")

    def say(self, text: str, small: bool = False) -> None:
        """A paragraph."""
        self.parts.append(_paragraph(text, "s" if small else ""))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[Any]], numeric: Sequence[int] = ()) -> None:
        """A table; ``numeric`` are the columns of figures, which end below each other and have their intervals beside
        them. A row of nothing but its first cell heads those below it."""
        if rows:
            self.parts.append(_Table(heads, [[str(cell) for cell in row] for row in rows], frozenset(numeric)).html())

    def cards(self, cards: Sequence[tuple[str, str, str, str, Sequence[str]]]) -> None:
        """Cards side by side, two in a row: question, finding, details, and a drawing or lines in its place."""
        cells = []
        for number, (question, finding, details, svg, lines) in enumerate(cards):
            words = _paragraph(question, "q") + _paragraph(finding, "f") + (_paragraph(details, "s") if details else "")
            words += "".join(_paragraph(line, "s") for line in lines)
            if svg:
                words += f"<p>{self._place_figure(svg, WIDTH // 2 - 30)}</p>"
            cells.append(f'<td width="50%" valign="top" class="c{" r" * (number % 2)}">{words}</td>')
        rows = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        self.parts.append(f'<table width="100%" cellspacing="0" cellpadding="0">{rows}</table>')

    def chart(self, svg: str, below: str) -> None:
        """A drawing as wide as the page, and what it shows in words."""
        self.parts.append(f"<p>{self._place_figure(svg, WIDTH)}</p>")
        self.say(below, small=True)

    def _place_figure(self, svg: str, wide: int) -> str:
        self.figures.append(svg)
        self.widths.append(wide)
        return f"\0{len(self.figures) - 1}\0"

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
        """The whole page. ``paper``: with images for the drawings, and without what only a browser knows."""
        body = "\n".join(self.parts)
        for number, (figure, wide) in enumerate(zip(self.figures, self.widths, strict=True)):
            image = f'<img src="figure:{number}" width="{wide}">'
            body = body.replace(f"\0{number}\0", image if paper else f'<span style="display: block; width: {wide}px">'
                                f'{figure}</span>')  # fmt: skip
        style = SHEET_STYLE if paper else fonts() + SHEET_STYLE + SCREEN_STYLE
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{POLICY}'
            f"<title>{escape_html(self.title)}</title><style>{style}</style></head><body>\n{body}\n</body></html>\n"
        )


@dataclass(slots=True)
class _Table:
    """A table as HTML. An interval "(a–b)" behind figures of a column has a column of its own, under the same head."""

    heads: Sequence[str]
    rows: list[list[str]]
    numeric: frozenset[int]
    is_below: bool = False
    """Whether intervals stand below their figures, since beside them they have no room."""

    def html(self) -> str:
        """The table; several below each other where one would be wider than the page."""
        if self._scale() < _SMALLEST and self.ranges:
            self.is_below = True
        if self._scale() < _SMALLEST and len(self.heads) > 2:
            self.is_below = False
            return "".join(part.html() for part in self._split_columns())
        scale = max(_SMALLEST, min(1.0, self._scale()))
        widths = [want * scale + _PAD for wants in self._measure() for want in wants]
        wide = sum(widths)
        share = f' width="{min(100, math.ceil(100 * wide / WIDTH))}%"'
        size = f' style="font-size: {8.5 * scale:.1f}pt"' if scale < 1 else ""
        shares = [f' width="{100 * width / wide:.1f}%"' for width in widths]
        head, at = "", 0
        for column, words in enumerate(self.heads):
            span = 1 + (column in self.ranges and not self.is_below)
            # Qt breaks a head that may go on in a next line between any two letters, so its lines are set here.
            classes = " ".join(filter(None, (self._side(column), "k")))
            head += f'<th class="{classes}"'
            lines = _break_head(words, sum(widths[at : at + span]) - _PAD * span)
            head += f" align={'right' if column in self.numeric and span == 1 else 'left'}"
            head += f"{f' colspan={span}' if span > 1 else shares[at]}{size}>"
            head += f"{'<br>'.join(map(escape_html, lines))}</th>"
            at += span
        body = "".join(f"<tr>{self._row(row, at, size)}</tr>" for row in self.rows)
        return f'<table{share} cellspacing="0" cellpadding="3"><thead><tr>{head}</tr></thead>{body}</table>'

    def _scale(self) -> float:
        """How far letters must shrink so that it is as narrow as the page."""
        wants = [want for wants in self._measure() for want in wants]
        return (WIDTH - _PAD * len(wants)) / max(1.0, sum(wants))

    def _split_columns(self) -> Iterator[_Table]:
        """Tables as narrow as the page that hold some of the columns each, all of them the first."""
        wants = [sum(want + _PAD for want in wants) for wants in self._measure()]
        columns, wide = [0], wants[0]
        for column in range(1, len(wants) + 1):
            if column == len(wants) or (wide + wants[column] > WIDTH and len(columns) > 1):
                yield _Table(
                    [self.heads[at] for at in columns],
                    [[row[at] for at in columns] if any(row[1:]) else row[:1] + [""] * (len(columns) - 1)
                     for row in self.rows],
                    frozenset(new for new, at in enumerate(columns) if at in self.numeric),
                )  # fmt: skip
                columns, wide = [0], wants[0]
            if column < len(wants):
                columns.append(column)
                wide += wants[column]

    @property
    def ranges(self) -> frozenset[int]:
        """The columns of figures with intervals."""
        return frozenset(at for at in self.numeric if any(_split(row[at])[1] for row in self.rows if len(row) > at))

    def _measure(self) -> list[list[float]]:
        """How wide each column is to be, in pixels, a figure and its interval apart. Words of text columns go on in a
        next line where there is little room."""
        wants: list[list[float]] = []
        needs: dict[int, float] = {}
        for column, words in enumerate(self.heads):
            cells = [row[column] for row in self.rows if any(row[1:]) or len(row) == 1]
            head = max(map(_width, _break_head(words)))
            if column in self.ranges:
                ends = max(_width(_split(cell)[1]) for cell in cells)
                figure = max(_width(_split(cell)[0]) for cell in cells)
                wants.append([max(figure, ends, head)] if self.is_below else [figure, max(ends, head - figure)])
            elif column in self.numeric:
                wants.append([max([head, *map(_width, cells)])])
            else:
                left = _LEFT if self._side(column) else 0.0
                longest = max([head, *(_width(word) for cell in cells for word in cell.split())])
                needs[column] = min(longest, WIDTH / 2) + left
                wants.append([max(needs[column], min(max([head, *map(_width, cells)]), WIDTH * 0.6) + left)])
        over = sum(want + _PAD for column_wants in wants for want in column_wants) - WIDTH
        spare = sum(wants[column][0] - need for column, need in needs.items())
        for column, need in needs.items():
            wants[column][0] -= (wants[column][0] - need) * min(1.0, max(0.0, over) / max(spare, 1.0))
        return wants

    def _side(self, column: int) -> str:
        return "l" if column - 1 in self.numeric and column not in self.numeric else ""

    def _row(self, row: Sequence[str], columns: int, size: str) -> str:
        if len(row) > 1 and not any(row[1:]):
            return f'<td class=g colspan="{columns}"{size}>{escape_html(row[0])}</td>'
        cells = []
        for column, text in enumerate(row):
            if column in self.numeric:
                figure, ends = (escape_html(part).replace(" ", "&nbsp;") for part in _split(text))
                if column not in self.ranges:
                    cells.append(f"<td class=n align=right{size}>{figure}</td>")
                elif self.is_below:
                    lower = f'<br><span class=i{size}>{ends}</span>' if ends else ""
                    cells.append(f"<td class=n align=right{size}>{figure}{lower}</td>")
                else:
                    cells.append(f"<td class=n align=right{size}>{figure}</td><td class=i{size}>{ends}</td>")
            else:
                side = "k" if not column and len(text) <= _LABEL else self._side(column)
                cells.append(f"<td{f' class={side}' if side else ''}{size}>{escape_html(text)}</td>")
        return "".join(cells)


def escape_html(text: str) -> str:
    """A text as HTML: nothing in it is markup, or turns the order of characters over."""
    return html.escape(visible_lines(text), quote=True)


FACES = (("Inter", 400, "Inter-Regular.otf"), ("Inter", 700, "Inter-Bold.otf"))
READING_FACE = ("Charis SIL", 400, "CharisSIL-Regular.ttf")


def fonts(reading: bool = False) -> str:
    """The product's fonts inside the page, which loads nothing; with the one of texts for a page to read."""
    font_faces = []
    for family, weight, file in (*FACES, *[READING_FACE] * reading):
        data = base64.b64encode((paths.resources() / "fonts" / file).read_bytes()).decode()
        source = f"url(data:font/{file[-3:]};base64,{data})"
        font_faces.append(f"@font-face {{ font-family: '{family}'; font-weight: {weight}; src: {source}; }}")
    return "\n".join(font_faces)


def _paragraph(text: str, style: str = "") -> str:
    return f"<p{f' class={style}' if style else ''}>{escape_html(text)}</p>"


def _split(text: str) -> tuple[str, str]:
    """A figure, and its interval in brackets or nothing."""
    figure, between, ends = text.partition(" (")
    return (figure, f"({ends}") if between and text.endswith(")") else (text, "")


def _break_head(words: str, room: float = 0.0) -> list[str]:
    """A head as it stands in ``room`` pixels: one line where it fits, else two as equal as its words let them be."""
    parts = words.replace(" %", "\0%").split()
    if len(parts) < 2 or _width(words) <= room:
        return [words]
    halves = [[" ".join(parts[:at]), " ".join(parts[at:])] for at in range(1, len(parts))]
    halves = [[line.replace("\0", " ") for line in lines] for lines in halves]
    return min(halves, key=lambda lines: max(map(_width, lines)))


def _width(text: str) -> float:
    """About how wide a text is in Inter, in pixels."""
    return _EM * sum(0.3 if c in "ijl.,:;|!'()[] " else 0.9 if c in "mwMW%" else 0.66 if c.isupper() else 0.6
                     for c in text)  # fmt: skip
