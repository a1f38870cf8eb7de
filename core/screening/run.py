"""One shard judged: ``judge_shard(folder, path) -> path`` is what every engine runs.

The record that a method stumbles over is told in the totals and passed over; only what is wrong with the shard as a
whole, or with the worker, is raised.
"""

from __future__ import annotations

import asyncio
import datetime
from array import array
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from galley.core.domain import Document, Role, Scheme, UnitKind
from galley.core.errors import GalleyError, InputError
from galley.core.hashing import blake2b
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods.base import Asker, Inquiry, ModelQuestion, Outcome
from galley.core.judges.order import ReadyRun
from galley.core.review.items import ItemView
from galley.core.screening import shard_files, shard_job, streaming
from galley.core.screening.hash_sampling import DrawnSummary, FlaggedSummary, SmallestSample, SurestFlags, sampling_hash
from galley.core.screening.in_memory_item import view
from galley.core.screening.shard_job import BAND, BANDS, Job
from galley.core.screening.streaming import RecordRow
from galley.core.tables.text_folder import list_texts

LISTED = 20
"""Troubles of a shard that are listed; all are counted."""
MOST_STRATA = 20_000
PIECE = 1 << 20
FLAGGED, CLEAR, UNSCORED = "yes", "no", "unscored"


class NullAsker(Asker):
    """Who a method without a model asks. ``inquiry`` is what is worked on."""

    inquiry: Inquiry | None = None

    async def one(self, question: ModelQuestion) -> Reading:
        """See ``Asker``."""
        raise GalleyError("This method asks a model, and there is none.")

    async def all(self, questions: Iterable[ModelQuestion]) -> list[Reading]:
        """See ``Asker``."""
        return [await self.one(question) for question in questions]

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker``."""
        return None


def judge_shard(folder: str, path: str, asker: NullAsker | None = None) -> str:
    """Judge the summaries of the file at ``path`` as the job of ``folder`` says; gives where the verdicts are. What is
    there already is not done again.

    Raises: InputError for a shard that cannot be read, StorageFull, GalleyError for a worker of another version.
    """
    job, plan, source = shard_job.load_job(folder)
    shard, out = Path(path), shard_files.output(Path(folder), Path(path))
    if is_done(job, shard, out):
        return str(out)
    message_counter = MessageCounter()
    content = {"name": shard.name, "blake2b": fingerprint(shard), "bytes": measure_size(shard)}
    with shard_files.write_shard(out, shard) as writer:
        tally = ScreenTally(job, plan, message_counter, asker)
        for row in streaming.rows(shard, source, message_counter):
            tally.take(row, writer)
        writer.end(
            np.frombuffer(tally.sampling_hashes, dtype=np.uint64), {"job": job.id, "shard": content, **tally.totals()}
        )
    return str(out)


def is_done(job: Job, shard: Path, out: Path) -> bool:
    """Whether the verdicts on a shard are there, whole, and on what the shard is now.

    Raises: InputError for those of another job.
    """
    totals = shard_files.totals(out)
    if totals is None:
        return False
    if totals["job"] != job.id:
        raise InputError(f"{out} holds verdicts of other settings than its folder's; move it elsewhere.")
    return not shard.exists() or bool(totals["shard"]["bytes"] == measure_size(shard))


def measure_size(shard: Path) -> int:
    """The bytes of a file, or of all texts of a folder."""
    return sum(path.stat().st_size for path in (list_texts(shard) if shard.is_dir() else [shard]))


def fingerprint(path: Path) -> str:
    """What tells the content of a file, or of a folder of texts, from any other. Raises: InputError."""
    digest = blake2b(digest_size=16)
    try:
        for file in list_texts(path) if path.is_dir() else [path]:
            if file != path:
                digest.update(f"{file.relative_to(path).as_posix()}\0{file.stat().st_size}\0".encode())
            with file.open("rb") as stream:
                while piece := stream.read(PIECE):
                    digest.update(piece)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); what was judged of others stays.") from None
    return digest.hexdigest()


class MessageCounter:
    """Counts sentences and keeps the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[str] = []

    def __call__(self, sentence: str) -> None:
        self.count += 1
        if len(self.first) < LISTED:
            self.first.append(sentence)


