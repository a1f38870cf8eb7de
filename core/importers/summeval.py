"""SummEval: 1,600 summaries of news by 16 systems, each rated from 1 to 5 by three experts and five crowd workers.

JSON Lines, a summary a line (Fabbri et al. 2021), with the articles (``…aligned.paired.jsonl``) or as published
without them. Each rating is a verdict of its own in the scheme ``likert``. The file does not name its raters, only
their places: ``expert-1`` … ``turker-5`` need not be one person throughout. Scores of automatic metrics, where a line
has them, come along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields, finite

RATERS = {"expert_annotations": "expert", "turker_annotations": "turker"}
DIMENSIONS = ("coherence", "consistency", "fluency", "relevance")
LOW, HIGH = 1, 5
METRICS = "metric_scores"


class SummEvalImporter:
    """Reads the file line by line; the project puts the summaries of one article together."""

    name = "summeval"
    title = "SummEval ratings"
    reads = "SummEval"
    becomes = "each rater's ratings in `likert`, scores"
    suffixes: tuple[str, ...] = (".jsonl",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """Objects with a summary, a model and experts' annotations."""
        return head.lstrip(b"\xef\xbb\xbf \r\n")[:1] == b"{" and all(
            name in head for name in (b'"decoded"', b'"model_id"', b'"expert_annotations"')
        )

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a summary. ``options.annotator`` is put before the raters' names. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        for path in paths:
            for line, raw in json_lines.records(path, report, gaps=True):
                yield ParsedRecord(_record(JsonFields(raw, path, line), options.annotator, report), str(path), line)


def _record(fields: JsonFields, prefix: str, report: ImportReport) -> dict[str, Any]:
    system, key = fields.text("model_id"), fields.text("id")
    if not system or not key:
        raise fields.fault("the line names no article or no model; fix the line.")
    summary = f"sum-{system}"
    documents: list[dict[str, Any]] = []
    if isinstance(fields.raw.get("text"), str) and fields.raw["text"].strip():
        documents.append({"id": "article", "role": "article", "text": fields.raw["text"]})
    references = fields.texts("references") if "references" in fields.raw else []
    for number, text in enumerate(references, 1):
        documents.append(
            {"id": "reference" if number == 1 else f"reference-{number}", "role": "reference", "text": text}
        )
    documents.append({"id": summary, "role": "summary", "system": system, "text": fields.text("decoded")})
    verdicts = []
    for field, kind in RATERS.items():
        for number, rating in enumerate(fields.objects(field) if field in fields.raw else (), 1):
            who = f"{prefix}{kind}-{number}"
            verdicts += [entry | {"annotator": who} for entry in _ratings(rating, summary, report)]
    return {
        "key": f"summeval-{key}",
        "dataset": "summeval",
        "meta": {"filepath": fields.raw["filepath"]} if isinstance(fields.raw.get("filepath"), str) else {},
        "documents": documents,
        "verdicts": verdicts,
        "scores": list(_scores(fields, summary)),
    }


def _ratings(rating: JsonFields, summary: str, report: ImportReport) -> Iterator[dict[str, Any]]:
    for dimension in DIMENSIONS:
        value = rating.raw.get(dimension)
        if value is None:
            report.count("ratings missing")
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not LOW <= value <= HIGH:
            raise rating.fault(f"“{dimension}” must be a rating from {LOW} to {HIGH}, not {value!r}; fix the line.")
        whole = int(value) if float(value).is_integer() else value
        yield {
            "kind": "human", "scheme": "likert", "criterion": dimension, "document": summary, "unit": "whole",
            "value": whole,
        }  # fmt: skip


def _scores(fields: JsonFields, summary: str) -> Iterator[dict[str, Any]]:
    """Metric scores by the number of references that they were computed against."""
    for field, raw_scores in fields.raw.items():
        if field.startswith(METRICS) and isinstance(raw_scores, Mapping):
            count = field.removeprefix(METRICS).strip("_") or "1"
            for name, value in _flat(raw_scores, 0):
                yield {
                    "document": summary, "metric": name.replace("_", "-"), "kind": "import",
                    "annotator": f"summeval-metrics-{count}", "value": value,
                }  # fmt: skip


def _flat(raw_scores: Mapping[str, Any], depth: int) -> Iterator[tuple[str, float]]:
    """The numbers in a mapping of mappings, by their own names; the file puts the one number of SUPERT in a list."""
    for name, value in raw_scores.items():
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, Mapping) and depth < 3:
            yield from _flat(value, depth + 1)
        elif name != "id" and finite(value):  # the row's number stands among the scores
            yield name, value


IMPORTER = SummEvalImporter()
