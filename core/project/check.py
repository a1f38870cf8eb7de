"""``galley project check``: whether a project is what it should be. Looks only; what is compared is built in memory.

Each check gives plain sentences about what it found, and the first ``row_checks.SHOWN`` of a kind are spelt out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Protocol

from galley.core.domain import Action, Stance
from galley.core.errors import RESTORE, GalleyError, NotAProject, shorten_message
from galley.core.project.rebuild import counts, logs, search_index
from galley.core.review import log_entries
from galley.core.review.replay import ANSWERS
from galley.core.storage import file_trust, limits, names, open_mark, project_file, row_checks, schema
from galley.core.storage.connection import Connection, StorageError
from galley.core.storage.file_trust import short
from galley.core.storage.queries import log_check
from galley.core.tasks import slots, task_book

PATIENCE = 3
"""Seconds."""
UNREAD = "The rest was not checked, because what was found so far makes it unreadable."

BROKEN = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, StopIteration, TypeError, ValueError,
    StorageError,
)  # fmt: skip
"""What reading raises where a file holds what Galley never writes. Others (a pipe that closed) have other causes."""

Progress = Callable[[int, int], bool]
Check = Callable[[Connection], Iterator[str]]


class OpenProject(Protocol):
    """A project that is open."""

    @property
    def path(self) -> Path: ...


def check(project: OpenProject | Path | str, progress: Progress | None = None) -> list[str]:
    """What is wrong with a project, one sentence each; an empty list where nothing is.

    ``progress`` is called with (checks done, checks in all). The file is not changed, and may be open elsewhere.

    Raises: NotAProject, NewerProject where the file is no project that can be looked into.
    """
    closed = isinstance(project, Path | str)
    path = Path(project).absolute() if isinstance(project, Path | str) else project.path
    if closed:
        project_file.roll_back(path)
        version = project_file.probe(path)
        if version < schema.VERSION:
            return [f"The project is of schema {version}; open it once, or run galley project migrate."]
    problems: list[str] = []
    try:
        connection = row_checks.attach_beside_empty(path)
    except NotAProject as error:
        return [shorten_message(f"The file is damaged ({error.__cause__}); {RESTORE}.")]
    with closing(connection):
        try:
            with closing(project_file.connect(path, write=False)) as alone:
                problems += open_mark.lacking(path, alone)
        except (*project_file.TROUBLE, OSError, NotAProject):
            pass  # one of the checks says so
        for done, run_check in enumerate(CHECKS):
            if progress:
                progress(done, len(CHECKS))
            try:
                fresh = _cap_sentences(run_check(connection))
            except Exception as error:
                problems.append(_explain_stop(error, path, bool(problems)))
                break
            problems += fresh
            if fresh and (run_check in (_bounds, _protocols) or (run_check is _schema and _unreadable(connection))):
                problems.append(UNREAD)
                break
        else:  # all was looked at
            try:
                with closing(project_file.connect(path, write=False)) as alone:
                    problems += _cap_sentences(chain(slots.sentences(alone), log_entries.describe_changed(alone)))
            except (*BROKEN, *project_file.TROUBLE, OSError, GalleyError):
                if not problems:
                    raise
    if progress:
        progress(len(CHECKS), len(CHECKS))
    return problems


def explain_error(error: BaseException, path: Path) -> GalleyError | None:
    """``error``, which somebody met who worked on the project, as a sentence; None where it is a bug. What a sound file
    never holds may break anything that reads it, so the file is looked at (for ``PATIENCE`` seconds) first."""
    if isinstance(error, GalleyError):
        return error
    if isinstance(error, project_file.TROUBLE):
        try:
            return project_file.explain(error, path)
        except project_file.TROUBLE:
            pass
    if not isinstance(error, BROKEN):
        return None
    wrong = _first(path)
    if not wrong:
        return None
    return limits.damage_error(str(path), wrong)


def _first(path: Path) -> str:
    """The first damage that is found within ``PATIENCE`` seconds; "" without any."""
    until = time.monotonic() + PATIENCE
    try:
        with closing(row_checks.attach_beside_empty(path)) as connection:
            connection.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            for run_check in CHECKS:
                if (wrong := next(iter(run_check(connection)), "")) or time.monotonic() > until:
                    return wrong
    except Exception:
        return ""
    return ""


def _explain_stop(error: Exception, path: Path, damaged: bool) -> str:
    """Why no further check is made. Raises: ``error`` where no damage explains it."""
    if isinstance(error, project_file.TROUBLE):
        try:
            explained = project_file.explain(error, path)
        except project_file.TROUBLE:  # all that is asked here is asked of sound files too, so it is the file
            explained = NotAProject()
        if not isinstance(explained, NotAProject):
            raise explained from error
        return shorten_message(f"The file is damaged ({error}); {RESTORE}.")
    if not damaged:
        raise error
    return UNREAD


def _cap_sentences(sentences: Iterator[str]) -> list[str]:
    shown_sentences: list[str] = []
    more = 0
    for sentence in sentences:
        if len(shown_sentences) < row_checks.SHOWN:
            shown_sentences.append(shorten_message(sentence))
        else:
            more += 1
    return [*shown_sentences, f"… and {more:,} more of this kind."] if more else shown_sentences


def _schema(connection: Connection) -> Iterator[str]:
    """Every table, index and trigger is as this version makes it, and nothing of others hangs on them."""
    return (difference.sentence for difference in file_trust.differences(connection, "file"))


def _bounds(connection: Connection) -> Iterator[str]:
    """Nothing is beyond what the file can hold."""
    yield from limits.wrong(connection, "file")
    yield from limits.extents(connection, "file")


def _unreadable(connection: Connection) -> bool:
    """Whether what stands in a table's place could be anything, and reading it never end. Triggers run on writes."""
    return any(difference.kind != "trigger" for difference in file_trust.differences(connection, "file"))


