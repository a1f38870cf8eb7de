"""``--only``: which of the cells that a task asks go into a package."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.foreign import MOST_LINES, read_whole
from galley.core.protocols.study import FLAGS, Task
from galley.core.rules.rule import Rule, State
from galley.core.storage import slot_queries
from galley.core.tasks.item_outcome import ItemOutcome
from galley.core.tasks.sheet import TaskSheet

UNDECIDED, UNSURE, VACANT, UNASSIGNED = "undecided", "unsure", "vacant", "unassigned"
BY, FROM, KEYS = "by:", "from:", "keys:"
WORDS = "undecided, unsure, vacant, unassigned, changed, by:PERSON, from:PERSON or keys:FILE"


@dataclass(frozen=True, slots=True)
class Narrow:
    """``words`` as they were given. ``person`` (row id) is whose cells are wanted; ``keys`` of which items, ``taken``
    those that were taken back from somebody (row ids), ``whose`` it was (row id); ``assigned`` those that an earlier
    package holds (row ids), which are left out."""

    words: str = ""
    person: int = 0
    keys: Collection[str] | None = None
    taken: Collection[int] | None = None
    whose: int = 0
    assigned: Collection[int] | None = None

    @property
    def on(self) -> bool:
        """Whether anything is left out."""
        return bool(self.words)

    @property
    def undecided(self) -> bool:
        """Whether only undecided cells are wanted."""
        return self.words == UNDECIDED

    @property
    def unsure(self) -> bool:
        """Whether only cells are wanted of which somebody is unsure, and that nobody has settled since."""
        return self.words == UNSURE

    @property
    def vacant(self) -> bool:
        """Whether only items are wanted that fewer people read than the task wants."""
        return self.words == VACANT

    @property
    def whole(self) -> bool:
        """Whether it chooses items and no cells."""
        return self.keys is not None or self.taken is not None or self.assigned is not None

    def nothing(self, task: str) -> str:
        """What to say where it leaves nothing."""
        if self.undecided:
            return f"No cell of {task} is undecided now, so there is nothing to hand out."
        if self.unsure:
            return f"Nobody is unsure about a cell that {task} asks now, so there is nothing to hand out."
        if self.assigned is not None:
            return f"Every item that {task} asks about is in an earlier package, so there is nothing to hand out."
        if self.words.startswith(BY):
            return f"{self.words.removeprefix(BY)} has answered no cell that {task} asks now."
        if self.words.startswith(FROM):
            return f"{task} asks nothing now of what was taken back from {self.words.removeprefix(FROM)}."
        return f"{task} asks nothing now of the items that {self.words.removeprefix(KEYS)} lists."

    def items(self, connection: sqlite3.Connection, items: Sequence[int]) -> list[int]:
        """Those of the items (row ids) that are wanted."""
        if self.taken is not None:
            return [item for item in items if item in self.taken]
        if self.assigned is not None:
            return [item for item in items if item not in self.assigned]
        if self.keys is None:
            return list(items)
        query = "SELECT id FROM item WHERE key IN (SELECT value FROM json_each(?))"
        wanted = {item for (item,) in connection.execute(query, (json.dumps(sorted(self.keys)),))}
        return [item for item in items if item in wanted]

    def cells(self, cells: Sequence[Cell], laid: TaskSheet, outcome: ItemOutcome) -> list[Cell]:
        """Those of an item's cells that are wanted."""
        if self.undecided:
            found = outcome.rulings
            return [cell for cell in cells if cell in found and found[cell].state is State.UNDECIDED]
        if self.unsure:
            unsure = {said.cell for said in laid.said if said.value is None and said.row}
            return [cell for cell in cells if cell in unsure and cell not in laid.gold]
        if self.person:
            mine = {said.cell for said in laid.said if said.who == self.person}
            return [cell for cell in cells if cell in mine or laid.silence(self.person, cell)]
        return list(cells)


def resolves_nothing(task: Task) -> str:
    """A sentence where one more answer to what a task left undecided leaves it so, whatever it is; else ""."""
    if not task.votes or task.rule not in (Rule.UNANIMOUS, Rule.STRICT_YES, Rule.NONE):
        return ""
    return (
        f"Nothing that is undecided in {task.full} will be resolved by these answers: its rule is “{task.rule}”, and no"
        f' task settles what it leaves. A task of the kind "settle" with of = "{task.id}" would.'
    )


def narrow(
    connection: sqlite3.Connection, words: str, task: int | None = None, number: int = 1, name: str = FLAGS
) -> Narrow:
    """What ``--only`` was given, of the task with this row id (None: the default one) and full name in the round
    ``number``. Raises: InputError"""
    words = words.strip()
    if words in ("", UNDECIDED, UNSURE, VACANT):
        return Narrow(words)
    if words == UNASSIGNED:
        return Narrow(words, assigned=slot_queries.find_assigned_items(connection, name))
    if words.startswith((BY, FROM)):
        name = words.partition(":")[2].strip()
        row = connection.execute("SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (name,)).fetchone()
        if row is None:
            raise InputError(f"Nobody called {name!r} is in the project.")
        if words.startswith(BY):
            return Narrow(words, person=row[0])
        query = "SELECT DISTINCT item_id FROM void WHERE annotator_id = ? AND task_id IS ? AND round = ?"
        taken = frozenset(item for (item,) in connection.execute(query, (row[0], task, number)))
        if not taken:
            raise InputError(f"Nothing of this was taken back from {name}; galley take-back does that first.")
        return Narrow(words, taken=taken, whose=row[0])
    if words.startswith(KEYS):
        return Narrow(words, keys=_keys(connection, Path(words.removeprefix(KEYS).strip())))
    raise InputError(f"A package cannot hold only {words!r}; say {WORDS}.")


def _keys(connection: sqlite3.Connection, path: Path) -> frozenset[str]:
    try:
        lines = read_whole(path, MOST_LINES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path} is no UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    known = {key for (key,) in connection.execute("SELECT key FROM item")}
    for number, line in enumerate(lines, 1):
        if line.strip() and line.strip() not in known:
            raise InputError(f"{path}, line {number}: the project has no item {line.strip()!r}.")
    found = frozenset(line.strip() for line in lines if line.strip())
    if not found:
        raise InputError(f"{path} lists no item; write one key a line.")
    return found