class ScreenTally:
    """Judges records and adds up. Memory holds the lots (some 70 bytes a summary) and what is drawn."""

    def __init__(
        self, job: Job, plan: ReadyRun, message_counter: MessageCounter, asker: NullAsker | None = None
    ) -> None:
        self.job, self.plan, self.message_counter = job, plan, message_counter
        self.asker = asker or NullAsker()
        self.sampling_hashes = array("Q")
        self._seen: set[int] = set()
        self.records = self.documents = self.units = self.undated = 0
        self.missing: Counter[str] = Counter()
        self._strata: dict[tuple[str, ...], ScreenedStratum] = {}
        self._worst = SurestFlags(job.worst)

    def take(self, row: RecordRow, writer: shard_files.ShardWriter) -> None:
        """Judge the summaries of one record and write their lines."""
        try:
            item = view(row.record)
            judgements = list(self._judge_item(item))
        except Exception as error:  # whatever one record does, the others are judged
            message = str(error) or type(error).__name__
            self.message_counter(f"row {row.first}, {str(row.record['key'])[:80]!r}: {message}")
            return
        if not judgements:
            self.message_counter(
                f"row {row.first}, {item.key[:80]!r}: no summary with a source beside it that could be judged"
            )
            return
        self.records += 1
        for target, outcomes in judgements:
            self._add(item, target, outcomes, row, writer)

    def outcome(self, inquiry: Inquiry) -> Outcome:
        """What comes of an inquiry."""
        self.asker.inquiry = inquiry
        work = self.plan.method.work(inquiry, self.plan.context, self.asker)
        return run_coroutine(work) if self.plan.method.local else asyncio.run(work)

    def _judge_item(self, item: ItemView) -> Iterator[tuple[Document, list[tuple[Inquiry, Outcome]]]]:
        by_target: dict[int, list[tuple[Inquiry, Outcome]]] = defaultdict(list)
        for inquiry in self.plan.method.inquiries(item, self.plan.context):
            outcome = self.outcome(inquiry)
            if outcome.record:
                raise InputError(f"{self.plan.method.name} writes texts of its own, which cannot be screened")
            by_target[inquiry.target.id].append((inquiry, outcome))
        for number, outcomes in by_target.items():
            document = item.document(number)
            if document.role is not Role.SUMMARY:
                raise InputError(f"{self.plan.method.name} judges a {document.role.value}, not summaries")
            yield document, outcomes

    def _add(
        self,
        item: ItemView,
        target: Document,
        outcomes: list[tuple[Inquiry, Outcome]],
        row: RecordRow,
        writer: shard_files.ShardWriter,
    ) -> None:
        place = sampling_hash(self.job.seed, item.key, target.name)
        if place in self._seen:  # it would count twice, and its chance to be drawn would be unknown
            self.message_counter(
                f"row {row.first}, {item.key[:80]!r}: this file has the summary {target.name!r} already"
            )
            return
        self._seen.add(place)
        summary = JudgedSummary(item, target, outcomes, self.plan)
        surest = max((verdict["confidence"] or 0.0 for verdict in summary.flags), default=None)
        flag = FLAGGED if summary.flags else CLEAR if summary.covered_criteria else UNSCORED
        where = (flag, target.system, *self._columns(item, target, surest))
        self.documents += 1
        self.units += len(target.units)
        self.sampling_hashes.append(place)
        entry = {
            "key": item.key, "document": target.name, "rows": [row.first, row.last], "stratum": where,
            "cells": summary.cells, "verdicts": summary.verdicts, "judged": summary.covered_criteria,
        }  # fmt: skip
        at = writer.line(entry)
        if where not in self._strata:
            if len(self._strata) == MOST_STRATA:
                raise InputError(
                    f"There are more than {MOST_STRATA:,} strata by {', '.join(self.job.columns)}; leave out the"
                    " column with too many values."
                )
            self._strata[where] = ScreenedStratum(SmallestSample(self.job.draw))
        self._strata[where].add(summary.cells, DrawnSummary(place, item.key, target.name, at))
        if surest is not None:
            self._worst.add(FlaggedSummary(surest, place, item.key, target.name, at))

    def _columns(self, item: ItemView, target: Document, surest: float | None) -> Iterator[str]:
        meta = {**item.meta, **target.meta}
        week_ = week(meta.get(self.job.when)) if self.job.when else ""
        self.undated += bool(self.job.when) and not week_
        yield week_
        for name in self.job.by:
            if name == BAND:
                yield "" if surest is None else band(surest)
            elif name in ("dataset", "split"):
                yield str(getattr(item, name))
            else:
                self.missing[name] += name not in meta
                value = meta.get(name)
                yield "" if value is None else str(value)[:200]

    def totals(self) -> dict[str, Any]:
        """All of it as JSON takes it, in an order that does not depend on that of the records."""
        return {
            "records": self.records,
            "documents": self.documents,
            "units": self.units,
            "passed_over": self.message_counter.count,
            "listed": self.message_counter.first,
            "undated": self.undated,
            "missing": {name: count for name, count in sorted(self.missing.items()) if count},
            "strata": [{"of": list(where), **self._strata[where].totals()} for where in sorted(self._strata)],
            "worst": [list(summary) for summary in self._worst],
        }


