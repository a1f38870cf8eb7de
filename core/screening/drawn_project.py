"""From verdict shards to a project: what was drawn and the worst come in, and with them what the whole corpus holds.

The totals of the strata are the setting ``screening``, one entry a screening; ``galley.core.metrics._screens`` reads
them, so that figures are about all summaries and not about those that are in the project.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from galley.core import newfile
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.project.ingest import ingest
from galley.core.project.project import Project
from galley.core.screening import rowwise, screener, screenjob, shardfile
from galley.core.screening.corpus_totals import Chosen, Corpus

SETTING = "screening"
SOURCES = ("dialogue", "article")
FORMAT = 1


def into(path: Path, folder: Path, corpus: Corpus, inputs: Sequence[Path], mistakes: float = 0.0) -> ImportReport:
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
                newfile.narrow(path, *inputs)
    except BaseException:
        if new:
            path.unlink(missing_ok=True)
        raise
    return report


def kept(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The screenings of a project, in the order in which they came in."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    return list(json.loads(row[0])) if row else []


def _take(
    connection: sqlite3.Connection, folder: Path, corpus: Corpus, mistakes: float, report: ImportReport
) -> ChangeSet:
    there = kept(connection)
    entry = _entry(folder, corpus, mistakes)
    for each in there:
        if each["shards"] == entry["shards"] and each["job"] == entry["job"]:
            if {**each, "name": ""} == {**entry, "name": ""}:
                return ChangeSet()
            raise InputError(
                f"The project holds this screening with mistakes of {each['mistakes']:g}; that cannot be changed."
            )
        if both := set(each["shards"]) & set(entry["shards"]):
            raise InputError(
                f"The project holds {len(both):,} of these files already, as the screening {each['name']!r}; give only"
                " the others, or they would count twice."
            )
        if each["by"] != entry["by"] or each["judge"] != entry["judge"]:
            raise InputError(
                f"The project's screening {each['name']!r} is of {each['judge']} by {', '.join(each['by'])}, and this"
                f" one of {entry['judge']} by {', '.join(entry['by'])}; screen both in the same way."
            )
    changes = ingest(connection, _records(folder, corpus), ImportOptions(), report)
    connection.execute(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        (SETTING, json.dumps([*there, entry], ensure_ascii=False)),
    )
    return changes


def _entry(folder: Path, corpus: Corpus, mistakes: float) -> dict[str, Any]:
    if not 0 <= mistakes < 0.5:
        raise InputError("The share of wrong reviews must be 0 or more and below 0.5.")
    plan = screenjob.known(str(folder))[1]
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
                "drawn": [[each.key, each.document] for each in stratum.drawn],
            }
            for stratum in corpus.strata
        ],
    }


def ordered(corpus: Corpus) -> list[Chosen]:
    """What comes in: the first of each stratum's draw, the second of each, and so on, so that whoever stops early has
    reviewed the front of every draw; then the worst."""
    turns = zip_longest(*(stratum.drawn for stratum in corpus.strata))
    drawn = [each for turn in turns for each in turn if each is not None]
    return list({(each.key, each.document): each for each in (*drawn, *corpus.worst)}.values())


def _records(folder: Path, corpus: Corpus) -> Iterator[Parsed]:
    """The header, then a record for each summary: its sources, itself, and what the judge said."""
    _, plan, source = screenjob.known(str(folder))
    header = {
        "galley": 1,
        "annotators": [
            {"annotator": name, "kind": "judge", "method": plan.method.name, "model": plan.model,
             "prompt": plan.fingerprint}
            for name in plan.annotators.values()
        ],
        "schemes": [{"id": scheme.id, "toml": scheme.toml} for scheme in plan.context.schemes.values()],
    }  # fmt: skip
    yield Parsed(header, "the screening", 0)
    chosen = ordered(corpus)
    texts = _texts(folder, chosen, source)
    for each in chosen:
        line, record = texts[each.key, each.document]
        documents = [d for d in record["documents"] if d["role"] != "summary" or d["id"] == each.document]
        judged = [
            {"annotator": who, "kind": "judge", "scheme": scheme, "criteria": [criterion], "documents": [each.document]}
            for who, scheme, criterion in line["judged"]
        ]
        about: dict[str, Any] = {name: record[name] for name in ("key", "dataset", "split", "meta") if name in record}
        made = {**about, "documents": documents, "verdicts": line["verdicts"], "judged": judged, "scores": []}
        yield Parsed(made, each.shard.name, line["rows"][0])


def _texts(
    folder: Path, chosen: Sequence[Chosen], source: rowwise.RowSource
) -> dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]]:
    """The line of each chosen summary and its record, read again from the shards. Raises: InputError."""
    by_shard: dict[Path, list[Chosen]] = defaultdict(list)
    for each in chosen:
        by_shard[each.shard].append(each)
    found = {}
    for shard, mine in by_shard.items():
        out = shardfile.output(folder, shard)
        totals = shardfile.totals(out)
        if not shard.is_file() or totals is None or screener.fingerprint(shard) != totals["shard"]["blake2b"]:
            raise InputError(
                f"{shard} is gone or has changed since it was judged, so the drawn texts cannot be read; bring it back,"
                f" or delete {out} and give the same command again."
            )
        lines = {(each.key, each.document): shardfile.line(out, each.at) for each in mine}
        wanted = {row for line in lines.values() for row in range(line["rows"][0], line["rows"][1] + 1)}
        records = {row.record["key"]: row.record for row in rowwise.rows(shard, source, lambda _: None, wanted)}
        for name, line in lines.items():
            found[name] = line, records[name[0]]
    return found
