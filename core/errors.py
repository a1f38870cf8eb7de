"""The exceptions that Galley raises on purpose. Anything else is a bug.

GalleyError                 one plain sentence for the user: what, where, what to do
+-- InputError              the user's input is at fault (a file, a record, an option)
|   +-- SchemeError         a scheme file is broken; names file and line
|   +-- ProtocolError       a protocol file is broken; names file and line
|   +-- RowsRefused          rows of a table cannot be imported; carries a list
|   |   +-- QuestionsOpen    what columns mean is not answered; carries the questions
|   +-- ConflictError       an import or merge meets the same key with other content; carries a list
|   +-- SlotsTaken          as many people as a task wants have the item; carries task, person and item
+-- ProjectError            the project file cannot be used as asked
|   +-- NotAProject         missing, foreign or corrupt
|   +-- NewerProject        written by a newer Galley
|   +-- ProjectLocked       somebody else is writing
|   +-- ProjectReadOnly     a write was asked of a project that is open for reading
|   +-- ProjectGone         deleted, moved or replaced while open
|   +-- StorageFull         no space left for the write; nothing was changed
+-- Cancelled               the user stopped it; nothing was changed
+-- Interrupted             the user stopped the program (Ctrl+C); the message says what was done by then
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

RESTORE = "restore one of the backups that galley project backups lists"
"""What to do about a damaged file: the backups lie in the data folder, and the command names their places."""

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
"""Line ends and control characters, which a name from a file may bring along; a terminal would obey them."""


MOST = 2_000
"""Characters of a message. What is longer quotes a name or a text that somebody made to be long."""


class GalleyError(Exception):
    """A known failure whose message is one plain sentence, on one line, that may be shown as it is."""

    def __init__(self, message: str = "") -> None:
        super().__init__(shorten_message(message))


def shorten_message(message: str) -> str:
    """A message on one line, with what is too long to be read left out of its middle."""
    if len(message) > MOST:
        message = f"{message[: MOST // 2]} … {message[-MOST // 2 :]}"
    return _BREAKS.sub(" ", message)


class InputError(GalleyError):
    """The user's input is at fault."""


class SchemeError(InputError):
    """A scheme file is broken. The message names the file and the line."""


class ProtocolError(InputError):
    """A protocol file is broken. The message names the file and the line."""


class SlotsTaken(InputError):
    """An answer in a task of which as many people have the item as it wants. ``task`` is what the task is called,
    ``person`` who would have answered, ``item`` the item's key."""

    def __init__(self, message: str, task: str, person: str, item: str) -> None:
        super().__init__(message)
        self.task, self.person, self.item = task, person, item


class RowsRefused(InputError):
    """Rows of a table cannot be imported. ``messages`` has one sentence each."""

    def __init__(self, message: str, messages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.messages = list(messages)


class QuestionsOpen(RowsRefused):
    """What a table's columns mean is not answered; nothing was written. ``messages`` has a question each, with the
    options of the command that answer it; ``raw_mapping`` the mapping so far (JSON), where there is one to edit."""

    raw_mapping: dict[str, Any] | None = None


class ConflictError(InputError):
    """The same key arrived with other content. ``conflicts`` lists them, one sentence each."""

    def __init__(self, message: str, conflicts: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.conflicts = list(conflicts)


class ProjectError(GalleyError):
    """The project file cannot be used as asked."""


class NotAProject(ProjectError):
    """The file is missing, is no Galley project, or is damaged."""


class NewerProject(ProjectError):
    """The project was written by a newer version of Galley."""


class ProjectLocked(ProjectError):
    """Another process is writing to the project."""


class ProjectReadOnly(ProjectError):
    """A write was asked of a project that is open for reading only."""


class ProjectGone(ProjectError):
    """The project file was deleted, moved or replaced while it was open."""


class StorageFull(ProjectError):
    """The disk is full. The write was rolled back."""


class Cancelled(GalleyError):
    """The user stopped a long piece of work. Nothing of it was kept."""


class Interrupted(GalleyError):
    """The user stopped the program (Ctrl+C). The message says what was done by then."""