def _schemes(connection: Connection) -> Iterator[str]:
    """Every scheme can be read, and has its criteria."""
    row_checks.copy_tables(connection, ("scheme", "criterion"))
    try:
        names.schemes(connection)
    except GalleyError as error:
        yield str(error)
    row_checks.empty_tables(connection, ("criterion", "scheme"))


def _protocols(connection: Connection) -> Iterator[str]:
    """Every protocol can be read, and works with the schemes that are there."""
    tables = ("scheme", "criterion", "protocol", "task")
    row_checks.copy_tables(connection, tables)
    try:
        task_book.read_task_book(connection)
    except GalleyError as error:
        yield str(error)
    row_checks.empty_tables(connection, tables[::-1])


def _decisions(connection: Connection) -> Iterator[str]:
    """Every decision has what its action needs."""
    answers, stances = (", ".join(f"'{word}'" for word in words) for words in (ANSWERS, Stance))
    condition = (
        f"CASE WHEN action IN ({answers})"
        " THEN criterion_id IS NULL OR unit_id IS NULL OR target_id IS NULL"
        f"  OR (value IS NULL AND action NOT IN ('{Action.UNSURE}', '{Action.ADJUDICATE}'))"
        f" WHEN action = '{Action.REASON}' THEN flag_id IS NULL OR typeof(value) <> 'text'"
        f" WHEN action = '{Action.REVISE}' THEN made IS NULL"
        f" WHEN action = '{Action.ATTACH}' THEN source IS NULL OR criterion_id IS NULL OR unit_id IS NULL"
        f" OR target_id IS NULL OR value NOT IN ({stances}) OR value IS NULL END"
    )
    for uid, action in row_checks.find_incomplete_decisions(connection, condition):
        yield f"The decision {short(uid)} does not have the content of its kind ({short(action)})."
    for uid, at in row_checks.find_wrong_times(connection):
        yield f"The decision {short(uid)} has a time that Galley never writes ({short(at)})."


def _entry_hashes(connection: Connection) -> Iterator[str]:
    """Every decision is what was sealed when it was made."""
    return log_check.wrong(connection, "file")


CHECKS: tuple[Check, ...] = (
    _schema, _bounds, row_checks.check_file, row_checks.check_references, row_checks.check_encoding,
    row_checks.check_constraints, row_checks.check_json, _schemes, _protocols, _decisions, row_checks.check_offsets,
    row_checks.check_texts, row_checks.check_places, logs, counts, search_index, _entry_hashes,
)  # fmt: skip
