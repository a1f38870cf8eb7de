"""Putting a protocol into a project, and taking it out."""

from __future__ import annotations

from galley.core.definitions import protocol_files
from galley.core.definitions.protocols import DEFAULT_TASK, Protocol, Task
from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.definitions.task_owners import owners_of
from galley.core.domain import ChangeSet, Scheme
from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.review import log_entries
from galley.core.storage import names, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items
from galley.core.storage.queries import tasks as task_rows
from galley.core.storage.queries.decisions import DecisionSelection, count_decisions, find_decided_items
from galley.core.tasks import counts, groups
from galley.core.tasks.task_book import TaskBook, read_task_book

Progress = counts.Progress


def use(
    connection: Connection, name_or_path: str, by: str, progress: Progress | None = None
) -> tuple[Protocol, ChangeSet]:
    """Put a protocol's tasks into a project (a job for its writer) in the name of ``by``, with the shipped schemes that
    it asks and that the project does not have yet. What was said before stays; silence on cells that its tasks own
    counts no more.

    Raises: InputError where a task of it that has answers would be another, or ``by`` may not; ProtocolError where it
    cannot work here.
    """
    log_entries.require(connection, log_entries.EntryKind.PROTOCOL, by)
    return _use(connection, protocol_files.find_protocol(name_or_path, list_schemes(connection)), progress, by)


def use_text(
    connection: Connection, text: str, by: str, progress: Progress | None = None
) -> tuple[Protocol, ChangeSet]:
    """The same of the TOML text of a protocol (a job for the writer). Raises as ``use`` does."""
    log_entries.require(connection, log_entries.EntryKind.PROTOCOL, by)
    return _use(connection, protocol_files.parse(text, "the protocol", list_schemes(connection)), progress, by)


def start_study(
    connection: Connection, text: str, by: str, known_source: str, progress: Progress | None = None
) -> tuple[tuple[Protocol, int], ChangeSet]:
    """Put the TOML text of a protocol in, and with a ``known_source`` ("gold" or "column:NAME", "": none) make its
    answers known in the tasks that train or check people: all of it or nothing (a job for the writer). The protocol,
    and how many answers.

    Raises as ``use`` does, and InputError where there are too few answers.
    """
    from galley.core.review import known_answers  # which counts items by the tasks

    protocol, changes = use_text(connection, text, by, progress)
    book, count = read_task_book(connection), 0
    for task in (book.tasks[task.full] for task in protocol.tasks if known_source):
        if task.is_training or task.known_share:
            made_count, more = known_answers.from_source(connection, book, task, known_source, by)
            count, changes = count + made_count, changes | more
    return (protocol, count), changes


def list_schemes(connection: Connection) -> dict[str, Scheme]:
    """The schemes that a protocol may ask about here, by id: those of the project before those that ship."""
    return {**read_built_in_schemes(), **{scheme.id: scheme for scheme in names.schemes(connection)}}


def put(connection: Connection, source: str, where: str) -> None:
    """The same of a protocol's TOML that comes with a file of records; its items are counted as they come."""
    _use(connection, protocol_files.parse(source, where, list_schemes(connection)), None, "")


