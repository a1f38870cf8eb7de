"""The import page: one page from a table to a project. Left its columns with their roles and the open questions, right
a row as its item will look in Review, below what the import makes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from galley.core.campaign.import_change import ImportChange, discard_change, prepare_change
from galley.core.errors import Cancelled, ConflictError, GalleyError, InputError, RowsRefused
from galley.core.import_types import Note
from galley.core.importers import ImportOptions, ImportReport, find
from galley.core.importers.run_import import MAPPED, import_files
from galley.core.project.project import Project
from galley.core.tables import sidecar
from galley.core.tables.column_roles import ColumnRole
from galley.core.tables.mapping import TableMapping
from galley.core.tables.table_shape import NO_HEADER
from galley.core.tasks.levels import describe_proposed
from galley.core.text.visible import make_visible
from galley.gui.dialogs.background_task import BackgroundTask, Progress, TaskPage
from galley.gui.dialogs.base import SIDE, Label, room
from galley.gui.dialogs.file_dialogs import choose_data
from galley.gui.dialogs.import_columns import (
    ColumnHead,
    ColumnRow,
    QuestionList,
    ReadingRow,
    make_scroll_area,
    paint_words,
)
from galley.gui.dialogs.import_draft import READ, ImportDraft, TableRead, read_table
from galley.gui.dialogs.import_preview import ItemPreview, RowStepper
from galley.gui.dialogs.message import Message
from galley.gui.dialogs.report_dialog import ReportPage
from galley.gui.plain_text import Button, CheckBox, Menu, name_window, set_tip
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable
from galley.gui.widgets.segmented import SegmentedControl

SIZE = QSize(1280, 720)
LEFT_SHARE, RIGHT_SHARE = 61, 39
SMALL = 1 << 18
"""Bytes up to which a file is read at once; a larger one is read in the background."""
SEARCHED_FROM = 13
"""Columns from which there is a field to search them."""
_COLUMNS, _ROWS = "columns", "rows"
_CUT = 400
"""Characters of a value that are shown."""
_HEAD_CUT, _ROW_CUT = 24, 90
"""Characters of a cell and of a row in the menu of header rows."""
_MOST_REFUSALS = 8
_REPORT_WIDTH, _REPORT_HEIGHT = 860, 380
"""The report in px at text size 1."""


class SentenceLine(QWidget):
    """What the import makes, in one line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words: tuple[tuple[str, bool], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(round(theme.px(20)))
        theme.changed.connect(self.update)

    def say(self, sentence: str) -> None:
        """Show a sentence with its first word in bold."""
        first, space, rest = sentence.partition(" ")
        self._words = ((first, True), (space + rest, False))
        self.setAccessibleName(sentence)
        set_tip(self, sentence)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        with QPainter(self) as painter:
            paint_words(painter, self._theme, self.rect().toRectF(), self._words)


class ImportPage(QDialog):
    """Shows a table and imports it as its columns' roles and the answers say. ``report`` is there after a success,
    ``other_paths`` are what the user dropped or chose instead.

    With ``imported_table``, a table as the project remembers it, its import is changed: ``change`` is there once the
    user confirmed it, with its ``mapping``, and takes the project's place once nobody has the project open."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
        imported_table: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.project, self.settings = theme, project, settings
        self.paths = tuple(paths)
        self.other_paths: list[Path] = []
        self.report: ImportReport | None = None
        self.imported_table = imported_table
        self.change: ImportChange | None = None
        self.mapping: TableMapping | None = None
        self._prepared_change: ImportChange | None = None
        self.draft: ImportDraft | None = None
        self.task: BackgroundTask | None = None
        self.row = 0
        self.columns: list[ColumnRow] = []
        self._system = ""
        self._draft_before: ImportDraft | None = None
        self._title = tr("Change import") if imported_table else tr("Import a table")
        name_window(self, self._title)
        self.setModal(True)
        self.setAcceptDrops(True)
        self.setMaximumSize(room(parent))
        size = parent.window().size() if parent is not None else SIZE
        self.resize(size.expandedTo(SIZE).boundedTo(self.maximumSize()))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self.stack = QStackedWidget(self)
        outer.addWidget(self.stack)
        self.page = QWidget(self)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_head())
        column.addWidget(Hairline(theme))
        self.fault = Label(theme, "", Type.BODY, "negative")
        self.fault.setContentsMargins(16, 7, 16, 7)
        self.fault.hide()
        column.addWidget(self.fault)
        self.reading = ReadingRow(self)
        self.reading.setContentsMargins(16, 0, 16, 7)
        self.reading.read_requested.connect(self.read)
        self.reading.hide()
        column.addWidget(self.reading)
        sides = QHBoxLayout()
        sides.setSpacing(0)
        sides.addLayout(self._make_left(), LEFT_SHARE)
        sides.addWidget(Hairline(theme, vertical=True))
        sides.addLayout(self._make_right(), RIGHT_SHARE)
        column.addLayout(sides, 1)
        column.addWidget(Hairline(theme))
        self._foot = self._make_foot()
        column.addWidget(self._foot)
        self.stack.addWidget(self.page)
        self.stack.addWidget(self._make_progress())
        self.read(imported_table["mapping"].get("read", {}) if imported_table else None)

    @classmethod
    def ask(
        cls,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        paths: Sequence[Path],
        settings: Settings,
        imported_table: Mapping[str, Any] | None = None,
    ) -> ImportPage:
        """Show the page until it is closed, and give it back."""
        page = cls(parent, theme, project, paths, settings, imported_table)
        page.exec()
        page.deleteLater()
        return page

    # What is shown ----------------------------------------------------------------------------------------------

    def _make_head(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(16, 7, 16, 7)
        line.setSpacing(10)
        self.file_name = ElidedLabel(self.theme, "", Type.BODY, "second", mode=Qt.TextElideMode.ElideMiddle)
        self.sheet = QComboBox(self)
        self.sheet.setAccessibleName(tr("Sheet"))
        self.sheet.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sheet.activated.connect(lambda _: self.read({"sheet": self.sheet.currentData()}))
        self.sheet.hide()
        self.size_note = ElidedLabel(self.theme, "", Type.BODY, "second")
        self.file_link = self._make_link(tr("Another file…"), self._choose_file)
        self.file_link.setVisible(self.imported_table is None)
        line.addWidget(ElidedLabel(self.theme, self._title, Type.TITLE))
        self.head_link = self._make_link("", self._choose_head_row)
        set_tip(self.head_link, tr("Choose the row that names the columns."))
        for widget in (self.file_name, self.sheet, self.size_note, self.head_link):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.file_link)
        return line

    def _make_left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(16, 7, 16, 7)
        head.setSpacing(10)
        head.addWidget(ElidedLabel(self.theme, tr("What is in each column?"), Type.BODY_STRONG))
        head.addWidget(
            ElidedLabel(
                self.theme, tr("Guessed from column names and values. Change what is wrong."), Type.BODY, "second"
            ),
            1,
        )
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search columns"))
        self.search.setAccessibleName(tr("Search columns"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(round(self.theme.px(170)))
        self.search.textChanged.connect(self._filter_columns)
        head.addWidget(self.search)
        self.switch = SegmentedControl(self.theme, ((_COLUMNS, tr("Columns")), (_ROWS, tr("Rows"))), self)
        self.switch.chosen.connect(self._show_table)
        head.addWidget(self.switch)
        column.addLayout(head)
        column.addWidget(Hairline(self.theme))
        self.tables = QStackedWidget(self)
        by_column = QWidget(self)
        lines = QVBoxLayout(by_column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self.column_head = ColumnHead(self.theme, self)
        lines.addWidget(self.column_head)
        self._list = QWidget()
        self._list_column = QVBoxLayout(self._list)
        self._list_column.setContentsMargins(0, 0, 0, 0)
        self._list_column.setSpacing(0)
        lines.addWidget(make_scroll_area(self._list, self), 1)
        self.tables.addWidget(by_column)
        column.addWidget(self.tables, 1)
        column.addWidget(Hairline(self.theme))
        self.questions = QuestionList(self.theme, self)
        self.questions.answered.connect(self._answer)
        self.questions.renamed.connect(self._rename)
        column.addWidget(self.questions)
        return column

    def _make_right(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(16, 7, 16, 7)
        head.setSpacing(10)
        self.stepper = RowStepper(self.theme, self)
        self.stepper.stepped.connect(self.show_row)
        self.next_flagged = self._make_link(tr("Next flagged"), self._show_next_flagged)
        head.addWidget(ElidedLabel(self.theme, tr("How it will look"), Type.BODY_STRONG), 1)
        head.addWidget(self.stepper)
        head.addWidget(self.next_flagged)
        column.addLayout(head)
        column.addWidget(Hairline(self.theme))
        self.preview = ItemPreview(self.theme, self)
        self.preview.summary_chosen.connect(self._show_system)
        column.addWidget(self.preview, 1)
        return column

    def _make_foot(self) -> QWidget:
        foot = QWidget(self)
        line = QHBoxLayout(foot)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(10)
        words = QVBoxLayout()
        words.setSpacing(0)
        self.sentence = SentenceLine(self.theme, self)
        self.note = ElidedLabel(self.theme, "", Type.SMALL, "second")
        words.addWidget(self.sentence)
        words.addWidget(self.note)
        line.addLayout(words, 1)
        self.new_items = CheckBox(tr("Import changed texts as new items"), self)
        self.new_items.hide()
        line.addWidget(self.new_items)
        self.open_note = ElidedLabel(self.theme, "", Type.BODY, "warning")
        line.addWidget(self.open_note)
        self.cancel = Button(tr("Cancel"), self)
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.go = Button(tr("Import"), self)
        self.go.setAutoDefault(False)
        self.go.setProperty("primary", True)
        self.go.clicked.connect(self.start)
        line.addWidget(self.cancel)
        line.addWidget(self.go)
        return foot

    def _make_progress(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(SIDE, 24, SIDE, 22)
        column.setSpacing(12)
        self.progress_title = Label(self.theme, "", Type.PAGE_TITLE)
        self.progress = TaskPage(self.theme, in_bytes=True, parent=self)
        self.outcome = ReportPage(self.theme, self)
        self.outcome.setMaximumWidth(round(self.theme.px(_REPORT_WIDTH)))
        self.outcome.setMaximumHeight(round(self.theme.px(_REPORT_HEIGHT)))
        self.outcome.hide()
        self.level_note = Label(self.theme, "", Type.BODY, "second")
        column.addWidget(self.progress_title)
        column.addWidget(self.level_note)
        column.addWidget(self.progress)
        column.addWidget(self.outcome, 1)
        column.addStretch(1)
        line = QHBoxLayout()
        line.addStretch(1)
        self.stop = Button(tr("Stop"), self)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self._stop_or_close)
        self.confirm = Button(tr("Change import"), self)
        self.confirm.setAutoDefault(False)
        self.confirm.setProperty("primary", True)
        self.confirm.clicked.connect(self._confirm_change)
        self.confirm.hide()
        line.addWidget(self.stop)
        line.addWidget(self.confirm)
        column.addLayout(line)
        return page

    def _make_link(self, words: str, action: Callable[[], object]) -> Button:
        link = Button(words, self)
        link.setFlat(True)
        link.setAutoDefault(False)
        link.clicked.connect(lambda: action())
        return link

    # The table --------------------------------------------------------------------------------------------------

    def read(self, how: dict[str, Any] | None) -> None:
        """Read the table, in the background where it is large, and show what is in it. ``how`` is the ``read`` of a
        mapping; None where the file says it itself."""
        paths = self.paths
        if self.draft is not None:
            self._draft_before = self.draft
        self.draft = None
        self.go.setEnabled(False)
        self.fault.hide()
        self.reading.hide()
        self.head_link.hide()
        self.new_items.hide()
        several = tr_n("", " and {n} more", len(paths) - 1) if len(paths) > 1 else ""
        self.file_name.set_text(make_visible(paths[0].name) + several)
        self.size_note.set_text(tr("Reading…"))
        self.note.set_text(tr("Nothing is sent anywhere. Your file is not changed."))
        self.settings.set_folder(paths[0].parent)

        def work(progress: Progress) -> TableRead:
            return read_table(paths, self.project, how, progress)

        if self.task is not None:
            self.task.cancel()
            self.task = None
        if sum(path.stat().st_size for path in paths if path.is_file()) <= SMALL:
            try:
                self.show_table(work(lambda done, total: True))
            except GalleyError as error:
                self._show_unreadable(error)
            return
        task = self.task = BackgroundTask(work, parent=self)
        task.succeeded.connect(lambda table: self.show_table(table) if task is self.task else None)
        task.failed.connect(lambda error: self._show_unreadable(error) if task is self.task else None)
        task.start()

    def show_table(self, table: TableRead) -> None:
        """Show the columns of a table with their guessed roles."""
        draft = self.draft = ImportDraft(table)
        if self._draft_before is not None:
            draft.continue_from(self._draft_before)
        elif self.imported_table is not None:
            draft.restore_roles(self.imported_table["roles"])
        self.sheet.clear()
        for name in table.sheets:
            is_hidden = table.shape is not None and name in table.shape.hidden_sheets
            words = tr("Sheet: {name} (hidden)") if is_hidden else tr("Sheet: {name}")
            self.sheet.addItem(words.format(name=make_visible(name)), name)
        self.sheet.setVisible(len(table.sheets) > 1)
        if table.sheet:
            self.sheet.setCurrentIndex(self.sheet.findData(table.sheet))
        counts = [
            tr_n("{n:,} row", "{n:,} rows", table.scan.row_count),
            tr_n("{n:,} column", "{n:,} columns", len(draft.names)),
        ]
        self.size_note.set_text(", ".join(counts))
        self.head_link.setText(tr("header in row {row}", row=draft.head_row) if draft.head_row else tr("no header"))
        self.head_link.setVisible(table.shape is not None)
        for column in self.columns:
            column.hide()
            column.deleteLater()
        while self._list_column.takeAt(0) is not None:
            pass
        self.columns = []
        for name, scanned in table.scan.columns.items():
            column = ColumnRow(self.theme, scanned.letter, make_visible(name), partial(self._fill_menu, name), self)
            column.pressed.connect(partial(self._show_flag_of, name))
            self._list_column.addWidget(column)
            self.columns.append(column)
        self._list_column.addStretch(1)
        self.search.setVisible(len(self.columns) >= SEARCHED_FROM)
        self.search.clear()
        if (old := self.tables.widget(1)) is not None:
            self.tables.removeWidget(old)
            old.deleteLater()
        row_table = _make_row_table(self.theme, draft)
        row_table.chosen.connect(lambda row: self.show_row(row) if row != self.row else None)
        self.tables.addWidget(row_table)
        self.switch.set_current(_COLUMNS)
        self.tables.setCurrentIndex(0)
        self._system = ""
        self._update_roles()
        self.show_row(draft.find_flagged(-1) or 0)
        self._focus_open_question("")

    def _show_unreadable(self, error: BaseException) -> None:
        """Say why the table cannot be read, and offer to say how it is to be read."""
        self.size_note.set_text("")
        self.reading.setVisible(isinstance(error, InputError))
        self._show_fault(error)

    def _show_fault(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            return
        if not isinstance(error, GalleyError):
            sys.excepthook(type(error), error, error.__traceback__)
            return
        self.fault.setText(make_visible(str(error)))
        self.fault.show()

    def _fill_menu(self, name: str, menu: Menu) -> None:
        if self.draft is None:
            return
        current_label = self.draft.roles[name].label
        for group, choices in self.draft.list_roles(name):
            target = menu.add_menu(group) if group else menu
            for role in choices:
                target.add_entry(
                    make_visible(role.label),
                    lambda *_, role=role: self.assign(name, role),
                    checked=role.label == current_label,
                )

    def assign(self, name: str, role: ColumnRole) -> None:
        """Give a column another role."""
        assert self.draft is not None
        self.draft.assign(name, role)
        self._update_roles()
        self.show_row(self.row)

    def _rename(self, question: str, criterion: str) -> None:
        assert self.draft is not None
        self.draft.rename_criterion(question, criterion)
        self._update_roles()
        self.show_row(self.row)

    def _choose_head_row(self) -> None:
        """A menu of the first rows, of which one names the columns."""
        draft = self.draft
        if draft is None or draft.table.shape is None:
            return
        menu = Menu(self)
        for number, cells in draft.table.shape.first_rows:
            words = " · ".join(make_visible(cell[:_HEAD_CUT]) for cell in cells if cell)[:_ROW_CUT]
            self._add_head_row(menu, number, tr("Row {row}: {cells}", row=number, cells=words))
        self._add_head_row(menu, NO_HEADER, tr("No header"))
        menu.popup(self.head_link.mapToGlobal(self.head_link.rect().bottomLeft()))

    def _add_head_row(self, menu: Menu, row: int, words: str) -> None:
        draft = self.draft
        assert draft is not None
        menu.add_entry(
            words, lambda *_: self.read(draft.change_reading("header", str(row))), checked=draft.head_row == row
        )

    def _answer(self, question: str, answer: str) -> None:
        assert self.draft is not None
        if question.startswith(READ):
            self.read(self.draft.change_reading(question.removeprefix(READ), answer))
            return
        had_flags = self.draft.find_flagged(-1) is not None
        self.draft.answer(question, answer)
        self._update_roles()
        first_flagged = None if had_flags else self.draft.find_flagged(-1)
        self.show_row(self.row if first_flagged is None else first_flagged)
        self._focus_open_question(question)

    def _focus_open_question(self, question: str) -> None:
        """Give the keyboard to this question while it is open, else to the first open one, else to the button."""
        open_lines = [line for line in self.questions.lines if line.is_open]
        open_lines.sort(key=lambda line: line.question.id != question)
        (open_lines[0].control if open_lines else self.go).setFocus()

    def _update_roles(self) -> None:
        """Show the roles, the questions that they leave open, and what the import makes."""
        draft = self.draft
        assert draft is not None
        questions = draft.list_questions()
        open_columns = {name for question in questions if not question.answer for name in question.columns}
        for name, column in zip(draft.names, self.columns, strict=True):
            look, is_open = draft.describe_role(name), name in open_columns
            words = ((tr("Answer the question below"), True),) if look.is_undecided else look.words
            column.show_role(
                words, look.colour, look.reason, is_open=is_open, is_undecided=look.is_undecided,
                is_quiet=look.is_quiet, is_reading=look.is_text, is_detail=look.is_detail,
            )  # fmt: skip
        self.questions.show_questions(questions)
        open_count = self.questions.open_count
        self.open_note.set_text(
            tr_n("{n} question is open", "{n} questions are open", open_count) if open_count else ""
        )
        self.sentence.say(draft.describe_import())
        count = draft.item_count
        verb = tr("Import") if count is None else tr_n("Import {n:,} item", "Import {n:,} items", count)
        self.go.setText(verb if self.imported_table is None else tr("Change import…"))
        self.go.setEnabled(not open_count and draft.scan.row_count > 0)

    # The row shown ----------------------------------------------------------------------------------------------

    def show_row(self, row: int) -> None:
        """Show a row, counted from 0: its values at the left and its item at the right."""
        draft = self.draft
        if draft is None:
            return
        count = len(draft.scan.rows)
        self.row = min(max(0, row), max(0, count - 1))
        self.stepper.show_row(self.row, count, draft.scan.row_count)
        self.column_head.show_row(self.row)
        if isinstance(row_table := self.tables.widget(1), LineTable) and count:
            row_table.choose(self.row)
        if not count:
            self.preview.show_row((), ())
            return
        for column, value in zip(self.columns, draft.read_row(self.row), strict=True):
            column.show_value(make_visible(value[:_CUT]))
        texts, flags = draft.preview_row(self.row, self.project.read_connection())
        self.preview.show_row(texts, flags, self._system)
        self._mark_current()

    def _mark_current(self) -> None:
        flag = self.preview.current_flag
        for name, column in zip(self.draft.names if self.draft else (), self.columns, strict=True):
            column.set_current(flag is not None and flag.column == name)

    def _show_system(self, system: str) -> None:
        self._system = system
        self._mark_current()

    def _show_flag_of(self, name: str) -> None:
        if self.draft is not None and (system := self.draft.roles[name].system):
            self._system = system
            self.show_row(self.row)

    def _show_next_flagged(self) -> None:
        if self.draft is not None and (row := self.draft.find_flagged(self.row)) is not None:
            self._system = ""
            self.show_row(row)

    def _filter_columns(self, text: str) -> None:
        wanted = text.casefold().strip()
        for column in self.columns:
            column.setVisible(wanted in column.name.casefold())

    def _show_table(self, name: str) -> None:
        self.tables.setCurrentIndex(int(name == _ROWS))

    # The import -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Import in the background, and show how far it is."""
        draft = self.draft
        if draft is None or self.questions.open_count:
            return
        try:
            options = ImportOptions(
                mapping=draft.build_mapping(), roles=draft.dump_roles(), new_items=self.new_items.isChecked()
            )
        except GalleyError as error:
            self._show_fault(error)
            return
        paths = self.paths
        self.fault.hide()

        self.mapping = options.mapping

        def prepare(progress: Progress) -> ImportChange:
            draft.account_for_fields()
            return prepare_change(self.project, paths, options, progress)

        def job(progress: Progress) -> ImportReport:
            account_lines = draft.account_for_fields()
            report = import_files(self.project, find(MAPPED), paths, options, progress, False)
            report.notes[:0] = [Note("", 0, line) for line in account_lines]
            if options.mapping is not None:
                sidecar.save_mapping(paths[0], options.mapping, report)
            return report

        self.progress_title.setText(tr("Importing"))
        self.level_note.setText("")
        self.confirm.hide()
        self.progress.show()
        self.outcome.hide()
        self.stop.setText(tr("Stop"))
        self.stop.setEnabled(True)
        self.stack.setCurrentIndex(1)
        self.stop.setFocus()
        self.task = BackgroundTask(job if self.imported_table is None else prepare, parent=self)
        self.task.moved.connect(self._show_progress)
        self.task.succeeded.connect(self._show_report if self.imported_table is None else self._show_change)
        self.task.failed.connect(self._show_failure)
        self.progress.show_progress(0, 0, -1)
        self.task.start()

    def _show_progress(self, done: int, total: int, seconds_left: float) -> None:
        if self.stop.isEnabled():
            self.progress.show_progress(done, total, seconds_left)

    def _show_report(self, report: ImportReport) -> None:
        self.report = report
        self.progress_title.setText(tr("Imported") if any(report.counts.values()) else tr("Nothing was new"))
        levels = {self._name_criterion(name): level for name, level in report.levels.items()}
        self.level_note.setText(" ".join(describe_proposed(levels, tr("Project settings…"))))
        self.progress.hide()
        self.outcome.show_report(report.counts, report.notes, tr("Values of each column"))
        self.outcome.show()
        self.stop.setText(tr("Close"))
        self.stop.setEnabled(True)
        self.stop.setDefault(True)
        self.stop.setFocus()

    def _name_criterion(self, criterion: str) -> str:
        """The name of a criterion that the table made; of another its id."""
        raw_scheme = self.mapping.raw_mapping.get("scheme", {}) if self.mapping is not None else {}
        return str(raw_scheme.get("criteria", {}).get(criterion.rpartition("/")[2], criterion))

    def _show_change(self, change: ImportChange) -> None:
        """Say which decisions stay, and ask for a word before anything is changed."""
        self._prepared_change = change
        stay = tr_n("{n:,} decision stays", "{n:,} decisions stay", change.staying_count)
        aside = tr_n("{n:,} is set aside", "{n:,} are set aside", change.set_aside_count)
        self.progress_title.setText(f"{stay}, {aside}")
        self.level_note.setText(
            tr(
                "A decision stays if its texts, criterion and flag did not change. The log keeps the others. Undo "
                "the last bulk change to restore all of them."
            )
        )
        self.progress.hide()
        notes = [Note("", 0, line) for line in change.set_aside]
        self.outcome.show_report(change.report.counts, notes, tr("Set aside") if notes else "")
        self.outcome.show()
        self.stop.setText(tr("Back"))
        self.stop.setEnabled(True)
        self.confirm.show()
        self.confirm.setFocus()

    def _confirm_change(self) -> None:
        self.change, self._prepared_change = self._prepared_change, None
        self.accept()

    def _discard_change(self) -> None:
        if self._prepared_change is not None:
            discard_change(self._prepared_change)
            self._prepared_change = None

    def _show_failure(self, error: BaseException) -> None:
        self.stack.setCurrentIndex(0)
        self.go.setFocus()
        if isinstance(error, ConflictError):
            self.new_items.show()
            Message.ask(self, self.theme, error)
            return
        if isinstance(error, RowsRefused):
            sentences = [make_visible(sentence) for sentence in error.messages or [str(error)]]
            error = InputError(
                "\n".join([*sentences[:_MOST_REFUSALS], *(["…"] if len(sentences) > _MOST_REFUSALS else [])])
            )
        self._show_fault(error)

    def _stop_or_close(self) -> None:
        if self.report is not None:
            self.accept()
        elif self._prepared_change is not None:
            self._discard_change()
            self.stack.setCurrentIndex(0)
            self.go.setFocus()
        else:
            self.reject()

    def reject(self) -> None:
        """Leave; an import that is running is stopped first."""
        if self._prepared_change is not None:
            self._stop_or_close()
            return
        if self.stack.currentIndex() == 1 and self.report is None:
            assert self.task is not None
            self.task.cancel()
            self.progress.show_stopping()
            self.stop.setEnabled(False)
            return
        if self.task is not None:
            self.task.cancel()
            self.task = None
        super().reject()

    # Other files ------------------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        if paths := choose_data(self, self.settings.folder()):
            self.take(paths)

    def take(self, paths: Sequence[Path]) -> None:
        """Leave the page for other files."""
        self.other_paths = list(paths)
        self.reject()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files while no import is running."""
        if event.mimeData().hasUrls() and self.stack.currentIndex() == 0:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show the dropped file instead."""
        event.acceptProposedAction()
        if paths := [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]:
            self.take(paths)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel's ground, with the window's under the foot."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("panel"))
            if self.stack.currentIndex() == 0:
                top = self._foot.mapTo(self, self._foot.rect().topLeft()).y()
                painter.fillRect(0, top, self.width(), self.height() - top, self.theme.color("window"))


def _make_row_table(theme: Theme, draft: ImportDraft) -> LineTable:
    columns = [
        LineColumn(tr("Row"), FITS),
        *(LineColumn(make_visible(name), FITS, most=240) for name in draft.names),
    ]
    scan = draft.scan
    scanned = list(scan.columns.values())

    def cell(line: int, column: int) -> LineCell:
        words = str(line + 1) if column == 0 else scan.value(scan.rows[line], scanned[column - 1])
        return LineCell(" ".join(make_visible(words[:_CUT]).split()), style=Type.BODY)

    lines = Lines(columns, lambda: len(scan.rows), cell)
    lines.reset()
    return LineTable(theme, lines, tr("The rows of the table"), 26.0)
