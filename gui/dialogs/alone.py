"""What needs the project for itself: taking the last bulk act back, and erasing an item or a person. The window closes
the project meanwhile and opens it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from galley.core.errors import GalleyError
from galley.core.project import bulk_acts, erasure
from galley.core.project.erasure import Erased
from galley.gui.dialogs.dialog_base import Label
from galley.gui.dialogs.working import WorkingDialog
from galley.gui.language import tr
from galley.gui.plain_text import CheckBox
from galley.gui.theme import Theme, Type

SHOWN = 14
"""Lines of a preview."""


class Alone(WorkingDialog):
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
        self.path, self._leave, self._enter, self._left = path, leave, enter, False
        self.page = QWidget(self)
        self.fields = QVBoxLayout(self.page)
        self.fields.setContentsMargins(0, 0, 0, 0)
        self.told = Label(theme, "", Type.SMALL, "second")
        self.ask_for()
        self.fields.addWidget(self.told)
        self.fields.addWidget(self.fault)
        self.fields.addStretch(1)
        self.asking(self.page)
        self.go.clicked.connect(self.begin)

    def ask_for(self) -> None:
        """Fill the first page."""

    def do(self) -> Sequence[str]:
        """The work, in another thread; what came of it, in sentences."""
        return ()

    def begin(self) -> None:
        """Close the project and work."""
        self._leave()
        self._left = True
        self.cancel.setEnabled(False)
        self.work(lambda _: self.do(), lambda lines: self.finish({}, head="\n".join(lines)))

    def failed(self, error: BaseException) -> None:
        """Open the project again: it is as it was."""
        self._return()
        super().failed(error)

    def done(self, result: int) -> None:
        """Open the project again."""
        super().done(result)
        self._return()

    def _return(self) -> None:
        if self._left:
            self._left = False
            self._enter(self.path)


class UndoLast(Alone):
    """The preview is there from the start."""

    def ask_for(self) -> None:
        """Say what would go."""
        self.later = CheckBox(tr("Also what people decided after it"), self)
        self.later.hide()
        self.fields.addWidget(self.later)
        try:
            found = bulk_acts.preview(self.path)
        except GalleyError as error:
            self.complain(str(error))
            self.go.setEnabled(False)
            return
        self.told.setText(bulk_acts.line(found))
        if found.later:
            self.later.show()
            self.go.setEnabled(False)
            self.later.toggled.connect(self.go.setEnabled)

    def do(self) -> Sequence[str]:
        """Take it back."""
        return [bulk_acts.line(bulk_acts.undo(self.path, also_later=self.later.isChecked()))]


class Erase(Alone):
    """What goes is shown once it is named; the name typed a second time lets the button work."""

    def ask_for(self) -> None:
        """An item or a person, and the confirmation."""
        self.kind = QComboBox(self)
        for words, kind in ((tr("The item with this key"), "item"), (tr("What this person said"), "person")):
            self.kind.addItem(words, kind)
        self.kind.setAccessibleName(tr("What to erase"))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Key or name"))
        self.name.setPlaceholderText(tr("Key or name"))
        self.same = CheckBox(tr("Also other items that hold one of its texts"), self)
        self.look = self.button(tr("Preview"), left=True)
        self.typed = QLineEdit(self)
        self.typed.setAccessibleName(tr("The key or name once more, to erase it for good"))
        self.typed.setPlaceholderText(tr("The key or name once more, to erase it for good"))
        self.typed.hide()
        for widget in (self.kind, self.name, self.same):
            self.fields.addWidget(widget)
        self.typed.textChanged.connect(self._allow)
        self.look.clicked.connect(self.preview)
        for signal in (self.kind.currentIndexChanged, self.name.textChanged, self.same.toggled):
            signal.connect(self._unseen)
        self.fields.addWidget(self.typed)
        self.go.setEnabled(False)

    def preview(self) -> None:
        """Say what would go."""
        self.fault.hide()
        try:
            found: Erased = self._call(erasure.preview)
        except GalleyError as error:
            self.complain(str(error))
            return
        lines = [line for line in found.lines()]
        more = [f"… +{len(lines) - SHOWN}"] if len(lines) > SHOWN else []
        self.told.setText("\n".join([*lines[:SHOWN], *more]))
        self.typed.show()
        self.typed.setFocus()
        self.fit()

    def do(self) -> Sequence[str]:
        """Erase it."""
        found: Erased = self._call(erasure.erase)
        return [line for line in found.lines()]

    def _call(self, what: Callable[..., Erased]) -> Erased:
        named = {str(self.kind.currentData()): self.name.text().strip()}
        return partial(what, self.path, same_text=self.same.isChecked(), **named)()

    def _unseen(self, *_: object) -> None:
        """Another choice has another preview."""
        self.typed.clear()
        self.typed.hide()
        self.told.setText("")

    def _allow(self, typed: str) -> None:
        self.go.setEnabled(bool(typed.strip()) and typed.strip() == self.name.text().strip())


def words_of(what: str) -> tuple[str, str, str]:
    """Title, lead and verb of a dialog."""
    if what == "undo-last":
        lead = tr("An import, a merge, the settling of many cells or a run of judges goes as a whole. The log says so.")
        return tr("Take the last bulk act back"), lead, tr("Take it back")
    lead = tr(
        "It goes from the project, its backups and its kept files, and nothing can bring it back. The log keeps a hash"
        " in the place of each decision."
    )
    return tr("Erase an item or a person"), lead, tr("Erase")
