"""The guide inside the program: its pages, which ship with it, in Qt's text browser. Nothing is fetched. And what
Galley is.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, qVersion
from PySide6.QtGui import QImage, QPalette, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from galley.core import __version__, paths
from galley.gui.dialogs.base import Dialog, Label, room
from galley.gui.plain_text import PlainLabel
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import application_icon
from galley.gui.translation import tr

SIZE = QSize(860, 720)
START = "README.md"


def find_page(name: str) -> Path | None:
    """The file of a page by its name, as links of other pages write it; None where it does not ship."""
    if name.rpartition("/")[2] == "GLOSSARY.md":
        return Path(paths.__file__).with_name("GLOSSARY.md")
    path = paths.docs() / name
    return path if path.suffix == ".md" and ".." not in Path(name).parts and path.is_file() else None


def find_slug(heading: str) -> str:
    """What a link calls a heading: its words in small letters with hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class PageBrowser(QTextBrowser):
    """One page. Its pictures ship with it, and are as wide as the text."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture of the guide's folder; nothing from anywhere else."""
        path = paths.docs() / QUrl(name).path()
        if kind != QTextDocument.ResourceType.ImageResource.value or not path.is_file():
            return None
        image = QImage(str(path))
        width = self.viewport().width() - 40
        return (
            image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation) if image.width() > width else image
        )


class Guide(Dialog):
    """A page at a time, beside the window: it stays open while one works."""

    def __init__(self, parent: QWidget | None, theme: Theme) -> None:
        super().__init__(parent, theme, tr("Guide"), width=SIZE.width())
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fits = False
        self._pages: list[str] = []
        self.browser = PageBrowser(self)
        self.browser.setOpenLinks(False)
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setAccessibleName(tr("Page of the guide"))
        self.browser.document().setDocumentMargin(8)
        self.browser.anchorClicked.connect(self._follow)
        self.browser.setMinimumHeight(self.tall(480, 0.7))
        self.column.addWidget(self.browser, 1)
        self.note = Label(theme, "", Type.SMALL, "second")
        self.note.hide()
        self.column.addWidget(self.note)
        self.contents = self.button(tr("Contents"), left=True)
        self.contents.clicked.connect(lambda: self.show_page(START))
        self.back = self.button(tr("Back"), left=True)
        self.back.clicked.connect(self.go_back)
        self.button(tr("Close"), default=True).clicked.connect(self.close)
        theme.changed.connect(self._dress)
        self._dress()
        self.resize(SIZE.boundedTo(room(parent)))

    @classmethod
    def open_at(cls, parent: QWidget, theme: Theme, page: str) -> Guide:
        """Show a page in the guide that is open, or in a new one."""
        guide = next((child for child in parent.findChildren(cls) if child.isVisible()), None) or cls(parent, theme)
        guide.show()
        guide.show_page(page)
        guide.raise_()
        guide.activateWindow()
        guide.browser.setFocus()
        return guide

    @property
    def page(self) -> str:
        """The name of the page that is shown; "" before the first."""
        return self._pages[-1] if self._pages else ""

    def show_page(self, name: str, heading: str = "") -> None:
        """Show a page, from a heading on."""
        path = find_page(name)
        if path is None:
            self._say(tr("{name} is not a page of the guide.", name=name))
            return
        if name != self.page:
            self._pages.append(name)
        self._load(path)
        if heading:
            self._scroll_to(heading)

    def go_back(self) -> None:
        """Show the page before this one."""
        self._pages.pop()
        self.show_page(self._pages.pop())

    def _load(self, path: Path) -> None:
        words = path.read_text("utf-8")
        self.browser.document().setMarkdown(words, QTextDocument.MarkdownFeature.MarkdownNoHTML
                                            | QTextDocument.MarkdownFeature.MarkdownDialectGitHub)  # fmt: skip
        self._set_margins()
        self.browser.verticalScrollBar().setValue(0)
        self.back.setEnabled(len(self._pages) > 1)
        self.note.hide()

    def _set_margins(self) -> None:
        """Give headings and paragraphs air, which Qt's Markdown leaves out, and let long lines of code wrap."""
        block = self.browser.document().begin()
        while block.isValid():
            form = block.blockFormat()
            is_heading = bool(form.headingLevel())
            form.setTopMargin(self.theme.px(16 if is_heading else 3))
            form.setBottomMargin(self.theme.px(6 if is_heading else 5))
            form.setNonBreakableLines(False)
            QTextCursor(block).setBlockFormat(form)
            block = block.next()

    def _scroll_to(self, slug: str) -> None:
        block = self.browser.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and find_slug(block.text()) == slug:
                self.browser.setTextCursor(QTextCursor(block))
                top = self.browser.document().documentLayout().blockBoundingRect(block).top()
                self.browser.verticalScrollBar().setValue(round(top))
                return
            block = block.next()

    def _follow(self, link: QUrl) -> None:
        if link.scheme():
            self._say(tr("This page is outside the guide: {address}", address=link.toString()))
        elif link.path():
            self.show_page(link.path(), link.fragment())
        else:
            self._scroll_to(link.fragment())

    def _say(self, words: str) -> None:
        self.note.setText(words)
        self.note.show()

    def _dress(self) -> None:
        self.browser.setFont(self.theme.font(Type.BODY))
        palette = self.browser.palette()
        for role, name in (
            (QPalette.ColorRole.Base, "panel"),
            (QPalette.ColorRole.Text, "text"),
            (QPalette.ColorRole.Link, "accent"),
        ):
            palette.setColor(role, self.theme.color(name))
        self.browser.setPalette(palette)


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
