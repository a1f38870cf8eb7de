"""Export: which format, which items, which file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from galley.core.exports import _table_back
from galley.core.exports.base import ExportChoices, ExportReport, Only
from galley.core.exports.registry import REGISTRY, export, find
from galley.core.import_types import Note
from galley.core.project.project import Project
from galley.core.storage import names
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import breakable, choose_data, choose_folder, choose_target
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

ONLY: tuple[tuple[str, Only], ...] = (
    (tr("All items"), Only.ALL),
    (tr("Items that somebody has finished"), Only.REVIEWED),
    (tr("Items with a gold verdict; in tables only the cells that have it"), Only.GOLD),
)
BESIDE = tr(
    "A data card is written beside it, as {file}.card.json and {file}.card.md: what the export contains, who "
    "answered and what is left out."
)
BESIDE_TABLE = tr(
    "The file that you imported, with the verdicts in new columns at its right. Your file itself does not change."
)
TABLE_BACK = "table-back:"
"""Before the number of an imported table: the entry that writes it back."""
PDF = tr("A name that ends in .pdf makes a PDF.")
COPY = tr("A copy of the imported table, if it was moved, sorted or edited")
OWN_FORMATS = {"sumie": "sumie", "kgds": "kgds-json"}
"""By how the ids of its schemes begin: the format in which a paper's data came and is expected back."""
TITLES = {"": tr("Export"), "report": tr("Report")}