def _use(
    connection: Connection, protocol: Protocol, progress: Progress | None, by: str
) -> tuple[Protocol, ChangeSet]:
    if f"{protocol.id}/" == f"{DEFAULT_TASK.partition('/')[0]}/":
        if protocol.toml != protocol_files.find_protocol(protocol.id).toml:
            raise InputError("The protocol “flags” is the one that every project has; give yours another id.")
        return protocol, ChangeSet()
    source = dict(task_rows.read_task_sources(connection)[0]).get(protocol.id)
    if source == protocol.toml:
        return protocol, ChangeSet()
    before = read_task_book(connection)
    present_schemes = {scheme.id for scheme in names.schemes(connection)}
    for scheme in _named_schemes(protocol):
        if scheme not in present_schemes:
            names.add_scheme(connection, scheme)
    others = [other for other in before.protocols if other.id != protocol.id]
    owners_of([*others, protocol], {scheme.id: scheme for scheme in names.schemes(connection)})
    for task in before.tasks.values():
        if task.protocol == protocol.id:
            _may_change(connection, before, task, protocol)
    words = f"{'changed' if source else 'put in'} the protocol {protocol.id}"
    kind, content = log_entries.EntryKind.PROTOCOL, blake2b(protocol.toml.encode(), digest_size=16).hexdigest()
    task_rows.put_protocol(connection, protocol.id, protocol.toml, [task.full for task in protocol.tasks])
    if by:
        log_entries.add(connection, kind, by, words, content=content)
    elif not slot_queries.read_package_uid(connection):  # what a package brings along is the lead's, who has the entry
        log_entries.add_unnamed(connection, kind, f"{words} with imported records", content=content)
    return protocol, renew(connection, progress)


def drop(connection: Connection, name: str, by: str, progress: Progress | None = None) -> ChangeSet:
    """Take a protocol out again, as long as nobody has answered in it (a job for the writer). Raises: InputError"""
    log_entries.require(connection, log_entries.EntryKind.PROTOCOL, by)
    before = read_task_book(connection)
    if name not in (protocol_ids := [protocol.id for protocol in before.protocols]):
        raise InputError(f"The project uses no protocol {name!r}; it uses: {', '.join(protocol_ids) or 'none'}.")
    for task in before.tasks.values():
        if task.protocol == name:
            _may_change(connection, before, task, None)
    task_rows.put_protocol(connection, name, None)
    log_entries.add(connection, log_entries.EntryKind.PROTOCOL, by, f"took out the protocol {name}")
    return renew(connection, progress)


def renew(connection: Connection, progress: Progress | None = None) -> ChangeSet:
    """Bring an implicit no and all that is counted up to date with the tasks in force."""
    from galley.core.review import item_state  # which knows the tasks itself
    from galley.core.review.progress import tally_all

    tasks = read_task_book(connection)
    counts.forget_task_progress(connection)
    finished = find_decided_items(connection, DecisionSelection(actions=("finish",)))
    for item in dict.fromkeys(item for _, item in finished):
        item_state.refold(connection, item)
    items = find_items(connection)
    groups.renew(connection, items, tasks)
    for at in range(0, len(items), counts.BATCH_SIZE):
        counts.check_cancelled(progress, at, len(items))
        tally_all(connection, items[at : at + counts.BATCH_SIZE])
    counts.check_cancelled(progress, len(items), len(items))
    return ChangeSet(frozenset(items), structure=True, settings=True)


def _named_schemes(protocol: Protocol) -> list[str]:
    """The schemes that a protocol names."""
    named = [entry.name for task in protocol.tasks for entry in task.criteria]
    named += [condition.criterion for task in protocol.tasks for condition in task.conditions]
    return list(dict.fromkeys(name.partition("/")[0] for name in named if name != "*"))


def _may_change(connection: Connection, before: TaskBook, task: Task, protocol: Protocol | None) -> None:
    """Raises: InputError where a task that somebody has answered in would go, or be another."""
    new_task = protocol.task(task.id) if protocol is not None else None
    if new_task is not None and _meaning(new_task) == _meaning(task):
        return
    count = count_decisions(connection, DecisionSelection(task=before.rows[task.full]))
    if count:
        what = "is another in it" if new_task is not None else "would be gone"
        raise InputError(
            f"The task {task.full} has {count:,} decisions and {what}; give the changed protocol another id to use"
            " both, or leave that task as it is."
        )


def _meaning(task: Task) -> tuple[object, ...]:
    """What may not change under people's answers: all but the words that are shown."""
    words = {"name", "ask", "instructions", "line", "shows"}
    fields = [name for name in task.__dataclass_fields__ if name not in words]
    return tuple(
        tuple((e.name, e.when, e.unmet) for e in task.criteria) if name == "criteria" else getattr(task, name)
        for name in fields
    )
