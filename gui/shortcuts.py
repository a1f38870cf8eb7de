"""Keys: the table of actions, what each is bound to, and one dispatcher for the window.

Actions are declared in ``resources/shortcuts.toml`` and nowhere else. Qt's own shortcuts do the matching: they know
keyboard layouts, and a text field that is being typed in takes plain keys before them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from galley.core.paths import resources
from galley.gui.translation import tr

PORTABLE = QKeySequence.SequenceFormat.PortableText
_PRINTED = {
    "Alt": tr("Alt"),
    "Ctrl": tr("Ctrl"),
    "Del": tr("Del"),
    "Enter": tr("Enter"),
    "Escape": tr("Esc"),
    "PgDown": tr("Page Down"),
    "PgUp": tr("Page Up"),
    "Return": tr("Enter"),
    "Shift": tr("Shift"),
    "Space": tr("Space"),
}
"""What stands on the keys of a keyboard of the language."""
_MAC = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""What stands on a Mac's keys for Qt's names, in Apple's order: Qt calls the command key Ctrl."""


@dataclass(frozen=True, slots=True)
class KeyAction:
    """One thing that a key can do. ``view`` is "" for the whole window; ``keys`` are the shipped ones."""

    id: str
    title: str
    group: str
    keys: tuple[str, ...]
    view: str = ""
    repeat: bool = False
    family: str = ""


@cache
def actions() -> Mapping[str, KeyAction]:
    """All actions by id, in the order of the table."""
    with (resources() / "shortcuts.toml").open("rb") as file:
        rows = tomllib.load(file)["action"]
    return {row["id"]: _action(row) for row in rows}


def _action(row: dict[str, Any]) -> KeyAction:
    words = {name: tr(row[name]) for name in ("title", "group", "family") if row.get(name)}
    keys = row.get("mac", row["keys"]) if sys.platform == "darwin" else row["keys"]
    fields = {name: value for name, value in row.items() if name != "mac"}
    return KeyAction(**{**fields, **words, "keys": tuple(keys)})


def portable(keys: str) -> str:
    """``keys`` as Qt writes them everywhere ("Ctrl+Z"), or "" if they name no key."""
    return QKeySequence(keys, PORTABLE).toString(PORTABLE)


def format_keys(keys: str) -> str:
    """``keys`` as they stand on a cap: "Ctrl Z", "Ctrl +", "Enter"; on a Mac "⌘Z", "⇧⌘Z"."""
    parts = [*keys[:-1].split("+")[:-1], "+"] if keys.endswith("+") else keys.split("+")
    if sys.platform == "darwin":
        modifiers = "".join(sign for name, sign in _MAC.items() if name in parts[:-1])
        return modifiers + _PRINTED.get(parts[-1], parts[-1])
    return " ".join(_PRINTED.get(part, part) for part in parts)


class Keymap(QObject):
    """What each action is bound to. ``own`` are the user's bindings by action id; ``changed`` follows each change."""

    changed = Signal()

    def __init__(self, own: Mapping[str, Sequence[str]] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._own = {name: tuple(keys) for name, keys in (own or {}).items() if name in actions()}

    @property
    def own(self) -> dict[str, tuple[str, ...]]:
        """The user's bindings: what differs from the shipped table."""
        return dict(self._own)

    def keys(self, action: str) -> tuple[str, ...]:
        """What ``action`` is bound to; the first is the one to show. Raises ``KeyError`` for an unknown action."""
        return self._own.get(action, actions()[action].keys)

    def label(self, action: str) -> str:
        """The first key of ``action`` as printed on a cap, or "" if it has none."""
        keys = self.keys(action) if action in actions() else ()
        return format_keys(keys[0]) if keys else ""

    def labels(self, names: Sequence[str]) -> list[str]:
        """The caps for several actions; a run of one family becomes one cap, "1–9". A name that is no action's is that
        of a key which a page has for itself."""
        caps = [self.label(name) if name in actions() else format_keys(name) for name in names]
        families = {actions()[name].family for name in names if name in actions()}
        if len(caps) > 1 and families != {""} and len(families) == 1:
            return [f"{caps[0]}–{caps[-1]}"] if caps[0] and caps[-1] else [cap for cap in caps if cap]
        return [cap for cap in caps if cap]

    def clash(self, action: str, keys: str) -> KeyAction | None:
        """The other action that ``keys`` would then do as well, in the same view or in the whole window."""
        own_view = actions()[action].view
        for other in actions().values():
            if other.id == action or (other.view and own_view and other.view != own_view):
                continue
            if portable(keys) in (portable(other_key) for other_key in self.keys(other.id)):
                return other
        return None

    def bind(self, action: str, keys: Sequence[str]) -> None:
        """Bind ``action`` to exactly ``keys``; an action that loses a key to it keeps its others."""
        for key in keys:
            while (other := self.clash(action, key)) is not None:
                remaining_keys = tuple(k for k in self.keys(other.id) if portable(k) != portable(key))
                self._take(other.id, remaining_keys)
        self._take(action, tuple(keys))
        self.changed.emit()

    def reset(self) -> None:
        """Back to the shipped keys."""
        self._own.clear()
        self.changed.emit()

    def _take(self, action: str, keys: tuple[str, ...]) -> None:
        if keys == actions()[action].keys:
            self._own.pop(action, None)
        else:
            self._own[action] = keys


class Dispatcher(QObject):
    """The window's shortcuts. ``set_targets`` says what the actions do now; an action without a target is silent.
    A target that the table does not name has no key and can only be ``run`` (from a menu)."""

    def __init__(self, window: QWidget, keys: Keymap) -> None:
        super().__init__(window)
        self._window = window
        self._keys = keys
        self._targets: dict[str, Callable[[], object]] = {}
        self._shortcuts: dict[tuple[str, str], QShortcut] = {}
        keys.changed.connect(self._bind)

    def set_targets(self, view: str, *targets: Mapping[str, Callable[[], object]]) -> None:
        """Let these callables answer while ``view`` is shown; a later mapping wins over an earlier one."""
        self._targets = {
            name: target
            for mapping in targets
            for name, target in mapping.items()
            if name not in actions() or actions()[name].view in ("", view)
        }
        self._bind()

    def offers(self, action: str) -> bool:
        """Whether something answers ``action``."""
        return action in self._targets

    def run(self, action: str) -> bool:
        """Do ``action`` as if its key had been pressed; False where nothing answers."""
        target = self._targets.get(action)
        if target is not None:
            target()
        return target is not None

    def _bind(self) -> None:
        bound_names = self._targets.keys() & actions().keys()
        needed_keys = {(name, portable(key)) for name in bound_names for key in self._keys.keys(name)}
        for old_key in self._shortcuts.keys() - needed_keys:
            shortcut = self._shortcuts.pop(old_key)
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        for name, key in needed_keys - self._shortcuts.keys():
            shortcut = QShortcut(QKeySequence(key, PORTABLE), self._window)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.setAutoRepeat(actions()[name].repeat)
            shortcut.activated.connect(partial(self._run_action, name, key))
            self._shortcuts[name, key] = shortcut

    def _run_action(self, action: str, key: str) -> None:
        focus = QApplication.focusWidget()
        if key in ("Space", "Return", "Enter") and isinstance(focus, QAbstractButton):
            focus.click()  # the key belongs to the button that has the focus
        else:
            self.run(action)


def groups(key_actions: Iterable[KeyAction]) -> dict[str, list[KeyAction]]:
    """Actions by group, in the order of the table."""
    by_group: dict[str, list[KeyAction]] = {}
    for action in key_actions:
        by_group.setdefault(action.group, []).append(action)
    return by_group
