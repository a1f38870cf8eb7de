"""What a reviewer can do, in one place: every method is one decision, and gives a future of it on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task, UnmarkedMeaning
from galley.core.domain import (
    NO_ANNOTATOR,
    Action,
    AnnotatorId,
    AnnotatorKind,
    Cell,
    ChangeSet,
    CriterionId,
    ItemId,
    Role,
    Scheme,
    Span,
    Stance,
    UnitId,
    UnitKind,
    Value,
    Verdict,
)
from galley.core.errors import InputError
from galley.core.review import log
from galley.core.review.decision_context import ReadTracker
from galley.core.review.items import ItemView
from galley.core.review.log import SavedDecision
from galley.core.review.revisions import Draft, How, check
from galley.core.review.task_overview import owner
from galley.core.rules.rule import State
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, read_units
from galley.core.storage.queries.tasks import read_assigned_cells
from galley.core.storage.queries.verdicts import read_item_remarks
from galley.core.tasks import answer_sheet, counts, levels, roles
from galley.core.tasks.asked_cells import evaluate_item
from galley.core.tasks.extent import applies_to_part
from galley.core.tasks.finish import split_pairs
from galley.core.tasks.task_book import TaskBook, read_task_book
from galley.core.typed_reading import fits

if TYPE_CHECKING:
    from galley.core.project.project import Project


ANSWERS = (Action.ACCEPT, Action.OVERRIDE, Action.ADD)
"""What gives a cell a value in the reviewer's name."""
SaveFuture = Future[Any]
"""A future of ``SavedDecision`` (None from an undo or redo that had nothing to do). Raises GalleyError if it was not
saved."""


