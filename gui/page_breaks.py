"""Where the pages of a document begin: no heading is the last line of a page, no table row is cut, and a table that
goes on has its head again. A row of one cell heads the rows below it. A picture taller than a page is cut between its
lines. Qt's own pages can do none of the four, so the document is laid out in one piece and cut here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF, QUrl
from PySide6.QtGui import QImage, QPainter, QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextTable

SHORT = 2
"""Lines of a paragraph that only leads to a table or picture."""
EMPTY = 0.15
"""Of a page may be empty before a picture that stands on the next one, or be taken by what leads to the picture."""
NARROWEST = 0.6
_STRETCH = 60.0
"""Pixels of a stretch of a picture at least."""
_GRID = 0.05
"""Of a row of pixels, what the lines of a grid take at most."""
_SNUG = 0.98
"""Of the room, so that a rounded line does not push the picture away again."""
_HAIR = 0.05
"""Pixels away from a cut, so that a line which only touches it is not written unseen into both pages."""


class Slice(NamedTuple):
    """A stretch of the document, in pixels from its top."""

    top: float
    bottom: float


@dataclass(slots=True)
class Piece:
    """What stands on one page: a line, a picture, a row. ``keep_with_next`` keeps it on the page of the next piece,
    ``first`` begins a page, ``head`` is what stands over it where a page begins with it."""

    top: float
    bottom: float
    keep_with_next: bool = False
    first: bool = False
    head: Slice | None = None


def pages(document: QTextDocument, tall: float) -> list[list[Slice]]:
    """The slices of each page of at most ``tall`` pixels, for a document that was laid out without pages."""
    return paginate(list(_pieces(document, tall)), tall)


def paginate(pieces: Sequence[Piece], tall: float) -> list[list[Slice]]:
    """See ``pages``. What is taller than a page goes over several."""
    page_slices: list[list[Slice]] = []
    at = 0
    while at < len(pieces):
        head = pieces[at].head
        room = tall - (head.bottom - head.top if head else 0.0)
        end = at + 1
        while end < len(pieces) and not pieces[end].first and pieces[end].bottom - pieces[at].top <= room:
            end += 1
        if end < len(pieces) and not pieces[end].first:
            break_at = end
            while break_at > at + 1 and pieces[break_at - 1].keep_with_next:
                break_at -= 1
            end = (
                end if pieces[break_at - 1].keep_with_next else break_at
            )  # all of the page is held: it cannot be helped
        top, bottom = pieces[at].top, pieces[end - 1].bottom
        while bottom - top > room:
            page_slices.append([head, Slice(top, top + room)] if head else [Slice(top, top + room)])
            top += room
        page_slices.append([head, Slice(top, bottom)] if head else [Slice(top, bottom)])
        at = end
    return page_slices or [[Slice(0.0, 0.0)]]


def _pieces(document: QTextDocument, tall: float) -> Iterator[Piece]:
    block, after = document.begin(), False
    while block.isValid():
        table = QTextCursor(block).currentTable()
        if table is not None:
            yield from _rows(document, table)
            block, after = table.lastCursorPosition().block().next(), False
            continue
        if _is_picture(block) and document.documentLayout().blockBoundingRect(block).height() > tall:
            yield from _stretches(document, block)
            after = False
        elif block.text():  # an empty one stands beside a table, inside its height
            heading = block.blockFormat().headingLevel() > 0
            yield from _lines(document, block, heading, after)
            after = heading
        block = block.next()


def _lines(document: QTextDocument, block: QTextBlock, heading: bool, after: bool) -> Iterator[Piece]:
    """The lines of a block. A paragraph has no single line on a page; ``after`` says that it follows a heading."""
    layout = block.layout()
    box = document.documentLayout().blockBoundingRect(block)
    count = layout.lineCount()
    leads = after and count <= SHORT and _is_led_to(block.next())
    broken = block.blockFormat().pageBreakPolicy() & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    for number in range(count):
        line = layout.lineAt(number).rect().translated(layout.position())
        top = box.top() if number == 0 else line.top()
        lone = count > 1 and number in (0, count - 2)
        yield Piece(top, line.bottom(), heading or leads or lone, bool(broken) and number == 0)


def _stretches(document: QTextDocument, block: QTextBlock) -> Iterator[Piece]:
    """A picture in stretches that end where a row of pixels is like the next and little but the lines of a grid is in
    it: between its lines, never in a word or a bar."""
    import numpy as np

    box = document.documentLayout().blockBoundingRect(block)
    address = QUrl(_select_picture(block).charFormat().toImageFormat().name())
    image = document.resource(QTextDocument.ResourceType.ImageResource.value, address)
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    quiet = (rows[1:] == rows[:-1]).all(axis=1) & ((rows[1:] != rows[0, 0]).mean(axis=1) < _GRID)
    starts, ends = (np.flatnonzero(np.diff(quiet.astype(int), prepend=0, append=0) == step) for step in (1, -1))
    top, first = box.top(), True
    for middle, length in zip((starts + ends) / 2, ends - starts, strict=True):
        at = box.top() + middle * box.height() / image.height()
        if at - top >= _STRETCH and box.bottom() - at >= _STRETCH and length > 2:
            yield Piece(top, at, keep_with_next=first)  # the axis of a chart is above its first line
            top, first = at, False
    yield Piece(top, box.bottom())


def _is_led_to(block: QTextBlock) -> bool:
    """Whether a short paragraph before this block only leads to it."""
    is_heading = block.isValid() and block.blockFormat().headingLevel() > 0
    return block.isValid() and (is_heading or QTextCursor(block).currentTable() is not None or _is_picture(block))


def _is_picture(block: QTextBlock) -> bool:
    return block.text().strip() == "\ufffc"


def _select_picture(block: QTextBlock) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _rows(document: QTextDocument, table: QTextTable) -> Iterator[Piece]:
    """The rows of a table, each down to where the next begins."""
    padding, border = table.format().cellPadding(), 1.0
    tops, bottom = [], 0.0
    for row in range(table.rows()):
        boxes = [box for column in range(table.columns()) for box in _boxes(document, table, row, column)]
        tops.append(min(box.top() for box in boxes) - padding)
        bottom = max(box.bottom() for box in boxes) + padding + border
    ends = [*tops[1:], bottom]
    heads = table.format().headerRowCount()
    head = Slice(tops[0], ends[heads - 1]) if heads else None
    for row, (top, bottom) in enumerate(zip(tops, ends, strict=True)):
        leads = table.columns() > 1 and table.cellAt(row, 0).columnSpan() == table.columns()  # a head of lines below
        yield Piece(top, bottom, keep_with_next=row < heads or leads, head=head if row >= heads else None)


def _boxes(document: QTextDocument, table: QTextTable, row: int, column: int) -> Iterator[QRectF]:
    cell = table.cellAt(row, column)
    block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    while True:
        yield document.documentLayout().blockBoundingRect(block)
        if block == last:
            return
        block = block.next()


def draw_slice(document: QTextDocument, painter: QPainter, piece: Slice, wide: float) -> None:
    """Draw a slice at the painter's origin."""
    painter.save()
    painter.translate(0, -piece.top)
    document.drawContents(painter, QRectF(0, piece.top + _HAIR, wide, piece.bottom - piece.top - 2 * _HAIR))
    painter.restore()


