"""Taking answers back: decisions that are not in the log yet are added to it, all of them or none.

Three states meet: what the package began with, what the project says now, and what came back. A log makes that simple.
Decisions have uids, so what is known is not merged twice; they count in the order of their times, so it does not
matter which file comes first; and a cell that the same reviewer answered here and there keeps both answers, of which
the later counts, and is listed. Answers on an item whose texts are others here are left out and listed as well.

A preview is the merge itself, rolled back before it is on disk: so it cannot say anything else than what would happen.

The report also has notes on each file (clocks that were wrong, opinions without a flag) and what came back and does not
count now: silence on what others ask, answers in assignments that were taken back. The table ``merged`` keeps what came
of each file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from galley.core.campaign import reviewer_identity
from galley.core.campaign.answer_checks import Rights
from galley.core.campaign.answers import Answers, hash_content, read_answers
from galley.core.campaign.hash_chains import ChainImport
from galley.core.campaign.item_matching import Matcher, read_earlier, read_logs
from galley.core.campaign.log_proof import keep
from galley.core.campaign.merge_conflicts import list_cells_to_recheck, list_conflicts
from galley.core.campaign.merge_report import FileReport, MergeReport
from galley.core.campaign.merge_source import Taken, called_here, require_same
from galley.core.campaign.merged_item_updates import MergedItemUpdater
from galley.core.campaign.package import PackageRecord, read_package, read_package_records
from galley.core.campaign.repeats import RepeatedAnswers
from galley.core.campaign.reviewer_identity import ReviewerLog
from galley.core.definitions.protocols import DEFAULT_TASK, Task, UnmarkedMeaning
from galley.core.domain import Action, ChangeSet, CriterionId, ItemId
from galley.core.errors import Cancelled, InputError
from galley.core.garbage_collection import pause_gc
from galley.core.project.bulk_changes import bulk_change
from galley.core.project.project import Project
from galley.core.review import item_state, known_answers
from galley.core.review.replay import LogReader, NoFlag, NotTheirs
from galley.core.storage import item_layout, log_row, names, slot_queries, tombstones
from galley.core.storage.bulk_rows import insert, without
from galley.core.storage.connection import Connection
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import LogRow
from galley.core.storage.native_cells import Vocabulary
from galley.core.storage.project_file import with_cache
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import find_logged_uids, get_newest_decision_id, read_log_span
from galley.core.storage.tombstones import find_erased_decisions
from galley.core.tasks import answer_sheet, counts, slots, task_book
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.levels import parse_pairs
from galley.core.text.plurals import format_count

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
    new_names: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    identity: Path | None = None,
) -> MergeReport:
    """Take the answers in these files (or whole projects) into ``project``. ``called`` says under which name a
    reviewer's answers shall be kept, by the name in the file; "" stands for the only one in it. ``identity`` is the
    file with the private key to whom encrypted answers are.

    Raises: InputError, ProjectError, Cancelled; the project is then as it was.
    """
    return _run(project, paths, new_names or {}, progress, identity, keep=True)


def preview(
    project: Project,
    paths: Sequence[Path],
    new_names: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    identity: Path | None = None,
) -> MergeReport:
    """What ``merge`` would do now. The project is not changed."""
    try:
        return _run(project, paths, new_names or {}, progress, identity, keep=False)
    except _Seen as seen:
        return seen.report


def _run(
    project: Project,
    paths: Sequence[Path],
    new_names: Mapping[str, str],
    progress: Progress | None,
    identity: Path | None,
    keep: bool,
) -> MergeReport:
    if not paths:
        raise InputError("Name at least one file of answers to merge.")
    for path in paths:
        if path.exists() and path.samefile(project.path):
            raise InputError(f"{path} is the project itself; name the reviewers' answers files.")
    with pause_gc():  # a hundred thousand decisions stay until the end: passes over them were a fifth of the time
        answer_files = [read_answers(path, identity=identity) for path in paths]
        counts = Counter(one.file for one in answer_files)
        named_files = [
            replace(one, file=str(path)) if counts[one.file] > 1 else one
            for one, path in zip(answer_files, paths, strict=True)
        ]  # where two files have one name, the folder tells them apart
        return _merge_answers(project, named_files, new_names, progress, keep)


def _merge_answers(
    project: Project,
    answer_files: Sequence[Answers],
    new_names: Mapping[str, str],
    progress: Progress | None,
    keep: bool,
) -> MergeReport:

    def job(connection: Connection) -> tuple[MergeReport, ChangeSet]:
        with with_cache(connection, ROOM_KB), without(connection, NO_REPLACE):
            report, changes = _Merge(connection, project.path.name, progress).run(answer_files, new_names)
        if not keep:
            raise _Seen(report)
        return report, changes

    if not keep:
        return project.write(job).result()
    with bulk_change(project, f"the merge of {', '.join(answers.file for answers in answer_files)}"):
        return project.write(job).result()


class _Merge:
    """One merge, inside one transaction of the writer."""

    def __init__(self, connection: Connection, name: str, progress: Progress | None) -> None:
        self.connection = connection
        self.name = name
        self.progress = progress or (lambda done, total: True)
        self.package_records = read_package_records(connection)
        self.vocabulary = Vocabulary(connection)
        self.contents = Contents(connection)
        self.matcher = Matcher(connection, self.contents)
        self.schemes = {scheme.id for scheme in names.schemes(connection)}
        self.report = MergeReport()
        self.next = self.top = get_newest_decision_id(connection)
        self.touched_items: dict[ItemId, tuple[list[LogRow], list[LogRow], bool]] = {}
        self.added_uids: set[str] = set()
        self.elsewhere: set[str] = set()
        self.pending: list[LogRow] = []
        self.done = self.total = 0
        self.erased_uids = find_erased_decisions(connection)
        self.uncounted_answers = UncountedAnswers(connection, self.package_records, self.report)

    def run(self, answer_files: Sequence[Answers], new_names: Mapping[str, str]) -> tuple[MergeReport, ChangeSet]:
        if read_package(self.connection) is not None:
            raise InputError(f"{self.name} is a package; merge into the project that it was made from.")
        people = self._people()
        self.total = 2 * sum(len(answers.items) for answers in answer_files)
        for answers in answer_files:
            self._merge_file(answers, called_here(answers, new_names))
        self.total = self.done + len(self.touched_items)
        read = self.done
        applying = MergedItemUpdater(self.connection)
        for number, (item, log) in enumerate(sorted(self.touched_items.items()), 1):
            applying.add(item, *log)
            if number % STEP == 0 or number == len(self.touched_items):
                applying.flush()
                self._report_progress(read + number)
        self._report_progress(self.total)
        self.report.items = len(self.touched_items)
        list_cells_to_recheck(self.connection, sorted(self.touched_items), self.top, self.report.recheck_cells)
        came_from = {who for file in self.report.files for who in file.reviewers}
        scores = (
            known_answers.scores(self.connection, task_book.read_task_book(self.connection))
            if self.touched_items
            else []
        )
        self.report.notes += [f"{score}." for score in scores if score.person in came_from]
        self.report.notes += map(str, slots.surplus(self.connection, self.touched_items))
        changed = self._people() != people
        return self.report, ChangeSet(
            frozenset(self.touched_items), structure=bool(self.touched_items), settings=changed
        )

    def _people(self) -> int:
        return len(names.annotators(self.connection))

    def _report_progress(self, done: int) -> None:
        self.done = done
        if not self.progress(done, self.total):
            raise Cancelled("The merge was stopped; nothing was merged.")

    # One file --------------------------------------------------------------------------------------------------

    def _merge_file(self, answers: Answers, new_names: Mapping[str, str]) -> None:
        package_record = self._find_package_record(answers)
        rights = Rights.of(self.connection, answers, package_record)
        lines = reviewer_identity.lines(self.connection, answers, package_record, new_names, rights)
        reviewer_names = {line.theirs: line.here for line in lines}
        file = FileReport(answers.file, tuple(dict.fromkeys(reviewer_names.values())) or (answers.head.reviewer,))
        self.report.files.append(file)
        aside = RepeatedAnswers(package_record.repeated_cells if package_record else ())
        file_merge = Taken(answers, package_record, rights, reviewer_names, file, self.next, aside)
        match_count = 0
        for start in range(0, len(answers.items), BATCH):
            match_count += self._batch(file_merge, answers.items[start : start + BATCH])
            self._report_progress(self.done + min(BATCH, len(answers.items) - start))
        if answers.items and not match_count and package_record is None:
            raise InputError(
                f"{answers.file} comes from another project: none of its {len(answers.items):,} items is here with the "
                "same texts."
            )
        self._import_chains(file_merge)
        self.report.notes += _list_warnings(self.connection, file_merge)
        self.report.notes += _record_file(self.connection, file_merge, lines)

    def _mentions_erased(self, file_merge: Taken) -> bool:
        """Whether a file says something of what was erased; it is left out then, and its bytes are not kept."""
        if not tombstones.has_tombstones(self.connection):
            return False
        items = file_merge.answers.items
        gone = [entry["key"] for entry in items if tombstones.is_erased(self.connection, "item", entry["key"])]
        for key in gone:
            self.report.notes.append(f"{file_merge.answers.file}: {key} was erased here, and nothing of it was merged.")
        erased_count = sum(decision["uid"] in self.erased_uids for entry in items for decision in entry["decisions"])
        if erased_count:
            what = format_count(erased_count, "decisions")
            self.report.notes.append(
                f"{file_merge.answers.file}: {what} in it were erased here with their person or item, and were not"
                " merged."
            )
        return bool(gone) or erased_count > 0

    def _import_chains(self, file_merge: Taken) -> None:
        """Take the seals in. Raises: InputError"""
        answers = file_merge.answers
        try:
            if (
                file_merge.package_record is not None
                and file_merge.package_record.requires_hashes
                and not answers.chains
            ):
                raise InputError("its decisions have no entry hashes, so the file was edited")
            sources = {chain.branch for chain in answers.chains[:1]}
            # A package from before there were seals, which version 0.3 migrated, has a source with a name of its own.
            package_record = file_merge.package_record
            if (
                package_record is not None
                and package_record.requires_hashes
                and answers.chains
                and sources != {package_record.package.uid}
            ):
                raise InputError("its log does not continue its package's log, so the file was edited")
            if not self._mentions_erased(file_merge):
                keep(self.connection, answers)
            ChainImport(
                self.connection, file_merge.reviewer_names, file_merge.rows, file_merge.asked_pairs, self.contents
            ).import_chains(answers.chains, file_merge.new)
        except InputError as error:
            raise InputError(f"{answers.file}: {error}; nothing was merged.") from error

    def _find_package_record(self, answers: Answers) -> PackageRecord | None:
        reviewer = answers.head.reviewer
        if tombstones.has_tombstones(self.connection) and tombstones.is_erased(self.connection, "person", reviewer):
            raise InputError(
                f"{answers.file} is from {reviewer}, who was erased from this project; leave the file out and delete"
                " it."
            )
        if not answers.head.package:
            return None
        package_record = self.package_records.get(answers.head.package)
        if package_record is None:
            raise InputError(
                f"{answers.file} belongs to a package that was not made from this project but from "
                f"“{answers.head.project}”; merge it there."
            )
        return package_record

    def _batch(self, file_merge: Taken, items: Sequence[Mapping[str, Any]]) -> int:
        """Append what is new on these items, and give how many of them are here with the same texts."""
        matches = self.matcher.match(items)
        sound = [match.layout.item for match in matches if match.layout and not match.changed_documents]
        logs = read_logs(self.connection, [item for item in sound if item not in self.touched_items])
        for item in self.touched_items.keys() & sound:
            known_rows, added, _ = self.touched_items[item]
            logs[item] = {row.uid: row for row in (*known_rows, *added)}
        imported_cells, flags = read_earlier(self.connection, sound)
        self.elsewhere = self._uids_in_log(items)
        text = partial(item_layout.unit_text, self.connection)
        for entry, match in zip(items, matches, strict=True):
            file_merge.file.decisions += len(entry["decisions"])
            if match.layout is None or match.changed_documents:
                file_merge.file.not_imported += len(entry["decisions"])
                if match.layout:
                    self.report.changed_texts.add(f"{entry['key']}: {', '.join(match.changed_documents)}")
                else:
                    self.report.missing_items.add(entry["key"])
                continue
            item = match.layout.item
            item_log = logs.get(item, {})
            reader = LogReader(self.connection, match.layout, self.vocabulary, text, flags)
            for uid, row in item_log.items():
                reader.know(uid, row.id, row.reviewer_id)
            fresh = self._find_new_rows(file_merge, entry, reader, item_log, imported_cells)
            if fresh:
                self.touched_items.setdefault(item, ([*item_log.values()], [], bool(imported_cells)))[1].extend(fresh)
                uids = {decision["uid"] for decision in entry["decisions"]}
                list_conflicts(
                    self.connection, item, item_log.values(), fresh, uids, file_merge.since, self.report.conflicts
                )
        self._append()
        return len(sound)

    def _uids_in_log(self, items: Sequence[Mapping[str, Any]]) -> set[str]:
        """Those uids of the answers on these items that the log has, on whatever item."""
        uids = [decision["uid"] for entry in items for decision in entry["decisions"]]
        return find_logged_uids(self.connection, uids)

    def _find_new_rows(
        self,
        file_merge: Taken,
        entry: Mapping[str, Any],
        reader: LogReader,
        item_log: Mapping[str, LogRow],
        before: set[tuple[int, int, int, int]],
    ) -> list[LogRow]:
        """The rows of an item's decisions that are not in the log yet, in the order of their times."""
        fresh: list[LogRow] = []
        skipped_uids: set[str] = set()
        try:
            file_merge.rights.on(reader.layout.item)
            for decision in sorted(entry["decisions"], key=lambda decision: (str(decision.get("at")), decision["uid"])):
                uid = decision["uid"]
                if uid in item_log:
                    require_same(item_log[uid], decision)
                    file_merge.rows[uid] = item_log[uid]
                    file_merge.file.known_decisions += 1
                    continue
                self._check_decision(uid, decision)
                refers = decision.get("refers")
                if refers and file_merge.aside.refers(decision):
                    continue
                if refers in skipped_uids:
                    file_merge.file.not_imported += 1
                    row = None
                else:
                    row = self._row(file_merge, entry["key"], decision, reader)
                if row is None:
                    skipped_uids.add(uid)
                    continue
                file_merge.rights.fits(self.connection, row)
                if file_merge.aside.keep_if_repeat(row, row.reviewer_id):
                    reader.know(uid, 0, row.reviewer_id)
                    continue
                self.added_uids.add(uid)
                self.next += 1
                who = file_merge.reviewer_names[decision["reviewer"]]
                said_asked = row.asked
                row = self.uncounted_answers.filter_row(
                    file_merge.package_record, entry["key"], who, self._with_replaced(row, before)
                )
                if row.asked != said_asked:
                    file_merge.asked_pairs[uid] = self.contents.pairs(row.item_id, said_asked)
                file_merge.rows[uid] = row
                file_merge.new.append(row)
                self.pending.append(row)
                if row.made:
                    self._append()
                    reader.add(row)
                reader.know(uid, row.id, row.reviewer_id)
                fresh.append(row)
                file_merge.file.new += 1
                file_merge.file.kinds[file_merge.reviewer_names[decision["reviewer"]], row.action] += 1
        except (InputError, TypeError, ValueError, KeyError, AttributeError) as error:
            what = str(error).rstrip(".")
            if not isinstance(error, InputError):
                what = f"a field has the wrong form ({type(error).__name__}: {what})"
            raise InputError(
                f"{file_merge.answers.file}, item {entry['key']!r}: {what}; nothing was merged."
            ) from error
        return fresh

    def _row(self, file_merge: Taken, key: str, decision: dict[str, Any], reader: LogReader) -> LogRow | None:
        """A decision as a row; None where it is left out, which is then counted."""
        if decision["uid"] in self.erased_uids:
            file_merge.file.not_imported += 1
            return None
        if not file_merge.rights.holds(decision):
            self._note_beyond_rights(file_merge, key, decision)
            return None
        try:
            return reader.row(self.next + 1, decision["uid"], file_merge.translate_decision(decision))
        except NoFlag:
            file_merge.skipped_opinions += 1
        except NotTheirs:
            if file_merge.reviewer_names[decision["reviewer"]] == decision["reviewer"]:
                raise
            self._note_beyond_rights(
                file_merge, key, decision
            )  # under another name: what the copy began with is another's here
        return None

    def _note_beyond_rights(self, file_merge: Taken, key: str, decision: Mapping[str, Any]) -> None:
        file_merge.file.not_imported += 1
        what = " of ".join(filter(None, (str(decision["action"]), decision.get("criterion"))))
        who = file_merge.reviewer_names[decision["reviewer"]]
        self.report.not_permitted.add_counted(f"{key}:", "{n:,} times ", f"{what}, by {who}")

    def _check_decision(self, uid: str, decision: Mapping[str, Any]) -> None:
        """Raises: InputError for a decision that cannot be taken in as it is."""
        scheme = decision.get("scheme")
        if scheme is not None and scheme not in self.schemes:
            raise InputError(f"it answers the scheme {scheme!r}, which this project does not have; add it first")
        if uid in self.elsewhere or uid in self.added_uids:
            raise InputError(f"the decision {uid!r} is there already, about something else, so the file was edited")

    def _with_replaced(self, row: LogRow, before: set[tuple[int, int, int, int]]) -> LogRow:
        """The row, with what it takes the place of where its own project did not have that."""
        if row.replaced is not None or row.unit_id is None or row.target_id is None:
            return row
        if row.action != Action.REASON:
            if not before:
                return row
            gold = item_state.get_gold_annotator(self.connection, row.action)
            effects = item_state.answers(row, gold)
            if not any((one.annotator, one.criterion, row.unit_id, row.target_id) in before for one in effects):
                return row
        return row._replace(replaced=item_state.replaced_by(self.connection, row))

    def _append(self) -> None:
        insert(self.connection, f"INSERT INTO decision ({log_row.COLUMNS})", self.pending)
        self.pending.clear()


