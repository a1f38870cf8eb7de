"""Blind mode: what reviewers do not see of others in this project, and the share of flags first decided blind."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.metrics import sampling
from galley.core.review import blind
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import CheckBox
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.segmented import SegmentedControl

LEAD = tr(
    "Blind mode applies to everybody who opens this file. While anything is hidden, Adjudicate, Scores and "
    "exports are closed. Hidden judges' names close Runs too."
)
LOCKED = tr("Blind mode is locked in this file. Only the person who made the package can change it.")
CHOICES = (
    (
        "own",
        tr("Own answers only"),
        tr("A reviewer does not see other people's answers, notes, history and names, nor ties and records of judges."),
    ),
    ("judges", tr("Judges without names"), tr("Flags keep their words and quotes. Letters replace the judges' names.")),
    ("gold", tr("Gold hidden"), tr("Adjudicated verdicts are not shown.")),
)


class BlindMode(Dialog):
    """A switch for each thing that can be hidden; all are off limits where the mode is locked."""

    def __init__(self, parent: QWidget | None, theme: Theme, session: Session) -> None:
        super().__init__(parent, theme, tr("Blind mode"), LEAD, width=500)
        self.current = blind.read_blind(session.connection())
        self.boxes: dict[str, CheckBox] = {}
        for name, words, hint in CHOICES:
            box = self.boxes[name] = CheckBox(words, self)
            box.setChecked(getattr(self.current, name))
            box.setEnabled(not self.current.locked)
            box.setAccessibleDescription(hint)
            self.column.addWidget(box)
            hint_label = Label(theme, hint, Type.SMALL, "second")
            hint_label.setContentsMargins(round(theme.px(24)), 0, 0, 0)
            self.column.addWidget(hint_label)
            self.column.addSpacing(6)
        if self.current.locked:
            self.column.addWidget(Label(theme, LOCKED, Type.BODY))
            close = self.button(tr("Close"), default=True)
            close.clicked.connect(self.reject)
            close.setFocus()
        else:
            self.button(tr("Cancel")).clicked.connect(self.reject)
            self.button(tr("Apply"), default=True).clicked.connect(self.accept)
            self.boxes["own"].setFocus()

    @property
    def selection(self) -> blind.Blind:
        """What is chosen."""
        checks = {name: box.isChecked() for name, box in self.boxes.items()}
        return blind.Blind(**checks, locked=self.current.locked)

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, session: Session) -> None:
        """Ask, and keep the answer in the project."""
        dialog = cls(parent, theme, session)
        if dialog.exec() and dialog.selection != dialog.current:
            selection = dialog.selection
            session.watch(session.project.write(lambda connection: blind.store_blind(connection, selection)))
        dialog.deleteLater()


BLIND_SHARES = (0, 5, 10, 20)
"""Per cent that are offered."""


class BlindShare(Dialog):
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
        shares = sorted({*BLIND_SHARES, current})
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
