"""All charts in one file: HTML that needs nothing beside it, or PDF."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import time

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFontMetricsF, QTextDocument
from PySide6.QtWidgets import QWidget

from galley.core.errors import Cancelled, GalleyError
from galley.core.exports._page import POLICY, escape_html, fonts
from galley.core.new_files import write
from galley.core.storage.connection import Connection
from galley.gui.charts.base import Chart, ChartRequest, Picture
from galley.gui.charts.chart_table import NUMERIC, ChartTable
from galley.gui.dialogs import file_dialogs
from galley.gui.pdf import make_pdf
from galley.gui.plain_text import ProgressBox
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.scores.score_filters import ScoreFilters
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme, Type
from galley.gui.translation import moment, tr

KINDS = tr("Web page (*.html);;PDF document (*.pdf)")
MOST_ROWS = 200
"""A longer table ends here and says so; the CSV of the chart has all of it."""
PAPER_ROWS = 80
"""The same on paper."""
_PAGE, _WIDEST, _AIR, _APART = 680, 150, 10, 12
"""Pixels of a page on paper, of a column of words at most, between two columns, and before words after a figure."""
_PDF_RATIO, _PDF_WIDE = 2.0, 764
"""Pixels of an image for each of the drawing's, and how wide that is: about as wide as the page."""
_STYLE = """
body { font: 14px/1.5 Inter, Helvetica, Arial, sans-serif; color: #1E1D1B; background: #FFFFFF; margin: 40px auto;
  max-width: 1080px; padding: 0 20px; }
h1 { font-size: 24px; } h2 { font-size: 19px; margin: 56px 0 0; } p { color: #6F6B64; margin: 2px 0 12px; }
svg { max-width: 100%; height: auto; } table { border-collapse: collapse; font-size: 13px; }
th { text-align: left; font-size: 11px; color: #6F6B64; border-bottom: 1px solid #DEDBD4; padding: 6px 8px; }
td { border-bottom: 1px solid #EEECE7; padding: 5px 8px; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.i { text-align: left; padding-left: 0; color: #6F6B64; } .l { padding-left: 24px; }
.w { border-left: 3px solid #A34700; padding: 6px 10px; }
"""
Progress = Callable[[int, int, str], bool]
"""Called with what is done, of how many, and the title of the next; False stops."""


class ChartsReport:
    """Computes every chart in full and writes them to ``path`` (.html or .pdf), one after the other.

    ``on_done()`` follows the file, ``on_failed(error)`` a failure. Always on the light theme: it is for paper.
    """

    def __init__(
        self,
        session: Session,
        charts: Sequence[Chart],
        ask: Callable[[Chart], ChartRequest],
        path: Path,
        on_done: Callable[[], object],
        on_failed: Callable[[GalleyError], object],
        progress: Progress | None = None,
    ) -> None:
        self._session = session
        self._charts = list(charts)
        self._ask = ask
        self._path = path
        self._on_done, self._on_failed = on_done, on_failed
        self._progress = progress
        self._stop = threading.Event()
        self._pictures: list[Picture] = []

    def start(self) -> None:
        """Begin with the first chart."""
        self._next()

    def cancel(self) -> None:
        """Stop; nothing is written, and ``on_failed`` gets a Cancelled."""
        self._stop.set()

    def _next(self) -> None:
        done = len(self._pictures)
        title = self._charts[done].title if done < len(self._charts) else ""
        if self._progress is not None and not self._progress(done, len(self._charts), title):
            self._stop.set()
        if self._stop.is_set():
            self._on_failed(Cancelled(tr("The report was stopped; nothing was written.")))
            return
        if done == len(self._charts):
            self._write()
            return
        chart = self._charts[done]
        ask = replace(self._ask(chart), cancelled=self._stop.is_set)
        self._session.read(
            partial(_build, chart, ask),
            self._add_picture,
            slot="report",
            on_failed=partial(self._handle_failure, chart),
        )

    def _add_picture(self, picture: Picture) -> None:
        self._pictures.append(picture)
        self._next()

    def _handle_failure(self, chart: Chart, error: GalleyError) -> None:
        if isinstance(error, Cancelled):
            self._on_failed(Cancelled(tr("The report was stopped; nothing was written.")))
        else:
            self._add_picture(Picture(chart.title, needs=str(error)))

    def _write(self) -> None:
        theme = Theme(Mode.LIGHT)
        project = self._session.project.path
        paper = self._path.suffix.lower() == ".pdf"
        try:
            page_args = theme, project.stem, self._pictures
            write(self._path, as_pdf(*page_args) if paper else as_html(*page_args).encode(), project)
        except GalleyError as error:
            self._on_failed(error)
        else:
            self._on_done()
        finally:
            theme.deleteLater()