def _list_warnings(connection: Connection, file_merge: Taken) -> list[str]:
    """Notes on clocks that were wrong and on decisions that have lost what they were about."""
    who, notes = ", ".join(file_merge.file.reviewers), []
    if file_merge.skipped_opinions:
        notes.append(
            f"{file_merge.answers.file}: {file_merge.skipped_opinions:,} opinions on a judge's reasons were "
            f"left out, because that judge ran again and the flag is gone."
        )
    _, _, first, last = read_log_span(connection, file_merge.top)
    if first is None or last is None:
        return notes
    if file_merge.package_record is not None and first < file_merge.package_record.package.at:
        notes.append(
            f"The clock of {who} ran behind: answers carry the time {_minute(first)}, before the package was made "
            f"at {_minute(file_merge.package_record.package.at)} (UTC); their order is unchanged."
        )
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="microseconds")
    if last > soon:
        notes.append(
            f"The clock of {who} ran ahead: answers carry the time {_minute(last)} (UTC); their order is unchanged."
        )
    return notes


def _record_file(connection: Connection, file_merge: Taken, lines: Sequence[ReviewerLog]) -> list[str]:
    """Keep what came of a file, with ``lines`` the logs in it; gives the notes on what only repeats."""
    answers, file, again = file_merge.answers, file_merge.file, file_merge.aside.standing
    merge_record = {
        "file": file.file,
        "new": file.new,
        "same": file.known_decisions,
        "left": file.not_imported,
        "lines": reviewer_identity.as_rows(lines),
    }
    merge_record |= {"again": again} if again else {}
    packages.add_merged_file(
        connection,
        hash_content(answers),
        datetime.now(UTC).isoformat(timespec="microseconds"),
        ", ".join(file.reviewers),
        answers.head.package or None,
        json.dumps(merge_record, ensure_ascii=False),
    )
    what = f"{len(again):,} of the answers repeat earlier ones"
    return [f"{file.file}: {what}; galley campaign reviewers shows how far they agree."] if again else []


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")


