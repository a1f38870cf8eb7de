"""From verdict shards to a project: what was drawn and the worst come in, and with them what the whole corpus holds.

The totals of the strata are the setting ``screening``, one entry a screening; ``galley.core.metrics._screens`` reads
them, so that figures are about all summaries and not about those that are in the project.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from galley.core import new_files
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.screening import run, shard_files, shard_job, streaming
from galley.core.screening.corpus_totals import ChosenSummary, Corpus
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.settings import write_setting

SETTING = "screening"
SOURCES = ("dialogue", "article")
FORMAT = 1


def import_sample(
    path: Path, folder: Path, corpus: Corpus, inputs: Sequence[Path], mistakes: float = 0.0
) -> ImportReport:
    """Bring the drawn and the worst summaries of a corpus into the project at ``path``, made if it is not there, with
    what the judge says of them and with the totals of the strata; all of it or nothing. ``mistakes`` is the share of
    reviews that are wrong, from 0 to below 0.5. A corpus that is there already adds nothing.

    Raises: InputError, also where a part of the corpus is there already, or a shard has changed since it was judged.
    """
    new = not path.exists()
    project = Project.create(path, *inputs) if new else Project.open(path)
    report = ImportReport()
    try:
        with project:
            project.write(lambda connection: _take(connection, folder, corpus, mistakes, report)).result()
            if new:
                new_files.narrow(path, *inputs)
    except BaseException:
        if new:
            path.unlink(missing_ok=True)
        raise
    return report


def read_screenings(connection: Connection) -> list[dict[str, Any]]:
    """The screenings of a project, in the order in which they came in."""
    text = read_setting(connection, SETTING)
    return list(json.loads(text)) if text is not None else []


def _take(
    connection: Connection, folder: Path, corpus: Corpus, mistakes: float, report: ImportReport
) -> ChangeSet:
    screenings = read_screenings(connection)
    entry = _screening_entry(folder, corpus, mistakes)
    for screening in screenings:
        if screening["shards"] == entry["shards"] and screening["job"] == entry["job"]:
            if {**screening, "name": ""} == {**entry, "name": ""}:
                return ChangeSet()
            raise InputError(
                f"The project holds this screening with mistakes of {screening['mistakes']:g}; that cannot be changed."
            )
        if both := set(screening["shards"]) & set(entry["shards"]):
            raise InputError(
                f"The project holds {len(both):,} of these files already, as the screening "
                f"{screening['name']!r}; give only"
                " the others, or they would count twice."
            )
        if screening["by"] != entry["by"] or screening["judge"] != entry["judge"]:
            raise InputError(
                f"The project's screening {screening['name']!r} is of {screening['judge']} by "
                f"{', '.join(screening['by'])}, and this"
                f" one of {entry['judge']} by {', '.join(entry['by'])}; screen both in the same way."
            )
    changes = ingest(connection, _records(folder, corpus), ImportOptions(), report)
    write_setting(connection, SETTING, json.dumps([*screenings, entry], ensure_ascii=False))
    return changes


def _screening_entry(folder: Path, corpus: Corpus, mistakes: float) -> dict[str, Any]:
    if not 0 <= mistakes < 0.5:
        raise InputError("The share of wrong reviews must be 0 or more and below 0.5.")
    plan = shard_job.load_job(str(folder))[1]
    return {
        "format": FORMAT,
        "name": folder.name,
        "job": corpus.job.id,
        "shards": corpus.shards,
        "judge": next(iter(plan.annotators.values())),
        "by": list(corpus.job.columns),
        "seed": corpus.job.seed,
        "mistakes": mistakes,
        "documents": corpus.documents,
        "strata": [
            {
                "of": list(stratum.of),
                "documents": stratum.documents,
                "cells": stratum.cells,
                "drawn": [[summary.key, summary.document] for summary in stratum.sample],
            }
            for stratum in corpus.strata
        ],
    }


def order_summaries(corpus: Corpus) -> list[ChosenSummary]:
    """What comes in: the first of each stratum's draw, the second of each, and so on, so that whoever stops early has
    reviewed the front of every draw; then the worst."""
    turns = zip_longest(*(stratum.sample for stratum in corpus.strata))
    sample = [summary for turn in turns for summary in turn if summary is not None]
    return list({(summary.key, summary.document): summary for summary in (*sample, *corpus.worst)}.values())


def _records(folder: Path, corpus: Corpus) -> Iterator[ParsedRecord]:
    """The header, then a record for each summary: its sources, itself, and what the judge said."""
    _, plan, source = shard_job.load_job(str(folder))
    header = {
        "galley": 1,
        "annotators": [
            {"annotator": name, "kind": "judge", "method": plan.method.name, "model": plan.model,
             "prompt": plan.fingerprint}
            for name in plan.annotators.values()
        ],
        "schemes": [{"id": scheme.id, "toml": scheme.toml} for scheme in plan.context.schemes.values()],
    }  # fmt: skip
    yield ParsedRecord(header, "the screening", 0)
    summaries = order_summaries(corpus)
    texts = _texts(folder, summaries, source)
    for summary in summaries:
        line, record = texts[summary.key, summary.document]
        documents = [d for d in record["documents"] if d["role"] != "summary" or d["id"] == summary.document]
        judged = [
            {
                "annotator": who,
                "kind": "judge",
                "scheme": scheme,
                "criteria": [criterion],
                "documents": [summary.document],
            }
            for who, scheme, criterion in line["judged"]
        ]
        about: dict[str, Any] = {name: record[name] for name in ("key", "dataset", "split", "meta") if name in record}
        item_record = {**about, "documents": documents, "verdicts": line["verdicts"], "judged": judged, "scores": []}
        yield ParsedRecord(item_record, summary.shard.name, line["rows"][0])


def _texts(
    folder: Path, summaries: Sequence[ChosenSummary], source: streaming.RowSource
) -> dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]]:
    """The line of each chosen summary and its record, read again from the shards. Raises: InputError."""
    by_shard: dict[Path, list[ChosenSummary]] = defaultdict(list)
    for summary in summaries:
        by_shard[summary.shard].append(summary)
    texts = {}
    for shard, shard_summaries in by_shard.items():
        out = shard_files.output(folder, shard)
        totals = shard_files.totals(out)
        if not shard.exists() or totals is None or run.fingerprint(shard) != totals["shard"]["blake2b"]:
            raise InputError(
                f"{shard} is gone or has changed since it was judged, so the drawn texts cannot be read; "
                f"restore it, or delete"
                f" {out} and run the same command again."
            )
        lines = {(summary.key, summary.document): shard_files.line(out, summary.at) for summary in shard_summaries}
        row_numbers = {row for line in lines.values() for row in range(line["rows"][0], line["rows"][1] + 1)}
        records = {row.record["key"]: row.record for row in streaming.rows(shard, source, lambda _: None, row_numbers)}
        for name, line in lines.items():
            texts[name] = line, records[name[0]]
    return texts
