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
from galley.core.importers.base import reviewed_under
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.intake import csv_rows, first_look, json_lines
from galley.core.intake.json_lines import JsonFields
from galley.core.papers.sumie.entry_model import NEWS, PLAN, SCHEME, EntryState, Fact, find_all, table_name, table_parts
from galley.core.papers.sumie.table_changes import states

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
    suffixes: tuple[str, ...] = (".jsonl", ".csv", ".json")

    def recognises(self, head: bytes, path: Path) -> bool:
        """An object with an entity and paragraphs, or a CSV with the columns of entries."""
        if _published(head):
            return True
        start = first_look.first_record(head)
        if start.startswith(b"{"):
            return b'"entity"' in start and (b'"paragraphs"' in start or b'"category"' in start)
        return {*csv_rows.header(head)} >= NEEDED

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield the scheme in which entries are reviewed, then one item an entity. Raises: InputError."""
        first_look.begin(paths, report, self.title, self.recognises)
        yield reviewed_under(SCHEME, paths[0])
        for path in paths:
            head = first_look.head_of(path)
            if _published(head):
                objects = (json_lines.elements if first_look.first_element(head) else json_lines.records)(path, report)
                for line, raw in objects:
                    yield _entity(_own_form(JsonFields(raw, path, line)), report)
            elif first_look.first_record(head).startswith(b"{"):
                for line, raw in json_lines.records(path, report):
                    yield _entity(JsonFields(raw, path, line), report)
            else:
                yield from _from_csv(path, report)


def _published(head: bytes) -> bool:
    """Whether a file begins as the published data set does: lines of objects, or one list of them."""
    start = first_look.first_element(head) or head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") and all(name in start for name in PUBLISHED)


def _own_form(fields: JsonFields) -> JsonFields:
    """A published entity as an object of our form. A paragraph is its sentences with a blank between two.

    The first of an entry's evidences is its evidence, and all of them are kept. The ids of the distractors stand
    beside the paragraphs; should paragraphs share an id, it means the sentence that does not name the entity.
    """
    entity, given = fields.text("entity_name"), fields.objects("paragraph_summaries")
    named = fields.raw.get("distractor_sentences") or []
    if not isinstance(named, list):
        raise fields.fault("“distractor_sentences” must be a list of sentence ids; mend the line.")
    wanted = {str(one) for each in named for one in (each if isinstance(each, list) else [each])}
    sentences = [_sentences(paragraph) for paragraph in given]
    shared = Counter(name for each in sentences for name, _ in each)
    paragraphs = [
        {
            "text": " ".join(text for _, text in each),
            "tone": paragraph.raw.get("paragraph_sentiment"),
            "style": paragraph.raw.get("paragraph_writing_style"),
            "distractors": [
                text for name, text in each if name in wanted and (shared[name] == 1 or entity not in text)
            ],
            "golden": [_golden(entry) for entry in paragraph.objects("summary")],
        }
        for paragraph, each in zip(given, sentences, strict=True)
    ]
    raw = {"entity": entity, "category": fields.raw.get("entity_category"), "paragraphs": paragraphs}
    return JsonFields(raw, fields.path, fields.line)


def _sentences(paragraph: JsonFields) -> list[tuple[str, str]]:
    """The (id, text) of a published paragraph's sentences."""
    given = paragraph.raw.get("paragraph")
    pairs = [each for each in given if isinstance(each, list) and len(each) == 2] if isinstance(given, list) else []
    if not isinstance(given, list) or len(pairs) != len(given) or not all(isinstance(text, str) for _, text in pairs):
        raise paragraph.fault("a “paragraph” must be a list of pairs of an id and a sentence; mend the line.")
    return [(str(name), text) for name, text in pairs]


def _golden(entry: JsonFields) -> dict[str, Any]:
    evidences = entry.texts("evidences") if entry.raw.get("evidences") else []
    return {
        "attribute": entry.text("attribute"),
        "value": entry.text("value"),
        "evidence": evidences[0] if evidences else "",
        "evidences": evidences,
    }


