"""All summaries of an item beside each other, at most four at a time, each over what is asked of it; below them the
sources."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import JUDGES, Role
from galley.gui import naming
from galley.gui.desk import flag_marks
from galley.gui.desk.opened import Opened
from galley.gui.language import tr
from galley.gui.panes.text_pane import TextPane
from galley.gui.review.answer_list import AnswerLine, AnswerList
from galley.gui.review.surface_page import SurfacePage, row
from galley.gui.theme import Theme
from galley.gui.widgets.hairline import Hairline

MOST = 4
"""Columns side by side: of more no line could be read."""


class _Column(NamedTuple):
    widget: QWidget
    text: TextPane
    asked: AnswerList


class RatingPage(SurfacePage):
    """``judged`` says whether what judges say stands behind the answers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.columns = [self._column() for _ in range(MOST)]
        self.lay_out(row(column.widget for column in self.columns), self.texts)
        self.judged = False
        self._shown: tuple[int, ...] = ()

    def show_item(self, opened: Opened) -> None:
        """Another item."""
        super().show_item(opened)
        self.judged, self._shown = False, ()

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Show the summary that is lit with those beside it, and what is answered; texts that stand there stay."""
        targets = list(dict.fromkeys(entry.target.id for entry in opened.entries))
        at = targets.index(opened.entries[lit].target.id) if lit is not None else 0
        first = at // MOST * MOST
        here = tuple(targets[first : first + MOST])
        fresh, self._shown = here != self._shown, here
        documents = [opened.view.document(target) for target in here]
        titles = {tab.target: tab.title for tab in opened.tabs}
        for number, (widget, text, asked) in enumerate(self.columns):
            widget.setVisible(number < len(documents))
            if number >= len(documents):
                asked.show_answers((), None, keep=False)
                continue
            document = documents[number]
            if fresh:
                self.fill(text, titles.get(document.id, naming.TITLES[document.role]), [document])
            if len(targets) > MOST:
                place = tr("{number} of {of}", number=first + number + 1, of=len(targets))
                text.set_summary(f"{flag_marks.count_words(text.units)}, {place}")
            mine = [(i, entry) for i, entry in enumerate(opened.entries) if entry.target.id == document.id]
            lines = [AnswerLine(e, i, said(opened, i) if self.judged else "") for i, e in mine]
            asked.show_answers(lines, lit, keep=not fresh)
            asked.fit()

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Tint another entry; a summary that is not in sight comes with its neighbours."""
        if lit is not None and opened.entries[lit].target.id not in self._shown:
            self.show_state(opened, lit)
        for column in self.columns:
            column.asked.set_lit(lit)

    def _column(self) -> _Column:
        widget, text = QWidget(), self.pane(naming.TITLES[Role.SUMMARY])
        asked = self.answers(tr("What is asked of this summary"))
        layout = QVBoxLayout(widget)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(text, 1)
        layout.addWidget(Hairline(self.theme))
        layout.addWidget(asked)
        return _Column(widget, text, asked)


def said(opened: Opened, place: int) -> str:
    """What the judges say of an entry's cell, the mean of several; "" where none does."""
    view, cell = opened.view, opened.entries[place].verdict.cell
    found = [v.value for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind in JUDGES]
    figures = [value for value in found if isinstance(value, int | float)]
    if figures:
        return tr("judges {value:.3g}", value=sum(figures) / len(figures))
    return ", ".join(naming.value(value) for value in found if value is not None)
