"""The menus under the project's name and under Help: what is done once a day and needs no place on the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from galley.gui.plain_text import Menu, MenuEntry, set_tip
from galley.gui.theme import Mode
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.shell.window import Window

Entry = tuple[str, str] | None
"""Words and action of an entry; None is a line between two."""
MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        tr("File"),
        (
            (tr("New project…"), "new"),
            (tr("Open a project…"), "open"),
            (tr("Recent projects"), "recent"),
            None,
            (tr("Import data…"), "import"),
            (tr("Change import…"), "change-import"),
            (tr("Export…"), "export"),
            None,
            (tr("Project settings…"), "project"),
            (tr("Appearance"), "appearance"),
            (tr("API keys…"), "api-keys"),
            None,
            (tr("Close the project"), "close"),
            (tr("Quit"), "quit"),
        ),
    ),
    (
        tr("Review"),
        (
            (tr("Reviewer…"), "reviewer"),
            (tr("Log…"), "log"),
            (tr("Undo the last bulk change…"), "undo-last"),
        ),
    ),
    (
        tr("People"),
        (
            (tr("New study…"), "new-study"),
            (tr("Assign…"), "pack"),
            (tr("Merge answers…"), "merge"),
            (tr("Study plan…"), "plan"),
            (tr("Report"), "report"),
            (tr("Submit my answers…"), "return"),
            (tr("Instructions…"), "instructions"),
        ),
    ),
    (
        tr("Checks"),
        (
            (tr("Draw a review sample…"), "draw"),
            (tr("Decide a share of flags blind…"), "blind"),
            (tr("Blind mode…"), "blind-mode"),
        ),
    ),
)
HELP: tuple[Entry, ...] = (
    (tr("Tour"), "tour"),
    (tr("Guide"), "guide"),
    (tr("Shortcuts…"), "help"),
    (tr("Glossary"), "glossary"),
    None,
    (tr("About Galley"), "about"),
)
ENTRIES: tuple[Entry, ...] = (*(entry for _, entries in MENUS for entry in entries), *HELP)
"""All entries of both menus."""

OF_A_PROJECT = ("new-study", "pack", "merge", "plan", "project")
OF_A_PACKAGE = ("return", "instructions")
NOT_IN_A_PACKAGE = (
    *("import", "change-import", "export", "report", "draw", "draw-implicit-no", "blind", "blind-mode", "erase"),
    *("api-keys", "sample-table"),
)
"""What the lead does in the project, and no reviewer in a package."""
_CONDITIONAL = {*OF_A_PROJECT, *OF_A_PACKAGE, *NOT_IN_A_PACKAGE}
MODES = ((tr("Light"), Mode.LIGHT), (tr("Dark"), Mode.DARK), (tr("As the system"), Mode.SYSTEM))
SIZES = ((tr("Larger text"), "larger"), (tr("Smaller text"), "smaller"), (tr("Usual text size"), "usual-size"))


def build_menu(window: Window) -> Menu:
    """The menu under the project's name. Its keys are printed in it but belong to the window's dispatcher."""
    menu = Menu(window)
    menu.setAccessibleName(tr("Project menu"))
    for title, entries in MENUS:
        _fill(menu.add_menu(title), window, entries)
    menu.aboutToShow.connect(partial(_print_keys, menu, window))
    return menu


def build_help_menu(window: Window) -> Menu:
    """The menu of the button Help."""
    menu = Menu(window)
    menu.setAccessibleName(tr("Help menu"))
    _fill(menu, window, HELP)
    menu.aboutToShow.connect(partial(_print_keys, menu, window))
    return menu


def _fill(menu: Menu, window: Window, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        elif entry[1] == "recent":
            recent = menu.add_menu(entry[0])
            recent.aboutToShow.connect(partial(_fill_recent, recent, window))
        elif entry[1] == "appearance":
            _fill_appearance(menu.add_menu(entry[0]), window)
        else:
            _add_entry(menu, window, *entry)


def _add_entry(menu: Menu, window: Window, words: str, action: str) -> None:
    entry = menu.add_entry(words, partial(_run, window, action))
    entry.setData((words, action))


def _run(window: Window, action: str, checked: bool = False) -> None:
    window.run(action)


def _print_keys(menu: Menu, window: Window) -> None:
    for entry in menu.actions():
        if isinstance(entry, MenuEntry) and isinstance(entry.data(), tuple):
            words, action = entry.data()
            if action in _CONDITIONAL:
                entry.setVisible(window.offers(action))
            entry.say(words, key=window.keys.label(action))
    for submenu in menu.menus:
        _print_keys(submenu, window)
        submenu.menuAction().setVisible(not submenu.actions() or any(e.isVisible() for e in submenu.actions()))


def _fill_recent(menu: Menu, window: Window) -> None:
    menu.clear()
    for path in window.settings.recent:
        set_tip(menu.add_entry(path.stem, partial(_open, window, path)), str(path))
    menu.setToolTipsVisible(True)


def _open(window: Window, path: Path, checked: bool = False) -> None:
    window.open(path)


def _fill_appearance(menu: Menu, window: Window) -> None:
    for words, mode in MODES:
        entry = menu.add_entry(words, partial(_set_mode, window, mode), checked=False)
        menu.aboutToShow.connect(partial(_check_mode, entry, window, mode))
    menu.addSeparator()
    for words, action in SIZES:
        _add_entry(menu, window, words, action)
    menu.addSeparator()
    still = menu.add_entry(tr("Reduced motion"), window.set_still, checked=False)
    menu.aboutToShow.connect(partial(_check_still, still, window))


def _set_mode(window: Window, mode: Mode, checked: bool = False) -> None:
    window.set_mode(mode)


def _check_still(entry: MenuEntry, window: Window) -> None:
    entry.setChecked(window.theme.still)


def _check_mode(entry: MenuEntry, window: Window, mode: Mode) -> None:
    entry.setChecked(window.theme.mode is mode)