def _entity(fields: JsonFields, report: ImportReport) -> Parsed:
    entity = fields.text("entity")
    meta = {"entity": entity, "category": str(fields.raw.get("category") or "")}
    known: list[Fact] = []
    turns, texts, documents, units = [], [], [], []
    given = fields.objects("paragraphs") if fields.raw.get("paragraphs") else []
    for number, paragraph in enumerate(given, 1):
        text = paragraph.text("text")
        texts.append(text)
        distractors = paragraph.texts("distractors") if paragraph.raw.get("distractors") else []
        turns.append(_turn(paragraph.raw, text, distractors, number, fields, report))
        facts, said = _facts(paragraph.objects("golden") if paragraph.raw.get("golden") else [])
        worked_out = states(known, facts)
        document, entries = table_parts(
            f"golden-{number}", Role.REFERENCE, facts, number, texts,
            states=[one or worked_out[n] for n, one in enumerate(said)],
        )  # fmt: skip
        for entry, golden in zip(entries, paragraph.raw.get("golden") or (), strict=True):
            if len(golden.get("evidences") or ()) > 1:
                entry["meta"]["evidences"] = golden["evidences"]
        known += facts
        documents.append(document)
        units += entries
    key = str(fields.raw.get("key") or entity)
    if not texts:
        plan = {"id": PLAN, "role": "reference", "text": f"{entity} ({meta['category'] or 'no category'})"}
        return Parsed(
            {"key": key, "dataset": "sumie", "meta": meta, "documents": [plan]}, str(fields.path), fields.line
        )
    documents.insert(0, {"id": NEWS, "role": "article", "paragraphs": texts, "meta": {"turns": turns}})
    for table in fields.objects("summaries") if fields.raw.get("summaries") else []:
        system, turn = table.text("system"), table.whole("turn")
        if not 1 <= turn <= len(texts):
            raise fields.fault(f"a table of {system} is of turn {turn}, and {entity} has {len(texts)} paragraphs.")
        facts, _ = _facts(table.objects("entries"))
        more = {name: str(table.raw[name]) for name in ("method", "invalid") if table.raw.get(name)}
        name = table_name(system, turn)
        if any(document["id"] == name for document in documents):
            raise fields.fault(f"{system} has two tables of turn {turn} in {entity}; systems need names of their own.")
        document, entries = table_parts(name, Role.TABLE, facts, turn, texts[:turn], system, meta=more)
        documents.append(document)
        units += entries
    missing = sum(unit["meta"].get("match") == "missing" for unit in units)
    if missing:
        what = "1 entry quotes" if missing == 1 else f"{missing} entries quote"
        quoted = f"{entity}: {what} evidence that no paragraph holds."
        report.note(str(fields.path), fields.line, quoted)
    record = {"key": key, "dataset": "sumie", "meta": meta, "documents": documents, "units": units}
    return Parsed(record, str(fields.path), fields.line)


def _turn(
    raw: Mapping[str, Any], text: str, distractors: Sequence[str], number: int, fields: JsonFields, report: ImportReport
) -> dict[str, Any]:
    found = {name: str(raw[name]) for name in ("tone", "style") if raw.get(name)}
    places, lost = find_all(distractors, text)
    if lost:
        report.note(str(fields.path), fields.line, f"paragraph {number}: {lost} distractors are not in its text.")
    marks = [[start, end, "human" if "HUMAN" in text[start:end] else "entity"] for start, end in places]
    return {**found, **({"distractors": marks} if marks else {})}


def _facts(rows: Sequence[JsonFields]) -> tuple[list[Fact], list[EntryState | None]]:
    facts, said = [], []
    for row in rows:
        state = row.raw.get("state")
        if state not in (None, "", *EntryState):
            raise row.fault(f"the state {state!r} of an entry is unknown; use one of: {', '.join(EntryState)}.")
        facts.append(Fact(row.text("attribute"), row.text("value"), str(row.raw.get("evidence") or "")))
        said.append(EntryState(state) if state else None)
    return facts, said


# CSV ---------------------------------------------------------------------------------------------------------------


def _from_csv(path: Path, report: ImportReport) -> Iterator[Parsed]:
    """Rows of one entity follow one another."""
    entity: dict[str, Any] = {}
    for row in csv_rows.CsvTable(path, report):
        cell = {name: row.get(name, "").strip() for name in COLUMNS}
        name = cell["entity"]
        if entity and entity["entity"] != name:
            yield _entity(_closed(entity, path), report)
            entity = {}
        if not entity:
            entity = {"entity": name, "category": cell["category"], "paragraphs": {}, "summaries": {}, "line": row.line}
        if not cell["turn"].isdecimal() or len(cell["turn"]) > 6:
            raise row.fault(f"the turn of {name} is “{cell['turn']}”; it must be a number from 1.")
        turn, text = int(cell["turn"]), row.get("paragraph", "")
        begun = {"text": text, "tone": cell["tone"], "style": cell["style"], "golden": []}
        begun["distractors"] = [part for part in cell["distractors"].split(BETWEEN.strip()) if part.strip()]
        paragraph = entity["paragraphs"].setdefault(turn, begun)
        if text.strip() and paragraph["text"] != text:
            raise row.fault(f"turn {turn} of {name} has two paragraphs; each turn has one.")
        if not cell["attribute"]:
            continue
        entry = {each: cell[each] for each in ("attribute", "value", "evidence", "state")}
        if cell["system"]:
            fresh = {"system": cell["system"], "turn": turn, "method": cell["method"], "entries": []}
            entity["summaries"].setdefault((cell["system"], turn), fresh)["entries"].append({**entry, "state": ""})
        else:
            paragraph["golden"].append(entry)
    if entity:
        yield _entity(_closed(entity, path), report)


def _closed(entity: dict[str, Any], path: Path) -> JsonFields:
    """The same as an object of the other form. Turns are counted from 1 without a gap."""
    turns = sorted(entity["paragraphs"])
    if turns != list(range(1, len(turns) + 1)):
        raise first_look.fault(path, entity["line"], f"the turns of {entity['entity']} are {turns}; count them from 1.")
    raw = {
        "entity": entity["entity"],
        "category": entity["category"],
        "paragraphs": [entity["paragraphs"][turn] for turn in turns],
        "summaries": list(entity["summaries"].values()),
    }
    return JsonFields(raw, path, entity["line"])


IMPORTER = SumieImporter()