class DecisionWriter:
    """One reviewer at one project. Decisions are queued in order and each is durable when its future is done."""

    def __init__(self, project: Project, reviewer: str, task: str = "", round: int = 1) -> None:
        """``task`` is the name of the task that is worked on; without one each answer goes to the task that owns its
        cell. ``round`` is which pass over the cells it is. A package says both
        itself.

        Raises: InputError for an empty name or a task that there is not, ProjectReadOnly where a new name cannot be
        added."""
        self.project = project
        package_info = _package(project.read_connection())
        self.is_package = bool(package_info)
        self.allows_sets = not package_info or bool(package_info.get("sets"))
        self.made_for = str(package_info.get("reviewer", ""))
        self.task = task or str(package_info.get("task", "")) or (DEFAULT_TASK if package_info else "")
        self.round = int(package_info.get("round", round))
        self._at(self.task)
        self.name = reviewer.strip()
        annotators = names.annotators(project.read_connection()).values()
        row = next((a.id for a in annotators if a.name == self.name and a.kind == AnnotatorKind.HUMAN), None)
        if row is None and not self.name:
            raise InputError("A reviewer needs a name.")
        if row is None and project.writable:
            row = project.write(self._join).result()
        self.reviewer: AnnotatorId = row or NO_ANNOTATOR
        self.read_tracker = ReadTracker()
        """What the reviewer has seen; a window says it, else nobody knows."""

    def work_on(self, task: str) -> None:
        """Go on with another task (its full name). Raises: InputError where there is none, or in a package of
        another."""
        if self.is_package and task != self.task:
            raise InputError(f"This package was made for {self.task}; it has no other questions.")
        self._at(task)
        self.task = task

    def _join(self, connection: Connection) -> tuple[AnnotatorId, ChangeSet]:
        return names.annotator(connection, self.name, AnnotatorKind.HUMAN), ChangeSet(settings=True)

    def accept(self, item: ItemId, flag: Verdict, note: str = "") -> SaveFuture:
        """The flag is right: yes on its cell, with its spans. ``note``, here and below, is the reason for the answer,
        which some tasks want. Raises: InputError where one is wanted and there is none."""
        return self._decide(
            Action.ACCEPT, item, cell=flag.cell, flag=flag.id, value=flag.value, spans=flag.spans, note=note
        )

    def override(
        self, item: ItemId, flag: Verdict, value: Value = "no", other: int | None = None, note: str = ""
    ) -> SaveFuture:
        """The flag is wrong: "no" (or another value), and yes on the criterion row ``other`` where one is named."""
        return self._decide(
            Action.OVERRIDE, item, cell=flag.cell, flag=flag.id, value=value, other=other, spans=flag.spans, note=note
        )

    def unsure(self, item: ItemId, flag: Verdict) -> SaveFuture:
        """The cell stays open and is listed."""
        return self._decide(Action.UNSURE, item, cell=flag.cell, flag=flag.id, spans=flag.spans)

    def add(
        self, item: ItemId, cell: Cell, value: Value = "yes", spans: Sequence[Span] = (), note: str = ""
    ) -> SaveFuture:
        """An answer where no judge spoke: a missed flag, a rating."""
        return self._decide(Action.ADD, item, cell=cell, value=value, spans=spans, note=note)

    def note(self, item: ItemId, cell: Cell | None, text: str) -> SaveFuture:
        """A note on a cell or, without one, on the item. An empty text takes it away."""
        return self._decide(Action.NOTE, item, cell=cell, note=text)

    def reason(self, item: ItemId, flag: Verdict, value: str) -> SaveFuture:
        """How sound the judge's explanation is (a choice of the scheme ``explanation``)."""
        return self._decide(Action.REASON, item, cell=flag.cell, flag=flag.id, value=value)

    def attach(self, item: ItemId, cell: Cell, places: Sequence[tuple[UnitId, Span]], stance: Stance) -> SaveFuture:
        """Put texts of the item to a cell as evidence, or (NEITHER) take them away: spans of text units, which are not
        the cell's own. Several are one act. Raises: InputError"""
        if any(source == cell.unit for source, _ in places):
            raise InputError("This is the text in question itself; select what supports or contradicts it.")
        undo_group = os.urandom(8).hex() if len(places) > 1 else None

        def job(connection: Connection) -> tuple[Any, ChangeSet]:
            done, changes, seen = None, ChangeSet(), self.read_tracker.get_seen(item, cell)
            for source, span in places:
                where = self.find_location(connection, Action.ATTACH, cell, undo_group)
                done, more = log.decide(
                    connection, self.reviewer, Action.ATTACH, item, cell=cell, value=stance.value,
                    source=(source, *span), seen=seen, where=where,
                )  # fmt: skip
                changes |= more
            return done, changes

        return self.project.write(job)

    def adjudicate(
        self, item: ItemId, cell: Cell, value: Value | None, spans: Sequence[Span] = (), note: str = ""
    ) -> SaveFuture:
        """The gold verdict of a cell, by this reviewer as adjudicator. None leaves it open."""
        return self._decide(Action.ADJUDICATE, item, cell=cell, value=value, spans=spans, note=note)

    def finish(self, view: ItemView, read: Collection[int] = ()) -> SaveFuture:
        """Finish what was in sight: "no" for the cells of the active schemes that were asked, are not marked and that
        no judge flagged. ``read`` are the documents (row ids) that this reviewer has read to their last unit; what
        hangs on others is left, and keeps the item open (see ``finishing``). In a task that wants an answer of its own
        for every unit there is no implicit no: the future raises InputError while any is open for this reviewer."""
        schemes = names.schemes(self.project.read_connection(), active_only=True)

        def job(connection: Connection) -> tuple[SavedDecision, ChangeSet]:
            where = self.find_location(connection, Action.FINISH, None)
            tasks = read_task_book(connection)
            task = tasks.by_row.get(where.task) if where.task is not None else None
            wholes = levels.find_whole_criteria(connection) if where.task is None else ()
            covered, unread_cells = split_pairs(view, asked_pairs(view, schemes), schemes, read, wholes)
            asked_cells, unread = levels.with_levels(covered, wholes), levels.with_levels(unread_cells, wholes)
            if task is not None and task.unmarked_meaning is UnmarkedMeaning.OPEN:
                refuse_unanswered(connection, view.id, tasks, task, self.reviewer, self.round)
                asked_cells, unread = [], []
            return log.decide(
                connection, self.reviewer, Action.FINISH, view.id, asked_pairs=asked_cells, unread=unread, where=where
            )

        return self.project.write(job)

    def reopen(self, item: ItemId) -> SaveFuture:
        """Take a finish back: what was not marked is open again."""
        return self._decide(Action.REOPEN, item)

    def revise(
        self, item: ItemId, how: How, drafts: Sequence[Draft], replaces: Sequence[UnitId] = (), note: str = ""
    ) -> SaveFuture:
        """Write derived units and retire others (see ``galley.core.review.revisions``). Raises: InputError"""
        check(how, drafts, replaces)
        return self._decide(Action.REVISE, item, value=how.value, drafts=drafts, replaces=replaces, note=note)

    def undo(self) -> SaveFuture:
        """Take the last standing decision back, in whatever item it was."""
        return self.project.write(lambda connection: log.undo(connection, self.reviewer))

    def redo(self) -> SaveFuture:
        """Let the last undone decision stand again."""
        return self.project.write(lambda connection: log.redo(connection, self.reviewer))

    def can_undo(self) -> str:
        """What ``undo`` would take back ("accept"), or an empty string."""
        row = log.undoable(self.project.read_connection(), self.reviewer)
        return row.action if row else ""

    def can_redo(self) -> str:
        """What ``redo`` would do again, or an empty string."""
        row = log.redoable(self.project.read_connection(), self.reviewer)
        return row.action if row else ""

    def form(
        self,
        item: ItemId,
        answers: Mapping[Cell, Value | None],
        notes: Mapping[Cell, str] | None = None,
        spans: Mapping[Cell, Sequence[Span]] | None = None,
    ) -> SaveFuture:
        """The rows of a form, or flags on several units, decided and undone as one: a value for each cell, None
        where the reviewer is unsure; ``notes`` are the reasons for them, ``spans`` the marked words."""
        undo_group = os.urandom(8).hex()

        def job(connection: Connection) -> tuple[Any, ChangeSet]:
            done, changes = None, ChangeSet()
            for number, (cell, value) in enumerate(answers.items(), 1):
                action = Action.UNSURE if value is None else Action.ADD
                where = self.find_location(connection, action, cell, undo_group)
                note = (notes or {}).get(cell, "")
                self._require_reason(connection, where, item, cell, value, note)
                done, more = log.decide(
                    connection, self.reviewer, action, item, cell=cell, value=value, spans=(spans or {}).get(cell, ()),
                    note=note, seen=self.read_tracker.get_seen(item, cell), where=where,
                    goes_on=number < len(answers),
                )  # fmt: skip
                changes |= more
            return done, changes

        return self.project.write(job)

    def _at(self, task: str) -> None:
        """Raises: InputError where there is no such task."""
        if task:
            read_task_book(self.project.read_connection()).find(task)

    def find_location(
        self, connection: Connection, action: Action, cell: Cell | None, undo_group: str | None = None
    ) -> log.Location:
        """The task in which a decision is made: the one at hand if it asks the cell, else the owner of the cell.

        Raises: InputError in a package that was made for somebody else: nobody could take the answers in."""
        if self.is_package and self.name != self.made_for:
            raise InputError(
                f"This package was made for {self.made_for}, so {self.name} cannot answer in it; ask for one of your"
                " own, or put the reviewer's name back."
            )
        tasks = read_task_book(connection)
        if not tasks.tasks:
            return log.Location(None, self.round, None, undo_group)
        task = tasks.find(self.task) if self.task else None
        if self.is_package and cell is not None and action in CELL_ACTIONS:
            _require_assigned(connection, tasks, task, cell)
        asks = task is not None and cell is not None and cell.criterion in {a.criterion.row for a in tasks.asks(task)}
        if not self.is_package and cell is not None and not asks:
            task = owner(connection, tasks, cell)
        if action is Action.ADJUDICATE and task is not None and not self.is_package:
            task = tasks.find_adjudication_task(task) or task
        return log.Location(tasks.rows[task.full] if task else None, self.round, None, undo_group)

    def _require_reason(
        self, connection: Connection, where: log.Location, item: ItemId, cell: Cell, value: Value | None, note: str
    ) -> None:
        """Raises: InputError where the task wants a reason for this answer: given with it, or noted on the cell."""
        task = read_task_book(connection).by_row.get(where.task or 0)
        if task is None or task.because is None or value != task.because or note.strip():
            return
        notes = read_item_remarks(connection, item).notes
        if not any(who == self.reviewer and tuple(place) == cell for who, *place, _ in notes):
            raise InputError(f"“{task.name}” wants a reason for “{value}”; write it first.")

    def _decide(self, action: Action, item: ItemId, seconds: float | None = None, **what: Any) -> SaveFuture:
        if what.get("cell") is not None:
            what["seen"] = self.read_tracker.get_seen(item, what["cell"])

        def job(connection: Connection) -> tuple[SavedDecision, ChangeSet]:
            where = self.find_location(connection, action, what.get("cell"))._replace(seconds=seconds)
            if action is Action.ADJUDICATE:
                roles.require_adjudicator(connection, self.reviewer, what["cell"])
            if action in ANSWERS:
                self._require_reason(connection, where, item, what["cell"], what.get("value"), what.get("note", ""))
            return log.decide(connection, self.reviewer, action, item, where=where, **what)

        return self.project.write(job)


