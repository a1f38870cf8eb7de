"""Which share of the flags is first decided blind."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.metrics import sampling
from galley.gui.dialogs.base import Dialog
from galley.gui.session import Session
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.segmented import SegmentedControl

SHARES = (0, 5, 10, 20)
"""Per cent that are offered."""


class ShareChoice(Dialog):
    """One choice among a few shares."""

    def __init__(self, parent: QWidget | None, theme: Theme, session: Session) -> None:
        super().__init__(
            parent,
            theme,
            tr("Decide a share of flags blind"),
            tr(
                "These flags hide the judge's explanation until you decide them. The trust chart then shows "
                "whether the explanation makes people accept more."
            ),
            width=440,
        )
        current = round(100 * sampling.blind_share(session.connection()))
        shares = sorted({*SHARES, current})
        self.share = SegmentedControl(
            theme, [(str(share), f"{share} %" if share else tr("none")) for share in shares], self
        )
        self.share.set_current(str(current))
        self.field(tr("Share of the flags"), self.share)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.button(tr("Apply"), default=True).clicked.connect(self.accept)
        self.share.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, session: Session) -> None:
        """Ask, and keep the answer in the project."""
        dialog = cls(parent, theme, session)
        if dialog.exec():
            share = int(dialog.share.current) / 100
            session.watch(session.project.write(lambda connection: sampling.set_blind(connection, share)))
        dialog.deleteLater()
