"""The flags that say the same as the one that was just decided, before they get the same answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from galley.core.review.similar_flags import Alike
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr, tr_n


class MoreAlike(Dialog):
    """A line each, ticked; what is not ticked stays open."""

    def __init__(self, parent: QWidget | None, theme: Theme, answer: str, alike_flags: Sequence[Alike]) -> None:
        lead = tr(
            "These flags have the same criterion, the same source and nearly the same words. Each gets its own "
            "decision in the log, and one undo reverts all of them."
        )
        super().__init__(parent, theme, tr("More like this"), lead, width=680)
        self._answer = answer
        self.list = QListWidget(self)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(self.tall(220))
        self.list.setAccessibleName(tr("Flags that say the same"))
        for alike in alike_flags:
            head = ", ".join(filter(None, (alike.key, alike.system)))
            line = QListWidgetItem(make_visible(f"{head}: {alike.sentence}"), self.list)
            line.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            line.setCheckState(Qt.CheckState.Checked)
            line.setData(Qt.ItemDataRole.UserRole, alike.flag)
        self.column.addWidget(self.list)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button("", default=True)
        self.go.clicked.connect(self.accept)
        self.list.itemChanged.connect(self._count)
        self._count()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, answer: str, alike_flags: Sequence[Alike]) -> list[int]:
        """The flags (row ids) that are to get the answer; none where the dialog was left."""
        dialog = cls(parent, theme, answer, alike_flags)
        flags = dialog.ticked_flags() if dialog.exec() else []
        dialog.deleteLater()
        return flags

    def ticked_flags(self) -> list[int]:
        """The flags that are ticked."""
        lines = (self.list.item(at) for at in range(self.list.count()))
        return [line.data(Qt.ItemDataRole.UserRole) for line in lines if line.checkState() is Qt.CheckState.Checked]

    def _count(self) -> None:
        n = len(self.ticked_flags())
        self.go.setEnabled(n > 0)
        self.go.setText(
            tr_n("Accept {n:,} flag", "Accept {n:,} flags", n)
            if self._answer == "accept"
            else tr_n("{n:,} flag is no error", "{n:,} flags are no error", n)
        )
