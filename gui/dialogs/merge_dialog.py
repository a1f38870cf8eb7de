"""Merge answers: choose the files, see what would happen, then take them in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from galley.core.campaign import encryption, merge, shared_folder
from galley.core.campaign.merge_report import MergeReport
from galley.core.campaign.shared_folder import FetchedAnswers
from galley.core.import_types import Note
from galley.core.project.project import Project
from galley.gui.dialogs.background_task import Progress
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import breakable, choose_answers, choose_file, choose_folder
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

LEAD = tr(
    "Galley merges everything or nothing. Merging the same answers again adds nothing, and the order does not matter."
)
NOT_YET = tr("Nothing is written yet.")
LISTED = 200


class Merge(WorkingDialog):
    """Files, a preview, the report. ``report`` is there after a success."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, project: Project, paths: Sequence[Path], settings: Settings
    ) -> None:
        super().__init__(parent, theme, tr("Merge answers"), LEAD, verb=tr("Preview"), in_bytes=False, width=680)
        self.project = project
        self.settings = settings
        self.paths: list[Path] = []
        self.report: MergeReport | None = None
        self.seen: MergeReport | None = None
        self._mailbox_answers: FetchedAnswers | None = None
        self._exit_stack = ExitStack()
        self.setAcceptDrops(True)
        self.set_first_page(self._page())
        self.go.clicked.connect(self.start)
        self.take(paths)

    @classmethod
    def ask(
        cls, parent: QWidget | None, theme: Theme, project: Project, paths: Sequence[Path], settings: Settings
    ) -> MergeReport | None:
        """Show it until it is closed; what was taken in, None where nothing was."""
        dialog = cls(parent, theme, project, paths, settings)
        dialog.exec()
        dialog.deleteLater()
        return dialog.report

    def take(self, paths: Sequence[Path]) -> None:
        """Choose ``paths``."""
        self.paths, self._mailbox_answers = list(paths), None
        self.files.setText("\n".join(map(breakable, paths)) or tr("No file yet: drop files here, or choose them."))
        self.go.setEnabled(bool(paths))
        for widget in self._with_key:
            widget.setVisible(any(path.is_dir() or encryption.is_encrypted(path) for path in paths))
        self.fault.hide()
        (self.go if paths else self._files).setFocus()  # Return does what comes next
        if paths:
            self.settings.set_folder(paths[0].parent)

    def start(self) -> None:
        """Preview, or after the preview take the answers in."""
        paths, name = tuple(self.paths), self.name.text().strip()
        called = {"": name} if name else {}
        act = merge.preview if self.seen is None else merge.merge
        done = self._show_preview if self.seen is None else self._show_merge

        key = self.identity.text().strip() if not self.identity.isHidden() else ""
        identity = Path(key).expanduser() if key else None
        folder = len(paths) == 1 and paths[0].is_dir()

        def work(progress: Progress) -> MergeReport:
            if not folder:
                return act(self.project, paths, called, progress, identity)
            if self._mailbox_answers is None:
                scratch = self._exit_stack.enter_context(shared_folder.scratch(self.project.path))
                self._mailbox_answers = shared_folder.fetch(paths[0], scratch, identity)
            return shared_folder.run(act, self.project, self._mailbox_answers, called, progress)

        self.work(work, done)

    def done(self, result: int) -> None:
        """What was fetched from a shared folder goes with the dialog."""
        super().done(result)
        self._exit_stack.close()

    def back(self) -> None:
        """The first page again, as if nothing had been looked at."""
        self._mailbox_answers = None
        self.seen = None
        self.set_title(tr("Merge answers"), LEAD)
        self.go.setText(tr("Preview"))
        super().back()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped while they are asked for."""
        if event.mimeData().hasUrls() and self.is_asking:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """See ``take``."""
        self.take([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(Label(self.theme, tr("Answers files or whole projects"), Type.SMALL_STRONG, "second"))
        row = QHBoxLayout()
        self.files = Label(self.theme, "")
        self.files.setAccessibleName(tr("Files"))
        self._files = Button(tr("Choose files…"), self)
        self._files.setAutoDefault(False)
        self._files.clicked.connect(self._choose)
        row.addWidget(self.files, 1)
        row.addWidget(self._files)
        shared = Button(tr("Shared folder…"), self)
        shared.setAutoDefault(False)
        shared.setObjectName("shared")
        shared.clicked.connect(self._choose_shared_folder)
        row.addWidget(shared)
        column.addLayout(row)
        column.addSpacing(8)
        self.name = QLineEdit(self)
        self.name.setPlaceholderText(tr("as in the file"))
        self.name.setAccessibleName(tr("Answers are by"))
        column.addWidget(Label(self.theme, tr("Answers are by"), Type.SMALL_STRONG, "second"))
        column.addWidget(self.name)
        hint = tr("Only needed where two people used the same name, or one person worked in two copies.")
        column.addWidget(Label(self.theme, hint, Type.SMALL, "second"))
        words = tr("File with your private key of age, for encrypted answers")
        self.identity = QLineEdit(self)
        self.identity.setAccessibleName(words)
        find = Button(tr("Choose…"), self)
        find.setAutoDefault(False)
        find.clicked.connect(self._find_key)
        line = QHBoxLayout()
        line.addWidget(self.identity, 1)
        line.addWidget(find)
        self._with_key = (Label(self.theme, words, Type.SMALL_STRONG, "second"), self.identity, find)
        column.addSpacing(8)
        column.addWidget(self._with_key[0])
        column.addLayout(line)
        self.exposure_warning = Label(self.theme, "", Type.SMALL, "warning")
        self.identity.textChanged.connect(self._warn)
        self._warn("")
        column.addWidget(self.exposure_warning)
        column.addWidget(self.fault)
        column.addStretch(1)
        return page

    def _choose(self) -> None:
        paths = choose_answers(self, self.project.path.parent)
        if paths:
            self.take(paths)

    def _find_key(self) -> None:
        path = choose_file(self, tr("The file with your private key"), self.settings.folder(), tr("All files (*)"))
        if path is not None:
            self.identity.setText(str(path))

    def _warn(self, place: str) -> None:
        """Say where others on this machine may read the private key."""
        warning = encryption.readable(Path(place.strip()).expanduser()) if place.strip() else ""
        self.exposure_warning.setText(warning)
        self.exposure_warning.setVisible(bool(warning))

    def _choose_shared_folder(self) -> None:
        folder = choose_folder(self, tr("The shared folder, with a folder for each reviewer"), self.settings.folder())
        if folder is not None:
            self.take([folder])
            self.settings.set_folder(folder)

    def _show_preview(self, report: MergeReport) -> None:
        self.seen = report
        if not report.new:
            self._show_merge(report)
            return
        self.set_title(tr("This is what would happen"), NOT_YET)
        self.outcome.show_report(report.counts, _notes(report), _head(report))
        self.show_page(self.outcome)
        self.cancel.setText(tr("Cancel"))
        self.cancel.setEnabled(True)
        self.go.setText(tr_n("Merge {n:,} decisions", "Merge {n:,} decisions", report.new))
        self.go.show()
        self.go.setFocus()
        self.fit()

    def _show_merge(self, report: MergeReport) -> None:
        self.report = report
        self.set_title(tr("Merged") if report.new else tr("Nothing was new"), self.project.path.name)
        self.finish(report.counts, _notes(report), _head(report))
        self.fit()


def _notes(report: MergeReport) -> list[Note]:
    return [Note("", 0, line) for line in report.format_lines(LISTED)]


def _head(report: MergeReport) -> str:
    return tr_n("One file", "{n} files", len(report.files))
