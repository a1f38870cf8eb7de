"""Help: its button and key, the guide inside the program, and where the menus have what people look for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from galley.core import paths
from galley.core.importers.sample_project import make
from galley.gui.dialogs.guide import Guide, find_page, find_slug
from galley.gui.dialogs.project_dialog import ProjectDialog
from galley.gui.settings import Settings
from galley.gui.shell.menu import HELP, MENUS
from galley.gui.shell.window import Window
from galley.gui.shell.window_dialogs import GUIDE_PAGES
from galley.gui.theme import Theme
from tests.core import pages
from tests.gui import scenes

TEN = {
    "Import data…": "File", "Export…": "File", "Project settings…": "File", "API keys…": "File", "Reviewer…": "Review",
    "New study…": "People", "Assign…": "People", "Merge answers…": "People", "Blind mode…": "Checks", "Guide": "Help",
    "Glossary": "Help",
}  # fmt: skip


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme()


@pytest.fixture
def opened_menus(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """The menus that would open; off screen they cannot grab the keyboard."""
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: shown.append(menu))
    return shown


def headings(guide: Guide) -> list[str]:
    """The headings of the page that is shown, by Qt's own reading of it."""
    block: QTextBlock = guide.browser.document().begin()
    listed = []
    while block.isValid():
        if block.blockFormat().headingLevel():
            listed.append(block.text())
        block = block.next()
    return listed


def test_ten_things_are_where_a_newcomer_looks() -> None:
    where = {entry[0]: title for title, entries in MENUS for entry in entries if entry}
    where |= {entry[0]: "Help" for entry in HELP if entry}
    assert {words: where[words] for words in TEN} == TEN
    assert not any("Erase" in words for words in where), "what cannot be undone is in the project settings"


def test_the_button_and_the_key_open_the_help_menu(
    tmp_path: Path, qapp: QApplication, opened_menus: list[QMenu]
) -> None:
    with scenes.opened(scenes.Scene("review"), tmp_path, qapp) as (window, _):
        assert window.workspace is not None
        top = window.workspace.top
        assert top.help.mapTo(window, QPoint()).x() > top.search.mapTo(window, QPoint()).x()
        QTest.mouseClick(top.help, Qt.MouseButton.LeftButton)
        QTest.keyClick(window, Qt.Key.Key_F1)
        assert opened_menus == [window.help_menu(), window.help_menu()]
        opened_menus.clear()
        QTest.mouseClick(top.project, Qt.MouseButton.LeftButton)
        assert opened_menus == [window.project_menu()]


def test_the_guide_opens_at_the_page_of_the_view_and_follows_links(tmp_path: Path, qapp: QApplication) -> None:
    with scenes.opened(scenes.Scene("review"), tmp_path, qapp) as (window, _):
        window.run("guide")
        guide = window.findChild(Guide)
        assert isinstance(guide, Guide) and guide.page == "review.md" and not guide.isModal()
        assert not guide.back.isEnabled()
        window.run("tour")
        assert window.findChildren(Guide) == [guide] and guide.page == "tour.md"
        assert headings(guide)[0] == "A tour"
        guide.browser.anchorClicked.emit(QUrl("import.md"))
        assert guide.page == "import.md" and headings(guide)[0] == "Import my data"
        QTest.mouseClick(guide.back, Qt.MouseButton.LeftButton)
        assert guide.page == "tour.md"
        guide.browser.anchorClicked.emit(QUrl("https://example.org/page"))
        assert guide.page == "tour.md" and "outside the guide" in guide.note.text()
        window.run("glossary")
        assert guide.page == "GLOSSARY.md" and "Adjudicate" in guide.browser.toPlainText()
        QTest.mouseClick(guide.contents, Qt.MouseButton.LeftButton)
        assert guide.page == "README.md"
        guide.close()


def test_each_view_has_a_page_and_each_link_of_the_guide_leads_to_one() -> None:
    from galley.gui.views import views

    assert {spec.name for spec in views()} <= GUIDE_PAGES.keys()
    for name in GUIDE_PAGES.values():
        assert find_page(name) is not None
    for page in sorted(paths.docs().glob("*.md")):
        for link in pages.links(page):
            name = link.partition("#")[0]
            if name.endswith(".md") and not name.startswith(("http", "..", "charts/")):
                assert find_page(name) is not None, f"{page.name}: {link}"


def test_a_link_to_a_heading_scrolls_to_it(qtbot: QtBot, theme: Theme, tmp_path: Path, qapp: QApplication) -> None:
    with scenes.opened(scenes.Scene("review"), tmp_path, qapp) as (window, _):
        guide = Guide.open_at(window, theme, "import.md")
        last = headings(guide)[-1]
        guide.show_page("import.md", find_slug(last))
        assert guide.browser.textCursor().block().text() == last
        assert guide.browser.verticalScrollBar().value() > 0
        guide.close()


def test_erasing_begins_in_the_project_settings(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    with scenes.opened(scenes.Scene("review"), tmp_path, qapp) as (window, _):
        monkeypatch.setattr(ProjectDialog, "exec", lambda dialog: dialog.ask_erase())
        monkeypatch.setattr(Window, "run", lambda window, action: asked.append(action))
        window._dispatcher.run("project")
        assert asked == ["erase"]


def test_the_first_minute_has_one_line_until_the_first_decision(tmp_path: Path, qtbot: QtBot, theme: Theme) -> None:
    path = make(tmp_path)
    settings = Settings(tmp_path / "window.ini")
    window = Window(settings, theme)
    qtbot.addWidget(window)
    assert window.open(path)
    workspace = window.workspace
    assert workspace is not None
    window.show()
    qtbot.waitUntil(workspace.notice.isVisible)
    assert workspace.notice.label.text() == (
        "The keys decide the amber flag. A accepts, X says no error. Press ? for all keys."
    )
    with qtbot.waitActive(window):
        window.activateWindow()
    assert not settings.is_named and workspace.notice.field.isVisible()
    assert workspace.status.reviewer.accessibleName() == "Reviewer: not named yet"
    QTest.keyClick(window, Qt.Key.Key_A)  # decides nothing: nobody said whose decision it is
    assert QApplication.focusWidget() is workspace.notice.field
    assert workspace.notice.label.text().startswith("Whose decisions are these?")
    rows = workspace.session.connection().execute("SELECT count(*) FROM decision").fetchone()
    QTest.keyClicks(workspace.notice.field, "Ada")
    QTest.keyClick(workspace.notice.field, Qt.Key.Key_Return)
    assert settings.is_named and workspace.session.reviewer_name == "Ada" and workspace.notice.field.isHidden()
    assert rows == workspace.session.connection().execute("SELECT count(*) FROM decision").fetchone()
    QTest.keyClick(window, Qt.Key.Key_A)
    qtbot.waitUntil(workspace.notice.isHidden)
    window.close_project()
    assert window.open(path)
    assert window.workspace is not None
    with qtbot.waitSignal(window.workspace.counted):
        window.workspace.session.count()
    assert window.workspace.notice.isHidden(), "it was opened before"
    window.close()
