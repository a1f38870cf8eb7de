"""Entities, their paragraphs in order, golden entries and systems' tables (the setting of SUMIE).

JSON Lines, one entity a line: ``entity``, ``category``, ``paragraphs`` (``text``, ``tone``, ``style``, ``distractors``:
sentences of the text, ``golden``: ``attribute``, ``value``, ``evidence``, ``state``) and ``summaries`` (``system``,
``method``, ``turn``, ``entries``: ``attribute``, ``value``, ``evidence``). An entity without paragraphs is one that
``sumie-generate`` shall make up. Or a table of the same as CSV, one row an
entry: entity, category, turn, tone, style, paragraph, attribute, value, evidence, state, distractors, system, method;
a row without a system is golden, one without an attribute only brings its paragraph. See ``core/papers/sumie``.

Or the data set as it is published (``dataset_sumie.jsonl``, Hwang et al. 2024): ``entity_name``, ``entity_category``,
``paragraph_summaries`` (``paragraph``: pairs of a sentence's id and its text, ``summary``: ``attribute``, ``value``,
``sentence_ids``, ``evidences``; ``paragraph_sentiment``, ``paragraph_writing_style``), ``distractor_sentences`` (ids).

A distractor is marked "human" if it names HUMAN, as the paper's do, else "entity". Where the data do not say whether a
golden entry is new, the same or a conflict, it is worked out from the turns before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.domain import Role
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers.base import reviewed_under
from galley.core.papers.sumie.entry_model import NEWS, PLAN, SCHEME, EntryState, Fact, find_all, table_name, table_parts
from galley.core.papers.sumie.table_changes import states
from galley.core.tables import csv_rows, json_lines, preview
from galley.core.tables.json_lines import JsonFields

COLUMNS = ("entity", "category", "turn", "tone", "style", "paragraph", "attribute", "value", "evidence", "state",
           "distractors", "system", "method")  # fmt: skip
NEEDED = frozenset({"entity", "turn", "paragraph", "attribute", "value"})
PUBLISHED = (b'"entity_name"', b'"paragraph_summaries"')
BETWEEN = " || "
"""Between two distractors in one cell of the CSV."""


class SumieImporter:
    """Reads both forms."""

    name = "sumie"
    title = "SUMIE: entity tables that grow paragraph by paragraph"
    reads = "SUMIE as published; entities, paragraphs and tables as JSON Lines or CSV"
    becomes = "entities with their tables ([Entities](entities.md))"
    suffixes: tuple[str, ...] = (".jsonl", ".csv", ".json")

    def recognises(self, head: bytes, path: Path) -> bool:
        """An object with an entity and paragraphs, or a CSV with the columns of entries."""
        if _is_published(head):
            return True
        start = preview.first_record(head)
        if start.startswith(b"{"):
            return b'"entity"' in start and (b'"paragraphs"' in start or b'"category"' in start)
        return {*csv_rows.header(head)} >= NEEDED

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield the scheme in which entries are reviewed, then one item an entity. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        yield reviewed_under(SCHEME, paths[0])
        for path in paths:
            head = preview.head_of(path)
            if _is_published(head):
                objects = (json_lines.elements if preview.first_element(head) else json_lines.records)(path, report)
                for line, raw in objects:
                    yield _build_record(_convert_published_entity(JsonFields(raw, path, line)), report)
            elif preview.first_record(head).startswith(b"{"):
                for line, raw in json_lines.records(path, report):
                    yield _build_record(JsonFields(raw, path, line), report)
            else:
                yield from _from_csv(path, report)


def _is_published(head: bytes) -> bool:
    """Whether a file begins as the published data set does: lines of objects, or one list of them."""
    start = preview.first_element(head) or head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") and all(name in start for name in PUBLISHED)


def _convert_published_entity(fields: JsonFields) -> JsonFields:
    """A published entity as an object of our form. A paragraph is its sentences with a blank between two.

    The first of an entry's evidences is its evidence, and all of them are kept. The ids of the distractors stand
    beside the paragraphs; should paragraphs share an id, it means the sentence that does not name the entity.
    """
    entity, paragraph_list = fields.text("entity_name"), fields.objects("paragraph_summaries")
    distractor_ids = fields.raw.get("distractor_sentences") or []
    if not isinstance(distractor_ids, list):
        raise fields.fault("“distractor_sentences” must be a list of sentence ids; fix the line.")
    distractor_names = {
        str(one) for name_list in distractor_ids for one in (name_list if isinstance(name_list, list) else [name_list])
    }
    sentences = [_split_sentences(paragraph) for paragraph in paragraph_list]
    name_counts = Counter(name for pairs in sentences for name, _ in pairs)
    paragraphs = [
        {
            "text": " ".join(text for _, text in pairs),
            "tone": paragraph.raw.get("paragraph_sentiment"),
            "style": paragraph.raw.get("paragraph_writing_style"),
            "distractors": [
                text
                for name, text in pairs
                if name in distractor_names and (name_counts[name] == 1 or entity not in text)
            ],
            "golden": [_convert_golden_entry(entry) for entry in paragraph.objects("summary")],
        }
        for paragraph, pairs in zip(paragraph_list, sentences, strict=True)
    ]
    raw = {"entity": entity, "category": fields.raw.get("entity_category"), "paragraphs": paragraphs}
    return JsonFields(raw, fields.path, fields.line)


def _split_sentences(paragraph: JsonFields) -> list[tuple[str, str]]:
    """The (id, text) of a published paragraph's sentences."""
    raw_sentences = paragraph.raw.get("paragraph")
    pairs = (
        [pair for pair in raw_sentences if isinstance(pair, list) and len(pair) == 2]
        if isinstance(raw_sentences, list)
        else []
    )
    if (
        not isinstance(raw_sentences, list)
        or len(pairs) != len(raw_sentences)
        or not all(isinstance(text, str) for _, text in pairs)
    ):
        raise paragraph.fault("a “paragraph” must be a list of pairs of an id and a sentence; fix the line.")
    return [(str(name), text) for name, text in pairs]


