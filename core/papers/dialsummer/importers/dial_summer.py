"""DIAL-SUMMER: dialogues with one summary each, and for each of ten errors who finds it where (DIAL-SUMMER, section 4).

The paper promises its data set, and when this was written no file of it could be found. So the form is ours, with what
the paper says that an annotation holds: YES or NO, the reason, and the sentences of the summary that show the error (of
the dialogue, for what is missing). JSON Lines, a dialogue a line: ``id``, ``dialogue`` (a transcript, or a list of
``speaker`` and ``text``), ``summary`` (a list of sentences, or a text), ``model``, and ``annotations``: ``error`` (a
name of the taxonomy), ``label``, ``places`` (sentences or turns, counted from 1), ``reason``, ``annotator``. Without an
annotator the label is the one that was agreed on, and gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core.domain import UnitKind
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.replies.replies import squeeze
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields

if TYPE_CHECKING:
    from galley.core.domain import Criterion

SCHEME = "dial-summer"
AGREED = "dial-summer"
UNPLACED = "the file does not say where the error is"
SUMMARY = "summary"


class DialSummerImporter:
    """Reads the lines one by one."""

    name = "dial-summer"
    title = "DIAL-SUMMER: errors of dialogue summaries by sentence and turn"
    reads = (
        "errors of dialogue summaries by sentence and turn, JSON Lines of Galley's own form: the paper's "
        "data set was not published"
    )
    becomes = "each annotator's labels in `dial-summer`"
    suffixes: tuple[str, ...] = (".jsonl",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """Objects with a dialogue, a summary and annotations; the last may lie beyond what was looked at."""
        start = preview.first_record(head)
        return start.startswith(b"{") and all(f'"{name}"'.encode() in start for name in ("dialogue", "annotations"))

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item a dialogue. ``options.annotator`` stands before each annotator's name. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        errors = _errors()
        for path in paths:
            for line, raw in json_lines.records(path, report):
                record = _record(JsonFields(raw, path, line), errors, options.annotator, report)
                yield ParsedRecord(record, str(path), line)


def _errors() -> dict[str, Criterion]:
    """The errors of the taxonomy by the names that people write them with."""
    from galley.core.definitions import schemes

    return {
        squeeze(name): criterion
        for criterion in schemes.find_scheme(SCHEME).criteria
        for name in (criterion.id, criterion.name, *criterion.aliases)
    }


def _record(fields: JsonFields, errors: dict[str, Criterion], prefix: str, report: ImportReport) -> dict[str, Any]:
    key = fields.text("id")
    if not key:
        raise fields.fault("the line has no id; fix the line.")
    dialogue, turns = _dialogue(fields)
    summary, sentences = _summary(fields)
    verdicts: list[dict[str, Any]] = []
    judged_entries: list[dict[str, Any]] = []
    seen: set[tuple[str, str]] = set()
    for entry in fields.objects("annotations"):
        criterion = errors.get(squeeze(entry.text("error")))
        if criterion is None:
            raise fields.fault(f"the taxonomy has no error “{entry.text('error')[:60]}”; fix the line.")
        annotator_name = entry.text("annotator") if entry.raw.get("annotator") is not None else ""
        who = (
            {"annotator": prefix + annotator_name, "kind": "human"}
            if annotator_name
            else {"annotator": AGREED, "kind": "gold"}
        )
        if (who["annotator"], criterion.id) in seen:
            raise fields.fault(f"{who['annotator']} labels {criterion.name} twice; fix the line.")
        seen.add((who["annotator"], criterion.id))
        of_turns = criterion.unit is UnitKind.TURN
        at = {**who, "scheme": SCHEME, "criterion": criterion.id}
        at |= {"document": "dialogue", "about": SUMMARY} if of_turns else {"document": SUMMARY}
        reason = str(entry.raw.get("reason") or "").strip()
        is_yes = _yes(entry)
        whole = {**at, "document": SUMMARY, "unit": "whole", "value": "yes" if is_yes else "no", "explanation": reason}
        verdicts.append(whole)
        places = _places(entry, turns if of_turns else sentences, criterion) if is_yes else []
        if places or not is_yes:
            judged_entries.append({**who, "scheme": SCHEME, "criteria": [criterion.id], "documents": [SUMMARY]})
            verdicts += [{**at, "unit": place - 1, "value": "yes", "explanation": reason} for place in places]
            continue
        report.count("errors without a place")
        count = turns if of_turns else sentences
        verdicts += [{**at, "unit": unit, "value": None, "reason": UNPLACED} for unit in range(count or 0)]
    return {
        "key": f"dial-summer-{key}",
        "dataset": "dial-summer",
        "documents": [dialogue, summary],
        "verdicts": verdicts,
        "judged": judged_entries,
    }


def _dialogue(fields: JsonFields) -> tuple[dict[str, Any], int | None]:
    """The dialogue's document, and how many turns it has; None where that shows only when the transcript is divided."""
    document: dict[str, Any] = {"id": "dialogue", "role": "dialogue"}
    if isinstance(fields.raw.get("dialogue"), str):
        return {**document, "text": fields.text("dialogue")}, None
    turns = [{"speaker": turn.text("speaker"), "text": turn.text("text")} for turn in fields.objects("dialogue")]
    return {**document, "turns": turns}, len(turns)


def _summary(fields: JsonFields) -> tuple[dict[str, Any], int | None]:
    """The summary's document, and how many sentences it has; None where that shows only when it is divided."""
    document: dict[str, Any] = {"id": SUMMARY, "role": "summary"}
    if fields.raw.get("model") is not None:
        document["system"] = fields.text("model")
    if isinstance(fields.raw.get("summary"), str):
        return {**document, "text": fields.text("summary")}, None
    sentences = fields.texts("summary")
    return {**document, "sentences": sentences}, len(sentences)


def _yes(entry: JsonFields) -> bool:
    label = entry.text("label").strip().lower()
    if label not in ("yes", "no"):
        raise entry.fault(f"a label must be YES or NO, not “{label[:40]}”; fix the line.")
    return label == "yes"


def _places(entry: JsonFields, count: int | None, criterion: Criterion) -> list[int]:
    """The sentences or turns (from 1) that an annotator named, each once."""
    places = entry.raw.get("places") or []
    whole = isinstance(places, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in places)
    if not whole or any(n < 1 or (count is not None and n > count) for n in places):
        most = f" to {count}" if count is not None else ""
        raise entry.fault(
            f"the places of {criterion.name} must be numbers of {criterion.unit.value}s from 1{most}; fix the line."
        )
    return list(dict.fromkeys(places))


IMPORTER = DialSummerImporter()
