"""The dialogs of a reader's package: what its lead wrote, and the small file of answers that goes back to them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from galley.core.campaign import answers, package_progress, shared_folder
from galley.core.campaign.answers import AnswersHead
from galley.core.campaign.package import Package
from galley.core.text.visible import make_visible
from galley.gui.dialogs.background_task import Progress
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.dialogs.file_dialogs import breakable, choose_folder, choose_target
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n


class Return(WorkingDialog):
    """``head`` is there after a success. The system asks before a file is replaced."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, session: Session, package: Package, settings: Settings
    ) -> None:
        lead = tr(
            "The file holds your answers without the texts. Send it to the lead; you can continue and "
            "submit again later."
        )
        super().__init__(parent, theme, tr("Submit my answers"), lead, verb=tr("Write the file"), in_bytes=False)
        self.project = session.project
        self.settings = settings
        self.head: AnswersHead | None = None
        progress = package_progress.read_own_progress(session.connection(), package, session.reviewer)
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(
            Label(theme, _progress_words(len(progress.finished_items), package.items, sum(progress.unsure.values())))
        )
        column.addSpacing(6)
        column.addWidget(Label(theme, tr("File"), Type.SMALL_STRONG, "second"))
        target = self.project.path.with_suffix(answers.SUFFIX)
        self.path = QLineEdit(str(target), self)
        self.path.setAccessibleName(tr("File"))
        choose = Button(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(choose)
        shared = Button(tr("Shared folder…"), self)
        shared.setAutoDefault(False)
        shared.setObjectName("shared")
        shared.clicked.connect(self._choose_shared_folder)
        row.addWidget(shared)
        column.addLayout(row)
        words = tr("Encrypt for the lead (a public key of age; empty: not encrypted)")
        column.addWidget(Label(theme, words, Type.SMALL_STRONG, "second"))
        self.key = QLineEdit(self)
        self.key.setAccessibleName(words)
        column.addWidget(self.key)
        column.addWidget(self.fault)
        column.addStretch(1)
        self._chosen_path = ""
        self.set_first_page(page)
        self.go.clicked.connect(self.start)
        self.go.setFocus()

    @classmethod
    def ask(
        cls, parent: QWidget | None, theme: Theme, session: Session, package: Package, settings: Settings
    ) -> AnswersHead | None:
        """Show it until it is closed; what was written, None where nothing was."""
        dialog = cls(parent, theme, session, package, settings)
        dialog.exec()
        dialog.deleteLater()
        return dialog.head

    def start(self) -> None:
        """Write the file in the background."""
        text = self.path.text().strip()
        if not text:
            self.complain(tr("Choose a file to write to."))
            return
        out, agreed = Path(text).expanduser(), text == self._chosen_path
        self.settings.set_folder(out if out.is_dir() else out.parent)
        path, key = self.project.path, self.key.text().strip()

        def write(to: Path, progress: Progress) -> AnswersHead:
            return answers.write_answers(path, to, overwrite=agreed, progress=progress, key=key)

        if out.is_dir():
            self.work(lambda progress: shared_folder.send(path, out, lambda to: write(to, progress)), self._show_sent)
        else:
            self.work(lambda progress: write(out, progress), self._show_report)

    def _choose(self) -> None:
        path = choose_target(self, tr("Write the answers to"), Path(self.path.text()), answers.SUFFIX)
        if path is not None:
            self._chosen_path = str(path)  # the system has asked whether it may be replaced
            self.path.setText(self._chosen_path)

    def _choose_shared_folder(self) -> None:
        folder = choose_folder(self, tr("The shared folder, or yours in it"), self.settings.folder())
        if folder is not None:
            self.path.setText(str(folder))

    def _show_sent(self, sent_answers: tuple[AnswersHead, Path]) -> None:
        self.path.setText(str(sent_answers[1]))
        self._show_report(sent_answers[0])

    def _show_report(self, head: AnswersHead) -> None:
        self.head = head
        self.set_title(tr("Written"), breakable(self.path.text()))
        self.finish({"decisions": head.decisions, "items": head.items})


def _progress_words(finished: int, items: int, unsure: int) -> str:
    if not unsure:
        return tr("You have finished {finished:,} of {items:,} items.", finished=finished, items=items)
    return tr_n(
        "You have finished {finished:,} of {items:,} items, and left {n:,} cells unsure.",
        "You have finished {finished:,} of {items:,} items, and left {n:,} cells unsure.",
        unsure,
        finished=finished,
        items=items,
    )


class Instructions(Dialog):
    """Shows the text as it was written."""

    def __init__(self, parent: QWidget | None, theme: Theme, package: Package) -> None:
        lead = tr_n(
            "{n} item of “{project}” for {reviewer}, packed on {day}.",
            "{n:,} items of “{project}” for {reviewer}, packed on {day}.",
            package.items,
            project=package.project,
            reviewer=package.reviewer,
            day=package.at[:10],
        )
        super().__init__(parent, theme, tr("Instructions"), make_visible(lead))
        text = QPlainTextEdit(package.instructions or tr("This package has no instructions."), self)
        text.setReadOnly(True)
        text.setAccessibleName(tr("Instructions"))
        text.setMinimumHeight(self.tall(180))
        self.column.addWidget(text)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, package: Package) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, package)
        dialog.exec()
        dialog.deleteLater()