CELL_ACTIONS = (*ANSWERS, Action.UNSURE, Action.ADJUDICATE, Action.ATTACH)
"""What is said of a cell, so that a package must have asked it."""


def _package(connection: Connection) -> dict[str, Any]:
    """What a package says of itself; nothing where the project is none."""
    text = read_setting(connection, "package")
    if text is None:
        return {}
    from galley.core.storage import json_shapes  # few projects are packages

    try:
        package_info = json.loads(text)
    except ValueError:
        package_info = None
    if fits(package_info, json_shapes.PackageShape):
        return dict(package_info)
    raise InputError("The file says that it is a package, but not for whom: it was edited by hand.")


def _require_assigned(connection: Connection, tasks: TaskBook, task: Task | None, cell: Cell) -> None:
    """Raises: InputError for a cell that a package was not made for."""
    if task is None:
        other = owner(connection, tasks, cell)
        if other is not None:
            raise InputError(f"This is asked in the task {other.full}, which is not what this package was made for.")
        return
    unit, row = read_units(connection, [cell.unit]).get(cell.unit), tasks.rows[task.full]
    if unit is None or (row, cell) not in read_assigned_cells(connection, unit.item, row):
        raise InputError(f"This package of {task.full} was made without this cell, so it is not asked here.")


def asked_pairs(view: ItemView, schemes: Sequence[Scheme]) -> list[tuple[CriterionId, int]]:
    """The (criterion, target) pairs of an item that a reviewer is asked about: those whose units it has.

    Only yes/no criteria are asked; a rating has no answer that could be assumed.
    """
    pairs = []
    kinds = {d.id: {u.kind for u in d.units} | {UnitKind.WHOLE} for d in view.documents}
    for unit in view.derived_units:
        kinds[unit.document].add(unit.kind)
    for criterion in (c for scheme in schemes for c in scheme.criteria if c.scale == "yes-no" and c.is_asked):
        homes = [d for d in view.documents if d.role in criterion.roles and criterion.unit in kinds[d.id]]
        if not homes:
            continue
        if criterion.about == "summary":
            targets = [
                d
                for d in view.documents
                if d.role in (Role.SUMMARY, Role.TABLE) and applies_to_part(criterion, d.part, d.meta)
            ]
        else:
            targets = homes
        pairs += [(criterion.row, target.id) for target in targets]
    return pairs


