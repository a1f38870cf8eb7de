"""Every text of the window goes through ``galley.gui.plain_text``: nothing else makes what may look for markup."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.gui.texts import FILES, ROOT

_REFUSED = {
    "QLabel", "QMessageBox", "QErrorMessage", "QInputDialog", "QProgressDialog", "QTextBrowser", "QWhatsThis",
    "QStaticText", "QGroupBox", "QPushButton", "QCheckBox", "QRadioButton", "QToolButton", "QCommandLinkButton",
    "QAbstractButton", "QMenu", "QMenuBar", "QAction", "QWidgetAction", "QTabBar", "QTabWidget", "QToolBox",
    "QGraphicsTextItem", "QDockWidget", "QStatusBar", "QWizard",
}  # fmt: skip
"""What may look for markup, mnemonics or keys in its texts: nobody makes it, nobody derives from it."""

_REFUSED_CALLS = {
    "setToolTip", "setStatusTip", "setWhatsThis", "setTabToolTip", "showText", "setWindowTitle", "addAction",
    "addMenu", "addTab", "setTabText", "insertHtml", "setHtml", "appendHtml", "setMarkdown", "setTextFormat",
    "getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory", "critical", "question",
}  # fmt: skip
"""What hands Qt such a text."""

_ALLOWED = {
    ("gui/plain_text.py", ""): "the one place",
    ("gui/dialogs/file_dialogs.py", "getOpenFileName"): "between plain_boxes",
    ("gui/dialogs/file_dialogs.py", "getOpenFileNames"): "between plain_boxes",
    ("gui/dialogs/file_dialogs.py", "getSaveFileName"): "between plain_boxes",
    ("gui/dialogs/file_dialogs.py", "getExistingDirectory"): "between plain_boxes",
    ("gui/scores/report.py", "setHtml"): "a page whose texts are escaped (html.escape)",
    ("gui/dialogs/guide.py", "QTextBrowser"): "pages that ship with the program",
    ("gui/dialogs/guide.py", "setMarkdown"): "the same, without HTML",
    ("gui/pdf.py", "setHtml"): "a page whose texts are escaped (core/exports/report.py)",
    ("gui/review/flag_detail.py", "QLabel"): "a share in bold: figures of ours only",
    ("gui/review/flag_detail.py", "setTextFormat"): "the same",
    ("gui/startup_error.py", "QMessageBox"): "told to be plain: there is no window yet whose dialogs could say it",
    ("gui/startup_error.py", "setTextFormat"): "the same",
}


def _through(node: ast.AST | None, function: str) -> bool:
    """Whether this is a call of a function of that name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function


def _loose(path: Path) -> Iterator[str]:
    """Where a file makes a widget or sets a text that does not go through ``galley.gui.plain_text``."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    if (name, "") in _ALLOWED:
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        found = ""
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in _REFUSED:
                found = called.id
            elif isinstance(called, ast.Attribute) and called.attr in _REFUSED | _REFUSED_CALLS:
                found = called.attr
                if found == "addAction" and isinstance(called.value, ast.Name) and called.value.id == "group":
                    found = ""
            elif (
                isinstance(called, ast.Attribute)
                and called.attr == "setLabel"
                and not _through(node.args[0], "escape_markup")
            ):
                found = "setLabel without escape_markup()"
            elif isinstance(called, ast.Attribute) and called.attr == "setItemData" and "ToolTipRole" in ast.dump(node):
                found = "" if _through(node.args[1], "tooltip") else "setItemData"
        elif isinstance(node, ast.ClassDef):
            found = next((b.id for b in node.bases if isinstance(b, ast.Name) and b.id in _REFUSED), "")
        elif isinstance(node, ast.If) and "ToolTipRole" in ast.dump(node.test):
            for said in (each for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None):
                if not _through(said.value, "tooltip"):
                    found = "ToolTipRole without tooltip()"
        if found and (name, found) not in _ALLOWED:
            yield f"{name}:{getattr(node, 'lineno', 0)}: {found}"


def test_every_text_of_the_window_goes_through_one_place() -> None:
    assert len(FILES) > 150
    found = [each for path in FILES for each in _loose(path)]
    assert not found, "use galley.gui.plain_text instead:\n" + "\n".join(found)
    named = {(path, what) for path, what in _ALLOWED if what}
    unused = [
        f"{path}: {what}" for path, what in named if not re.search(rf"\b{what}\b", (ROOT / path).read_text("utf-8"))
    ]
    assert not unused, "no longer needed:\n" + "\n".join(unused)


def test_what_goes_past_that_place_is_found(tmp_path: Path) -> None:
    path = tmp_path / "made.py"
    path.write_text(
        "class A(QLabel):\n"
        "    def data(self, index, role):\n"
        "        if role == Qt.ItemDataRole.ToolTipRole:\n"
        "            return index.name\n"
        "        return tooltip(index.name)\n"
        "widget.setToolTip(name)\n"
        "QPushButton(name, widget)\n"
        "QToolTip.showText(at, name)\n"
        "menu.addAction(name)\n"
        "axis.setLabel(name)\n"
        "axis.setLabel(escape_markup(name))\n"
        "combo.setItemData(0, name, Qt.ItemDataRole.ToolTipRole)\n"
        "combo.setItemData(0, tooltip(name), Qt.ItemDataRole.ToolTipRole)\n"
        "QtWidgets.QMessageBox.warning(None, name, name)\n"
        "group.addAction(entry)\n",
        "utf-8",
    )
    assert len(list(_loose(path))) == 8, list(_loose(path))
