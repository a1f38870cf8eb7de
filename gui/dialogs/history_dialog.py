"""The history of an item: who decided what, when, and what was undone. Filtered by what is typed; saved as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QWidget

from galley.core.errors import GalleyError
from galley.core.new_files import replace_file
from galley.core.review.history import Event
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.dialogs.events import EventTable
from galley.gui.dialogs.file_dialogs import choose_target
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n


class History(Dialog):
    """``events`` in the order in which they count; the latest is shown first. Who may not read ``project`` may not read
    what is saved. ``opened_decision`` is the decision (row id) whose line was opened, which closes the dialog."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        key: str,
        events: Sequence[Event],
        lead: str = "",
        project: Path | None = None,
    ) -> None:
        super().__init__(
            parent, theme, tr("History of {item}", item=" ".join(make_visible(key).split())), lead, width=860
        )
        self._project = project
        self.opened_decision = 0
        self._events = list(reversed(events))
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(tr("Filter by name, words or time"))
        self.filter.setAccessibleName(tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.table = EventTable(theme, parent=self)
        self.table.decisionOpened.connect(self._open)
        self.table.setMinimumHeight(self.tall(340))
        nobody = tr("There are no decisions yet.")
        self.table.empty = tr("No decision matches.") if events else nobody
        self.count = Label(theme, "", Type.SMALL, "second")
        for widget in (self.filter, self.table, self.count):
            self.column.addWidget(widget)
        self.count.setVisible(bool(events))
        save = self.button(tr("Save as CSV…"), left=True)
        save.clicked.connect(self._save)
        save.setEnabled(bool(events))
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        self.filter.textChanged.connect(self._fill)
        self._fill()
        self.filter.setFocus()

    @property
    def matching_events(self) -> list[Event]:
        """The events that the filter leaves."""
        words = self.filter.text().casefold().split()
        return [e for e in self._events if all(w in _text(e).casefold() for w in words)]

    def write(self, path: Path) -> None:
        """Write what is shown as CSV. Raises: GalleyError."""
        sources = [self._project] if self._project is not None else []
        with replace_file(path, *sources) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow(("decision", "at", "reviewer", "action", "what", "note", "undone"))
            for e in self.matching_events:
                out.writerow((e.number, e.at, e.who, e.action, e.words, e.note, "yes" if e.undone else "no"))

    def _open(self, decision: int) -> None:
        self.opened_decision = decision
        self.accept()

    def _save(self) -> None:
        path = choose_target(self, tr("Save the history"), Path.home() / "history.csv", ".csv")
        if path is None:
            return
        try:
            self.write(path)
        except GalleyError as error:
            self.count.setText(str(error))
        else:
            self.count.setText(tr("Written to {path}.", path=path))

    def _fill(self) -> None:
        events = self.matching_events
        self.table.fill(events)
        words = tr_n(
            "{shown:,} of {n:,} decisions", "{shown:,} of {n:,} decisions", len(self._events), shown=len(events)
        )
        self.count.setText(words if self._events else "")
        self.fit()


def _text(event: Event) -> str:
    return " ".join((event.at, event.who, event.action, event.words, event.note, "undone" if event.undone else ""))
