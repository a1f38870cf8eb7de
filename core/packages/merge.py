"""Taking answers back: decisions that are not in the log yet are added to it, all of them or none.

Three states meet: what the package began with, what the project says now, and what came back. A log makes that simple.
Decisions have uids, so what is known is not taken in twice; they count in the order of their times, so it does not
matter which file comes first; and a cell that the same reviewer answered here and there keeps both answers, of which
the later counts, and is listed. Answers on an item whose texts are others here are left out and listed as well.

A preview is the merge itself, taken back before it is on disk: so it cannot say anything else than what would happen.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from galley.core.columns import layout, names, tombstones
from galley.core.columns.native_cells import Vocabulary
from galley.core.domain import Action, ChangeSet
from galley.core.errors import Cancelled, InputError
from galley.core.packages import answers as files
from galley.core.packages import merge_notes, whose
from galley.core.packages import package as packages
from galley.core.packages.against import keep
from galley.core.packages.answers import Answers
from galley.core.packages.applying import Applying
from galley.core.packages.chains import Sealing
from galley.core.packages.differences import conflicts, reopened
from galley.core.packages.item_matching import Matcher, before, logged
from galley.core.packages.merge_report import Came, MergeReport
from galley.core.packages.package import Issued
from galley.core.packages.repeats import RepeatedAnswers
from galley.core.packages.rights import Rights
from galley.core.packages.taken import Taken, called_here, same
from galley.core.packages.unheard import Unheard
from galley.core.project import item_state, known_cells, logrow
from galley.core.project.bulk_acts import bulk_act
from galley.core.project.bulk_rows import insert, without
from galley.core.project.log_replay import LogReader, NoFlag, NotTheirs
from galley.core.project.logrow import LogRow
from galley.core.project.project import Project
from galley.core.project.said import Contents
from galley.core.tasks import slots, task_book
from galley.core.uncollected import uncollected

Progress = Callable[[int, int], bool]
"""Called with (done, total) now and then, on the writer's thread; a False stops the merge."""

BATCH = 500
"""Items that are taken in together."""
ROOM_KB = 320_000
NO_REPLACE = "decision_no_replace"
"""The trigger that keeps REPLACE from taking a decision away. A merge only ever inserts, and a row id or uid that is
there already is then refused by its key; asking the trigger as well takes longer than the insert."""
STEP = 500
"""Items brought up to date between two calls of the progress function."""


class _Seen(Exception):
    """Carries the report of a preview out of the transaction that it undoes."""

    def __init__(self, report: MergeReport) -> None:
        super().__init__()
        self.report = report


def merge(
    project: Project,
    paths: Sequence[Path],
    called: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    identity: Path | None = None,
) -> MergeReport:
    """Take the answers in these files (or whole projects) into ``project``. ``called`` says under which name a
    reviewer's answers shall be kept, by the name in the file; "" stands for the only one in it. ``identity`` is the
    file with the private key to whom encrypted answers are.

    Raises: InputError, ProjectError, Cancelled; the project is then as it was.
    """
    return _run(project, paths, called or {}, progress, identity, keep=True)


def preview(
    project: Project,
    paths: Sequence[Path],
    called: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    identity: Path | None = None,
) -> MergeReport:
    """What ``merge`` would do now. The project is not changed."""
    try:
        return _run(project, paths, called or {}, progress, identity, keep=False)
    except _Seen as seen:
        return seen.report


def _run(
    project: Project,
    paths: Sequence[Path],
    called: Mapping[str, str],
    progress: Progress | None,
    identity: Path | None,
    keep: bool,
) -> MergeReport:
    if not paths:
        raise InputError("Name at least one file of answers to merge.")
    for path in paths:
        if path.exists() and path.samefile(project.path):
            raise InputError(f"{path} is the project itself; name the files that came back.")
    with uncollected():  # a hundred thousand decisions stay until the end: passes over them were a fifth of the time
        return _take_in(project, [files.read(path, identity=identity) for path in paths], called, progress, keep)


