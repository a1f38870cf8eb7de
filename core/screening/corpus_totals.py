"""What the verdict shards add up to, and what was drawn of all: in whatever order they are read."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galley.core import new_files
from galley.core.errors import InputError
from galley.core.screening import run, shard_files
from galley.core.screening.hash_sampling import DrawnSummary, FlaggedSummary, SmallestSample, SurestFlags, sampling_hash
from galley.core.screening.shard_job import Job

COUNTS = "counts.csv"
AT_ONCE = 8_000_000
"""Lots that are compared at a time."""


class ChosenSummary(NamedTuple):
    """A summary that goes into a project: its name, its shard, and where its verdicts are."""

    key: str
    document: str
    shard: Path
    at: int


@dataclass
class CorpusStratum:
    """One stratum of the whole corpus: see ``run.ScreenedStratum``."""

    of: tuple[str, ...]
    documents: int
    cells: dict[str, list[int]]
    sample: list[ChosenSummary]


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
    messages: list[str] = field(default_factory=list)
    strata: list[CorpusStratum] = field(default_factory=list)
    worst: list[ChosenSummary] = field(default_factory=list)

    def counts(self) -> Iterator[dict[str, Any]]:
        """What the judge says: a row a question, system and week."""
        sums: Counter[tuple[str, str, str, str]] = Counter()
        for stratum in self.strata:
            _, system, week = stratum.of[:3]
            for question, (unit_count, flagged, unscored) in stratum.cells.items():
                where = question, system, week
                for name, count in (
                    ("summaries", stratum.documents), ("units", unit_count), ("flagged", flagged), ("unscored",
                    unscored)
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
    strata: dict[tuple[str, ...], CorpusStratum] = {}
    smallest: dict[tuple[str, ...], SmallestSample] = {}
    surest, homes, missing = SurestFlags(job.worst), {}, Counter[str]()
    for shard in sorted(shards, key=lambda path: shard_files.output(folder, path)):
        out = shard_files.output(folder, shard)
        totals = shard_files.totals(out)
        if totals is None:
            raise InputError(f"{shard} has no verdicts yet; run the same command again to continue.")
        corpus.shards.append(totals["shard"]["blake2b"])
        corpus.messages += [f"{shard.name}: {message}" for message in totals["listed"]]
        for name in ("records", "documents", "units", "passed_over", "undated"):
            setattr(corpus, name, getattr(corpus, name) + totals[name])
        missing.update(totals["missing"])
        for stratum_totals in totals["strata"]:
            where = tuple(stratum_totals["of"])
            corpus_stratum = strata.setdefault(where, CorpusStratum(where, 0, {}, []))
            corpus_stratum.documents += stratum_totals["documents"]
            for question, counts in stratum_totals["cells"].items():
                corpus_stratum.cells[question] = [
                    a + b for a, b in zip(corpus_stratum.cells.get(question, (0, 0, 0)), counts, strict=True)
                ]
            draw = smallest.setdefault(where, SmallestSample(job.draw))
            for row in stratum_totals["draw"]:
                summary = DrawnSummary(*row)
                homes[summary.key, summary.document] = shard
                draw.add(summary)
        for row in totals["worst"]:
            homes[row[2], row[3]] = shard
            surest.add(FlaggedSummary(*row))
        if len(strata) > run.MOST_STRATA:
            raise InputError(
                f"There are more than {run.MOST_STRATA:,} strata by {', '.join(job.columns)}; leave out the column"
                " with too many values."
            )
    for name, count in missing.items():
        if count == corpus.documents:
            raise InputError(f"No summary has the field {name!r} for the strata; leave --by {name} out.")
    if job.when and corpus.documents and corpus.undated == corpus.documents:
        raise InputError(f"No summary has a date in the field {job.when!r}; name another with --when.")
    _once(folder, job, shards, corpus.documents)
    for where in sorted(strata):
        stratum = strata[where]
        stratum.sample = [ChosenSummary(d.key, d.document, homes[d.key, d.document], d.at) for d in smallest[where]]
        corpus.strata.append(stratum)
    corpus.worst = [ChosenSummary(w.key, w.document, homes[w.key, w.document], w.at) for w in surest]
    corpus.shards.sort()
    return corpus


def _once(folder: Path, job: Job, shards: Sequence[Path], documents: int) -> None:
    """Raises: InputError that names a summary which is there twice: it would count twice, and its chance be unknown."""
    slices = max(1, -(-documents // AT_ONCE))
    for number in range(slices):
        low, high = ((number + at) * 2**63 // slices for at in (0, 1))
        parts = []
        for shard in shards:
            lots = shard_files.read_sampling_hashes(shard_files.output(folder, shard))
            parts.append(lots[slice(*np.searchsorted(lots, np.array([low, high], dtype=np.uint64)))])
        every = np.sort(np.concatenate(parts)) if parts else np.empty(0, dtype=np.uint64)
        doubled = every[1:][every[1:] == every[:-1]]
        if len(doubled):
            raise InputError(_describe_duplicate(folder, job, shards, int(doubled[0]), len(doubled)))


def _describe_duplicate(folder: Path, job: Job, shards: Sequence[Path], wanted_hash: int, count: int) -> str:
    names = []
    for shard in shards:
        out = shard_files.output(folder, shard)
        if np.isin(np.uint64(wanted_hash), shard_files.read_sampling_hashes(out)):
            for line in shard_files.lines(out):
                if sampling_hash(job.seed, line["key"], line["document"]) == wanted_hash:
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
    with (
        new_files.replace_file(path, *inputs) as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as stream,
    ):
        table = csv.DictWriter(stream, names, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    return path