class ExportTo(WorkingDialog):
    """``report`` is there after a success. A file that exists is replaced only after the system has asked."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, project: Project, settings: Settings, name: str = ""
    ) -> None:
        """``name`` is the format that is wanted: no other is offered then, and the dialog is called after it."""
        super().__init__(
            parent,
            theme,
            TITLES[name],
            tr("The project does not change. An existing file is replaced only when the new one is complete."),
            verb=tr("Export"),
            in_bytes=False,
        )
        self.project = project
        self.settings = settings
        self.report: ExportReport | None = None
        self.imported_tables = [] if name else _table_back.list_tables(project.read_connection())
        self.set_first_page(self._choose_page(name))
        self.last_choices = settings.report(project.path) if name == "report" else {}
        if self.last_choices:
            self.path.setText(self.last_choices["path"])
            self.options.people.setCurrentIndex(max(0, self.options.people.findData(self.last_choices["people"])))
        self.other_choices = self.button(tr("Other choices"), left=True)
        self.other_choices.clicked.connect(self._choose_again)
        self.other_choices.hide()
        self.go.clicked.connect(self.start)
        (self.path if name else self.format).setFocus()

    @classmethod
    def ask(
        cls, parent: QWidget | None, theme: Theme, project: Project, settings: Settings, name: str = ""
    ) -> ExportReport | None:
        """Show it until it is closed; what was written, None where nothing was. The report is written at once with the
        last choices; it asks first where a file would be replaced that is no earlier report."""
        dialog = cls(parent, theme, project, settings, name)
        out = Path(dialog.path.text()).expanduser()
        if name == "report" and (dialog.last_choices or not out.exists()):
            QTimer.singleShot(0, dialog.start)
        dialog.exec()
        dialog.deleteLater()
        return dialog.report

    def start(self) -> None:
        """Write the file in the background and show how far it is."""
        table = self._table()
        name, only = self.format.currentData(), Only(self.only.currentData())  # Qt gives a plain text back
        out = Path(self.path.text().strip()).expanduser()
        if not self.path.text().strip():
            self.complain(tr("Choose a folder to write to.") if self._folder() else tr("Choose a file to write to."))
            return
        self.settings.set_folder(out.parent)
        if table is not None:
            copy = Path(self.table_copy.text().strip()).expanduser() if self.table_copy.text().strip() else None
            self.work(lambda progress: write_table_back(self.project, out, copy, table), self._show_report)
            return
        choices = self.options.read_choices()
        if name == "report":
            self.settings.remember_report(self.project.path, out, str(self.options.people.currentData()))
        self.work(lambda progress: export(self.project, name, out, only, progress, choices), self._show_report)

    def _choose_page(self, name: str) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        self.format, self.only, self.path = QComboBox(self), QComboBox(self), QLineEdit(self)
        for number, path in enumerate(self.imported_tables):
            self.format.addItem(tr("My table back: {file}", file=make_visible(path.name)), f"{TABLE_BACK}{number}")
        for export_format in REGISTRY.all().values():
            if name in ("", export_format.name):
                self.format.addItem(export_format.title, export_format.name)
        if not name and len(self.imported_tables) != 1:
            self.format.setCurrentIndex(self.format.findData(find_likely_format(self.project)))
        self.format.currentIndexChanged.connect(self._suggest)
        for words, only in ONLY:
            self.only.addItem(words, only)
        self.path.textChanged.connect(self._say_what_comes)
        choose = Button(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(choose)
        for words, field in ((tr("Format"), self.format), (tr("Items"), self.only), (tr("File"), self.path)):
            field.setAccessibleName(words)
            label = Label(self.theme, words, Type.SMALL_STRONG, "second")
            column.addWidget(label)
            if field is self.path:
                self.place = label
                column.addLayout(row)
            elif name:  # there is nothing to choose
                label.hide()
                field.hide()
            else:
                column.addWidget(field)
                column.addSpacing(6)
        self.beside = Label(self.theme, "", Type.SMALL, "second")
        column.addWidget(self.beside)
        self.options = ExportOptions(self.theme, self)
        column.addWidget(self.options)
        self.table_copy, self.table_copy_row = QLineEdit(self), QWidget(self)
        self.table_copy.setAccessibleName(COPY)
        copy_column = QVBoxLayout(self.table_copy_row)
        copy_column.setContentsMargins(0, 6, 0, 0)
        copy_column.setSpacing(7)
        copy_column.addWidget(Label(self.theme, COPY, Type.SMALL_STRONG, "second"))
        choose_copy = Button(tr("Choose…"), self)
        choose_copy.setAccessibleName(tr("Choose a copy of the imported table"))
        choose_copy.setAutoDefault(False)
        choose_copy.clicked.connect(self._choose_copy)
        copy_line = QHBoxLayout()
        copy_line.addWidget(self.table_copy, 1)
        copy_line.addWidget(choose_copy)
        copy_column.addLayout(copy_line)
        column.addWidget(self.table_copy_row)
        column.addWidget(self.fault)
        column.addStretch(1)
        self._suggest()
        return page

    def _suggest(self) -> None:
        """A name for the file, in the folder of the last one, with the format's suffix, and what may be said of it."""
        table = self._table()
        self.table_copy_row.setVisible(table is not None)
        if self.format.currentData() is None:
            return
        if table is not None:
            suffix = ".xlsx" if table.suffix.lower() == ".ods" else table.suffix
            self.path.setText(str(table.with_name(f"{table.stem} - reviewed{suffix}")))
            self.place.setText(tr("File"))
            self.path.setAccessibleName(self.place.text())
            self.table_copy.setPlaceholderText(str(table))
            self.options.show_for(())
            self.only.setCurrentIndex(0)
            self.only.setEnabled(False)
            self._say_what_comes()
            self.fit()
            return
        export_format = find(self.format.currentData())
        # the report is written unasked: the folder of the last export may be one that others read
        folder = self.project.path.parent if export_format.name == "report" else self.settings.folder()
        typed = Path(self.path.text()) if self.path.text() else folder / self.project.path.stem
        self.path.setText(str(typed.with_suffix(export_format.suffix)))
        self.place.setText(tr("Folder") if self._folder() else tr("File"))
        self.path.setAccessibleName(self.place.text())
        self.options.show_for((*getattr(export_format, "takes", ()), "pseudonyms"))
        whole = getattr(export_format, "whole", False)  # it is about all items
        self.only.setCurrentIndex(0 if whole else self.only.currentIndex())
        self.only.setEnabled(not whole)
        self._say_what_comes()
        self.fit()

    def _table(self) -> Path | None:
        """The imported table that is to be written back; None for another format."""
        name = str(self.format.currentData() or "")
        return self.imported_tables[int(name.removeprefix(TABLE_BACK))] if name.startswith(TABLE_BACK) else None

    def _folder(self) -> bool:
        """Whether the format writes a folder."""
        return self._table() is None and bool(getattr(find(self.format.currentData()), "folder", False))

    def _say_what_comes(self) -> None:
        if self._table() is not None:
            self.beside.setText(BESIDE_TABLE)
            return
        if self._folder():
            self.beside.setText(tr("A new folder, an empty one, or one that Galley filled before. The card is in it."))
            return
        beside_text = BESIDE.format(file=Path(self.path.text()).name or "FILE")
        self.beside.setText(f"{beside_text} {PDF}" if self.format.currentData() == "report" else beside_text)

    def _choose(self) -> None:
        current_path = Path(self.path.text())
        if self._folder():
            home = choose_folder(self, tr("Export to a folder in"), current_path.parent)
            chosen_path = home / (current_path.name or self.project.path.stem) if home is not None else None
        else:
            suffix = current_path.suffix if self._table() is not None else find(self.format.currentData()).suffix
            chosen_path = choose_target(self, tr("Export to"), current_path, suffix)
        if chosen_path is not None:
            self.path.setText(str(chosen_path))

    def _choose_copy(self) -> None:
        if paths := choose_data(self, self.settings.folder()):
            self.table_copy.setText(str(paths[0]))

    def _show_report(self, report: ExportReport) -> None:
        self.report = report
        self.set_title(tr("Exported"), breakable(self.path.text()))
        left_out = [Note("", 0, f"{count:,} {what}") for what, count in report.left_out.items()]
        warnings = [Note("", 0, line) for line in report.warnings]
        title = tr("Left out") if left_out else tr("Names") if warnings else ""
        self.finish(report.counts, [*left_out, *warnings], title)
        self.other_choices.setVisible(self.format.currentData() == "report")

    def _choose_again(self) -> None:
        """The first page again: the next report is written with what is chosen there."""
        self.copy.hide()
        self.close_button.hide()
        self.other_choices.hide()
        self.set_title(TITLES["report"])
        self.cancel.show()
        self.back()
        self.path.setFocus()


def find_likely_format(project: Project) -> str:
    """The format that a project without a single imported table most likely needs: its paper's own, else a workbook."""
    schemes = [scheme.id for scheme in names.schemes(project.read_connection())]
    return next((own for start, own in OWN_FORMATS.items() if any(s.startswith(start) for s in schemes)), "xlsx")


def write_table_back(project: Project, out: Path, copy: Path | None, table: Path) -> ExportReport:
    """Write an imported table with its verdicts, and say what stands in it and what does not. Raises: GalleyError."""
    written = _table_back.write_table_back(project, out, copy, table)
    report = ExportReport(warnings=list(written.warnings))
    report.count(tr("answers in the table"), written.answer_count)
    report.count(tr("new columns"), len(written.columns))
    if written.extra_count:
        words = tr("answers have no row; they are in “{sheet}”", sheet=_table_back.NOT_IN_TABLE)
        report.leave_out(words, written.extra_count)
    return report


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
