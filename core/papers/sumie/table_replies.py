"""Tables in models' replies: JSON, Markdown or CSV, with what models do to them.

A reply that holds no table, or only the prompt again, is *invalid*, which is counted (SUMIE, section 4.4) and never
taken for an empty table. An empty table is one that says so: ``[]``, or a head without rows.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from galley.core.papers.sumie.entry_model import Fact, normalize_text
from galley.core.replies.replies import pick_reading, repair_json

MOST = 500
"""Entries of one table; more is a model that runs in circles."""
ATTRIBUTE = ("attribute", "attributes", "aspect", "property")
VALUE = ("value", "values", "description")
EVIDENCE = ("evidence", "evidences", "sentence", "source", "support", "quote")
_FENCE = re.compile(r"```[\w+-]*\s*\n(.*?)(?:```|\Z)", re.DOTALL)
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_CITED = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]\s*$")


class TableReading(NamedTuple):
    """What a reply holds. ``why`` says why it is no table (``facts`` is then empty), ``repair_note`` what was
    mended."""

    facts: tuple[Fact, ...]
    why: str = ""
    repair_note: str = ""


def read_table(reply: str, prompt: str = "") -> TableReading:
    """The table in a reply; ``prompt`` is what was asked, to know it again. Never raises."""
    text = reply.strip()
    if not text:
        return TableReading((), "the reply is empty")
    if prompt and _repeats(text, prompt):
        return TableReading((), "the reply repeats the prompt")
    reading = [read for block in _FENCE.findall(text) for read in _tables(block.strip())] or _tables(text)
    if not reading:
        return TableReading((), "the reply contains no table")
    last = pick_reading(
        [_limit_rows(reading) for reading in reading], lambda read: not read.why, lambda read: sorted(read.facts)
    )
    return TableReading((), "the reply gives two tables that differ") if last is None else last


def _tables(text: str) -> list[TableReading]:
    """The tables in a text, read in the first form in which there is any."""
    for reader in (_json, _markdown, _csv):
        readings = reader(text)
        if readings:
            return readings
    return []


def _repeats(text: str, prompt: str) -> bool:
    """Whether most of a reply is the prompt again."""
    reply_text, prompt_text = normalize_text(text), normalize_text(prompt)
    return len(reply_text) > 80 and (
        reply_text in prompt_text or (prompt_text in reply_text and len(reply_text) < 1.5 * len(prompt_text))
    )


def _limit_rows(reading: TableReading) -> TableReading:
    facts = tuple(fact for fact in reading.facts if fact.attribute and fact.value)
    dropped_rows = len(reading.facts) - len(facts)
    repairs = [reading.repair_note] if reading.repair_note else []
    if dropped_rows:
        repairs.append(f"{dropped_rows} rows without attribute or value were left out")
    if len(facts) > MOST:
        return TableReading((), f"the table has {len(facts):,} rows, more than {MOST}")
    if reading.facts and not facts:
        return TableReading((), "no row of the table has an attribute and a value")
    return TableReading(facts, reading.why, "; ".join(repairs))


# JSON --------------------------------------------------------------------------------------------------------------


def _json(text: str) -> list[TableReading]:
    start = min((at for at in (text.find("["), text.find("{")) if at >= 0), default=-1)
    if start < 0:
        return []
    repaired = ""
    try:
        data, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        if start > 0 and "|" in text[:start]:
            return []
        data = repair_json(text[start:])
        repaired = "the JSON was mended"
    rows = _rows(data)
    if rows is None or (repaired and not rows):  # a beginning of something is no empty table
        return []
    return [TableReading(tuple(fact for row in rows for fact in _facts(row)), "", repaired)]


def _rows(data: Any) -> list[Any] | None:
    """The rows in what JSON holds: a list of objects or lists, an object with such a list, or attribute to values."""
    if isinstance(data, list):
        return data if all(isinstance(row, Mapping | list) for row in data) else None
    if isinstance(data, Mapping):
        lists = [value for value in data.values() if isinstance(value, list)]
        for rows in lists:
            objects = all(isinstance(row, Mapping) for row in rows)
            if objects and (
                any(_get_field(row, ATTRIBUTE) is not None for row in rows) or (not rows and len(data) == 1)
            ):
                return rows
        if _get_field(data, ATTRIBUTE) is not None:
            return [data]
        if data and all(isinstance(value, str | list) for value in data.values()):
            return [{"attribute": name, "value": value} for name, value in data.items()]
    return None


def _facts(row: Any) -> list[Fact]:
    """One row, or several where a cell holds several values."""
    if isinstance(row, list):
        cells = [_text(cell) for cell in row]
        return [Fact(cells[0], cells[1], cells[2] if len(cells) > 2 else "")] if len(cells) > 1 else [Fact("", "", "")]
    attribute, values = _text(_get_field(row, ATTRIBUTE)), _get_field(row, VALUE)
    evidence = _get_field(row, EVIDENCE)
    if isinstance(values, list):
        proofs = evidence if isinstance(evidence, list) else [evidence] * len(values)
        return [
            Fact(attribute, _text(value), _text(proofs[n]) if n < len(proofs) else "") for n, value in enumerate(values)
        ]
    if isinstance(evidence, list):
        evidence = " ".join(map(_text, evidence))
    return [Fact(attribute, _text(values), _text(evidence))]


def _get_field(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    lowercase_fields = {str(name).strip().casefold(): value for name, value in row.items()}
    return next((lowercase_fields[name] for name in names if name in lowercase_fields), None)


def _text(cell: Any) -> str:
    if cell is None or isinstance(cell, Mapping | list):
        return ""
    return _CITED.sub("", " ".join(str(cell).split())).strip("*` ")


# Markdown and CSV --------------------------------------------------------------------------------------------------


def _markdown(text: str) -> list[TableReading]:
    lines = [line.strip() for line in text.splitlines()]
    grids = []
    end = 0
    for rule in (n for n, line in enumerate(lines) if "|" in line and _RULE.fullmatch(line)):
        if rule <= end:
            continue  # no head, or a line of dashes inside the table before
        body = list(itertools.takewhile(lambda line: "|" in line, lines[rule + 1 :]))
        end = rule + len(body)
        grids.append(_grid(_cells(lines[rule - 1]), [_cells(line) for line in body]))
    return [grid for grid in grids if grid is not None]


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [part.replace("\\|", "|").strip() for part in re.split(r"(?<!\\)\|", inner)]


def _csv(text: str) -> list[TableReading]:
    lines = text.splitlines()
    heads = []
    for number, line in enumerate(lines):
        names = [normalize_text(cell) for cell in re.split(r"[,;\t]", line)]
        if any(n in ATTRIBUTE for n in names) and any(n in VALUE for n in names):
            heads.append(number)
    grids = []
    for head, end in itertools.pairwise([*heads, len(lines)]):
        separator = max(",;\t", key=lines[head].count)
        try:
            rows = list(csv.reader(io.StringIO("\n".join(lines[head:end])), delimiter=separator))
        except csv.Error:
            return []
        grids.append(_grid(rows[0], [row for row in rows[1:] if any(cell.strip() for cell in row)]))
    return [grid for grid in grids if grid is not None]


def _grid(head: Sequence[str], body: Sequence[Sequence[str]]) -> TableReading | None:
    """Rows under named columns. An empty attribute repeats the one above, as merged cells do."""
    names = [normalize_text(_text(name)) for name in head]
    name_groups = (ATTRIBUTE, VALUE, EVIDENCE)
    places = [next((n for n, name in enumerate(names) if name in name_group), None) for name_group in name_groups]
    if places[0] is None or places[1] is None:
        if len(names) < 2:
            return None
        places = [0, 1, 2 if len(names) > 2 else None]
    facts, repaired, last = [], "", ""
    for row in body:
        attribute, value, evidence = (_text(row[p]) if p is not None and p < len(row) else "" for p in places)
        if not attribute and value and last:
            attribute, repaired = last, "merged cells were filled"
        last = attribute or last
        facts.append(Fact(attribute, value, evidence))
    return TableReading(tuple(facts), "", repaired)
