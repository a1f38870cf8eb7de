"""The prompts of the methods: as they ship, and in the project's own words with the difference beside them."""

from __future__ import annotations

import difflib

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from galley.core.errors import GalleyError
from galley.core.judges.inquiry import prompts
from galley.core.judges.methods.registry import REGISTRY, find
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.runs.run_figures import method_label
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

LEAD = tr(
    "A project can have its own version of a prompt. A changed prompt makes a separate judge, so verdicts are "
    "never mixed. Each run stores the hash of its prompts."
)
NOTHING = tr("The project uses the prompt as it ships.")


class _Difference(QSyntaxHighlighter):
    """Lines that were added and taken away; the sign before each tells them apart without a colour."""

    def __init__(self, edit: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(edit.document())
        self._theme = theme

    def highlightBlock(self, text: str) -> None:
        role = {"+": "positive", "-": "negative", "@": "accent"}.get(text[:1])
        if role:
            form = QTextCharFormat()
            form.setForeground(QColor(self._theme.color(role)))
            self.setFormat(0, len(text), form)


class Prompts(Dialog):
    """Choose a method and a prompt; edit, save for this project, or go back to the one that ships."""

    def __init__(self, parent: QWidget | None, session: Session, method: str = "") -> None:
        super().__init__(parent, session.theme, tr("Prompts"), LEAD, width=980)
        self.fits = False
        self._session = session
        self.method, self.name = QComboBox(self), QComboBox(self)
        self.method.setAccessibleName(tr("Method"))
        self.name.setAccessibleName(tr("Prompt"))
        for method_name in REGISTRY.all():
            if prompts.read_shipped(method_name):
                self.method.addItem(method_label(find(method_name)), method_name)
        self.method.setCurrentIndex(self.method.findData(method))
        boxes = QHBoxLayout()
        boxes.setSpacing(10)
        boxes.addWidget(self.method, 1)
        boxes.addWidget(self.name, 1)
        self.column.addLayout(boxes)
        self.edit, self.difference = QPlainTextEdit(self), QPlainTextEdit(self)
        self.difference.setReadOnly(True)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(10)
        split.setStyleSheet("QSplitter::handle { background: transparent; }")
        split.setChildrenCollapsible(False)
        for words, edit in ((tr("Prompt"), self.edit), (tr("What the project changes"), self.difference)):
            edit.setAccessibleName(words)
            edit.setFont(self.theme.font(Type.PROMPT))
            edit.setMinimumHeight(self.tall(220, 0.36))
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(5)
            column.addWidget(Label(self.theme, words, Type.SMALL_STRONG, "second"))
            column.addWidget(edit, 1)
            split.addWidget(side)
        split.setSizes([560, 400])
        self._colours = _Difference(self.difference, self.theme)
        self.column.addWidget(split, 1)
        self.status = Label(self.theme, "", Type.SMALL, "second")
        self.column.addWidget(self.status)
        self.back = self.button(tr("Use the shipped prompt"), left=True)
        self.back.clicked.connect(lambda: self._save(None))
        self.keep = self.button(tr("Save for this project"))
        self.keep.clicked.connect(lambda: self._save(self.edit.toPlainText()))
        self.button(tr("Close"), default=True).clicked.connect(self.accept)
        self.method.currentIndexChanged.connect(self._method_chosen)
        self.name.currentIndexChanged.connect(self._load)
        self.edit.textChanged.connect(self._update_difference)
        self._method_chosen()
        self.resize(QSize(round(self.theme.px(980)), round(self.theme.px(640))).boundedTo(self.maximumSize()))

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session, method: str = "") -> None:
        """Show it until it is closed."""
        dialog = cls(parent, session, method)
        dialog.exec()
        dialog.deleteLater()

    def _method_chosen(self) -> None:
        self.name.blockSignals(True)
        self.name.clear()
        self.name.addItems(list(prompts.read_shipped(self.method.currentData())))
        self.name.blockSignals(False)
        self._load()

    def _load(self) -> None:
        prompt = prompts.load(self._session.connection(), self.method.currentData()).get(self.name.currentText())
        self.edit.setPlainText(prompt.text if prompt is not None else "")
        QTimer.singleShot(0, self, self._to_words)
        writable = self._session.project.writable
        self.edit.setReadOnly(not writable)
        self.status.setText("" if writable else tr("The project is open read-only, so its prompts stay as they are."))
        self._update_difference()

    def _to_words(self) -> None:
        """Past the front matter, which few people change: what the model reads comes first."""
        cursor = self.edit.textCursor()
        cursor.setPosition(max(self.edit.toPlainText().find("\n+++\n", 3), 0))
        self.edit.setTextCursor(cursor)
        bar = self.edit.verticalScrollBar()
        bar.setValue(cursor.blockNumber() + 2)

    def _update_difference(self) -> None:
        standard = prompts.read_shipped(self.method.currentData()).get(self.name.currentText())
        if standard is None:
            return
        text, writable = self.edit.toPlainText(), self._session.project.writable
        lines = difflib.unified_diff(
            standard.text.splitlines(), text.splitlines(), tr("as it ships"), tr("in this project"), lineterm="", n=2
        )
        self.difference.setPlainText("\n".join(lines) or NOTHING)
        stored = prompts.load(self._session.connection(), self.method.currentData())[self.name.currentText()]
        self.keep.setEnabled(writable and text != stored.text)
        self.back.setEnabled(writable and stored.overridden)

    def _save(self, text: str | None) -> None:
        method, name = self.method.currentData(), self.name.currentText()
        try:
            write = self._session.project.write(lambda connection: prompts.override(connection, method, name, text))
        except GalleyError as error:
            self.status.setText(str(error))
            return

        def on_saved(_: object) -> None:
            self._load()
            self.status.setText(
                tr("Saved: the next run uses it.") if text is not None else tr("The shipped prompt is used again.")
            )

        self._session.watch(write, on_saved, lambda error: self.status.setText(str(error)))
