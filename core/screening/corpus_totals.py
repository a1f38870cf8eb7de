"""What the verdict shards add up to, and what was drawn of all: in whatever order they are read."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galley.core import newfile
from galley.core.errors import InputError
from galley.core.screening import screener, shardfile
from galley.core.screening.lots import DrawnSummary, Smallest, Surest, Worst, lot
from galley.core.screening.screenjob import Job

COUNTS = "counts.csv"
AT_ONCE = 8_000_000
"""Lots that are compared at a time."""


class Chosen(NamedTuple):
    """A summary that goes into a project: its name, its shard, and where its verdicts are."""

    key: str
    document: str
    shard: Path
    at: int


@dataclass
class CorpusStratum:
    """One stratum of the whole corpus: see ``screener.ScreenedStratum``."""

    of: tuple[str, ...]
    documents: int
    cells: dict[str, list[int]]
    drawn: list[Chosen]


@dataclass
class Corpus:
    """All shards together. ``worst`` begins with what the judge is surest of."""

    job: Job
    shards: list[str] = field(default_factory=list)
    records: int = 0
    documents: int = 0
    units: int = 0
    passed_over: int = 0
    undated: int = 0
    listed: list[str] = field(default_factory=list)
    strata: list[CorpusStratum] = field(default_factory=list)
    worst: list[Chosen] = field(default_factory=list)

    def counts(self) -> Iterator[dict[str, Any]]:
        """What the judge says: a row a question, system and week."""
        sums: Counter[tuple[str, str, str, str]] = Counter()
        for stratum in self.strata:
            _, system, week = stratum.of[:3]
            for question, (asked, flagged, unscored) in stratum.cells.items():
                where = question, system, week
                for name, count in (
                    ("summaries", stratum.documents), ("units", asked), ("flagged", flagged), ("unscored", unscored)
                ):  # fmt: skip
                    sums[*where, name] += count
        for question, system, week in sorted({key[:3] for key in sums}):
            row = {name: sums[question, system, week, name] for name in ("summaries", "units", "flagged", "unscored")}
            scored = row["units"] - row["unscored"]
            share = round(row["flagged"] / scored, 6) if scored else None
            yield {"criterion": question, "system": system, "week": week, **row, "share": share}


def read(folder: Path, job: Job, shards: Sequence[Path]) -> Corpus:
    """Add up the verdicts on these shards.

    Raises: InputError where one is missing, where the same summary is in two of them, and for a column that no summary
    has.
    """
    corpus = Corpus(job)
    found: dict[tuple[str, ...], CorpusStratum] = {}
    smallest: dict[tuple[str, ...], Smallest] = {}
    surest, homes, missing = Surest(job.worst), {}, Counter[str]()
    for shard in sorted(shards, key=lambda each: shardfile.output(folder, each)):
        out = shardfile.output(folder, shard)
        totals = shardfile.totals(out)
        if totals is None:
            raise InputError(f"{shard} has no verdicts yet; give the same command again to go on.")
        corpus.shards.append(totals["shard"]["blake2b"])
        corpus.listed += [f"{shard.name}: {each}" for each in totals["listed"]]
        for name in ("records", "documents", "units", "passed_over", "undated"):
            setattr(corpus, name, getattr(corpus, name) + totals[name])
        missing.update(totals["missing"])
        for each in totals["strata"]:
            where = tuple(each["of"])
            mine = found.setdefault(where, CorpusStratum(where, 0, {}, []))
            mine.documents += each["documents"]
            for question, counts in each["cells"].items():
                mine.cells[question] = [a + b for a, b in zip(mine.cells.get(question, (0, 0, 0)), counts, strict=True)]
            draw = smallest.setdefault(where, Smallest(job.draw))
            for given in each["draw"]:
                drawn = DrawnSummary(*given)
                homes[drawn.key, drawn.document] = shard
                draw.add(drawn)
        for given in totals["worst"]:
            homes[given[2], given[3]] = shard
            surest.add(Worst(*given))
        if len(found) > screener.MOST_STRATA:
            raise InputError(
                f"There are more than {screener.MOST_STRATA:,} strata by {', '.join(job.columns)}; leave out the column"
                " with too many values."
            )
    for name, count in missing.items():
        if count == corpus.documents:
            raise InputError(f"No summary has the field {name!r} that strata are to be by; leave --by {name} out.")
    if job.when and corpus.documents and corpus.undated == corpus.documents:
        raise InputError(f"No summary has a date in the field {job.when!r}; name another with --when.")
    _once(folder, job, shards, corpus.documents)
    for where in sorted(found):
        stratum = found[where]
        stratum.drawn = [Chosen(d.key, d.document, homes[d.key, d.document], d.at) for d in smallest[where]]
        corpus.strata.append(stratum)
    corpus.worst = [Chosen(w.key, w.document, homes[w.key, w.document], w.at) for w in surest]
    corpus.shards.sort()
    return corpus


def _once(folder: Path, job: Job, shards: Sequence[Path], documents: int) -> None:
    """Raises: InputError that names a summary which is there twice: it would count twice, and its chance be unknown."""
    slices = max(1, -(-documents // AT_ONCE))
    for number in range(slices):
        low, high = ((number + at) * 2**63 // slices for at in (0, 1))
        parts = []
        for shard in shards:
            lots = shardfile.lots(shardfile.output(folder, shard))
            parts.append(lots[slice(*np.searchsorted(lots, np.array([low, high], dtype=np.uint64)))])
        every = np.sort(np.concatenate(parts)) if parts else np.empty(0, dtype=np.uint64)
        doubled = every[1:][every[1:] == every[:-1]]
        if len(doubled):
            raise InputError(_named(folder, job, shards, int(doubled[0]), len(doubled)))


def _named(folder: Path, job: Job, shards: Sequence[Path], wanted: int, count: int) -> str:
    names = []
    for shard in shards:
        out = shardfile.output(folder, shard)
        if np.isin(np.uint64(wanted), shardfile.lots(out)):
            for line in shardfile.lines(out):
                if lot(job.seed, line["key"], line["document"]) == wanted:
                    names.append((line["key"], line["document"], shard.name))
    key, document, _ = names[0]
    where = " and ".join(dict.fromkeys(name for *_, name in names))
    return (
        f"{count:,} summaries are there more than once, as {key!r} ({document}) in {where}; nothing was added up, since"
        " they would count twice. Leave one of the files out; what was judged stays."
    )


def write(folder: Path, corpus: Corpus, inputs: Sequence[Path]) -> Path:
    """The counts as a table in the folder. Raises: InputError, StorageFull."""
    path = folder / COUNTS
    rows = list(corpus.counts())
    names = ["criterion", "system", "week", "summaries", "units", "flagged", "unscored", "share"]
    with newfile.replacing(path, *inputs) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, names, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    return path
