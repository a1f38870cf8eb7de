"""Small faults that reviewers met: what queue and list say of the same flags, notes, selections, forms, idle keys."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextCursor
from PySide6.QtWidgets import QApplication

from galley.core.review import queue
from galley.core.storage.queries import item_queue
from galley.gui.dialogs.keys_dialog import KeyHelp, Label, idle
from galley.gui.shortcuts import Keymap
from galley.gui.text_panes.queue_model import describe_row
from galley.gui.theme import Mode, Theme, Type
from galley.gui.widgets.line_list import LineList, ListLine
from tests.gui import rooms
from tests.gui.panes import theme
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item, make_project
from tests.gui.scenes import discussion_project

__all__ = ["desk", "theme"]
K, M = Qt.Key, Qt.KeyboardModifier


def row(window: DeskWindow) -> item_queue.QueueRow:
    """What the queue says of the open item."""
    return queue.rows(window.session.connection(), [window.stage.item.id], window.session.reviewer)[0]


def test_queue_and_list_agree_on_what_is_open_and_unsure(desk: Desk) -> None:
    """Two judges flag the same, so an answer is on two flags; what is decided in whatever order."""
    two = {**flag("sum-a", 1, "extrinsic-context"), "annotator": "judge-2"}
    window = desk.open([item("one", [*FLAGS, two])])
    chance = random.Random(11)
    keys = [(K.Key_A,), (K.Key_X,), (K.Key_U,), (K.Key_J,), (K.Key_2,), (K.Key_Z, M.ControlModifier)]
    states = set()
    for _ in range(80):
        desk.press(window, *chance.choice(keys))
        desk.until(lambda: window.session.at_rest)
        entries, said = window.entries, row(window)
        assert said.open == sum(1 for entry in entries if entry.open and not entry.own)
        assert (said.unsure > 0) == any(entry.words == "unsure" for entry in entries)
        assert said.open == window.stage.item.open_count
        states.add(said.open)
    assert len(states) >= 4, "all was tried"


def test_notes_show_on_the_rows_of_flags_and_items(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    stage = window.stage
    shown, held = stage.flags.list, stage.queue.list

    def picture(view: Any, at: int) -> Any:
        rect = view.visualRect(view.model().index(at, 0))
        return view.viewport().grab(rect).toImage()

    line = shown._flags.row_of(0)
    bare, item_bare = picture(shown, line), picture(held, 0)
    assert not row(window).has_note and "note" not in describe_row(row(window))
    desk.press(window, K.Key_E)
    desk.bot.keyClicks(stage.flags.detail.note, "ask Ben")
    stage.flags.detail.note.commit()
    desk.until(lambda: window.stage.item.notes)
    desk.until(lambda: row(window).has_note)
    index = shown._flags.index(line)
    assert shown._flags.has_note(index.row()) and "with a note" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert not shown._flags.has_note(shown._flags.row_of(1))
    assert picture(shown, line) != bare
    assert describe_row(row(window)).endswith("with a note")
    desk.until(lambda: picture(held, 0) != item_bare)
    other = queue.rows(window.session.connection(), [2], window.session.reviewer)[0]
    assert not other.has_note


def test_a_selection_over_sentences_is_not_cut_to_the_first(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    view = window.stage.panes.pane("summary").view
    view.setFocus()
    cursor = QTextCursor(view.document())
    cursor.setPosition(4)
    cursor.setPosition(60, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert len(view.selections()) == 2
    desk.press(window, K.Key_M)
    assert not window.stage.flags.chooser.isHidden()
    assert "and 1 unit more: a flag each" in window.stage.flags.chooser._about.text()
    desk.press(window, K.Key_Escape)
    cursor.setPosition(4)
    cursor.setPosition(12, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    desk.press(window, K.Key_M)
    assert not window.stage.flags.chooser.isHidden()
    assert "a flag each" not in window.stage.flags.chooser._about.text()


def test_a_span_inside_a_sign_is_quoted_with_the_whole_sign(desk: Desk) -> None:
    text = "The \U0001f1e9\U0001f1ea team and the \U0001f469‍\U0001f467 came."
    documents = [{"id": "s", "role": "summary", "system": "a", "sentences": [text]}]
    halves = flag("s", 0, "changed-meaning", (text.index("\U0001f1ea"), text.index("\U0001f469") + 1))
    window = desk.open([item("one", [halves], documents=documents)])
    assert window.entries[0].quote == "\U0001f1e9\U0001f1ea team and the \U0001f469‍\U0001f467"


class Plain(ListLine):
    """A line of a few words."""

    name = "a line"
    selectable = True

    def height(self, theme: Theme, width: int) -> float:
        return 40.0

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        painter.setFont(theme.font(Type.BODY))


def test_a_form_never_hides_what_it_asks_about(theme: Theme, qtbot: Any) -> None:
    """A form that grows under a list takes room from it; the line in front stays in sight."""
    shown = LineList(theme, "lines")
    qtbot.addWidget(shown)
    shown.resize(300, 410)
    shown.show()
    shown.show_lines([Plain() for _ in range(30)], 9)
    for height in (200, 90, 400, 60, 300):
        shown.resize(300, height)
        QApplication.processEvents()
        rect = shown.visualRect(shown.model().index(9, 0))
        assert shown.viewport().rect().contains(rect), height
    shown.scrollToBottom()
    shown.resize(300, 120)
    QApplication.processEvents()
    assert not shown.viewport().rect().intersects(shown.visualRect(shown.model().index(9, 0))), "as the user left it"
    assert shown.minimumHeight() >= 40


def test_the_key_help_has_no_keys_of_what_the_project_does_not_hold(
    tmp_path: Path, qapp: QApplication, qtbot: Any
) -> None:
    def listed(without: Any) -> set[str]:
        dialog = KeyHelp(None, Theme(Mode.LIGHT), Keymap(), "review", without)
        qtbot.addWidget(dialog)
        return {label.text() for label in dialog.findChildren(Label)}

    plain = make_project(tmp_path / "plain.galley", [item("one", FLAGS)])
    for name, project, facts in (("a", plain, False), ("b", discussion_project(tmp_path), True)):
        folder = tmp_path / name
        folder.mkdir()
        with rooms.window(project, folder, qapp) as window:
            assert window.workspace is not None
            without = idle(window.workspace.session.connection())
        assert ("Opinions and facts" in listed(without)) is facts
        assert "Table of entries" not in listed(without) and "Move" in listed(without)
    assert {"Opinions and facts", "Table of entries"} <= listed(())
