"""SummEdits: summaries with small edits, and models' explanations with a human verdict on each (factualNLG).

Two files of the same repository (Laban et al. 2023), each one JSON array:

- edited summaries (``summedits_sales_call.json`` and the files of the other domains): a text with a seed summary
  and its edits, each labelled consistent (1) or not (0). The label is a gold verdict on the summary as a whole.
  What kind of text it is depends on the domain, which only the file's name tells.
- explanations (``factcc_explanation_annotation.json``): a claim about a document, and for each model and
  prompt the prediction, the raw explanation and what a person made of it. Each is a judge's verdict on the
  claim, and the person's is a verdict on that verdict's explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields

GOLD = "summedits"
PERSON = "summedits-annotator"
SOUNDNESS = {
    "correct": "correct",
    "partially_correct": "partly",
    "incorrect": "incorrect",
    "unrelated": "unrelated",
    "no_explanation": "none",
}
"""The file's words for the choices of the scheme ``explanation``."""

_DOMAIN = re.compile(r"summedits_([a-z]+(?:_[a-z]+)*)")
_EDIT = re.compile(rb'\{\s*"id":\s*"[^"]*_(?:og|\d+)",\s*"doc":')
_ARTICLES = frozenset({"news", "scitldr", "billsum", "sales_email"})
"""The domains whose texts nobody speaks."""

_CRITERION = {"scheme": "basic", "criterion": "hallucination"}


class SummEditsImporter:
    """Reads both kinds of SummEdits file element by element."""

    name = "summedits"
    title = "SummEdits"
    reads = "SummEdits: edited summaries of any domain, or explanations"
    becomes = "gold on whole summaries; verdicts on explanations"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with the fields of one of the two kinds."""
        start = preview.first_element(head)
        return start.startswith(b"{") and (_is_edits(start) or _is_explanations(start))

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item a dialogue with all its summaries, or one item a claim. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        for path in paths:
            objects = (JsonFields(raw, path, line) for line, raw in json_lines.elements(path, report))
            if _is_edits(preview.first_element(preview.head_of(path))):
                gold = options.annotator or GOLD
                for key, group in groupby(objects, lambda fields: fields.text("id").rpartition("_")[0]):
                    yield _edits(key, list(group), gold)
            else:
                for fields in objects:
                    yield _explanations(fields, options.annotator or PERSON, report)


def _is_edits(start: bytes) -> bool:
    if _EDIT.match(start) and b'"summary"' not in start:  # a transcript that is longer than what was looked at
        return True
    return b'"original_summary"' in start and b'"edit_types"' in start


def _is_explanations(start: bytes) -> bool:
    return all(field in start for field in (b'"samples"', b'"reason_idx"', b'"annotation"', b'"explanation"'))


def _edits(key: str, group: Sequence[JsonFields], gold: str) -> ParsedRecord:
    first = group[0]
    domain = match[1] if (match := _DOMAIN.search(first.path.stem)) else ""
    role = "article" if domain in _ARTICLES else "dialogue"
    if not key:
        raise first.fault("the id must end in the number of the edit or “og”, as in sales_call_0_og.")
    documents: list[dict[str, Any]] = [{"id": role, "role": role, "text": first.text("doc")}]
    verdicts = []
    for fields in group:
        if fields.text("doc") != first.text("doc"):
            raise fields.fault(f"{fields.text('id')} has another text than {first.text('id')}; fix the record.")
        edit = fields.text("id").rpartition("_")[2]
        name, label = f"sum-{edit}", fields.whole("label")
        if label not in (0, 1):
            raise fields.fault(f"the label must be 1 (consistent) or 0, not {label}.")
        if any(document["id"] == name for document in documents):
            raise fields.fault(f"the id {fields.text('id')} is there twice; ids must differ.")
        meta = {"edit_types": fields.texts("edit_types"), "split": _split(fields)}
        documents.append(
            {"id": name, "role": "summary", "system": "seed" if edit == "og" else "edited",
             "text": fields.text("summary"), "meta": meta}
        )  # fmt: skip
        verdicts.append(
            {"annotator": gold, "kind": "gold", **_CRITERION, "document": name, "unit": "whole",
             "value": "no" if label else "yes"}
        )  # fmt: skip
    splits = {_split(fields) for fields in group}
    record = {
        "key": key,
        "dataset": "summedits",
        "split": splits.pop() if len(splits) == 1 else "",
        "meta": {"domain": domain} if domain else {},
        "documents": documents,
        "verdicts": verdicts,
    }
    return ParsedRecord(record, str(first.path), first.line)


def _split(fields: JsonFields) -> str:
    """The half of the benchmark that a summary belongs to; the first release did not say."""
    return fields.text("split") if "split" in fields.raw else ""


def _explanations(fields: JsonFields, person: str, report: ImportReport) -> ParsedRecord:
    verdicts: list[dict[str, Any]] = []
    for sample in fields.objects("samples"):
        model, prompt, annotation = sample.text("model"), sample.text("prompt"), sample.text("annotation")
        prediction = sample.whole("prediction")
        if annotation not in SOUNDNESS:
            raise fields.fault(f"“{annotation}” is not an annotation of an explanation; use {', '.join(SOUNDNESS)}.")
        if prediction not in (0, 1):
            raise fields.fault(f"the prediction must be 1 (consistent) or 0, not {prediction}.")
        report.count("verdicts on explanations")
        verdicts.append(
            {
                "annotator": f"{model} {prompt}", "kind": "judge", "model": model, "prompt": prompt,
                **_CRITERION,
                "document": "claim", "unit": 0, "value": "no" if prediction else "yes",
                "explanation": sample.text("explanation"),
                "explanation_verdict": {"annotator": person, "kind": "human", "value": SOUNDNESS[annotation]},
            }
        )  # fmt: skip
    record = {
        "key": f"factcc-{fields.text('id')}",
        "dataset": "factcc-explanations",
        "documents": [
            {"id": "article", "role": "article", "text": fields.text("doc")},
            {
                "id": "claim",
                "role": "summary",
                "system": "factcc-claim",
                "sentences": [fields.text("summary")],
            },
        ],
        "verdicts": verdicts,
    }
    return ParsedRecord(record, str(fields.path), fields.line)


IMPORTER = SummEditsImporter()