def _take_in(
    project: Project, came: Sequence[Answers], called: Mapping[str, str], progress: Progress | None, keep: bool
) -> MergeReport:

    def job(connection: sqlite3.Connection) -> tuple[MergeReport, ChangeSet]:
        with _room(connection), without(connection, NO_REPLACE):
            report, changes = _Merge(connection, project.path.name, progress).run(came, called)
        if not keep:
            raise _Seen(report)
        return report, changes

    if not keep:
        return project.write(job).result()
    with bulk_act(project, f"the merge of {', '.join(answers.file for answers in came)}"):
        return project.write(job).result()


@contextlib.contextmanager
def _room(connection: sqlite3.Connection) -> Iterator[None]:
    """More memory for pages while a merge runs: its places are spread over the whole file, and a page that does not fit
    is written and read again and again."""
    usual = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = -{ROOM_KB}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size = {usual}")


class _Merge:
    """One merge, inside one transaction of the writer."""

    def __init__(self, connection: sqlite3.Connection, name: str, progress: Progress | None) -> None:
        self.connection = connection
        self.name = name
        self.progress = progress or (lambda done, total: True)
        self.issued = packages.issued(connection)
        self.vocabulary = Vocabulary(connection)
        self.contents = Contents(connection)
        self.matcher = Matcher(connection, self.contents)
        self.schemes = {scheme.id for scheme in names.schemes(connection)}
        self.report = MergeReport()
        self.next = self.top = _last(connection)
        self.touched: dict[int, tuple[list[LogRow], list[LogRow], bool]] = {}
        self.added: set[str] = set()
        self.elsewhere: set[str] = set()
        self.pending: list[LogRow] = []
        self.done = self.total = 0
        self.erased = {uid for (uid,) in connection.execute("SELECT mark FROM tombstone WHERE kind = 'decision'")}
        self.unheard = Unheard(connection, self.issued, self.report)

    def run(self, came: Sequence[Answers], called: Mapping[str, str]) -> tuple[MergeReport, ChangeSet]:
        if packages.read(self.connection) is not None:
            raise InputError(f"{self.name} is a package; merge into the project that it was made from.")
        people = self._people()
        self.total = 2 * sum(len(answers.items) for answers in came)
        for answers in came:
            self._take(answers, called_here(answers, called))
        self.total = self.done + len(self.touched)
        read = self.done
        applying = Applying(self.connection)
        for number, (item, log) in enumerate(sorted(self.touched.items()), 1):
            applying.add(item, *log)
            if number % STEP == 0 or number == len(self.touched):
                applying.flush()
                self._tell(read + number)
        self._tell(self.total)
        self.report.items = len(self.touched)
        reopened(self.connection, sorted(self.touched), self.top, self.report.reopened)
        came_from = {who for file in self.report.files for who in file.reviewers}
        known = known_cells.scores(self.connection, task_book.read(self.connection)) if self.touched else []
        self.report.notes += [f"{score}." for score in known if score.person in came_from]
        self.report.notes += map(str, slots.surplus(self.connection, self.touched))
        changed = self._people() != people
        return self.report, ChangeSet(frozenset(self.touched), structure=bool(self.touched), settings=changed)

    def _people(self) -> int:
        return self.connection.execute("SELECT count(*) FROM annotator").fetchone()[0]

    def _tell(self, done: int) -> None:
        self.done = done
        if not self.progress(done, self.total):
            raise Cancelled("The merge was stopped; nothing was taken in.")

    # One file --------------------------------------------------------------------------------------------------

    def _take(self, answers: Answers, called: Mapping[str, str]) -> None:
        issued = self._issued(answers)
        rights = Rights.of(self.connection, answers, issued)
        lines = whose.lines(self.connection, answers, issued, called)
        here = {line.theirs: line.here for line in lines}
        file = Came(answers.file, tuple(dict.fromkeys(here.values())) or (answers.head.reviewer,))
        self.report.files.append(file)
        aside = RepeatedAnswers(issued.again if issued else ())
        taken = Taken(answers, issued, rights, here, file, self.next, aside)
        matched = 0
        for start in range(0, len(answers.items), BATCH):
            matched += self._batch(taken, answers.items[start : start + BATCH])
            self._tell(self.done + min(BATCH, len(answers.items) - start))
        if answers.items and not matched and issued is None:
            raise InputError(
                f"{answers.file} comes from another project: none of its {len(answers.items):,} items is here with the "
                "same texts."
            )
        self._seal(taken)
        self.report.notes += merge_notes.odd(self.connection, taken)
        self.report.notes += merge_notes.keep(self.connection, taken, lines)

    def _of_erased(self, taken: Taken) -> bool:
        """Whether a file says something of what was erased; it is left out then, and its bytes are not kept."""
        if not tombstones.any_there(self.connection):
            return False
        items = taken.answers.items
        gone = [each["key"] for each in items if tombstones.known(self.connection, "item", each["key"])]
        for key in gone:
            self.report.notes.append(f"{taken.answers.file}: {key} was erased here, and nothing of it came in.")
        return bool(gone) or any(said["uid"] in self.erased for each in items for said in each["decisions"])

    def _seal(self, taken: Taken) -> None:
        """Take the seals in. Raises: InputError"""
        answers = taken.answers
        try:
            if taken.issued is not None and taken.issued.sealed and not answers.chains:
                raise InputError("its decisions have no seals, so the file was edited")
            sources = {chain.source for chain in answers.chains[:1]}
            # A package from before there were seals, which version 0.3 migrated, has a source with a name of its own.
            issued = taken.issued
            if issued is not None and issued.sealed and answers.chains and sources != {issued.package.uid}:
                raise InputError("its log is not that of its package, so the file was edited")
            if not self._of_erased(taken):
                keep(self.connection, answers)
            Sealing(self.connection, taken.here, taken.rows, taken.asked, self.contents).take(answers.chains, taken.new)
        except InputError as error:
            raise InputError(f"{answers.file}: {error}; nothing was taken in.") from error

    def _issued(self, answers: Answers) -> Issued | None:
        if not answers.head.package:
            return None
        known = self.issued.get(answers.head.package)
        if known is None:
            raise InputError(
                f"{answers.file} belongs to a package that was not made from this project but from "
                f"“{answers.head.project}”; merge it there."
            )
        return known

    def _batch(self, taken: Taken, items: Sequence[Mapping[str, Any]]) -> int:
        """Append what is new on these items, and give how many of them are here with the same texts."""
        matches = self.matcher.match(items)
        sound = [found.layout.item for found in matches if found.layout and not found.changed]
        logs = logged(self.connection, [item for item in sound if item not in self.touched])
        for item in self.touched.keys() & sound:
            there, added, _ = self.touched[item]
            logs[item] = {row.uid: row for row in (*there, *added)}
        given, flags = before(self.connection, sound)
        self.elsewhere = self._there(items)
        text = partial(layout.unit_text, self.connection)
        for entry, found in zip(items, matches, strict=True):
            taken.file.decisions += len(entry["decisions"])
            if found.layout is None or found.changed:
                taken.file.left += len(entry["decisions"])
                if found.layout:
                    self.report.changed.add(f"{entry['key']}: {', '.join(found.changed)}")
                else:
                    self.report.absent.add(entry["key"])
                continue
            item = found.layout.item
            known = logs.get(item, {})
            reader = LogReader(self.connection, found.layout, self.vocabulary, text, flags)
            for uid, row in known.items():
                reader.know(uid, row.id, row.reviewer_id)
            fresh = self._new(taken, entry, reader, known, given)
            if fresh:
                self.touched.setdefault(item, ([*known.values()], [], bool(given)))[1].extend(fresh)
                uids = {said["uid"] for said in entry["decisions"]}
                conflicts(self.connection, item, known.values(), fresh, uids, taken.since, self.report.conflicts)
        self._append()
        return len(sound)

    def _there(self, items: Sequence[Mapping[str, Any]]) -> set[str]:
        """Those uids of the answers on these items that the log has, on whatever item."""
        uids = json.dumps([said["uid"] for entry in items for said in entry["decisions"]])
        query = "SELECT uid FROM decision WHERE uid IN (SELECT value FROM json_each(?))"
        return {row[0] for row in self.connection.execute(query, (uids,))}

    def _new(
        self,
        taken: Taken,
        entry: Mapping[str, Any],
        reader: LogReader,
        known: Mapping[str, LogRow],
        before: set[tuple[int, int, int, int]],
    ) -> list[LogRow]:
        """The rows of an item's decisions that are not in the log yet, in the order of their times."""
        fresh: list[LogRow] = []
        passed: set[str] = set()
        try:
            taken.rights.on(reader.layout.item)
            for said in sorted(entry["decisions"], key=lambda each: (str(each.get("at")), each["uid"])):
                uid = said["uid"]
                if uid in known:
                    same(known[uid], said)
                    taken.rows[uid] = known[uid]
                    taken.file.same += 1
                    continue
                self._sound(uid, said)
                refers = said.get("refers")
                if refers and taken.aside.refers(said):
                    continue
                if refers in passed:
                    taken.file.left += 1
                    row = None
                else:
                    row = self._row(taken, entry["key"], said, reader)
                if row is None:
                    passed.add(uid)
                    continue
                taken.rights.fits(self.connection, row)
                if taken.aside.take(row, row.reviewer_id):
                    reader.know(uid, 0, row.reviewer_id)
                    continue
                self.added.add(uid)
                self.next += 1
                who = taken.here[said["reviewer"]]
                said_asked = row.asked
                row = self.unheard.take(taken.issued, entry["key"], who, self._replacing(row, before))
                if row.asked != said_asked:
                    taken.asked[uid] = self.contents.pairs(row.item_id, said_asked)
                taken.rows[uid] = row
                taken.new.append(row)
                self.pending.append(row)
                if row.made:
                    self._append()
                    reader.add(row)
                reader.know(uid, row.id, row.reviewer_id)
                fresh.append(row)
                taken.file.new += 1
                taken.file.kinds[taken.here[said["reviewer"]], row.action] += 1
        except (InputError, TypeError, ValueError, KeyError, AttributeError) as error:
            what = str(error).rstrip(".")
            if not isinstance(error, InputError):
                what = f"a field is not of the form that it should have ({type(error).__name__}: {what})"
            raise InputError(f"{taken.answers.file}, item {entry['key']!r}: {what}; nothing was taken in.") from error
        return fresh

    def _row(self, taken: Taken, key: str, said: dict[str, Any], reader: LogReader) -> LogRow | None:
        """A decision as a row; None where it is left out, which is then counted."""
        if said["uid"] in self.erased:
            taken.file.left += 1
            return None
        if not taken.rights.holds(said):
            self._beyond(taken, key, said)
            return None
        try:
            return reader.row(self.next + 1, said["uid"], taken.worded(said))
        except NoFlag:
            taken.passed += 1
        except NotTheirs:
            if taken.here[said["reviewer"]] == said["reviewer"]:
                raise
            self._beyond(taken, key, said)  # under another name: what the copy began with is another's here
        return None

    def _beyond(self, taken: Taken, key: str, said: Mapping[str, Any]) -> None:
        taken.file.left += 1
        what = " of ".join(filter(None, (str(said["action"]), said.get("criterion"))))
        self.report.beyond.add(f"{key}: {what}, by {taken.here[said['reviewer']]}")

    def _sound(self, uid: str, said: Mapping[str, Any]) -> None:
        """Raises: InputError for a decision that cannot be taken in as it is."""
        scheme = said.get("scheme")
        if scheme is not None and scheme not in self.schemes:
            raise InputError(f"it answers the scheme {scheme!r}, which this project does not have; add it first")
        if uid in self.elsewhere or uid in self.added:
            raise InputError(f"the decision {uid!r} is there already, about something else, so the file was edited")

    def _replacing(self, row: LogRow, before: set[tuple[int, int, int, int]]) -> LogRow:
        """The row, with what it takes the place of where its own project did not have that."""
        if row.replaced is not None or row.unit_id is None or row.target_id is None:
            return row
        if row.action != Action.REASON:
            if not before:
                return row
            gold = item_state.gold_annotator(self.connection) if row.action == Action.SETTLE else 0
            given = item_state.answers(row, gold)
            if not any((one.annotator, one.criterion, row.unit_id, row.target_id) in before for one in given):
                return row
        return row._replace(replaced=item_state.replaced_by(self.connection, row))

    def _append(self) -> None:
        insert(self.connection, f"INSERT INTO decision ({logrow.COLUMNS})", self.pending)
        self.pending.clear()


def _last(connection: sqlite3.Connection) -> int:
    return connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
