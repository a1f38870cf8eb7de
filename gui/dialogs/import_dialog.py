"""Import: choose files, see what they are taken for, watch, and read what was odd."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from galley.core.errors import ConflictError, GalleyError
from galley.core.importers import ImportOptions, ImportReport, find, recognise
from galley.core.importers.importing import import_files
from galley.core.importers.registry import REGISTRY
from galley.core.project.project import Project
from galley.gui.dialogs.columns import Columns
from galley.gui.dialogs.dialog_base import Label
from galley.gui.dialogs.file_dialogs import breakable, choose_data
from galley.gui.dialogs.message import Message
from galley.gui.dialogs.working import WorkingDialog
from galley.gui.language import tr
from galley.gui.plain_text import Button, CheckBox
from galley.gui.theme import Theme, Type
from galley.gui.window_settings import Settings

LEAD = tr("All of it is taken in, or nothing. The same file twice adds nothing.")
TABLE = "csv"


class Import(WorkingDialog):
    """Three pages: what to import, how far it is, what came of it. ``report`` is there after a success."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
    ) -> None:
        super().__init__(parent, theme, tr("Import"), LEAD, verb=tr("Import"), in_bytes=True, width=680)
        self.project = project
        self.settings = settings
        self.paths: list[Path] = []
        self.report: ImportReport | None = None
        self.columns: Columns | None = None
        self.setAcceptDrops(True)
        self.asking(self._choose_page())
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
        self.files.setText("\n".join(map(breakable, paths)) or tr("No file yet: drop some here, or choose them."))
        self.go.setEnabled(bool(paths))
        self.fault.hide()
        if not paths:
            self.recognised.setText(tr("Recognised by content once there is a file."))
            self._show_columns()
            return
        self.settings.set_folder(paths[0].parent)
        try:
            self.format.setCurrentIndex(self.format.findData(recognise(paths).name))
            self.recognised.setText(tr("Recognised by its content."))
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
            self.complain(tr("Two columns are used as “{use}”; let one of them be something else.", use=doubled))
            return
        importer, paths, options = find(self.format.currentData()), tuple(self.paths), self.options()
        self.set_title(tr("Importing"), tr("You can stop at any time; then nothing is imported."))
        self.work(lambda progress: import_files(self.project, importer, paths, options, progress), self._succeeded)

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
        self.files.setAccessibleName(tr("Files"))
        line.addWidget(self.files, 1)
        self.choose = Button(tr("Choose files…"), self)
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._choose)
        line.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        column.addSpacing(8)
        self.format = QComboBox(self)
        self.format.setAccessibleName(tr("Format"))
        for importer in REGISTRY.all().values():
            self.format.addItem(f"{importer.name}  ·  {importer.title}", importer.name)
        self.format.setCurrentIndex(-1)
        self.format.setPlaceholderText(tr("None yet"))
        self.format.activated.connect(self._format_chosen)
        column.addWidget(Label(self.theme, tr("Format"), Type.SMALL_STRONG, "second"))
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
            (tr("Dataset"), self.dataset, tr("as in the file")),
            (tr("Split"), self.split, tr("as in the file")),
            (tr("Labels are by"), self.annotator, tr("as in the file")),
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
        self.new_items = CheckBox(tr("Where a key is there with another text, make a new item"), self)
        column.addWidget(self.new_items)
        column.addWidget(self.fault)
        return page

    def _choose(self) -> None:
        chosen = choose_data(self, self.settings.folder())
        if chosen:
            self.take(chosen)

    def _format_chosen(self) -> None:
        self.recognised.setText(tr("Chosen by you."))
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
                self.complain(str(error))
            else:
                self.table.addWidget(self.columns)
        self.fit()

    def failed(self, error: BaseException) -> None:
        """Back to the first page. Keys with other texts are a list of their own."""
        self.set_title(tr("Import"), LEAD)
        if isinstance(error, ConflictError):
            self.back()
            Message.ask(self, self.theme, error)
        else:
            super().failed(error)

    def _succeeded(self, report: ImportReport) -> None:
        self.report = report
        self.set_title(tr("Imported") if any(report.counts.values()) else tr("Nothing was new"))
        self.finish(report.counts, report.notes)