def shrink_pictures(document: QTextDocument, tall: float) -> None:
    """Make pictures narrower that would go to the next page and leave more than ``EMPTY`` of their own page empty; none
    becomes narrower than ``NARROWEST`` of its width."""
    block, cut = document.begin(), list[list[Slice]]()
    while block.isValid():
        if _is_picture(block):
            cut = cut or pages(document, tall)  # to cut a long document takes a while
            if _shrink_picture(document, block, tall, cut):
                cut = []
        block = block.next()


def _shrink_picture(document: QTextDocument, block: QTextBlock, tall: float, cut: list[list[Slice]]) -> bool:
    """Whether the picture became narrower; ``cut`` are the pages before."""
    box = document.documentLayout().blockBoundingRect(block)
    number = next((at for at, page in enumerate(cut) if page[-1].top <= box.top() < page[-1].bottom), 0)
    if not number or box.height() > tall:  # a taller one is cut
        return False
    top = cut[number][-1].top
    above, first = block, block
    while (above := above.previous()).isValid() and document.documentLayout().blockBoundingRect(above).bottom() > top:
        first = above
    breaks = first.blockFormat().pageBreakPolicy() & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    *heads, last = cut[number - 1]
    empty = tall - sum(head.bottom - head.top for head in heads) - (top - last.top)
    room = (empty - (box.top() - top)) / box.height()
    if breaks or box.top() - top > EMPTY * tall or empty < EMPTY * tall or not NARROWEST <= room < 1:
        return False
    cursor = _select_picture(block)
    image = cursor.charFormat().toImageFormat()
    image.setWidth(image.width() * room * _SNUG)
    if image.height():
        image.setHeight(image.height() * room * _SNUG)
    cursor.setCharFormat(image)
    return True
