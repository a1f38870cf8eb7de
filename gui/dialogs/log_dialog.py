"""The project's log: every decision, filtered by who, what, where, when and whether it stands, and saved as a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from galley.core.errors import GalleyError, InputError
from galley.core.project import log_report
from galley.core.project.log_report import DecisionFilter
from galley.core.review.history import Event
from galley.core.storage.connection import Connection
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.dialogs.events import EventTable
from galley.gui.dialogs.file_dialogs import choose_target
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

MOST = 300
"""Decisions that are shown; a file has all."""
_PAUSE = 200
"""Milliseconds after a key before the log is read again."""
UNDONE = ((tr("Standing or undone"), None), (tr("Standing"), False), (tr("Undone"), True))


class LogDialog(Dialog):
    """``events`` is what the table holds. Reads in the background; what arrives after the end is let go.
    ``opened_decision`` is the decision (row id) whose line was opened, which closes the dialog."""

    def __init__(self, parent: QWidget | None, theme: Theme, session: Session) -> None:
        super().__init__(parent, theme, tr("Log"), "", width=980)
        self._session = session
        self.events: list[Event] = []
        self._open = True
        self.opened_decision = 0
        self.who, self.action, self.undone = QComboBox(self), QComboBox(self), QComboBox(self)
        self.item, self.since, self.until, self.words = (QLineEdit(self) for _ in range(4))
        self.who.addItem(tr("Everybody"), "")
        for name in log_report.reviewers(session.connection(), session.reviewer):
            self.who.addItem(" ".join(make_visible(name).split()), name)
        self.action.addItem(tr("Any action"), "")
        for action, words in labels.ACTIONS.items():
            self.action.addItem(words, action.value)
        for words, value in UNDONE:
            self.undone.addItem(words, value)
        self.item.setPlaceholderText(tr("part of a key"))
        self.since.setPlaceholderText("2026-11-01")
        self.until.setPlaceholderText("2026-11-20")
        self.words.setPlaceholderText(tr("part of a note"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        fields: tuple[tuple[str, QWidget], ...] = (
            (tr("Who"), self.who), (tr("Action"), self.action), (tr("Standing"), self.undone), (tr("Item"), self.item),
            (tr("From (UTC)"), self.since), (tr("Until"), self.until), (tr("Note"), self.words),
        )  # fmt: skip
        for column, (title, field) in enumerate(fields):
            field.setAccessibleName(title)
            label = Label(theme, title, Type.SMALL_STRONG, "second")
            label.setWordWrap(False)
            label.setBuddy(field)
            grid.addWidget(label, 0, column)
            grid.addWidget(field, 1, column)
            grid.setColumnStretch(column, 3 if isinstance(field, QComboBox) else 2)
        self.column.addLayout(grid)
        self.column.addSpacing(6)
        self.table = EventTable(theme, items=True, parent=self)
        self.table.decisionOpened.connect(self._open_decision)
        self.table.setMinimumHeight(self.tall(340))
        self.table.empty = tr("No decision matches.")
        self.count = Label(theme, "", Type.SMALL, "second")
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.count)
        self.save_lines = self.button(tr("Save as JSON Lines…"), left=True)
        self.save_csv = self.button(tr("Save as CSV…"), left=True)  # each goes to the front
        self.save_csv.clicked.connect(lambda: self._save("csv", ".csv"))
        self.save_lines.clicked.connect(lambda: self._save("jsonl", ".jsonl"))
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE)
        self._soon.timeout.connect(self.read)
        for choice in (self.who, self.action, self.undone):
            choice.currentIndexChanged.connect(self.read)
        for line in (self.item, self.since, self.until, self.words):
            line.textChanged.connect(lambda _: self._soon.start())
        self.read()
        self.who.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, session: Session) -> int:
        """Show it until it is closed. The decision (row id) whose line was opened; 0 for none."""
        dialog = cls(parent, theme, session)
        dialog.exec()
        dialog._open = False
        dialog.deleteLater()
        return dialog.opened_decision

    def _open_decision(self, decision: int) -> None:
        self.opened_decision = decision
        self.accept()

    def read_filter(self) -> DecisionFilter:
        """What the fields ask for. Raises: InputError for a day that is none."""
        who, action = self.who.currentData(), self.action.currentData()
        return DecisionFilter(
            (who,) if who else (),
            (action,) if action else (),
            self.item.text(),
            self.since.text().strip(),
            self.until.text().strip(),
            self.undone.currentData(),
            self.words.text(),
        )

    def read(self) -> None:
        """Read what the fields ask for."""
        log_filter = self._try_read_filter()
        if log_filter is None:
            return
        reviewer = self._session.reviewer

        def read(connection: Connection) -> tuple[int, list[Event]]:
            return log_report.count(connection, log_filter, reviewer), list(
                log_report.events(connection, log_filter, reviewer, latest=MOST)
            )

        self._session.read(read, self._show_events, slot="log")

    def _try_read_filter(self) -> DecisionFilter | None:
        try:
            return self.read_filter()
        except InputError as error:
            self.count.setText(str(error))
            self.fit()
            return None

    def _show_events(self, counted_events: tuple[int, list[Event]]) -> None:
        if not self._open:
            return
        count, self.events = counted_events
        self.table.fill(self.events)
        for button in (self.save_csv, self.save_lines):
            button.setEnabled(count > 0)
        shown_count = len(self.events)
        if not count:
            count_words = ""  # the table says that none fits
        elif count > shown_count:
            count_words = tr_n(
                "{n:,} decision; the latest {shown:,} are shown",
                "{n:,} decisions; the latest {shown:,} are shown",
                count,
                shown=shown_count,
            )
        else:
            count_words = tr_n("{n:,} decision", "{n:,} decisions", count)
        self.count.setText(count_words)
        self.fit()

    def _save(self, form: str, suffix: str) -> None:
        log_filter = self._try_read_filter()
        near = self._session.project.path
        out = choose_target(self, tr("Save the log"), near.with_name(f"{near.stem}-log{suffix}"), suffix)
        if out is None or log_filter is None:
            return
        reviewer = self._session.reviewer

        def done(count: int) -> None:
            self._say(
                tr_n("{n:,} decision written to {file}.", "{n:,} decisions written to {file}.", count, file=Path(out))
            )

        def on_failed(error: GalleyError) -> None:
            self._say(str(error))

        self._say(tr("Writing…"))
        self._session.read(
            lambda connection: log_report.write(connection, log_filter, out, form, reviewer),
            done,
            "log-file",
            on_failed,
        )

    def _say(self, sentence: str) -> None:
        if self._open:
            self.count.setText(sentence)
