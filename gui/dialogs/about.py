"""What this is."""

from __future__ import annotations

import platform

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QWidget

from galley.core import __version__
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import PlainLabel
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import application_icon
from galley.gui.translation import tr

ICON = 64
"""Pixels of the icon's side."""


class AboutDialog(Dialog):
    """Version, licence, and the one promise that matters."""

    def __init__(self, parent: QWidget | None, theme: Theme) -> None:
        super().__init__(
            parent,
            theme,
            tr("About Galley"),
            tr("Galley is a program to review machine-written summaries against their sources."),
            width=440,
        )
        icon = PlainLabel("", self)
        icon.setPixmap(application_icon().pixmap(ICON, ICON))
        icon.setAccessibleName(tr("Icon of Galley"))
        self.column.addWidget(icon)
        self.column.addWidget(
            Label(
                theme,
                tr(
                    "Everything stays on this machine. Only a judge run that you start sends texts, and it "
                    "first shows what, where to and what it costs."
                ),
            )
        )
        self.column.addSpacing(4)
        self.column.addWidget(
            Label(
                theme,
                tr(
                    "Version {version}, with Python {python} and Qt {qt}. Apache licence 2.0. The typefaces Inter and "
                    "Charis SIL are under the SIL Open Font Licence.",
                    version=__version__,
                    python=platform.python_version(),
                    qt=qVersion(),
                ),
                Type.SMALL,
                "second",
            )
        )
        self.button(tr("Close"), default=True).clicked.connect(self.accept)

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme)
        dialog.exec()
        dialog.deleteLater()
