"""TofuEval: summaries of dialogues on a topic, with linguists' labels of each sentence, error types and reasons.

Tables as the repository publishes them (Tang et al. 2024), any number of them in one import:
``…_factual_eval_….csv`` (a row a sentence), ``…_completeness_final.csv`` (key points of a topic), the dialogues that
its instructions extract (``…_doc.csv`` with doc_id or meeting_id and source), since it may not hold them itself, and
``…_topic_category.json``: whether a topic is a main or a marginal one of its dialogue.

An item is a topic of a dialogue. A sentence labelled "no" is a hallucination in the scheme ``basic``, and of its types
in the scheme ``tofueval``; the files hold one agreed label a sentence, no single annotators'. Data set and split are
taken from the files' names.
"""

from __future__ import annotations

import ast
import re
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.foreign_files import load_json
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.replies.replies import squeeze
from galley.core.tables import csv_rows, preview
from galley.core.tables.csv_rows import CsvRow, CsvTable

PERSON = "tofueval-annotators"
SENTENCES = frozenset({"doc_id", "topic", "model_name", "sent_idx", "summ_sent", "sent_label", "type"})
POINTS = frozenset({"doc_id", "topic", "key_points"})
SOURCES = (frozenset({"doc_id", "source"}), frozenset({"meeting_id", "source"}))
UNTYPED = "the file does not name the type of the error"
_CATEGORY = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"(?:main|marginal)"')
_NAME = re.compile(r"(mediasum|meetingbank)(?:.*?_(dev|test))?", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*\d+\s*[.)]\s*")


