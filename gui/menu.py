"""The menu under the project's name: what is done once a day and needs no place on the window."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from galley.gui import language, packages
from galley.gui.language import tr
from galley.gui.theme import Mode

if TYPE_CHECKING:
    from galley.gui.window import Window

ENTRIES: tuple[tuple[str, str] | None, ...] = (
    (tr("New project…"), "new"),
    (tr("Open…"), "open"),
    (tr("Recent projects"), "recent"),
    None,
    (tr("Import…"), "import"),
    (tr("Export…"), "export"),
    None,
    (tr("Pack for reviewers…"), "pack"),
    (tr("Merge answers…"), "merge"),
    (tr("Plan of work…"), "plan"),
    (tr("Return my answers…"), "return"),
    (tr("Instructions…"), "instructions"),
    None,
    (tr("Draw items at random…"), "draw"),
    (tr("Decide a share of flags blind…"), "blind"),
    (tr("Blind mode…"), "blind-mode"),
    (tr("Log…"), "log"),
    (tr("Reviewer…"), "reviewer"),
    (tr("Appearance"), "appearance"),
    (tr("Language"), "language"),
    (tr("Keys…"), "help"),
    (tr("API keys…"), "api-keys"),
    (tr("About Galley"), "about"),
    None,
    (tr("Close the project"), "close"),
    (tr("Quit"), "quit"),
)

MODES = ((tr("Light"), Mode.LIGHT), (tr("Dark"), Mode.DARK), (tr("As the system"), Mode.SYSTEM))
SIZES = ((tr("Larger text"), "larger"), (tr("Smaller text"), "smaller"), (tr("Usual text size"), "usual-size"))


def build_menu(window: Window) -> QMenu:
    """The menu of ``window``. Its keys are printed in it but belong to the window's dispatcher."""
    menu = QMenu(window)
    menu.setAccessibleName(tr("Project menu"))
    for entry in ENTRIES:
        if entry is None:
            menu.addSeparator()
        elif entry[1] == "recent":
            recent = menu.addMenu(entry[0])
            recent.aboutToShow.connect(partial(_fill_recent, recent, window))
        elif entry[1] == "appearance":
            _fill_appearance(menu.addMenu(entry[0]), window)
        elif entry[1] == "language":
            _fill_languages(menu.addMenu(entry[0]), window)
        else:
            _entry(menu, window, *entry)
    menu.aboutToShow.connect(partial(_print_keys, menu, window))
    return menu


def _entry(menu: QMenu, window: Window, words: str, action: str) -> None:
    made = menu.addAction(words)
    made.setData((words, action))
    made.triggered.connect(partial(_run, window, action))


def _run(window: Window, action: str, checked: bool = False) -> None:
    window.run(action)


def _print_keys(menu: QMenu, window: Window) -> None:
    for entry in menu.actions():
        if isinstance(entry.data(), tuple):
            words, action = entry.data()
            if action in packages.OF_A_PROJECT or action in packages.OF_A_PACKAGE:
                entry.setVisible(window.offers(action))
            key = window.keys.label(action)
            entry.setText(f"{words}\t{key}" if key else words)


def _fill_recent(menu: QMenu, window: Window) -> None:
    menu.clear()
    for path in window.settings.recent:
        made = menu.addAction(path.stem.replace("&", "&&"))
        made.setToolTip(str(path))
        made.triggered.connect(partial(_open, window, path))
    menu.setToolTipsVisible(True)


def _open(window: Window, path: Path, checked: bool = False) -> None:
    window.open(path)


def _fill_appearance(menu: QMenu, window: Window) -> None:
    for words, mode in MODES:
        made = menu.addAction(words)
        made.setCheckable(True)
        made.triggered.connect(partial(_set_mode, window, mode))
        menu.aboutToShow.connect(partial(_check_mode, made, window, mode))
    menu.addSeparator()
    for words, action in SIZES:
        _entry(menu, window, words, action)
    menu.addSeparator()
    still = menu.addAction(tr("Reduced motion"))
    still.setCheckable(True)
    still.triggered.connect(window.set_still)
    menu.aboutToShow.connect(partial(_check_still, still, window))
    menu.aboutToShow.connect(partial(_print_keys, menu, window))


def _fill_languages(menu: QMenu, window: Window) -> None:
    """The languages in their own words, because who needs one may not read the others."""
    for code, words in {language.SYSTEM: tr("As the system"), **language.languages()}.items():
        made = menu.addAction(words)
        made.setCheckable(True)
        made.triggered.connect(partial(_set_language, window, code))
        menu.aboutToShow.connect(partial(_check_language, made, window, code))


def _set_language(window: Window, code: str, checked: bool = False) -> None:
    window.set_language(code)


def _check_language(entry: QAction, window: Window, code: str) -> None:
    entry.setChecked(window.settings.language == code)


def _set_mode(window: Window, mode: Mode, checked: bool = False) -> None:
    window.set_mode(mode)


def _check_still(entry: QAction, window: Window) -> None:
    entry.setChecked(window.theme.still)


def _check_mode(entry: QAction, window: Window, mode: Mode) -> None:
    entry.setChecked(window.theme.mode is mode)
