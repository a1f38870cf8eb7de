"""Dialogs that ask for one name: who reviews, and under which name a view is saved."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from galley.core.domain import AnnotatorKind
from galley.core.review import blind
from galley.core.review.saved_views import LONGEST
from galley.gui.dialogs.base import Dialog
from galley.gui.session import Session
from galley.gui.theme import Theme
from galley.gui.translation import tr


class Reviewer(Dialog):
    """A name, typed or chosen among those that have reviewed this project."""

    def __init__(self, parent: QWidget | None, theme: Theme, session: Session) -> None:
        super().__init__(
            parent,
            theme,
            tr("Reviewer"),
            tr("Every decision carries this name, and each reviewer has their own progress and their own undo."),
            width=440,
        )
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        reviewer_names = [
            annotator.name
            for annotator in blind.annotators(session.connection(), session.reviewer).values()
            if annotator.kind is AnnotatorKind.HUMAN
        ]
        self.name.addItems(sorted(reviewer_names, key=str.casefold))
        self.name.setCurrentText(session.reviewer_name if session.is_named else "")
        self.field(tr("Name"), self.name)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Review as this person"), default=True)
        self.go.clicked.connect(self.accept)
        self.name.editTextChanged.connect(self._check)
        line = self.name.lineEdit()
        if line is not None:
            line.selectAll()
        self.name.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, session: Session) -> str:
        """The name that was given, or "" where the dialog was left."""
        dialog = cls(parent, theme, session)
        answered = dialog.exec()
        name = dialog.name.currentText().strip() if answered else ""
        dialog.deleteLater()
        return name

    def _check(self, text: str) -> None:
        self.go.setEnabled(bool(text.strip()))


class ViewName(Dialog):
    """A name; one that is there already is said to be replaced."""

    def __init__(self, parent: QWidget | None, theme: Theme, query: str, existing_names: frozenset[str]) -> None:
        lead = tr("Saves the filter and order of the queue in this project: {query}", query=query or tr("all"))
        super().__init__(parent, theme, tr("Save this view"), lead, width=440)
        self._existing_names = existing_names
        self.name = QLineEdit(self)
        self.name.setMaxLength(LONGEST)
        self._hint = self.field(tr("Name"), self.name)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Save"), default=True)
        self.go.clicked.connect(self.accept)
        self.name.textChanged.connect(self._check)
        self._check("")
        self.name.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, query: str, existing_names: frozenset[str]) -> str:
        """The name that was given, or "" where the dialog was left."""
        dialog = cls(parent, theme, query, existing_names)
        answered = dialog.exec()
        name = " ".join(dialog.name.text().split()) if answered else ""
        dialog.deleteLater()
        return name

    def _check(self, text: str) -> None:
        name = " ".join(text.split())
        self.go.setEnabled(bool(name))
        self._hint.setText(
            tr("A view of this name exists and will be replaced.") if name in self._existing_names else ""
        )
        self._hint.setVisible(name in self._existing_names)
        self.fit()