class TofuEvalImporter:
    """Reads the tables through indexes of their rows, so that each item is one record."""

    name = "tofueval"
    title = "TofuEval sentence labels"
    reads = "TofuEval's tables and topic categories, any number together"
    becomes = "sentence labels with types and reasons, key points"
    suffixes: tuple[str, ...] = (".csv", ".json")

    def recognises(self, head: bytes, path: Path) -> bool:
        """A header with the columns of the labels or of the key points."""
        return _kind(head) in ("sentences", "points")

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item a topic. ``options.annotator`` names whose the labels are. Raises: InputError."""
        preview.check_files(paths, report, self.title, lambda head, path: _kind(head) != "", passes=2)
        tables: dict[str, list[tuple[CsvTable, dict[str, array[int]]]]] = {"sentences": [], "points": [], "sources": []}
        categories: dict[str, str] = {}
        for path in paths:
            kind = _kind(preview.head_of(path))
            if kind == "categories":
                categories |= _categories(path, report)
                continue
            table = CsvTable(path, report)
            tables[kind].append((table, table.index(_document if kind == "sources" else _topic)))
        summary_tables = tables["sentences"] + tables["points"]
        if not summary_tables:
            raise InputError(f"{paths[0]} contains no labels; name a table of labels or of key points with it.")
        names = _types()
        for key in dict.fromkeys(key for _, index in summary_tables for key in index):
            rows = {kind: _rows(group, key) for kind, group in tables.items() if kind != "sources"}
            one = (rows["sentences"] or rows["points"])[0]
            sources = _rows(tables["sources"], one["doc_id"].strip())
            record = _item(one, rows, sources, options.annotator or PERSON, names, report)
            if category := categories.get(record["meta"]["topic"]):
                record["meta"]["category"] = category
            yield ParsedRecord(record, str(one.path), one.line)


def _kind(head: bytes) -> str:
    if _CATEGORY.match(head):
        return "categories"
    names = set(csv_rows.header(head))
    if names >= SENTENCES:
        return "sentences"
    if names >= POINTS:
        return "points"
    return "sources" if any(names >= columns for columns in SOURCES) else ""


def _categories(path: Path, report: ImportReport) -> dict[str, str]:
    """The category of each topic. Raises: InputError."""
    text = "".join(line.text for line in preview.lines(path, report))
    try:
        categories = load_json(text)
    except ValueError:
        raise preview.line_error(path, 0, "the topics are not valid JSON; the file may be cut off.") from None
    if not isinstance(categories, dict) or not all(isinstance(category, str) for category in categories.values()):
        raise preview.line_error(path, 0, "it must name a category for each topic; fix the file.")
    return {topic.strip(): category.strip() for topic, category in categories.items()}


def _topic(row: CsvRow) -> str:
    document, topic = row["doc_id"].strip(), row["topic"].strip()
    if not document or not topic:
        raise row.fault("the row names no document or no topic; fix the row.")
    return f"{document}\x1f{topic}"


def _document(row: CsvRow) -> str:
    return row["doc_id" if "doc_id" in row.columns else "meeting_id"].strip()


def _rows(tables: Sequence[tuple[CsvTable, dict[str, array[int]]]], key: str) -> list[CsvRow]:
    return [row for table, index in tables for row in table.rows(index.get(key, ()))]


def _types() -> dict[str, str]:
    """The error types by the names that the files have for them."""
    from galley.core.definitions import schemes

    return {
        squeeze(name): criterion.id
        for criterion in schemes.find_scheme("tofueval").criteria
        for name in (criterion.id, criterion.name, *criterion.aliases)
    }


def _item(
    one: CsvRow,
    rows: dict[str, list[CsvRow]],
    sources: list[CsvRow],
    person: str,
    types: dict[str, str],
    report: ImportReport,
) -> dict[str, Any]:
    document, topic = one["doc_id"].strip(), one["topic"].strip()
    match = _NAME.search(one.path.stem)
    record: dict[str, Any] = {
        "key": f"tofueval-{document}-{topic}",
        "dataset": f"tofueval-{match[1].lower()}" if match else "tofueval",
        "split": match[2].lower() if match and match[2] else "",
        "meta": {"document": document, "topic": topic},
        "documents": [],
        "units": [],
        "verdicts": [],
        "judged": [],
    }
    if sources:
        record["documents"].append({"id": "dialogue", "role": "dialogue", "text": sources[0]["source"]})
    systems: dict[str, dict[tuple[int, int], CsvRow]] = {}
    for row in rows["sentences"]:
        _sentence(row, systems, report)
    for system, sentences in systems.items():
        _summary(system, [sentences[n] for n in sorted(sentences)], person, types, record, report)
    _points(rows["points"], record, report)
    return record


def _sentence(row: CsvRow, systems: dict[str, dict[tuple[int, int], CsvRow]], report: ImportReport) -> None:
    """Put a row in its place. The same sentence counts once; two texts under one number follow one another."""
    system, number = row["model_name"].strip(), row["sent_idx"].strip()
    if not system or not number.isdecimal() or len(number) > 6:
        raise row.fault(f"a row needs a model and the number of a sentence, not {number!r}; fix the row.")
    places = systems.setdefault(system, {})
    same_rows = [place_row for (at, _), place_row in places.items() if at == int(number)]
    for other_row in same_rows:
        if other_row["summ_sent"] == row["summ_sent"]:
            same = all(other_row[name] == row[name] for name in ("sent_label", "type"))
            report.note(str(row.path), row.line, f"sentence {number} by {system} is there twice"
                        + ("." if same else ", labelled otherwise; the first label counts."))  # fmt: skip
            return
    if same_rows:  # the published test set of MediaSum numbers two sentences of one summary 1
        what = (
            f"sentence {number} by {system} has another text than in line {same_rows[0].line}; both were "
            f"imported, in order."
        )
        report.note(str(row.path), row.line, what)
    places[int(number), len(same_rows)] = row


def _summary(
    system: str, rows: list[CsvRow], person: str, types: dict[str, str], record: dict[str, Any], report: ImportReport
) -> None:
    name = f"sum-{system}"
    record["documents"].append(
        {"id": name, "role": "summary", "system": system, "sentences": [row["summ_sent"] for row in rows]}
    )
    who = {"annotator": person, "kind": "human"}
    record["judged"] += [
        {**who, "scheme": "basic", "criteria": ["hallucination"], "documents": [name]},
        {**who, "scheme": "tofueval", "documents": [name]},
    ]
    for unit, row in enumerate(rows):
        label = row["sent_label"].strip().lower()
        if label not in ("yes", "no"):
            raise row.fault(f"sent_label must be yes or no, not {row['sent_label'][:40]!r}; fix the row.")
        if label == "yes":
            continue
        at = {**who, "document": name, "unit": unit, "value": "yes", "explanation": row.get("exp", "").strip()}
        record["verdicts"].append({**at, "scheme": "basic", "criterion": "hallucination"})
        type_names = [part.strip() for part in re.split(r"[,;\n]", row["type"]) if part.strip()]
        criteria = []
        for part in type_names:
            criterion = types.get(squeeze(part))
            if criterion is None:
                report.note(
                    str(row.path), row.line, f"the error type “{part[:60]}” is unknown; it is recorded as other."
                )
            criteria.append(criterion or "other-error")
        record["verdicts"] += [{**at, "scheme": "tofueval", "criterion": name} for name in dict.fromkeys(criteria)]
        if not criteria:
            report.count("errors without a type")
            missing = {**at, "value": None, "reason": UNTYPED, "scheme": "tofueval"}
            record["verdicts"] += [{**missing, "criterion": name} for name in dict.fromkeys(types.values())]


def _points(rows: list[CsvRow], record: dict[str, Any], report: ImportReport) -> None:
    """The key points of the topic as key facts; a list in Python's writing."""
    homes = record["documents"]
    if not rows or not homes:
        if rows:
            report.count("topics without a text for their key points")
        return
    row = rows[0]
    if not row["key_points"].strip():
        report.count("topics without key points")
        return
    try:
        key_points = ast.literal_eval(row["key_points"])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise row.fault("key_points must be a list of texts; fix the row.") from None
    if not isinstance(key_points, list) or not all(isinstance(text, str) for text in key_points):
        raise row.fault("key_points must be a list of texts; fix the row.")
    for number, text in enumerate(key_points, 1):
        record["units"].append(
            {"id": f"k{number}", "kind": "fact", "type": "key", "text": _NUMBER.sub("", text).strip() or text,
             "document": homes[0]["id"]}
        )  # fmt: skip


IMPORTER = TofuEvalImporter()
