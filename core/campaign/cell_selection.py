"""``--only``: which of the cells that a task asks go into a package."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from galley.core.definitions.protocols import DEFAULT_TASK, Task
from galley.core.domain import NO_ANNOTATOR, AnnotatorId, Cell, ItemId
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_LINES, read_whole
from galley.core.rules.rule import Rule, State
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.queries.items import read_keys
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.outcomes import ItemOutcome

UNDECIDED, UNSURE, FREE_SLOTS, UNASSIGNED = "undecided", "unsure", "vacant", "unassigned"
BY, FROM, KEYS = "by:", "from:", "keys:"
FREE_SLOTS_WORD = "free-slots"
"""What people type for ``FREE_SLOTS``, whose stored word is an older one; that one is still read."""
WORDS = "undecided, unsure, free-slots, unassigned, changed, by:PERSON, from:PERSON or keys:FILE"


@dataclass(frozen=True, slots=True)
class Narrow:
    """``words`` as they were given. ``person`` (row id) is whose cells are wanted; ``keys`` of which items,
    ``revoked_items``
    those that were revoked from somebody (row ids), ``revoked_from`` it was (row id); ``assigned_items`` those
    that an earlier package holds (row ids), which are left out."""

    words: str = ""
    person: AnnotatorId = NO_ANNOTATOR
    keys: Collection[str] | None = None
    revoked_items: Collection[ItemId] | None = None
    revoked_from: int = 0
    assigned_items: Collection[ItemId] | None = None

    @property
    def on(self) -> bool:
        """Whether anything is left out."""
        return bool(self.words)

    @property
    def only_undecided(self) -> bool:
        """Whether only undecided cells are wanted."""
        return self.words == UNDECIDED

    @property
    def only_unsure(self) -> bool:
        """Whether only cells are wanted of which somebody is unsure, and that nobody has settled since."""
        return self.words == UNSURE

    @property
    def only_free_slots(self) -> bool:
        """Whether only items are wanted that fewer people read than the task wants."""
        return self.words == FREE_SLOTS

    @property
    def whole(self) -> bool:
        """Whether it chooses items and no cells."""
        return self.keys is not None or self.revoked_items is not None or self.assigned_items is not None

    def nothing(self, task: str) -> str:
        """What to say where it leaves nothing."""
        if self.only_undecided:
            return f"No cell of {task} is undecided now, so there is nothing to assign."
        if self.only_unsure:
            return f"No answer is “unsure” in a cell that {task} asks now, so there is nothing to assign."
        if self.assigned_items is not None:
            return f"Every item that {task} asks about is in an earlier package, so there is nothing to assign."
        if self.words.startswith(BY):
            return f"{self.words.removeprefix(BY)} has answered no cell that {task} asks now."
        if self.words.startswith(FROM):
            return f"{task} has no open question about items that were revoked from {self.words.removeprefix(FROM)}."
        return f"{task} has no open question about the items in {self.words.removeprefix(KEYS)}."

    def items(self, connection: Connection, items: Sequence[ItemId]) -> list[ItemId]:
        """Those of the items (row ids) that are wanted."""
        if self.revoked_items is not None:
            return [item for item in items if item in self.revoked_items]
        if self.assigned_items is not None:
            return [item for item in items if item not in self.assigned_items]
        if self.keys is None:
            return list(items)
        keys = read_keys(connection)
        return [item for item in items if keys[item] in self.keys]

    def cells(self, cells: Sequence[Cell], task_sheet: TaskSheet, outcome: ItemOutcome) -> list[Cell]:
        """Those of an item's cells that are wanted."""
        if self.only_undecided:
            rulings = outcome.rulings
            return [cell for cell in cells if cell in rulings and rulings[cell].state is State.UNDECIDED]
        if self.only_unsure:
            unsure = {response.cell for response in task_sheet.answers if response.value is None and response.row}
            return [cell for cell in cells if cell in unsure and cell not in task_sheet.gold]
        if self.person:
            person_cells = {response.cell for response in task_sheet.answers if response.who == self.person}
            return [cell for cell in cells if cell in person_cells or task_sheet.has_implicit_no(self.person, cell)]
        return list(cells)


def resolves_nothing(task: Task) -> str:
    """A sentence where one more answer to what a task left undecided leaves it so, whatever it is; else ""."""
    if not task.votes or task.rule not in (Rule.UNANIMOUS, Rule.STRICT_YES, Rule.NONE):
        return ""
    return (
        f"These answers cannot resolve an undecided cell of {task.full}: its rule is “{task.rule}”, and no task"
        f' adjudicates it. Add a task of the kind "settle" (adjudication) with of = "{task.id}".'
    )


def narrow(
    connection: Connection, words: str, task: int | None = None, number: int = 1, name: str = DEFAULT_TASK
) -> Narrow:
    """What ``--only`` was given, of the task with this row id (None: the default one) and full name in the round
    ``number``. Raises: InputError"""
    words = words.strip()
    words = FREE_SLOTS if words == FREE_SLOTS_WORD else words
    if words in ("", UNDECIDED, UNSURE, FREE_SLOTS):
        return Narrow(words)
    if words == UNASSIGNED:
        return Narrow(words, assigned_items=slot_queries.find_assigned_items(connection, name))
    if words.startswith((BY, FROM)):
        name = words.partition(":")[2].strip()
        row = find_people(connection).get(name)
        if row is None:
            raise InputError(f"Nobody called {name!r} is in the project.")
        if words.startswith(BY):
            return Narrow(words, person=row)
        revoked_items = frozenset(slot_queries.find_revoked_items(connection, task, row, number))
        if not revoked_items:
            raise InputError(f"Nothing of this was revoked from {name}; galley campaign revoke does that first.")
        return Narrow(words, revoked_items=revoked_items, revoked_from=row)
    if words.startswith(KEYS):
        return Narrow(words, keys=_keys(connection, Path(words.removeprefix(KEYS).strip())))
    raise InputError(f"A package cannot hold only {words!r}; say {WORDS}.")


def _keys(connection: Connection, path: Path) -> frozenset[str]:
    try:
        lines = read_whole(path, MOST_LINES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    item_keys = set(read_keys(connection).values())
    for number, line in enumerate(lines, 1):
        if line.strip() and line.strip() not in item_keys:
            raise InputError(f"{path}, line {number}: the project has no item {line.strip()!r}.")
    listed_keys = frozenset(line.strip() for line in lines if line.strip())
    if not listed_keys:
        raise InputError(f"{path} lists no item; write one key a line.")
    return listed_keys