def list_unanswered_cells(
    connection: Connection, item: ItemId, tasks: TaskBook, task: Task, who: AnnotatorId, number: int = 1
) -> list[Cell]:
    """The cells that a task asks of ``who`` and that they did not answer: in the first round those that still want
    voices (in training all), in round ``number`` of later ones those that were handed to them."""
    read, row = answer_sheet.load(connection, item, tasks), tasks.rows[task.full]
    if number > 1:
        answered_cells = {s.cell for s in read.answers if s.who == who and s.round == number}
        return sorted(read.assigned_cells.get(row, set()) - answered_cells)
    outcome = evaluate_item(read, tasks, counts.judges(connection, tasks))
    own_cells = {s.cell for s in read.answers if s.who == who and (task.kind is not Kind.ADJUDICATE or s.task == row)}
    own_cells |= {cell for person, cell in outcome.unmet if person == who}
    asked_cells = [
        c for c, ruling in outcome.standings[task.full].cells.items() if ruling.state is State.OPEN or task.is_training
    ]
    return [cell for cell in asked_cells if cell not in own_cells]


def refuse_unanswered(
    connection: Connection, item: ItemId, tasks: TaskBook, task: Task, who: AnnotatorId, number: int = 1
) -> None:
    """Raises: InputError while a cell waits for an answer of ``who``."""
    waiting = len(list_unanswered_cells(connection, item, tasks, task, who, number))
    if waiting:
        what = "1 answer is" if waiting == 1 else f"{waiting:,} answers are"
        raise InputError(
            f"{what} still to be given here: the task “{task.name}” wants one for every unit that it asks."
        )