class UncountedAnswers:
    """Looks at the decisions of a merge into a project that made the packages ``package_records``; lists them in
    ``report``."""

    def __init__(
        self, connection: Connection, package_records: Mapping[str, PackageRecord], report: MergeReport
    ) -> None:
        self.connection, self.package_records, self.report = connection, package_records, report
        self.tasks = task_book.read_task_book(connection)
        self.judges = counts.judges(connection, self.tasks)
        self.revoked_assignments = slot_queries.read_revoked(connection)

    def filter_row(self, package_record: PackageRecord | None, key: str, who: str, row: LogRow) -> LogRow:
        """The decision of ``who`` on the item ``key`` as it goes into the log: with no silence about cells of its own
        task that nobody handed to them."""
        if row.refers_id is None and (row.task_id, row.reviewer_id, row.item_id, row.round) in self.revoked_assignments:
            task = self.tasks.full_names.get(row.task_id, DEFAULT_TASK) if row.task_id else DEFAULT_TASK
            self.report.revoked_answers.add_counted(f"{key}:", "{n:,} decisions ", f"in {task}, by {who}")
        if row.action != Action.FINISH or not row.asked or not self.tasks.tasks:
            return row
        pairs = parse_pairs(row.asked)
        if row.task_id is None:
            criteria = self.tasks.criteria
            others = sum(self.tasks.find_implicit_task(criteria[criterion]) is not None for criterion, *_ in pairs)
        else:
            task_ = self.tasks.by_row.get(row.task_id)
            if package_record is None or task_ is None or task_.unmarked_meaning is not UnmarkedMeaning.NO:
                return row
            whole = self._whole(package_record, task_, row)
            others = sum(pair not in whole for pair in pairs if self._own(task_, pair[0]))
            pairs = [pair for pair in pairs if pair in whole]
            row = row._replace(asked=json.dumps(pairs) if pairs else None)
        if others:
            what = "question of a document" if others == 1 else "questions of documents"
            self.report.implicit_nos.add(f"{key}: {others:,} {what}, by {who}")
        return row

    def _own(self, task: Task, criterion: CriterionId) -> bool:
        return any(asking.criterion.row == criterion for asking in self.tasks.asks(task))

    def _whole(self, package_record: PackageRecord, task: Task, row: LogRow) -> set[tuple[CriterionId, int]]:
        """The (criterion, target) pairs of which this person was assigned every cell that the task asks now: only of
        these can their implicit no speak."""
        package_ids = {other.row for other in self.package_records.values() if package_record.is_for_same(other)}
        cell_rows = packages.read_package_cells(self.connection, item=row.item_id)
        assigned_cells = {cell for package, _, cell in cell_rows if package in package_ids}
        task_sheet = answer_sheet.load(self.connection, row.item_id, self.tasks)
        asked_cells, _ = list_asked_cells(task_sheet, self.tasks, task, self.judges)
        part = {(cell.criterion, cell.target) for cell in asked_cells if cell not in assigned_cells}
        return {(cell.criterion, cell.target) for cell in assigned_cells} - part
