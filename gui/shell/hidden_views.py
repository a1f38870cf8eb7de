"""The page in place of a view that blind mode closes: what is hidden, and who can show it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.review.blind import Blind
from galley.gui.dialogs.base import Label
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr
from galley.gui.views import View

TITLE = tr("Hidden by blind mode")
_WIDTH = 520.0


def find_hidden_views(blind: Blind) -> frozenset[str]:
    """The views that would show what is hidden, by name."""
    view_names = {"adjudicate", "scores", "plan"} if not blind.figures else set()
    return frozenset(view_names | ({"runs"} if blind.judges else set()))


def _words(blind: Blind) -> str:
    """What is hidden: "the answers of other people, the judges' names and gold"."""
    parts = [
        words
        for hidden, words in (
            (blind.own, tr("the answers of other people")),
            (blind.judges, tr("the judges' names")),
            (blind.gold, tr("gold")),
        )
        if hidden
    ]
    return tr("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


class HiddenView(View):
    """Says why there is nothing to see. It asks nothing of the project but its blind mode."""

    def __init__(self, session: Session, blind: Blind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = session.theme
        self.setAccessibleName(TITLE)
        way = (
            tr("It is locked in this file: only the person who made the package can change it.")
            if blind.locked
            else tr("The project's owner can change it: Checks → Blind mode.")
        )
        page = QWidget(self)
        page.setMaximumWidth(round(theme.px(_WIDTH)))
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(Label(theme, TITLE, Type.PAGE_TITLE))
        column.addWidget(
            Label(theme, tr("This view would show {hidden}. {way}", hidden=_words(blind), way=way), Type.BODY, "second")
        )
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 32, 0)
        row.addStretch(1)
        row.addWidget(page, 100)
        row.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for label in page.findChildren(Label):  # on this ground Qt would take another role for them
            label.setForegroundRole(QPalette.ColorRole.WindowText)

    def showEvent(self, event: QShowEvent) -> None:
        """There is nothing to wait for."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self.ready.emit)