class ScreenedStratum:
    """What is counted of one stratum: ``cells`` are [asked, flagged, unscored] of each question."""

    def __init__(self, draw: SmallestSample) -> None:
        self.documents = 0
        self.cells: dict[str, list[int]] = {}
        self.draw = draw

    def add(self, cells: dict[str, list[int]], summary: DrawnSummary) -> None:
        """One more summary."""
        self.documents += 1
        for name, counts in cells.items():
            sums = self.cells.setdefault(name, [0, 0, 0])
            for at, count in enumerate(counts):
                sums[at] += count
        self.draw.add(summary)

    def totals(self) -> dict[str, Any]:
        """All of it as JSON takes it."""
        cells = {name: self.cells[name] for name in sorted(self.cells)}
        return {"documents": self.documents, "cells": cells, "draw": [list(summary) for summary in self.draw]}


class JudgedSummary:
    """What a judge said of one summary: ``verdicts`` in the native form, ``covered_criteria`` as (annotator, scheme,
    criterion) whose unmarked cells mean no, ``cells`` as counts [asked,
    flagged, unscored] of each criterion and combined criterion that was asked, ``flags`` the verdicts that say yes."""

    def __init__(
        self, item: ItemView, target: Document, outcomes: list[tuple[Inquiry, Outcome]], plan: ReadyRun
    ) -> None:
        self.verdicts: list[dict[str, Any]] = []
        self.covered_criteria: list[tuple[str, str, str]] = []
        self.cells: dict[str, list[int]] = {}
        criteria = {c.row: c for scheme in plan.context.schemes.values() for c in scheme.criteria}
        yes: dict[str, set[int]] = defaultdict(set)
        none: dict[str, set[int]] = defaultdict(set)
        asked_units: dict[str, set[int]] = defaultdict(set)
        for inquiry, outcome in outcomes:
            who = {"annotator": plan.annotators[inquiry.annotator_key], "kind": "judge"}
            for verdict in outcome.verdicts:
                criterion = criteria[verdict.cell.criterion]
                name = f"{criterion.scheme}/{criterion.id}"
                home, unit = _place(item, verdict.cell.unit)
                entry: dict[str, Any] = {
                    **who, "scheme": criterion.scheme, "criterion": criterion.id, "document": home.name, "unit": unit,
                    "value": verdict.value, "confidence": verdict.confidence,
                }  # fmt: skip
                more = {"reason": verdict.reason, "votes": verdict.votes, "explanation": verdict.explanation}
                entry |= {field: value for field, value in more.items() if value}
                if home.id != target.id:
                    entry["about"] = target.name
                if verdict.spans:
                    entry["spans"] = [list(span) for span in verdict.spans]
                if verdict.evidence:
                    entry["evidence"] = [_evidence_entry(item, quote) for quote in verdict.evidence]
                self.verdicts.append(entry)
                asked_units[name].add(verdict.cell.unit)
                (none if verdict.value is None else yes if verdict.value == "yes" else asked_units)[name].add(
                    verdict.cell.unit
                )
            for row, _ in outcome.covered_pairs:
                criterion = criteria[row]
                asked_units[f"{criterion.scheme}/{criterion.id}"].update(_units(item, target, criterion))
                self.covered_criteria.append((who["annotator"], criterion.scheme, criterion.id))
        self.flags = [entry for entry in self.verdicts if entry["value"] == "yes"]
        for name in sorted(asked_units):
            self.cells[name] = [len(asked_units[name]), len(yes[name]), len(none[name] - yes[name])]
        for scheme in plan.context.schemes.values():
            self._add_combined(scheme, asked_units, yes, none)

    def _add_combined(
        self, scheme: Scheme, asked_units: dict[str, set[int]], yes: dict[str, set[int]], none: dict[str, set[int]]
    ) -> None:
        """Count the combined criterions of which every criterion was asked: a unit is flagged where it is "
        "under any of them."""
        for rollup in scheme.combined_criteria:
            names = [f"{scheme.id}/{criterion}" for criterion in rollup.criteria]
            if all(name in asked_units for name in names):
                units, flagged = (
                    set[int]().union(*(unit_sets[name] for name in names)) for unit_sets in (asked_units, yes)
                )
                unscored = set[int]().union(*(none[name] for name in names)) - flagged
                self.cells[f"{scheme.id}/{rollup.id}"] = [len(units), len(flagged), len(unscored)]


