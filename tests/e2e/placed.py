"""The program's window, which says where on the screen its words and buttons are; started by a test under X.

    python -m tests.e2e.placed PROJECT
    python -m tests.e2e.placed TABLE    as if the file was dropped on a window without a project

Each line on standard input asks something as JSON, each line on standard output answers it. It only looks: keys and
clicks come from the X server.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSocketNotifier, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QMenu, QWidget

from galley.core.new_files import PROJECT
from galley.core.project.project import Project
from galley.gui.dialogs.import_page import ImportPage
from galley.gui.qt_application import make_application
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.styled_label import StyledLabel


def main(path: Path) -> int:
    application = make_application()
    theme = Theme(Mode.LIGHT)
    theme.apply(application)
    window = Window(Settings(), theme, keep=False)
    window.resize(1440, 880)
    if path.suffix == PROJECT:
        window.show_project(Project.open(path))
    else:
        window.close_project()
        QTimer.singleShot(0, lambda: window.take([path]))
    window.show()
    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)

    def asked() -> None:
        line = sys.stdin.readline()
        if not line:
            application.quit()
            return
        print(json.dumps(answer(window, json.loads(line))), flush=True)

    notifier.activated.connect(asked)
    code: int = application.exec()
    window.close()
    return code


def answer(window: Any, asked: dict[str, Any]) -> Any:
    """``entry``: of an open menu, by its words; ``pressed``: a button by how its words begin; ``named``: a field by its
    name; ``words``: what is read in the window in front; ``state``; ``word``: the place (code points) in a sentence of
    the summary; ``button``: of the selection; ``choice``: a line of the chooser; ``decide``: a button of the
    flag's; ``listed``: a line of an open choice, by how its words begin; ``case``: the cell to adjudicate; ``go``: that
    of the page at the end; ``title``: of the window in front; of the import page ``questions`` (open ones) and
    ``segment``: an answer of a question, by how its id begins."""
    front = QApplication.activeModalWidget() or window
    there = [each for each in front.findChildren(QWidget) if each.isVisible()]
    match asked["ask"]:
        case "pressed":
            found = [b for b in there if isinstance(b, QAbstractButton) and b.isEnabled()
                     and b.text().startswith(asked["words"])]  # fmt: skip
            return _point(found[0], found[0].rect()) if found else None
        case "named":
            found = [each for each in there if each.accessibleName() == asked["words"] and each.isEnabled()]
            return _point(found[0], found[0].rect()) if found else None
        case "entry":
            menus = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible()]
            return next((_point(menu, menu.actionGeometry(entry)) for menu in menus for entry in menu.actions()
                         if entry.text().partition("\t")[0] == asked["words"]), None)  # fmt: skip
        case "listed":
            popup = QApplication.activePopupWidget()
            listed = popup.findChild(QAbstractItemView) if popup is not None else None
            model = listed.model() if listed is not None else None
            rows = range(model.rowCount()) if model is not None else ()
            places = [model.index(row, 0) for row in rows]
            found = [at for at in places if str(at.data()).startswith(asked["words"])]
            if found:
                listed.scrollTo(found[0])
            return _point(listed.viewport(), listed.visualRect(found[0])) if found else None
        case "title":
            return front.windowTitle()
        case "case":
            bench = window.workspace.view.stage
            return _cell(bench.item, bench.cell_view.entry) if getattr(bench, "cell_view", None) is not None else None
        case "questions":
            is_page = isinstance(front, ImportPage) and front.draft is not None
            return [line.question.id for line in front.questions.lines if line.is_open] if is_page else None
        case "segment":
            is_page = isinstance(front, ImportPage) and front.draft is not None
            lines = [line for line in front.questions.lines if line.question.id.startswith(asked["question"])
                     ] if is_page else []  # fmt: skip
            if not lines:
                return None
            control = lines[0].control
            front.questions._area.ensureWidgetVisible(lines[0])
            at = [name for name, _ in lines[0].question.choices].index(asked["choice"])
            widths = control._fitting()
            left = round(sum(widths[:at]))
            return _point(control, QRect(left, 0, round(widths[at]), control.height()))
        case "words":
            return "\n".join(each.text() for each in there if isinstance(each, QLabel | QAbstractButton | StyledLabel))
    view = window.workspace.view
    stage = view.stage
    match asked["ask"]:
        case "state":
            walk = stage.queue.flags.sequence
            return {
                "item": stage.item.id if stage.item is not None else 0,
                "in_summary": stage.panes.pane("summary").view.hasFocus(),
                "across": stage.queue.is_by_criterion,
                "criterion": stage.queue.queue_filter.criterion,
                "open": walk.open if walk is not None else 0,
                "front": _front(stage),
                "rest": window.workspace.session.at_rest and not view.decisions.pending,
                "chooser": stage.flags.chooser.isVisible(),
                "selected": stage.panes.pane("summary").view.selected_text(),
                "ending": view.ending.is_shown,
                "hears": time.monotonic() >= max(view.ending.page.deaf_until, view.end_of_queue.page.deaf_until),
            }
        case "word":
            text = stage.panes.pane("summary").view
            block = text.document().findBlockByNumber(asked["unit"])
            cursor = QTextCursor(text.document())
            cursor.setPosition(block.position() + asked["at"])
            return _point(text.viewport(), text.cursorRect(cursor))
        case "button":
            return _point(view.with_selection.add, view.with_selection.add.rect())
        case "decide":
            button = getattr(stage.flags.detail, asked["button"])
            return _point(button, button.rect())
        case "go":
            return _point(view.ending.page.go, view.ending.page.go.rect())
        case "choice":
            listed = stage.flags.chooser._list
            return _point(listed.viewport(), listed.visualRect(listed.model().index(asked["row"], 0)))
    raise ValueError(asked)


def _front(stage: Any) -> list[Any] | None:
    """The cell that the keys decide, see ``_cell``; None where that is answered."""
    if stage.item is None or stage.current is None or stage.current >= len(stage.item.entries):
        return None
    entry = stage.item.entries[stage.current]
    return _cell(stage.item, entry) if entry.open else None


def _cell(item: Any, entry: Any) -> list[Any]:
    """The item's key, the criterion and the unit's place in its document; -1 for the whole document."""
    units = next(document.units for document in item.view.documents if document.id == entry.unit.document)
    place = next((number for number, unit in enumerate(units) if unit.id == entry.unit.id), -1)
    return [item.view.key, entry.criterion.id, place]


def _point(widget: QWidget, rect: QRect) -> list[int] | None:
    """Where the middle of a widget's part is on the screen; None while the widget is not shown."""
    if not widget.isVisible():
        return None
    place: QPoint = widget.mapToGlobal(rect.center())
    return [place.x(), place.y()]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
