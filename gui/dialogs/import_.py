"""Import: choose files, see what they are taken for, watch, and read what was odd."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.errors import Cancelled, ConflictError, GalleyError
from core.importers import ImportOptions, ImportReport, find, recognise
from core.importers.registry import REGISTRY
from core.project.imports import import_files
from core.project.project import Project
from gui.dialogs.base import Dialog, Label
from gui.dialogs.columns import Columns
from gui.dialogs.files import choose_data
from gui.dialogs.message import Message
from gui.dialogs.report import ReportPage
from gui.dialogs.task import Task, TaskPage
from gui.settings import Settings
from gui.theme import Theme, Type

LEAD = "All of it is taken in, or nothing. The same file twice adds nothing."
TABLE = "csv"


class Import(Dialog):
    """Three pages: what to import, how far it is, what came of it. ``report`` is there after a success."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
    ) -> None:
        super().__init__(parent, theme, "Import", LEAD, width=680)
        self.project = project
        self.settings = settings
        self.paths: list[Path] = []
        self.report: ImportReport | None = None
        self.columns: Columns | None = None
        self.task: Task | None = None
        self.setAcceptDrops(True)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self._choose_page())
        self.progress = TaskPage(theme, in_bytes=True, parent=self)
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
        self.go = self.button("Import", default=True)
        self.go.clicked.connect(self.start)
        self.take(paths)

    @classmethod
    def ask(
        cls,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
    ) -> ImportReport | None:
        """Show it until it is closed; the report of what was imported, None where nothing was."""
        dialog = cls(parent, theme, project, paths, settings)
        dialog.exec()
        dialog.deleteLater()
        return dialog.report

    def take(self, paths: Sequence[Path]) -> None:
        """Choose ``paths``: recognise their format and, for a table, its columns."""
        self.paths = list(paths)
        self.files.setText("\n".join(str(path) for path in paths) or "No file yet: drop some here, or choose them.")
        self.go.setEnabled(bool(paths))
        self.fault.hide()
        if not paths:
            self.recognised.setText("Recognised by content once there is a file.")
            self._show_columns()
            return
        self.settings.set_folder(paths[0].parent)
        try:
            self.format.setCurrentIndex(self.format.findData(recognise(paths).name))
            self.recognised.setText("Recognised by its content.")
        except GalleyError as error:
            self.format.setCurrentIndex(-1)
            self.recognised.setText(str(error))
            self.go.setEnabled(False)
        self._show_columns()

    def options(self) -> ImportOptions:
        """What was said about the import."""
        fields = {"dataset": self.dataset.text().strip(), "split": self.split.text().strip()}
        return ImportOptions(
            annotator=self.annotator.text().strip(),
            fields={name: value for name, value in fields.items() if value},
            columns=self.columns.mapping() if self.columns is not None else {},
            new_items=self.new_items.isChecked(),
        )

    def start(self) -> None:
        """Import in the background and show how far it is."""
        doubled = self.columns.doubled() if self.columns is not None else ""
        if doubled:
            self._complain(f"Two columns are used as “{doubled}”; let one of them be something else.")
            return
        importer, paths, options = find(self.format.currentData()), tuple(self.paths), self.options()
        self.task = Task(
            lambda progress: import_files(self.project, importer, paths, options, progress), parent=self
        )
        self.task.moved.connect(self._moved)
        self.task.succeeded.connect(self._succeeded)
        self.task.failed.connect(self._failed)
        self.set_title("Importing", "You can stop at any time; then nothing is imported.")
        self.progress.show_progress(0, 0, -1)
        self.pages.setCurrentWidget(self.progress)
        self.go.hide()
        self.cancel.setText("Stop")
        self.cancel.setFocus()
        self.task.start()

    def reject(self) -> None:
        """Leave; while an import runs, stop it first."""
        if self.task is not None and self.task.running:
            self.task.cancel()
            self.progress.show_stopping()
            self.cancel.setEnabled(False)
            return
        super().reject()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped while they are being chosen."""
        if event.mimeData().hasUrls() and self.pages.currentIndex() == 0:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take them instead of what was chosen."""
        event.acceptProposedAction()
        self.take([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _choose_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        line = QHBoxLayout()
        self.files = Label(self.theme, "")
        self.files.setAccessibleName("Files")
        line.addWidget(self.files, 1)
        self.choose = QPushButton("Choose files…", self)
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._choose)
        line.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        column.addSpacing(8)
        self.format = QComboBox(self)
        self.format.setAccessibleName("Format")
        for importer in REGISTRY.all().values():
            self.format.addItem(f"{importer.name}  ·  {importer.title}", importer.name)
        self.format.setCurrentIndex(-1)
        self.format.setPlaceholderText("None yet")
        self.format.activated.connect(self._format_chosen)
        column.addWidget(Label(self.theme, "Format", Type.SMALL_STRONG, "second"))
        column.addWidget(self.format)
        self.recognised = Label(self.theme, "", Type.SMALL, "second")
        column.addWidget(self.recognised)
        column.addSpacing(4)
        self.table = QVBoxLayout()
        column.addLayout(self.table, 1)
        self.dataset, self.split, self.annotator = (QLineEdit(self) for _ in range(3))
        row = QHBoxLayout()
        row.setSpacing(12)
        for words, field, shown in (
            ("Dataset", self.dataset, "as in the file"),
            ("Split", self.split, "as in the file"),
            ("Labels are by", self.annotator, "as in the file"),
        ):
            block = QVBoxLayout()
            block.setSpacing(5)
            block.addWidget(Label(self.theme, words, Type.SMALL_STRONG, "second"))
            field.setPlaceholderText(shown)
            field.setAccessibleName(words)
            block.addWidget(field)
            row.addLayout(block)
        column.addLayout(row)
        column.addSpacing(4)
        self.new_items = QCheckBox("Where a key is there with another text, make a new item", self)
        column.addWidget(self.new_items)
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        self.fault.hide()
        column.addWidget(self.fault)
        return page

    def _choose(self) -> None:
        chosen = choose_data(self, self.settings.folder())
        if chosen:
            self.take(chosen)

    def _format_chosen(self) -> None:
        self.recognised.setText("Chosen by you.")
        self.go.setEnabled(bool(self.paths))
        self._show_columns()

    def _show_columns(self) -> None:
        if self.columns is not None:
            self.table.removeWidget(self.columns)
            self.columns.deleteLater()
            self.columns = None
        if self.paths and self.format.currentData() == TABLE:
            try:
                self.columns = Columns(self.theme, self.paths[0], self)
            except GalleyError as error:
                self._complain(str(error))
            else:
                self.table.addWidget(self.columns)
        self.fit()

    def _complain(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def _moved(self, done: int, total: int, left: float) -> None:
        if self.cancel.isEnabled():
            self.progress.show_progress(done, total, left)

    def _succeeded(self, report: ImportReport) -> None:
        self.report = report
        self.set_title("Imported" if any(report.counts.values()) else "Nothing was new")
        self.outcome.show_report(report.counts, report.notes)
        self.pages.setCurrentWidget(self.outcome)
        self.copy.show()
        self.cancel.hide()
        self.go.hide()
        self.close_button.show()
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    def _failed(self, error: BaseException) -> None:
        self.set_title("Import", LEAD)
        self.pages.setCurrentIndex(0)
        self.go.show()
        self.cancel.setText("Cancel")
        self.cancel.setEnabled(True)
        if isinstance(error, ConflictError):
            Message.ask(self, self.theme, error)
        elif isinstance(error, Cancelled | GalleyError):
            self._complain(str(error))
        else:
            sys.excepthook(type(error), error, error.__traceback__)
