"""A pane: a head with title and summary, the text under it, or one line that says why there is none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from galley.core.domain import Span, Unit
from galley.gui.text_panes.answer_margin import MarginAnswer
from galley.gui.text_panes.gutter import GutterKind
from galley.gui.text_panes.keyboard_selection import ReadingPane
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from galley.gui.theme import Theme, Type
from galley.gui.widgets.focus_ring import FocusRing
from galley.gui.widgets.pane_head import PaneHead


class _EmptyPage(QWidget):
    """One quiet line where the text would begin."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._message = ""
        theme.changed.connect(self.update)

    def show_message(self, message: str) -> None:
        self._message = message
        self.setAccessibleName(message)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(self._theme.font(Type.BODY))
            painter.setPen(self._theme.color("second"))
            rect = QRectF(self.rect()).adjusted(14, self._theme.px(8.0), -14, 0)
            painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), self._message)


class TextPane(QWidget):
    """One document beside its siblings: title, summary, text with margin, marks, evidence and coverage.

    All offsets are code points within a unit. Signals: ``unitClicked(index)``, ``markClicked(flag_id)``,
    ``selectionMade()``.
    """

    unitClicked = Signal(int)
    markClicked = Signal(object)
    selectionMade = Signal()

    def __init__(self, theme: Theme, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.head = PaneHead(theme, title)
        self.view = ReadingPane(theme, self)
        self._empty = _EmptyPage(theme, self)
        self._pages = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addLayout(self._pages, 1)
        # Only now: a stacked layout without a parent shows its first page as a window, which takes the keyboard away.
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._empty)
        self._ring = FocusRing(theme, self)
        self.view.focusChanged.connect(self._ring.set_shown)
        self.setFocusProxy(self.view)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.view.unitClicked.connect(self.unitClicked)
        self.view.markClicked.connect(self.markClicked)
        self.view.selectionMade.connect(self.selectionMade)
        self._name(title, "")

    # ---- what is shown

    def set_document(
        self,
        title: str,
        units: Sequence[Unit],
        gutter: GutterKind | str = GutterKind.NUMBER,
        *,
        summary: str = "",
        marks: Iterable[TextMark] = (),
        answers: Mapping[int, MarginAnswer] | None = None,
    ) -> None:
        """Show a document from its start; evidence, coverage and current unit of the last one are forgotten.

        Giving ``marks`` here rather than in ``set_marks`` lays the text out once instead of twice. With ``answers`` by
        unit index there is a margin for them.
        """
        self.head.set(title, summary)
        self.view.set_units(units, GutterKind(gutter), marks, answers)
        self._name(title, summary)
        self._pages.setCurrentWidget(self.view)

    def set_empty(self, title: str, message: str) -> None:
        """Show ``message`` ("No article in this item.") in place of a text."""
        self.head.set(title, "")
        self.view.set_units((), GutterKind.NUMBER, ())
        self._empty.show_message(message)
        self._name(title, message)
        self._pages.setCurrentWidget(self._empty)

    def set_summary(self, summary: str, brief: str = "") -> None:
        """Say something else at the right of the head ("9 turns, 2 not covered"), or ``brief`` where it does not fit
        there."""
        self.head.set(self.head.title, summary, brief)
        self._name(self.head.title, summary)

    def set_marks(self, marks: Iterable[TextMark]) -> None:
        """Lay these marks under the text in place of the ones before."""
        self.view.set_marks(marks)

    def set_answers(self, answers: Mapping[int, MarginAnswer]) -> None:
        """Say what is answered of each unit, in the margin for it."""
        self.view.set_answers(answers)

    def set_current(self, unit_index: int | None, flag_id: int | None = None) -> None:
        """Tint the unit of the flag under review; with ``flag_id`` its mark comes forward too."""
        self.view.set_current(unit_index, flag_id)

    def set_read(self, unit_index: int | None) -> None:
        """Tint a unit that is looked at, without being under review."""
        self.view.set_read(unit_index)

    def set_evidence(self, places: Iterable[EvidencePlace]) -> None:
        """Tint the units of these places and, more strongly, the spans in them."""
        self.view.set_evidence(places)

    def set_coverage(self, coverage: Sequence[bool | None]) -> None:
        """For each unit: covered (solid), not covered (hatched), or None for no strip."""
        self.view.set_coverage(coverage)

    def set_backdrop(self, dim: Collection[int], dotted: Mapping[int, Sequence[Span]]) -> None:
        """Let units step back, and draw a quiet dotted line under words of others."""
        self.view.set_backdrop(dim, dotted)

    def reveal(self, unit_index: int, animate: bool = False) -> None:
        """Scroll as little as possible until the unit is in sight; do nothing if it is."""
        self.view.reveal(unit_index, animate)

    def selection(self) -> tuple[int, int, int] | None:
        """(unit index, start, end) of the selected text; None for none, and for one over several units."""
        return self.view.selection()

    def clear_selection(self) -> None:
        """Select nothing."""
        self.view.clear_selection()

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units shown, in order."""
        return self.view.units

    # ---- looks

    def _name(self, title: str, summary: str) -> None:
        self.view.setAccessibleName(title)
        self.view.setAccessibleDescription(summary)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the ring around the whole pane."""
        super().resizeEvent(event)
        self._ring.fit()
