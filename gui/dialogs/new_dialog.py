"""A new project: where it lies and which schemes it asks about."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QWidget

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError
from galley.core.project.project import Project
from galley.core.storage.connection import Connection
from galley.core.storage.names import add_scheme
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.dialogs.file_dialogs import choose_target
from galley.gui.plain_text import Button, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

SUFFIX = ".galley"


class NewProject(Dialog):
    """Makes the project itself, so that a place that cannot be written is said where it is typed."""

    def __init__(self, parent: QWidget | None, theme: Theme, start: Path) -> None:
        super().__init__(
            parent,
            theme,
            tr("New project"),
            tr("A project is one file: texts, flags, decisions and scores. Everything is saved as you go."),
        )
        self.project: Project | None = None
        self.path = QLineEdit(str(find_free_path(start)), self)
        self.path.setAccessibleName(tr("File"))
        choose = Button(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.path, 1)
        line.addWidget(choose)
        self.field(tr("File"), row)
        self.schemes = QListWidget(self)
        self.schemes.setMinimumHeight(self.tall(190, 0.3))
        self.schemes.setStyleSheet(
            f"QListWidget {{ border: 1px solid {theme.roles.hairline}; border-radius: 6px; padding: 4px; }}"
            " QListWidget::item { padding: 4px 6px; }"
        )
        for scheme in read_built_in_schemes().values():
            entry = QListWidgetItem(f"{scheme.name}  ·  {_criteria(len(scheme.criteria))}", self.schemes)
            entry.setData(Qt.ItemDataRole.UserRole, scheme.id)
            set_tip(entry, scheme.description)
            entry.setFlags(entry.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            entry.setCheckState(Qt.CheckState.Unchecked)
        self.schemes.setCurrentRow(0)
        self.field(
            tr("Schemes"),
            self.schemes,
            tr("The criteria that reviewers check. Leave them unticked for an import: it adds its own criteria."),
        )
        self.fault = Label(theme, "", Type.SMALL, "negative")
        self.fault.hide()
        self.column.addWidget(self.fault)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.button(tr("Create project"), default=True).clicked.connect(self.make)
        self.path.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, start: Path) -> Project | None:
        """The project that was made, open for writing; None where the dialog was left."""
        dialog = cls(parent, theme, start)
        dialog.exec()
        dialog.deleteLater()
        return dialog.project

    def ticked_schemes(self) -> list[str]:
        """The ids of the schemes that are ticked."""
        entries = [self.schemes.item(row) for row in range(self.schemes.count())]
        return [e.data(Qt.ItemDataRole.UserRole) for e in entries if e.checkState() is Qt.CheckState.Checked]

    def make(self) -> None:
        """Make the project; where that cannot be, say why and stay."""
        schemes = self.ticked_schemes()

        def job(connection: Connection) -> ChangeSet:
            for name in schemes:
                add_scheme(connection, name)
            return ChangeSet(settings=True)

        path = Path(self.path.text().strip()).expanduser()
        try:
            project = Project.create(path if path.suffix else path.with_suffix(SUFFIX))
            project.write(job).result()
        except GalleyError as error:
            self.fault.setText(str(error))
            self.fault.show()
            return
        self.project = project
        self.accept()

    def _choose(self) -> None:
        path = choose_target(self, tr("New project"), Path(self.path.text()), SUFFIX)
        if path is not None:
            self.path.setText(str(path))


def find_free_path(start: Path) -> Path:
    """``start``, or the first numbered name beside it that is not taken."""
    path, number = start, 2
    while path.exists():
        path = start.with_stem(f"{start.stem}-{number}")
        number += 1
    return path


def _criteria(count: int) -> str:
    return tr_n("{n} criterion", "{n} criteria", count)