def _convert_golden_entry(entry: JsonFields) -> dict[str, Any]:
    evidences = entry.texts("evidences") if entry.raw.get("evidences") else []
    return {
        "attribute": entry.text("attribute"),
        "value": entry.text("value"),
        "evidence": evidences[0] if evidences else "",
        "evidences": evidences,
    }


def _build_record(fields: JsonFields, report: ImportReport) -> ParsedRecord:
    entity = fields.text("entity")
    meta = {"entity": entity, "category": str(fields.raw.get("category") or "")}
    known_facts: list[Fact] = []
    turns, texts, documents, units = [], [], [], []
    paragraphs = fields.objects("paragraphs") if fields.raw.get("paragraphs") else []
    for number, paragraph in enumerate(paragraphs, 1):
        text = paragraph.text("text")
        texts.append(text)
        distractors = paragraph.texts("distractors") if paragraph.raw.get("distractors") else []
        turns.append(_build_turn_meta(paragraph.raw, text, distractors, number, fields, report))
        facts, given_states = _parse_facts(paragraph.objects("golden") if paragraph.raw.get("golden") else [])
        computed_states = states(known_facts, facts)
        document, entries = table_parts(
            f"golden-{number}", Role.REFERENCE, facts, number, texts,
            states=[one or computed_states[n] for n, one in enumerate(given_states)],
        )  # fmt: skip
        for entry, golden in zip(entries, paragraph.raw.get("golden") or (), strict=True):
            if len(golden.get("evidences") or ()) > 1:
                entry["meta"]["evidences"] = golden["evidences"]
        known_facts += facts
        documents.append(document)
        units += entries
    key = str(fields.raw.get("key") or entity)
    if not texts:
        plan = {"id": PLAN, "role": "reference", "text": f"{entity} ({meta['category'] or 'no category'})"}
        return ParsedRecord(
            {"key": key, "dataset": "sumie", "meta": meta, "documents": [plan]}, str(fields.path), fields.line
        )
    documents.insert(0, {"id": NEWS, "role": "article", "paragraphs": texts, "meta": {"turns": turns}})
    for table in fields.objects("summaries") if fields.raw.get("summaries") else []:
        system, turn = table.text("system"), table.whole("turn")
        if not 1 <= turn <= len(texts):
            raise fields.fault(f"a table of {system} is of turn {turn}, and {entity} has {len(texts)} paragraphs.")
        facts, _ = _parse_facts(table.objects("entries"))
        more = {name: str(table.raw[name]) for name in ("method", "invalid") if table.raw.get(name)}
        name = table_name(system, turn)
        if any(document["id"] == name for document in documents):
            raise fields.fault(f"{system} has two tables of turn {turn} in {entity}; each system needs its own name.")
        document, entries = table_parts(name, Role.TABLE, facts, turn, texts[:turn], system, meta=more)
        documents.append(document)
        units += entries
    missing = sum(unit["meta"].get("match") == "missing" for unit in units)
    if missing:
        what = "1 entry quotes" if missing == 1 else f"{missing} entries quote"
        note = f"{entity}: {what} evidence that is in no paragraph."
        report.note(str(fields.path), fields.line, note)
    record = {"key": key, "dataset": "sumie", "meta": meta, "documents": documents, "units": units}
    return ParsedRecord(record, str(fields.path), fields.line)


