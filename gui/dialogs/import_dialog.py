"""Import: choose files, see what they are taken for, watch, and read the warnings. Tables have a page of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from galley.core.errors import Cancelled, ConflictError, GalleyError, InputError
from galley.core.importers import ImportOptions, ImportReport, find, recognise
from galley.core.importers.base import Importer
from galley.core.importers.registry import find_readable
from galley.core.importers.run_import import MAPPED, import_files
from galley.core.project.project import Project
from galley.core.tasks.levels import Level, describe_proposed
from galley.gui.dialogs.background_task import BackgroundTask, Progress
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import breakable, choose_data, choose_folder
from galley.gui.dialogs.import_page import ImportPage
from galley.gui.dialogs.message import Message
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button, CheckBox, set_tip
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

LEAD = tr("Galley imports everything or nothing. Importing the same file again adds nothing.")
SMALL = 1 << 18
"""Bytes up to which a file is looked at at once; a larger one is looked at in the background."""

LEVEL = tr("Implicit “no” is about")
LEVELS = (
    (tr("what is flagged"), ""),
    (tr("whole summaries"), Level.WHOLE.value),
    (tr("units of summaries"), Level.UNITS.value),
)
LEVEL_TIP = tr(
    "When you finish an item, what you left unmarked counts as “no”. This sets the level where the "
    "judge flags whole summaries."
)


class Import(WorkingDialog):
    """Three pages: what to import, how far it is, what came of it. ``report`` is there after a success,
    ``table_paths`` where the files are a table, which the import page imports."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
    ) -> None:
        super().__init__(parent, theme, tr("Import data"), LEAD, verb=tr("Import"), in_bytes=True, width=680)
        self.project = project
        self.settings = settings
        self.paths: list[Path] = []
        self.report: ImportReport | None = None
        self.table_paths: list[Path] = []
        self._looking: BackgroundTask | None = None
        self.setAcceptDrops(True)
        self.set_first_page(self._choose_page())
        self.go.clicked.connect(lambda: self.start())
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
        """Show it until it is closed, or the import page where the files are a table; the report of what was imported,
        None where nothing was."""
        has_table = bool(paths) and is_table(paths)
        while True:
            if has_table:
                page = ImportPage.ask(parent, theme, project, paths, settings)
                if not page.other_paths:
                    return page.report
                paths, has_table = page.other_paths, is_table(page.other_paths)
                continue
            dialog = cls(parent, theme, project, paths, settings)
            dialog.exec()
            dialog.deleteLater()
            if not dialog.table_paths:
                return dialog.report
            paths, has_table = dialog.table_paths, True

    def take(self, paths: Sequence[Path]) -> None:
        """Choose ``paths`` and recognise their format."""
        self.paths = list(paths)
        self.files.setText("\n".join(map(breakable, paths)) or tr("No file yet: drop files here, or choose them."))
        self.go.setEnabled(False)
        self.fault.hide()
        if not paths:
            self.format_note.setText(tr("Detected from the content of the file."))
            return
        self.settings.set_folder(paths[0].parent)
        self.format.clear()
        self.format_note.setText(tr("Reading…"))
        self.run_look(lambda _: _recognise_format(paths), self._take_format)

    def options(self) -> ImportOptions:
        """What was said about the import."""
        fields = {"dataset": self.dataset.text().strip(), "split": self.split.text().strip()}
        return ImportOptions(
            annotator=self.annotator.text().strip(),
            fields={name: value for name, value in fields.items() if value},
            new_items=self.new_items.isChecked(),
            level=self.level.currentData(),
        )

    def start(self) -> None:
        """Import in the background and show how far it is."""
        self.fault.hide()
        importer, paths, options = find(self.format.currentData()), tuple(self.paths), self.options()
        self.set_title(tr("Importing"), tr("You can stop at any time; then nothing is imported."))
        self.work(
            lambda progress: import_files(self.project, importer, paths, options, progress, False), self._show_report
        )

    def run_look(self, work: Callable[[Progress], Any], then: Callable[[Any], object]) -> None:
        """Look at the files: at once where they are small, else in the background; the latest look counts."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if sum(path.stat().st_size for path in self.paths if path.is_file()) <= SMALL:
            try:
                outcome = work(lambda done, total: True)
            except GalleyError as error:
                self._cannot_look(error)
            else:
                then(outcome)
            return
        task = self._looking = BackgroundTask(work, parent=self)
        self.go.setEnabled(False)
        task.succeeded.connect(lambda outcome: then(outcome) if task is self._looking else None)
        task.failed.connect(lambda error: self._cannot_look(error) if task is self._looking else None)
        task.start()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped while they are being chosen."""
        if event.mimeData().hasUrls() and self.is_asking:
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
        self.choose_texts = Button(tr("Choose a folder…"), self)
        self.choose_texts.setAutoDefault(False)
        self.choose_texts.clicked.connect(self._choose_folder)
        line.addWidget(self.choose_texts, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        column.addSpacing(8)
        self.format = QComboBox(self)
        self.format.setAccessibleName(tr("Format"))
        self.format.setPlaceholderText(tr("None yet"))
        self.format.activated.connect(self._format_chosen)
        column.addWidget(Label(self.theme, tr("Format"), Type.SMALL_STRONG, "second"))
        column.addWidget(self.format)
        self.format_note = Label(self.theme, "", Type.SMALL, "second")
        column.addWidget(self.format_note)
        self.dataset, self.split, self.annotator = (QLineEdit(self) for _ in range(3))
        row = QHBoxLayout()
        row.setSpacing(12)
        for words, field, placeholder in (
            (tr("Dataset"), self.dataset, tr("as in the file")),
            (tr("Split"), self.split, tr("as in the file")),
            (tr("Labels are by"), self.annotator, tr("as in the file")),
        ):
            block = QVBoxLayout()
            block.setSpacing(5)
            label = Label(self.theme, words, Type.SMALL_STRONG, "second")
            block.addWidget(label)
            field.setPlaceholderText(placeholder)
            field.setAccessibleName(words)
            block.addWidget(field)
            row.addLayout(block)
        self.level = QComboBox(self)
        for words, level in LEVELS:
            self.level.addItem(words, level)
        self.level.setAccessibleName(LEVEL)
        set_tip(self.level, LEVEL_TIP)
        block = QVBoxLayout()
        block.setSpacing(5)
        block.addWidget(Label(self.theme, LEVEL, Type.SMALL_STRONG, "second"))
        block.addWidget(self.level)
        row.addLayout(block)
        column.addLayout(row)
        column.addSpacing(4)
        self.new_items = CheckBox(tr("If an item with the same key has another text, import it as a new item"), self)
        column.addWidget(self.new_items)
        column.addWidget(self.fault)
        return page

    def _choose(self) -> None:
        paths = choose_data(self, self.settings.folder())
        if paths:
            self.take(paths)

    def _choose_folder(self) -> None:
        folder = choose_folder(self, tr("Choose a folder of texts to import"), self.settings.folder())
        if folder is not None:
            self.take([folder])

    def _format_chosen(self) -> None:
        self.format_note.setText(tr("Chosen by you."))
        self._show_format()

    def _take_format(self, recognition: tuple[list[Importer], str, str]) -> None:
        """Offer the formats that can read the files, and choose the one that was recognised."""
        readable, name, note = recognition
        for importer in readable:
            self.format.addItem(importer.title, importer.name)
        self.format.setCurrentIndex(self.format.findData(name))
        self.format_note.setText(note)
        self._show_format()

    def _show_format(self) -> None:
        """Leave for the import page where the format is that of a table."""
        if self.paths and self.format.currentData() == MAPPED:
            self.table_paths = self.paths
            self.accept()
            return
        self.go.setEnabled(bool(self.paths) and self.format.currentIndex() >= 0)
        self.fit()

    def _cannot_look(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            return
        if not isinstance(error, GalleyError):
            self.show_failure(error)
            return
        if self.format.currentIndex() < 0:
            self.format_note.setText(str(error))
            return
        self.complain(str(error))

    def done(self, result: int) -> None:
        """Leave; a look that is still on its way finds nobody."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        super().done(result)

    def show_failure(self, error: BaseException) -> None:
        """Back to the first page. Keys with other texts are a list of their own."""
        self.set_title(tr("Import data"), LEAD)
        if isinstance(error, ConflictError):
            self.back()
            Message.ask(self, self.theme, error)
            return
        super().show_failure(error)

    def _show_report(self, report: ImportReport) -> None:
        self.report = report
        lead = " ".join(describe_proposed(report.levels, tr("Project settings…")))
        self.set_title(tr("Imported") if any(report.counts.values()) else tr("Nothing was new"), lead)
        self.finish(report.counts, report.notes)


def is_table(paths: Sequence[Path]) -> bool:
    """Whether files are a table or tree of one's own, which the import page imports."""
    try:
        return _recognise_format(paths)[1] == MAPPED
    except GalleyError:
        return False


def _recognise_format(paths: Sequence[Path]) -> tuple[list[Importer], str, str]:
    """The formats that can read files, which of them it is ("" for none), and how it is known or why not. A table of
    one's own goes by a mapping, in which every column is shown.

    Raises: InputError where a file cannot be read.
    """
    readable = find_readable(paths)
    try:
        name = recognise(paths).name
    except InputError as error:
        if paths[0].suffix.lower() in find(MAPPED).suffixes:  # its reader says what is wrong with it
            return readable, MAPPED, ""
        return readable, "", str(error)
    return readable, name, tr("Recognised by its content.")
