"""What the window remembers between starts: one INI file in the user's folder, never anything of a project's text."""

from __future__ import annotations

import getpass
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from galley.core.errors import GalleyError
from galley.core.paths import config_dir
from galley.gui.theme import Mode

RECENT = 8
STATES = 40
"""For how many projects, and reviewers of each, the last view, item and column widths are kept."""


class Settings:
    """Typed access to the INI file. Where no folder can be made, nothing is remembered and nothing fails."""

    def __init__(self, path: Path | None = None) -> None:
        """``path`` is the file; the user's own unless given."""
        if path is None:
            try:
                path = config_dir() / "window.ini"
            except GalleyError:
                path = Path(os.devnull)
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """Light, dark, or as the system is."""
        return Mode(self._word("theme", [mode.value for mode in Mode], Mode.SYSTEM.value))

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._store.setValue("theme", mode.value)

    @property
    def scale(self) -> float:
        """The text size factor."""
        try:
            return float(str(self._store.value("text-size", 1.0)))
        except ValueError:
            return 1.0

    @scale.setter
    def scale(self, scale: float) -> None:
        self._store.setValue("text-size", scale)

    @property
    def still(self) -> bool:
        """Whether motion is reduced whatever the system's settings say."""
        return self._word("reduced-motion", ["yes", "no"], "no") == "yes"

    @still.setter
    def still(self, still: bool) -> None:
        self._store.setValue("reduced-motion", "yes" if still else "no")

    @property
    def reviewer(self) -> str:
        """The name that decisions are signed with: the last one used, else the name of the account."""
        name = str(self._store.value("reviewer", "")).strip()
        if name:
            return name
        try:
            return getpass.getuser()
        except (OSError, KeyError):
            return "reviewer"

    @reviewer.setter
    def reviewer(self, name: str) -> None:
        self._store.setValue("reviewer", name)

    @property
    def is_named(self) -> bool:
        """Whether the reviewer ever said who they are; else ``reviewer`` is only the account's name."""
        return bool(str(self._store.value("reviewer", "")).strip())

    @property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The user's own key bindings by action id."""
        return {str(name): tuple(keys) for name, keys in self._json("keys").items() if isinstance(keys, list)}

    @keys.setter
    def keys(self, own: Mapping[str, Sequence[str]]) -> None:
        self._store.setValue("keys", json.dumps({name: list(keys) for name, keys in own.items()}))

    @property
    def geometry(self) -> QByteArray:
        """Where the window was, as Qt writes it; empty at the first start."""
        geometry = self._store.value("geometry", QByteArray())
        return geometry if isinstance(geometry, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("geometry", geometry)

    @property
    def recent(self) -> list[Path]:
        """The projects last opened, newest first. Those that are gone are passed over."""
        return [path for path in map(Path, self._recent()) if path.is_file()]

    def add_recent(self, path: Path) -> None:
        """Put ``path`` at the head of the recent projects."""
        recent_paths = [str(path), *(other for other in self._recent() if other != str(path))]
        self._store.setValue("recent", json.dumps(recent_paths[:RECENT]))

    def state(self, path: Path, reviewer: str = "") -> dict[str, Any]:
        """What was remembered about the project at ``path``: of everybody, and of ``reviewer`` where one is named."""
        project_state = self._json("states").get(str(path))
        if not isinstance(project_state, dict):
            return {}
        people = project_state.pop("reviewers", None)
        own_state = people.get(reviewer) if isinstance(people, dict) else None
        return project_state | own_state if isinstance(own_state, dict) else project_state

    def remember(self, path: Path, state: Mapping[str, Any], reviewer: str) -> None:
        """Remember ``state`` (plain JSON) about the project at ``path``: what it says of the views is ``reviewer``'s,
        how far the project is (``left``) everybody's."""
        states = self._json("states")
        before = states.pop(str(path), None)
        people = before.get("reviewers") if isinstance(before, dict) else None
        people = dict(people) if isinstance(people, dict) else {}
        people.pop(reviewer, None)
        people[reviewer] = {name: value for name, value in state.items() if name != "left"}
        for oldest in list(people)[:-STATES]:
            del people[oldest]
        states[str(path)] = {name: state[name] for name in ("left",) if name in state} | {"reviewers": people}
        for oldest in list(states)[:-STATES]:
            del states[oldest]
        self._store.setValue("states", json.dumps(states))

    def report(self, project: Path) -> dict[str, str]:
        """Where the report of the project was last written (``path``), and whether with pseudonyms (``people``)."""
        choices = self._json("reports").get(str(project))
        return {str(name): str(value) for name, value in choices.items()} if isinstance(choices, dict) else {}

    def remember_report(self, project: Path, path: Path, people: str) -> None:
        """Remember the choices of the report that was written last."""
        reports = self._json("reports")
        reports.pop(str(project), None)
        reports[str(project)] = {"path": str(path), "people": people}
        for oldest in list(reports)[:-STATES]:
            del reports[oldest]
        self._store.setValue("reports", json.dumps(reports))

    def folder(self) -> Path:
        """Where the last file was chosen."""
        folder = Path(str(self._store.value("folder", "")))
        return folder if folder.is_dir() and folder != Path() else Path.home()

    def set_folder(self, folder: Path) -> None:
        """Remember where a file was chosen."""
        self._store.setValue("folder", str(folder))

    def save(self) -> None:
        """Write the file now."""
        self._store.sync()

    def _recent(self) -> list[str]:
        try:
            paths = json.loads(str(self._store.value("recent", "[]")))
        except ValueError:
            return []
        return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []

    def _json(self, name: str) -> dict[str, Any]:
        try:
            stored_value = json.loads(str(self._store.value(name, "{}")))
        except ValueError:
            return {}
        return stored_value if isinstance(stored_value, dict) else {}

    def _word(self, name: str, allowed: Sequence[str], usual: str) -> str:
        stored_word = str(self._store.value(name, usual))
        return stored_word if stored_word in allowed else usual
