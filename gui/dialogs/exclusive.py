"""What needs the project for itself: taking the last bulk act back, and erasing an item or a person. The window closes
the project meanwhile and opens it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from galley.core.errors import GalleyError
from galley.core.project import bulk_changes, erasure
from galley.core.project.erasure import ErasureReport
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import CheckBox
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

SHOWN = 14
"""Lines of a preview."""


class ExclusiveDialog(WorkingDialog):
    """Leaves the project (``leave``) before it works, and enters it again (``enter``) when it is over."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        path: Path,
        leave: Callable[[], object],
        enter: Callable[[Path], object],
        words: tuple[str, str, str],
    ) -> None:
        super().__init__(parent, theme, *words, in_bytes=False, width=620)
        self.path, self._leave, self._enter, self._has_left = path, leave, enter, False
        self.page = QWidget(self)
        column, self.fields = QVBoxLayout(self.page), QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        self.preview_label = Label(theme, "", Type.SMALL, "second")
        column.addLayout(self.fields)
        column.addWidget(self.preview_label)
        column.addWidget(self.fault)
        column.addStretch(1)
        self.ask_for()
        self.set_first_page(self.page)
        self.go.clicked.connect(self.begin)

    def ask_for(self) -> None:
        """Fill the first page."""

    def do(self) -> Sequence[str]:
        """The work, in another thread; what came of it, in sentences."""
        return ()

    def begin(self) -> None:
        """Close the project and work."""
        self._leave()
        self._has_left = True
        self.cancel.setEnabled(False)
        self.work(lambda _: self.do(), lambda lines: self.finish({}, head="\n".join(lines)))

    def show_failure(self, error: BaseException) -> None:
        """Open the project again: it is as it was."""
        self._return()
        super().show_failure(error)

    def done(self, result: int) -> None:
        """Open the project again."""
        super().done(result)
        self._return()

    def _return(self) -> None:
        if self._has_left:
            self._has_left = False
            self._enter(self.path)


class UndoLast(ExclusiveDialog):
    """The preview is there from the start."""

    def ask_for(self) -> None:
        """Say what would go."""
        self.later = CheckBox(tr("Also undo what people decided after it"), self)
        self.later.hide()
        self.fields.addWidget(self.later)
        try:
            undo_preview = bulk_changes.preview(self.path)
        except GalleyError as error:
            self.complain(str(error))
            self.go.setEnabled(False)
            return
        self.preview_label.setText(bulk_changes.line(undo_preview))
        if undo_preview.later:
            self.later.show()
            self.go.setEnabled(False)
            self.later.toggled.connect(self.go.setEnabled)

    def do(self) -> Sequence[str]:
        """Take it back."""
        return [bulk_changes.line(bulk_changes.undo(self.path, also_later=self.later.isChecked()))]


class Erase(ExclusiveDialog):
    """What goes is shown once it is named; the name typed a second time lets the button work."""

    def ask_for(self) -> None:
        """An item or a person, and the confirmation."""
        self.kind = QComboBox(self)
        for words, kind in ((tr("The item with this key"), "item"), (tr("Everything this person answered"), "person")):
            self.kind.addItem(words, kind)
        self.kind.setAccessibleName(tr("What to erase"))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Key or name"))
        self.name.setPlaceholderText(tr("Key or name"))
        self.same = CheckBox(tr("Also other items that hold one of its texts"), self)
        self.look = self.button(tr("Preview"), left=True)
        self.confirm_field = QLineEdit(self)
        self.confirm_field.setAccessibleName(tr("Type the key or name again to erase it"))
        self.confirm_field.setPlaceholderText(tr("Type the key or name again to erase it"))
        self.confirm_field.hide()
        for widget in (self.kind, self.name, self.same):
            self.fields.addWidget(widget)
        self.confirm_field.textChanged.connect(self._allow)
        self.look.clicked.connect(self.preview)
        for signal in (self.kind.currentIndexChanged, self.name.textChanged, self.same.toggled):
            signal.connect(self._reset_preview)
        self.fields.addWidget(self.confirm_field)
        self.go.setEnabled(False)

    def preview(self) -> None:
        """Say what would go."""
        self.fault.hide()
        try:
            erasure_preview: ErasureReport = self._call(erasure.preview)
        except GalleyError as error:
            self.complain(str(error))
            return
        lines = [line for line in erasure_preview.lines()]
        more = [f"… +{len(lines) - SHOWN}"] if len(lines) > SHOWN else []
        self.preview_label.setText("\n".join([*lines[:SHOWN], *more]))
        self.confirm_field.show()
        self.confirm_field.setFocus()
        self.fit()

    def do(self) -> Sequence[str]:
        """Erase it."""
        erasure_report: ErasureReport = self._call(erasure.erase)
        return [line for line in erasure_report.lines()]

    def _call(self, what: Callable[..., ErasureReport]) -> ErasureReport:
        named = {str(self.kind.currentData()): self.name.text().strip()}
        return partial(what, self.path, same_text=self.same.isChecked(), **named)()

    def _reset_preview(self, *_: object) -> None:
        """Another choice has another preview."""
        self.confirm_field.clear()
        self.confirm_field.hide()
        self.preview_label.setText("")

    def _allow(self, typed: str) -> None:
        self.go.setEnabled(bool(typed.strip()) and typed.strip() == self.name.text().strip())


def words_of(what: str) -> tuple[str, str, str]:
    """Title, lead and verb of a dialog."""
    if what == "undo-last":
        lead = tr("This undoes the last import, merge, bulk adjudication or judge run as a whole. The log records it.")
        return tr("Undo the last bulk change"), lead, tr("Undo it")
    lead = tr(
        "This erases it from the project, its backups and its stored files for good. The log keeps a hash "
        "instead of each decision."
    )
    return tr("Erase an item or a person"), lead, tr("Erase")