def _build_turn_meta(
    raw: Mapping[str, Any], text: str, distractors: Sequence[str], number: int, fields: JsonFields, report: ImportReport
) -> dict[str, Any]:
    turn_meta = {name: str(raw[name]) for name in ("tone", "style") if raw.get(name)}
    places, missing_count = find_all(distractors, text)
    if missing_count:
        report.note(
            str(fields.path), fields.line, f"paragraph {number}: {missing_count} distractors are not in its text."
        )
    marks = [[start, end, "human" if "HUMAN" in text[start:end] else "entity"] for start, end in places]
    return {**turn_meta, **({"distractors": marks} if marks else {})}


def _parse_facts(rows: Sequence[JsonFields]) -> tuple[list[Fact], list[EntryState | None]]:
    facts, given_states = [], []
    for row in rows:
        state = row.raw.get("state")
        if state not in (None, "", *EntryState):
            raise row.fault(f"the state {state!r} of an entry is unknown; use one of: {', '.join(EntryState)}.")
        facts.append(Fact(row.text("attribute"), row.text("value"), str(row.raw.get("evidence") or "")))
        given_states.append(EntryState(state) if state else None)
    return facts, given_states


# CSV ---------------------------------------------------------------------------------------------------------------


def _from_csv(path: Path, report: ImportReport) -> Iterator[ParsedRecord]:
    """Rows of one entity follow one another."""
    entity: dict[str, Any] = {}
    for row in csv_rows.CsvTable(path, report):
        cell = {name: row.get(name, "").strip() for name in COLUMNS}
        name = cell["entity"]
        if entity and entity["entity"] != name:
            yield _build_record(_entity_fields(entity, path), report)
            entity = {}
        if not entity:
            entity = {"entity": name, "category": cell["category"], "paragraphs": {}, "summaries": {}, "line": row.line}
        if not cell["turn"].isdecimal() or len(cell["turn"]) > 6:
            raise row.fault(f"the turn of {name} is “{cell['turn']}”; it must be a number from 1.")
        turn, text = int(cell["turn"]), row.get("paragraph", "")
        new_paragraph = {"text": text, "tone": cell["tone"], "style": cell["style"], "golden": []}
        new_paragraph["distractors"] = [part for part in cell["distractors"].split(BETWEEN.strip()) if part.strip()]
        paragraph = entity["paragraphs"].setdefault(turn, new_paragraph)
        if text.strip() and paragraph["text"] != text:
            raise row.fault(f"turn {turn} of {name} has two paragraphs; each turn has one.")
        if not cell["attribute"]:
            continue
        entry = {column: cell[column] for column in ("attribute", "value", "evidence", "state")}
        if cell["system"]:
            new_table = {"system": cell["system"], "turn": turn, "method": cell["method"], "entries": []}
            entity["summaries"].setdefault((cell["system"], turn), new_table)["entries"].append({**entry, "state": ""})
        else:
            paragraph["golden"].append(entry)
    if entity:
        yield _build_record(_entity_fields(entity, path), report)


def _entity_fields(entity: dict[str, Any], path: Path) -> JsonFields:
    """The same as an object of the other form. Turns are counted from 1 without a gap."""
    turns = sorted(entity["paragraphs"])
    if turns != list(range(1, len(turns) + 1)):
        raise preview.line_error(
            path, entity["line"], f"the turns of {entity['entity']} are {turns}; count them from 1."
        )
    raw = {
        "entity": entity["entity"],
        "category": entity["category"],
        "paragraphs": [entity["paragraphs"][turn] for turn in turns],
        "summaries": list(entity["summaries"].values()),
    }
    return JsonFields(raw, path, entity["line"])


IMPORTER = SumieImporter()