def _units(item: ItemView, target: Document, criterion: Any) -> list[int]:
    """The row ids of the units that a criterion asks about under a summary."""
    documents = (
        [target] if Role.SUMMARY in criterion.roles else [d for d in item.documents if d.role in criterion.roles]
    )
    if criterion.unit is UnitKind.WHOLE:
        return [document.whole for document in documents]
    return [unit.id for document in documents for unit in document.units]


def _place(item: ItemView, row: int) -> tuple[Document, int | str]:
    """The document of a unit, and its number there or "whole"."""
    for document in item.documents:
        if document.whole == row:
            return document, "whole"
        if document.whole < row <= document.whole + len(document.units):
            return document, row - document.whole - 1
    raise AssertionError(row)


def _evidence_entry(item: ItemView, quote: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"quote": quote.quote, "match": quote.match.value}
    if quote.unit is not None:
        home, unit = _place(item, quote.unit)
        entry |= {"document": home.name, "unit": unit}
        if quote.span is not None:
            entry["span"] = list(quote.span)
    return entry


def week(value: Any) -> str:
    """The ISO week of a date ("2026-W47") in ISO 8601 or in seconds since 1970; "" for anything else.

    >>> week("2026-11-22T16:57:40Z"), week(1795366800)
    ('2026-W47', '2026-W47')
    """
    try:
        if isinstance(value, str):
            day = datetime.date.fromisoformat(value.strip()[:10])
        elif isinstance(value, datetime.date):
            day = value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            day = datetime.datetime.fromtimestamp(value, datetime.UTC).date()
        else:
            return ""
    except (ValueError, OverflowError, OSError):
        return ""
    year, number, _ = day.isocalendar()
    return f"{year}-W{number:02}"


def band(confidence: float) -> str:
    """The band of a confidence from 0 to 1: "0.4-0.6", a bound belonging to the upper one."""
    edges = (0.0, *BANDS, 1.0)
    at = max(n for n, edge in enumerate(edges[:-1]) if confidence >= edge or n == 0)
    return f"{edges[at]:g}-{edges[at + 1]:g}"


def run_coroutine(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What the work of a method gives that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as ended:
        result: Outcome = ended.value
        return result
    work.close()
    raise GalleyError("The method waits for something that cannot be waited for here.")
