"""Export: which format, which items, which file."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.errors import GalleyError
from core.exports.base import ExportReport, Only
from core.exports.registry import REGISTRY, export, find
from core.project.project import Project
from gui.dialogs.base import Dialog, Label
from gui.dialogs.files import choose_target
from gui.dialogs.report import ReportPage
from gui.dialogs.task import Task, TaskPage
from gui.settings import Settings
from gui.theme import Theme, Type

ONLY: tuple[tuple[str, Only], ...] = (
    ("All items", Only.ALL),
    ("Items that somebody has finished", Only.REVIEWED),
    ("Items with a gold verdict", Only.GOLD),
)


class ExportTo(Dialog):
    """``report`` is there after a success. A file that exists is replaced only after the system has asked."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, project: Project, settings: Settings
    ) -> None:
        super().__init__(
            parent,
            theme,
            "Export",
            "The project stays as it is. A file that is there is replaced only once the new one is whole.",
        )
        self.project = project
        self.settings = settings
        self.report: ExportReport | None = None
        self.task: Task | None = None
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self._choose_page())
        self.progress = TaskPage(theme, in_bytes=False, parent=self)
        self.pages.addWidget(self.progress)
        self.outcome = ReportPage(theme, self)
        self.pages.addWidget(self.outcome)
        self.column.addWidget(self.pages, 1)
        self.copy = self.button("Copy the report", left=True)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.outcome.text()))
        self.copy.hide()
        self.close_button = self.button("Close")
        self.close_button.clicked.connect(self.accept)
        self.close_button.hide()
        self.cancel = self.button("Cancel")
        self.cancel.clicked.connect(self.reject)
        self.go = self.button("Export", default=True)
        self.go.clicked.connect(self.start)

    @classmethod
    def ask(
        cls, parent: QWidget | None, theme: Theme, project: Project, settings: Settings
    ) -> ExportReport | None:
        """Show it until it is closed; what was written, None where nothing was."""
        dialog = cls(parent, theme, project, settings)
        dialog.exec()
        dialog.deleteLater()
        return dialog.report

    def start(self) -> None:
        """Write the file in the background and show how far it is."""
        name, only = self.format.currentData(), self.only.currentData()
        out = Path(self.path.text().strip()).expanduser()
        if not self.path.text().strip():
            self._complain("Say which file to write.")
            return
        self.settings.set_folder(out.parent)
        self.task = Task(lambda progress: export(self.project, name, out, only, progress), parent=self)
        self.task.moved.connect(self._moved)
        self.task.succeeded.connect(self._succeeded)
        self.task.failed.connect(self._failed)
        self.progress.show_progress(0, 0, -1)
        self.pages.setCurrentWidget(self.progress)
        self.go.hide()
        self.cancel.setText("Stop")
        self.cancel.setFocus()
        self.task.start()

    def reject(self) -> None:
        """Leave; while it writes, stop it first."""
        if self.task is not None and self.task.running:
            self.task.cancel()
            self.progress.show_stopping()
            self.cancel.setEnabled(False)
            return
        super().reject()

    def _choose_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        self.format, self.only, self.path = QComboBox(self), QComboBox(self), QLineEdit(self)
        for known in REGISTRY.all().values():
            self.format.addItem(f"{known.name}  ·  {known.title}", known.name)
        self.format.currentIndexChanged.connect(self._suggest)
        for words, only in ONLY:
            self.only.addItem(words, only)
        choose = QPushButton("Choose…", self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(choose)
        for words, field in (("Format", self.format), ("Items", self.only), ("File", self.path)):
            field.setAccessibleName(words)
            column.addWidget(Label(self.theme, words, Type.SMALL_STRONG, "second"))
            if field is self.path:
                column.addLayout(row)
            else:
                column.addWidget(field)
                column.addSpacing(6)
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        self.fault.hide()
        column.addWidget(self.fault)
        column.addStretch(1)
        self._suggest()
        return page

    def _suggest(self) -> None:
        """A name for the file, in the folder of the last one, with the format's suffix."""
        if self.format.currentData() is None:
            return
        typed = Path(self.path.text()) if self.path.text() else self.settings.folder() / self.project.path.stem
        self.path.setText(str(typed.with_suffix(find(self.format.currentData()).suffix)))

    def _choose(self) -> None:
        suffix = find(self.format.currentData()).suffix
        chosen = choose_target(self, "Export to", Path(self.path.text()), suffix)
        if chosen is not None:
            self.path.setText(str(chosen))

    def _complain(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def _moved(self, done: int, total: int, left: float) -> None:
        if self.cancel.isEnabled():
            self.progress.show_progress(done, total, left)

    def _succeeded(self, report: ExportReport) -> None:
        self.report = report
        self.set_title("Exported", self.path.text())
        self.outcome.show_report(report.counts)
        self.pages.setCurrentWidget(self.outcome)
        self.copy.show()
        self.cancel.hide()
        self.go.hide()
        self.close_button.show()
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    def _failed(self, error: BaseException) -> None:
        self.pages.setCurrentIndex(0)
        self.go.show()
        self.cancel.setText("Cancel")
        self.cancel.setEnabled(True)
        if isinstance(error, GalleyError):
            self._complain(str(error))
        else:
            sys.excepthook(type(error), error, error.__traceback__)
