"""The KGDS benchmark: discussions with their background article, supporting paragraphs, facts and opinions.

One JSON array of records with ``SBK`` (paragraphs of the article), ``KGD`` (turns), ``BSP`` (the supporting
paragraphs, counted from 1), ``BSPAF`` and ``BNPAF`` (facts of the supporting and of the other paragraphs) and
``CAO`` (opinions with their references cleared up between two asterisks). Described in the KGDS paper,
sections 3 and 4 and appendix B. The file holds no summaries.

Kept and noted in the report: an opinion that names nobody of the discussion (it comes from the whole of it, and its
metadata say so), a supporting paragraph named twice, a discussion in which nothing is said. A paragraph number that is
text counts as the number; one that the article does not have is refused, since nobody can tell which was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields
from galley.core.text.clarified import CLARIFIED

EXPERTS = "kgds-experts"
TYPES = {0: "non-supporting", 1: "key", 2: "non-key", 3: "repeated", 4: "masked", 5: "masked", 6: "masked"}
"""Types of facts by the file's numbers (appendix B); 4, 5 and 6 are three ways to mask a conflicting fact."""

_SPEAKER = re.compile(r"\s*([^\W_]+)")


class KGDSImporter:
    """Reads KGDS.json element by element."""

    name = "kgds"
    title = "KGDS benchmark"
    reads = "the KGDS benchmark"
    becomes = "discussions, articles, facts, opinions, the experts' paragraphs"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects that begins with an article in ``SBK`` paragraphs or a ``KGD``."""
        start = preview.first_element(head)
        return start.startswith(b"{") and b'"paragraph_index"' in start and b'"SBK"' in start

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item a record, ``kgds-001`` and so on by position in the file. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        number = 0
        for path in paths:
            for line, raw in json_lines.elements(path, report):
                number += 1
                key, warnings = f"kgds-{number:03}", list[str]()
                record = _record(key, JsonFields(raw, path, line), options.annotator or EXPERTS, warnings)
                for warning in warnings:
                    report.note(str(path), line, f"{key}: {warning}.")
                yield ParsedRecord(record, str(path), line)


def _record(key: str, fields: JsonFields, experts: str, warnings: list[str]) -> dict[str, Any]:
    """One record in the native form; ``odd`` takes what is to be noted."""
    paragraphs = fields.objects("SBK")
    position = {_number(paragraph): at for at, paragraph in enumerate(paragraphs)}
    if len(position) != len(paragraphs):
        raise fields.fault(f"two paragraphs of {key} have the same paragraph_index; fix the record.")
    turns = [{"speaker": t.text("participant"), "text": t.text("utterance")} for t in fields.objects("KGD")]
    units, masked = _facts(key, fields, position)
    if not any(turn["text"].strip() for turn in turns):
        warnings.append("nothing is said in the discussion")
    units += _opinions(fields, [turn["speaker"] for turn in turns], warnings)
    who = {"annotator": experts, "kind": "gold", "scheme": "kgds-paragraph"}
    supporting = [_place(key, entry, position) for entry in fields.objects("BSP")]
    if len(set(supporting)) < len(supporting):
        warnings.append("a supporting paragraph is named twice; it counts once")
    return {
        "key": key,
        "dataset": "kgds",
        "meta": {"masked": masked} if masked else {},
        "documents": [
            {"id": "dialogue", "role": "dialogue", "turns": turns},
            {
                "id": "article",
                "role": "article",
                "paragraphs": [p.text("paragraph_text") for p in paragraphs],
            },
        ],
        "units": units,
        "verdicts": [
            who | {"criterion": "supporting", "document": "article", "unit": at, "value": "yes"}
            for at in dict.fromkeys(supporting)
        ],
        "judged": [who | {"criteria": ["supporting"], "documents": ["article"]}],
    }


def _facts(key: str, fields: JsonFields, position: dict[int, int]) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The facts in the order of the paragraphs, and for the masked ones the file's own number of the type."""
    groups = [(_place(key, group, position), group) for name in ("BSPAF", "BNPAF") for group in fields.objects(name)]
    groups.sort(key=lambda group: group[0])
    units: list[dict[str, Any]] = []
    masked: dict[str, int] = {}
    for at, group in groups:
        for fact in group.objects("atomic_facts"):
            kind, name = fact.whole("type"), f"f{len(units) + 1}"
            if kind not in TYPES:
                raise fields.fault(f"{key} has a fact of the unknown type {kind}; types are 0 to 6.")
            if TYPES[kind] == "masked":
                masked[name] = kind
            units.append(
                {"id": name, "kind": "fact", "text": fact.text("atomic_fact"), "type": TYPES[kind],
                 "from": [["article", at]]}
            )  # fmt: skip
    return units, masked


def _opinions(fields: JsonFields, speakers: Sequence[str], warnings: list[str]) -> list[dict[str, Any]]:
    """The opinions. The file does not say which turn voices one: each comes from all turns of its speaker."""
    units = []
    for number, text in enumerate(fields.texts("CAO"), 1):
        first = _SPEAKER.match(text)
        speaker_name = first.group(1) if first else ""
        turns = [at for at, speaker in enumerate(speakers) if speaker == speaker_name]
        unit: dict[str, Any] = {"id": f"o{number}", "kind": "opinion", "text": text}
        unit |= {"type": "clarified" if CLARIFIED.search(text) else ""}
        if not turns:
            warnings.append(
                f"the opinion o{number} names “{speaker_name}”, who is not in the discussion; it counts for all of it"
            )
            unit["meta"] = {"speaker": speaker_name, "doubt": "names a person who is not in the discussion"}
            turns = list(range(len(speakers)))
        units.append({**unit, "from": [["dialogue", at] for at in turns]})
    return units


def _place(key: str, fields: JsonFields, position: dict[int, int]) -> int:
    number = _number(fields)
    if number not in position:
        raise fields.fault(f"{key} names paragraph {number}, which its article does not have; fix the record.")
    return position[number]


def _number(fields: JsonFields) -> int:
    """A paragraph's number; digits as text are as good."""
    index = fields.raw.get("paragraph_index")
    if isinstance(index, str) and index.strip().isdecimal() and len(index) < 12:
        return int(index)
    return fields.whole("paragraph_index")


IMPORTER = KGDSImporter()
