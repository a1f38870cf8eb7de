"""What may be said of an export beyond which items: each field is there where the format heeds it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from galley.core.exports.base import ExportChoices
from galley.gui.dialogs.base import Label
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

USUAL = ""
TEXTS = ((USUAL, tr("With the texts")), ("none", tr("Hashes instead of texts, with pseudonyms and without notes")))
PEOPLE = ((USUAL, tr("Default: names with texts, pseudonyms without")), ("yes", tr("Pseudonyms")), ("no", tr("Names")))
NOTES = (
    (USUAL, tr("Default: notes with texts, none without")),
    ("yes", tr("With people's notes")),
    ("no", tr("Without notes")),
)


class ExportOptions(QWidget):
    """The fields, of which ``show_for`` shows those that a format takes; ``read_choices`` gives what was said in
    them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts, self.people, self.notes = QComboBox(self), QComboBox(self), QComboBox(self)
        self.licence, self.languages, self.title = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.keys, self.citation = QPlainTextEdit(self), QPlainTextEdit(self)
        for box, choices in ((self.texts, TEXTS), (self.people, PEOPLE), (self.notes, NOTES)):
            for choice, words in choices:
                box.addItem(words, choice)
        self.licence.setPlaceholderText(tr("required, for example cc-by-4.0 or other"))
        self.languages.setPlaceholderText(tr("for example en, de"))
        self.title.setPlaceholderText(tr("the name of the project"))
        self.keys.setPlaceholderText(tr("all, or one key a line"))
        self.citation.setPlaceholderText(tr("BibTeX"))
        self._rows: list[tuple[str, QWidget]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        for name, words, field in (
            ("keys", tr("Only these items"), self.keys),
            ("licence", tr("Licence"), self.licence),
            ("texts", tr("Texts"), self.texts),
            ("pseudonyms", tr("People"), self.people),
            ("notes", tr("Notes"), self.notes),
            ("title", tr("Title"), self.title),
            ("languages", tr("Languages"), self.languages),
            ("citation", tr("What to cite"), self.citation),
        ):
            field.setAccessibleName(words)
            if isinstance(field, QPlainTextEdit):
                field.setFixedHeight(round(theme.px(64)))
                field.setTabChangesFocus(True)
            label = Label(theme, words, Type.SMALL_STRONG, "second")
            column.addWidget(label)
            column.addWidget(field)
            self._rows += [(name, label), (name, field)]
        self.show_for(())

    def show_for(self, takes: Sequence[str]) -> None:
        """Show the fields that a format takes."""
        for name, widget in self._rows:
            widget.setVisible(name in takes)
        self.setVisible(bool(takes))
        self._takes = tuple(takes)

    def read_choices(self) -> ExportChoices:
        """What was said in the fields that are shown."""
        field_values = {
            "texts": self.texts.currentData(),
            "pseudonyms": _three(self.people),
            "notes": _three(self.notes),
            "keys": tuple(line.strip() for line in self.keys.toPlainText().splitlines() if line.strip()),
            "licence": self.licence.text().strip(),
            "languages": tuple(self.languages.text().replace(",", " ").split()),
            "title": self.title.text().strip(),
            "citation": self.citation.toPlainText().strip(),
        }
        return ExportChoices(**{name: value for name, value in field_values.items() if name in self._takes})


def _three(box: QComboBox) -> bool | None:
    choice = box.currentData()
    return None if choice == USUAL else bool(choice == "yes")
