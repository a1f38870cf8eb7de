"""All summaries of an item beside each other, at most four at a time, each over what is asked of it; below them the
sources."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import JUDGES, Role
from galley.gui import labels
from galley.gui.review.answer_list import AnswerLine, AnswerList
from galley.gui.review.task_view_page import SurfacePage, row
from galley.gui.text_panes import flag_marks
from galley.gui.text_panes.item import ReviewItem
from galley.gui.text_panes.pane import TextPane
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.hairline import Hairline

MOST = 4
"""Columns side by side: of more no line could be read."""


class _Column(NamedTuple):
    widget: QWidget
    text: TextPane
    answer_list: AnswerList


class RatingPage(SurfacePage):
    """``shows_judges`` says whether what judges say stands behind the answers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.columns = [self._column() for _ in range(MOST)]
        self.lay_out(row(column.widget for column in self.columns), self.texts)
        self.shows_judges = False
        self._shown_targets: tuple[int, ...] = ()

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item."""
        super().show_item(review_item)
        self.shows_judges, self._shown_targets = False, ()

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show the summary that is lit with those beside it, and what is answered; texts that stand there stay."""
        targets = list(dict.fromkeys(entry.target.id for entry in review_item.entries))
        at = targets.index(review_item.entries[active].target.id) if active is not None else 0
        first = at // MOST * MOST
        shown_targets = tuple(targets[first : first + MOST])
        fresh, self._shown_targets = shown_targets != self._shown_targets, shown_targets
        documents = [review_item.view.document(target) for target in shown_targets]
        titles = {tab.target: tab.title for tab in review_item.tabs}
        for number, (widget, text, answer_list) in enumerate(self.columns):
            widget.setVisible(number < len(documents))
            if number >= len(documents):
                answer_list.show_answers((), None, keep=False)
                continue
            document = documents[number]
            if fresh:
                self.fill(text, titles.get(document.id, labels.TITLES[document.role]), [document])
            if len(targets) > MOST:
                place = tr("{number} of {of}", number=first + number + 1, of=len(targets))
                text.set_summary(f"{flag_marks.count_words(text.units)}, {place}")
            target_entries = [
                (i, entry) for i, entry in enumerate(review_item.entries) if entry.target.id == document.id
            ]
            lines = [
                AnswerLine(e, i, describe_judge_ratings(review_item, i) if self.shows_judges else "")
                for i, e in target_entries
            ]
            answer_list.show_answers(lines, active, keep=not fresh)
            answer_list.fit()

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint another entry; a summary that is not in sight comes with its neighbours."""
        if active is not None and review_item.entries[active].target.id not in self._shown_targets:
            self.show_state(review_item, active)
        for column in self.columns:
            column.answer_list.set_active(active)

    def _column(self) -> _Column:
        widget, text = QWidget(), self.pane(labels.TITLES[Role.SUMMARY])
        answer_list = self.answers(tr("Questions about this summary"))
        layout = QVBoxLayout(widget)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(text, 1)
        layout.addWidget(Hairline(self.theme))
        layout.addWidget(answer_list)
        return _Column(widget, text, answer_list)


def describe_judge_ratings(review_item: ReviewItem, place: int) -> str:
    """What the judges say of an entry's cell, the mean of several; "" where none does."""
    view, cell = review_item.view, review_item.entries[place].verdict.cell
    ratings = [v.value for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind in JUDGES]
    figures = [value for value in ratings if isinstance(value, int | float)]
    if figures:
        return tr("judges {value:.3g}", value=sum(figures) / len(figures))
    return ", ".join(labels.value_label(value) for value in ratings if value is not None)