def as_html(theme: Theme, name: str, pictures: Sequence[Picture]) -> str:
    """One page with every chart as SVG and its table; it loads nothing."""
    parts = [f"<h1>{escape_html(name)}</h1><p>{_stamp()}</p>"]
    for picture in pictures:
        parts.append(_words(picture))
        if picture.drawing is not None:
            sheet = PictureSheet(theme, picture, headed=False)
            svg = sheet.svg().decode()
            sheet.close()
            parts.append(svg[svg.index("<svg") :])
            parts += [_table(picture.table)] if picture.table.rows else []
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{POLICY}'
        f"<title>{escape_html(_title(name))}</title><style>{fonts()}{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def as_pdf(theme: Theme, name: str, pictures: Sequence[Picture]) -> bytes:
    """The same on A4 pages, a chart a page."""
    return make_pdf(as_document(theme, name, pictures), _title(name))


def as_document(theme: Theme, name: str, pictures: Sequence[Picture]) -> QTextDocument:
    """What is printed on these pages."""
    document = QTextDocument()
    document.setDefaultFont(theme.font(Type.SMALL))
    parts = [f"<h1>{escape_html(name)}</h1><p>{_stamp()}</p>"]
    # What there is nothing to draw of stands together at the end.
    for number, picture in enumerate(sorted(pictures, key=lambda picture: picture.drawing is None)):
        broken = ' style="page-break-before: always"' if number and picture.drawing is not None else ""
        parts.append(f"<div{broken}>{_words(picture)}</div>")
        if picture.drawing is not None:
            sheet = PictureSheet(theme, picture, headed=False, wide=_PDF_WIDE)
            images = sheet.images(_PDF_RATIO)
            sheet.close()
            for part, image in enumerate(images):
                image.setDevicePixelRatio(1.0)
                address = QUrl(f"chart:{number}.{part}")
                document.addResource(QTextDocument.ResourceType.ImageResource.value, address, image)
                parts.append(f'<p><img src="chart:{number}.{part}" width="680"></p>')
            parts += [_paper(picture.table, theme)] if picture.table.rows else []
    document.setHtml("\n".join(parts))
    return document


