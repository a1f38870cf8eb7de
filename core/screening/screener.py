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
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from galley.core.domain import Document, Role, Scheme, UnitKind
from galley.core.errors import GalleyError, InputError
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods.base import Asker, Inquiry, ModelQuestion, Outcome
from galley.core.judges.order import ReadyRun
from galley.core.project.item_reading import ItemView
from galley.core.screening import rowwise, screenjob, shardfile
from galley.core.screening.lots import DrawnSummary, Smallest, Surest, Worst, lot
from galley.core.screening.rowwise import RecordRow
from galley.core.screening.screenjob import BAND, BANDS, Job
from galley.core.screening.unkept import view

LISTED = 20
"""Troubles of a shard that are listed; all are counted."""
MOST_STRATA = 20_000
PIECE = 1 << 20
FLAGGED, CLEAR, UNSCORED = "yes", "no", "unscored"


class Silent(Asker):
    """Who a method without a model asks. ``inquiry`` is what is worked on."""

    inquiry: Inquiry | None = None

    async def one(self, question: ModelQuestion) -> Reading:
        """See ``Asker``."""
        raise GalleyError("This method asks a model, and there is none.")

    async def all(self, questions: Iterable[ModelQuestion]) -> list[Reading]:
        """See ``Asker``."""
        return [await self.one(question) for question in questions]

    def known(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker``."""
        return None


def judge_shard(folder: str, path: str, asker: Silent | None = None) -> str:
    """Judge the summaries of the file at ``path`` as the job of ``folder`` says; gives where the verdicts are. What is
    there already is not done again.

    Raises: InputError for a shard that cannot be read, StorageFull, GalleyError for a worker of another version.
    """
    job, plan, source = screenjob.known(folder)
    shard, out = Path(path), shardfile.output(Path(folder), Path(path))
    if done(job, shard, out):
        return str(out)
    told = Told()
    content = {"name": shard.name, "blake2b": fingerprint(shard), "bytes": shard.stat().st_size}
    with shardfile.written(out, shard) as writer:
        tally = ScreenTally(job, plan, told, asker)
        for row in rowwise.rows(shard, source, told):
            tally.take(row, writer)
        writer.end(np.frombuffer(tally.lots, dtype=np.uint64), {"job": job.id, "shard": content, **tally.totals()})
    return str(out)


def done(job: Job, shard: Path, out: Path) -> bool:
    """Whether the verdicts on a shard are there, whole, and on what the shard is now.

    Raises: InputError for those of another job.
    """
    totals = shardfile.totals(out)
    if totals is None:
        return False
    if totals["job"] != job.id:
        raise InputError(f"{out} holds verdicts of other settings than its folder's; move it elsewhere.")
    return not shard.exists() or bool(totals["shard"]["bytes"] == shard.stat().st_size)


def fingerprint(path: Path) -> str:
    """What tells the content of a file from any other. Raises: InputError."""
    digest = blake2b(digest_size=16)
    try:
        with path.open("rb") as stream:
            while piece := stream.read(PIECE):
                digest.update(piece)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); what was judged of others stays.") from None
    return digest.hexdigest()


class Told:
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

    def __init__(self, job: Job, plan: ReadyRun, told: Told, asker: Silent | None = None) -> None:
        self.job, self.plan, self.told = job, plan, told
        self.asker = asker or Silent()
        self.lots = array("Q")
        self._seen: set[int] = set()
        self.records = self.documents = self.units = self.undated = 0
        self.missing: Counter[str] = Counter()
        self._strata: dict[tuple[str, ...], ScreenedStratum] = {}
        self._worst = Surest(job.worst)

    def take(self, row: RecordRow, writer: shardfile.ShardWriter) -> None:
        """Judge the summaries of one record and write their lines."""
        try:
            item = view(row.record)
            found = list(self._judged(item))
        except Exception as error:  # whatever one record does, the others are judged
            said = str(error) or type(error).__name__
            self.told(f"row {row.first}, {str(row.record['key'])[:80]!r}: {said}")
            return
        if not found:
            self.told(f"row {row.first}, {item.key[:80]!r}: no summary with a source beside it that could be judged")
            return
        self.records += 1
        for target, outcomes in found:
            self._add(item, target, outcomes, row, writer)

    def outcome(self, inquiry: Inquiry) -> Outcome:
        """What comes of an inquiry."""
        self.asker.inquiry = inquiry
        work = self.plan.method.work(inquiry, self.plan.context, self.asker)
        return driven(work) if self.plan.method.local else asyncio.run(work)

    def _judged(self, item: ItemView) -> Iterator[tuple[Document, list[tuple[Inquiry, Outcome]]]]:
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
        writer: shardfile.ShardWriter,
    ) -> None:
        place = lot(self.job.seed, item.key, target.name)
        if place in self._seen:  # it would count twice, and its chance to be drawn would be unknown
            self.told(f"row {row.first}, {item.key[:80]!r}: this file has the summary {target.name!r} already")
            return
        self._seen.add(place)
        said = JudgedSummary(item, target, outcomes, self.plan)
        surest = max((each["confidence"] or 0.0 for each in said.flags), default=None)
        flag = FLAGGED if said.flags else CLEAR if said.judged else UNSCORED
        where = (flag, target.system, *self._columns(item, target, surest))
        self.documents += 1
        self.units += len(target.units)
        self.lots.append(place)
        entry = {
            "key": item.key, "document": target.name, "rows": [row.first, row.last], "stratum": where,
            "cells": said.cells, "verdicts": said.verdicts, "judged": said.judged,
        }  # fmt: skip
        at = writer.line(entry)
        if where not in self._strata:
            if len(self._strata) == MOST_STRATA:
                raise InputError(
                    f"There are more than {MOST_STRATA:,} strata by {', '.join(self.job.columns)}; leave out the"
                    " column with too many values."
                )
            self._strata[where] = ScreenedStratum(Smallest(self.job.draw))
        self._strata[where].add(said.cells, DrawnSummary(place, item.key, target.name, at))
        if surest is not None:
            self._worst.add(Worst(surest, place, item.key, target.name, at))

    def _columns(self, item: ItemView, target: Document, surest: float | None) -> Iterator[str]:
        known = {**item.meta, **target.meta}
        week_ = week(known.get(self.job.when)) if self.job.when else ""
        self.undated += bool(self.job.when) and not week_
        yield week_
        for name in self.job.by:
            if name == BAND:
                yield "" if surest is None else band(surest)
            elif name in ("dataset", "split"):
                yield str(getattr(item, name))
            else:
                self.missing[name] += name not in known
                value = known.get(name)
                yield "" if value is None else str(value)[:200]

    def totals(self) -> dict[str, Any]:
        """All of it as JSON takes it, in an order that does not depend on that of the records."""
        return {
            "records": self.records,
            "documents": self.documents,
            "units": self.units,
            "passed_over": self.told.count,
            "listed": self.told.first,
            "undated": self.undated,
            "missing": {name: count for name, count in sorted(self.missing.items()) if count},
            "strata": [{"of": list(where), **self._strata[where].totals()} for where in sorted(self._strata)],
            "worst": [list(each) for each in self._worst],
        }


class ScreenedStratum:
    """What is counted of one stratum: ``cells`` are [asked, flagged, unscored] of each question."""

    def __init__(self, draw: Smallest) -> None:
        self.documents = 0
        self.cells: dict[str, list[int]] = {}
        self.draw = draw

    def add(self, cells: dict[str, list[int]], drawn: DrawnSummary) -> None:
        """One more summary."""
        self.documents += 1
        for name, counts in cells.items():
            sums = self.cells.setdefault(name, [0, 0, 0])
            for at, count in enumerate(counts):
                sums[at] += count
        self.draw.add(drawn)

    def totals(self) -> dict[str, Any]:
        """All of it as JSON takes it."""
        cells = {name: self.cells[name] for name in sorted(self.cells)}
        return {"documents": self.documents, "cells": cells, "draw": [list(each) for each in self.draw]}


class JudgedSummary:
    """What a judge said of one summary: ``verdicts`` in the native form, ``judged`` as (annotator, scheme, criterion)
    whose silence is a no, ``cells`` as counts [asked,
    flagged, unscored] of each criterion and roll-up that was asked, ``flags`` the verdicts that say yes."""

    def __init__(
        self, item: ItemView, target: Document, outcomes: list[tuple[Inquiry, Outcome]], plan: ReadyRun
    ) -> None:
        self.verdicts: list[dict[str, Any]] = []
        self.judged: list[tuple[str, str, str]] = []
        self.cells: dict[str, list[int]] = {}
        criteria = {c.row: c for scheme in plan.context.schemes.values() for c in scheme.criteria}
        yes: dict[str, set[int]] = defaultdict(set)
        none: dict[str, set[int]] = defaultdict(set)
        asked: dict[str, set[int]] = defaultdict(set)
        for inquiry, outcome in outcomes:
            who = {"annotator": plan.annotators[inquiry.voice], "kind": "judge"}
            for found in outcome.found:
                criterion = criteria[found.cell.criterion]
                name = f"{criterion.scheme}/{criterion.id}"
                home, unit = _place(item, found.cell.unit)
                entry: dict[str, Any] = {
                    **who, "scheme": criterion.scheme, "criterion": criterion.id, "document": home.name, "unit": unit,
                    "value": found.value, "confidence": found.confidence,
                }  # fmt: skip
                more = {"reason": found.reason, "votes": found.votes, "explanation": found.explanation}
                entry |= {field: value for field, value in more.items() if value}
                if home.id != target.id:
                    entry["about"] = target.name
                if found.spans:
                    entry["spans"] = [list(span) for span in found.spans]
                if found.evidence:
                    entry["evidence"] = [_quoted(item, quote) for quote in found.evidence]
                self.verdicts.append(entry)
                asked[name].add(found.cell.unit)
                (none if found.value is None else yes if found.value == "yes" else asked)[name].add(found.cell.unit)
            for row, _ in outcome.judged:
                criterion = criteria[row]
                asked[f"{criterion.scheme}/{criterion.id}"].update(_units(item, target, criterion))
                self.judged.append((who["annotator"], criterion.scheme, criterion.id))
        self.flags = [entry for entry in self.verdicts if entry["value"] == "yes"]
        for name in sorted(asked):
            self.cells[name] = [len(asked[name]), len(yes[name]), len(none[name] - yes[name])]
        for scheme in plan.context.schemes.values():
            self._rolled(scheme, asked, yes, none)

    def _rolled(
        self, scheme: Scheme, asked: dict[str, set[int]], yes: dict[str, set[int]], none: dict[str, set[int]]
    ) -> None:
        """Count the roll-ups of which every criterion was asked: a unit is flagged where it is under any of them."""
        for rollup in scheme.rollups:
            names = [f"{scheme.id}/{criterion}" for criterion in rollup.criteria]
            if all(name in asked for name in names):
                units, flagged = (set[int]().union(*(each[name] for name in names)) for each in (asked, yes))
                unscored = set[int]().union(*(none[name] for name in names)) - flagged
                self.cells[f"{scheme.id}/{rollup.id}"] = [len(units), len(flagged), len(unscored)]


def _units(item: ItemView, target: Document, criterion: Any) -> list[int]:
    """The row ids of the units that a criterion asks about under a summary."""
    mine = [target] if Role.SUMMARY in criterion.roles else [d for d in item.documents if d.role in criterion.roles]
    if criterion.unit is UnitKind.WHOLE:
        return [document.whole for document in mine]
    return [unit.id for document in mine for unit in document.units]


def _place(item: ItemView, row: int) -> tuple[Document, int | str]:
    """The document of a unit, and its number there or "whole"."""
    for document in item.documents:
        if document.whole == row:
            return document, "whole"
        if document.whole < row <= document.whole + len(document.units):
            return document, row - document.whole - 1
    raise AssertionError(row)


def _quoted(item: ItemView, quote: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"quote": quote.quote, "match": quote.match.value}
    if quote.unit is not None:
        home, unit = _place(item, quote.unit)
        found |= {"document": home.name, "unit": unit}
        if quote.span is not None:
            found["span"] = list(quote.span)
    return found


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


def driven(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What the work of a method gives that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as ended:
        result: Outcome = ended.value
        return result
    work.close()
    raise GalleyError("The method waits for something that cannot be waited for here.")