def ask_for_report(parent: QWidget, session: Session, charts: Sequence[Chart], filters: ScoreFilters) -> None:
    """Ask where, then write the report behind a progress dialog that can be stopped."""
    near = session.project.path.with_name(f"{session.project.path.stem}-charts.html")
    path, kind = file_dialogs.choose_new(parent, tr("Save all charts"), near, KINDS)
    if path is None:
        return
    if path.suffix.lower() not in (".html", ".pdf"):
        path = path.with_name(path.name + (".pdf" if "pdf" in kind else ".html"))
    dialog = ProgressBox(tr("All charts"), tr("Stop"), len(charts), parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(300)

    def progress(done: int, of: int, title: str) -> bool:
        dialog.setLabelText(title or tr("Writing the file"))
        dialog.setValue(min(done, of - 1))
        return not dialog.wasCanceled()

    def end(error: GalleyError | None = None) -> None:
        dialog.reset()
        dialog.deleteLater()
        if error is not None and not isinstance(error, Cancelled):
            session.failed.emit(str(error))

    report = ChartsReport(session, charts, filters.ask_for, path, end, end, progress)
    dialog.canceled.connect(report.cancel)
    report.start()


def _build(chart: Chart, ask: ChartRequest, connection: Connection) -> Picture:
    return chart.picture(connection, ask)


def _words(picture: Picture) -> str:
    has_drawing = picture.drawing is not None
    sentences = (picture.measure, picture.warning, picture.details) if has_drawing else (picture.needs,)
    alarm = '<p class=w style="color: #1E1D1B; background-color: #F6EAE2">'
    paragraphs = (
        f"{alarm if words == picture.warning else '<p>'}{escape_html(words)}</p>" for words in sentences if words
    )
    return f"<h2>{escape_html(picture.title)}</h2>{''.join(paragraphs)}"


def _table(table: ChartTable) -> str:
    lines, notes = _lines(table, MOST_ROWS)
    sides = [_side(table, column) for column in range(len(table.columns))]
    heads = "".join(
        f'<th class="{side}">{escape_html(spec.title)}</th>' for side, spec in zip(sides, table.columns, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f'<td class="{side}">{escape_html(text)}</td>' for side, text in zip(sides, line, strict=True))
        + "</tr>"
        for line in lines
    )
    return f"<table><tr>{heads}</tr>{body}</table>{notes}"


def _side(table: ChartTable, column: int) -> str:
    """How a column stands: figures at the right, what is about a figure close behind it, words apart from figures."""
    if table.beside(column):
        return "n i"
    if table.columns[column].kind in NUMERIC:
        return "n"
    return "l" if column and table.columns[column - 1].kind in NUMERIC else ""


def _lines(table: ChartTable, most: int) -> tuple[list[list[str]], str]:
    """The cells, up to so many lines, and what stands below: why a figure is undefined is said once there by number,
    because such a sentence would squeeze every other column."""
    reasons: dict[str, int] = {}

    def text(row: int, column: int) -> str:
        why = table.why(row, column)
        return f"– ({reasons.setdefault(why, len(reasons) + 1)})" if why else table.text(row, column)

    lines = [[text(row, column) for column in range(len(table.columns))] for row in range(min(len(table.rows), most))]
    undefined = {number: tr("undefined: {why}", why=escape_html(why)) for why, number in reasons.items()}
    notes = "".join(f"<p>({number}) {reason}.</p>" for number, reason in undefined.items())
    more = len(table.rows) - most
    rest = tr("{count:,} more lines are in the CSV of this chart.", count=more)
    notes += f"<p>{rest}</p>" if more > 0 else ""
    return lines, notes + (f"<p>{escape_html(table.closing)}</p>" if table.closing else "")


def _paper(table: ChartTable, theme: Theme) -> str:
    """A table for a page: figures and words unbroken, in smaller letters where they have no room otherwise."""
    lines, notes = _lines(table, PAPER_ROWS)
    font, bold = theme.font(Type.SMALL), theme.font(Type.SMALL)
    bold.setBold(True)
    plain, heavy = QFontMetricsF(font).horizontalAdvance, QFontMetricsF(bold).horizontalAdvance
    sides = [_side(table, column) for column in range(len(table.columns))]
    airs = [_AIR + (_APART if side == "l" else 0) for side in sides]
    needs, wants = [], []
    for column, spec in enumerate(table.columns):
        cells = {line[column] for line in lines}
        words = cells if "n" in sides[column] else {word for cell in cells for word in cell.split()}
        needs.append(max([*map(heavy, spec.title.split()), *map(plain, words)], default=0.0))
        wants.append(max(needs[-1], min(_WIDEST, max([heavy(spec.title), *map(plain, cells)]))))
    room = _PAGE - sum(airs)
    spare = min(1.0, max(0.0, (room - sum(needs)) / max(1.0, sum(wants) - sum(needs))))
    less = min(1.0, room / sum(needs))
    wide = [air + less * (need + spare * (want - need)) for air, need, want in zip(airs, needs, wants, strict=True)]
    small = font.pointSizeF() * less

    def cell(tag: str, column: int, text: str) -> str:
        side, escaped_text = sides[column], escape_html(text)
        escaped_text = (
            escaped_text.replace(" ", "&nbsp;") if "n" in side and tag == "td" else escaped_text
        )  # heads are broken between words
        style = f"font-size: {small:.1f}pt;" + (f" padding-left: {_APART}px" if side == "l" else "")
        share = f'width="{100 * wide[column] / sum(wide):.1f}%"'
        return f'<{tag} {share} align={"right" if side == "n" else "left"} style="{style}">{escaped_text}</{tag}>'

    heads = "".join(cell("th", column, spec.title) for column, spec in enumerate(table.columns))
    body = "".join(
        f"<tr>{''.join(cell('td', *indexed_text) for indexed_text in enumerate(line))}</tr>" for line in lines
    )
    spread = f'width="{min(100.0, 100 * sum(wide) / _PAGE):.1f}%" cellspacing="0" cellpadding="3"'
    return f"<table {spread}><thead><tr>{heads}</tr></thead>{body}</table>{notes}"


def _title(name: str) -> str:
    return tr("{name}: charts", name=name)


def _stamp() -> str:
    return tr("Made by Galley on {moment}.", moment=moment(time(), tr("d MMMM yyyy, HH:mm")))
