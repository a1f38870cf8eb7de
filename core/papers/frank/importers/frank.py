"""FRANK: people's scores of summaries by type of error, each annotator's votes, and what automatic metrics said.

Files of the same repository (Pagnoni et al. 2021), each one JSON array with a row a summary, any of them alone: human
annotations (1 = no error of that type, the share of sentences without one; ``Flip_…`` are the overall score with that
type taken back, for ablations), the annotations by sentence (three annotators' types for each), the texts that metrics
are run on (``benchmark_data.json``: article, summary, reference), and the outputs of automatic metrics. Only the second
and the third hold texts: without one of them an item is an article known by its hash, and its summaries are empty
documents that carry scores. Give them together to have the scores on the texts; where both hold a summary, it is the
one whose sentences are annotated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.domain import TYPE_UNCLEAR
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields, finite

PERSON = "frank-annotators"
METRICS = "frank-metrics"
SCHEME = "frank"
CRITERIA = ("pred-e", "ent-e", "circ-e", "coref-e", "link-e", "out-e", "gram-e")
NAMELESS = "the row names no article or no model; fix the row."
NO_ERROR, OTHER = "NoE", "OtherE"
VOTES = b'"summary_sentences_annotations"'
TEXTS = (b'"article"', b'"summary"', b'"reference"')
SHA1 = 40
_ABOUT = ("hash", "model_name", "dataset", "split")
_TYPES = {"rele": "pred-e"}
_TYPE = re.compile(r"([A-Z][a-z]+)E")


class FrankImporter:
    """Reads the files element by element, those with texts first."""

    name = "frank"
    title = "FRANK human scores, votes by sentence, texts, and metric outputs"
    reads = "FRANK: human scores, annotations by sentence, texts, outputs of metrics; any of the four"
    becomes = "each annotator's votes in `frank`, scores"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with a hash and a model, and the columns of one of the files."""
        start = preview.first_element(head)
        return all(name in start for name in (b'"hash"', b'"model_name"')) and (
            any(name in start for name in (b'"Semantic_Frame_Errors"', b'"BertScore F1"', VOTES)) or _texts(start)
        )

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a row; the project puts the summaries of one article together.

        ``options.annotator`` names whose the human scores are, and stands before each annotator's name. Raises:
        InputError.
        """
        preview.check_files(paths, report, self.title, self.recognises)
        starts = {path: preview.first_element(preview.head_of(path)) for path in paths}
        seen_summaries: set[tuple[str, str]] = set()
        for path in sorted(paths, key=lambda path: (VOTES not in starts[path], not _texts(starts[path]))):
            if VOTES in starts[path]:
                for line, raw in json_lines.elements(path, report):
                    yield ParsedRecord(
                        _votes(JsonFields(raw, path, line), options.annotator, seen_summaries, report), str(path), line
                    )
                continue
            if _texts(starts[path]):
                for line, raw in json_lines.elements(path, report):
                    yield ParsedRecord(_text(JsonFields(raw, path, line), seen_summaries), str(path), line)
                continue
            human = b'"Semantic_Frame_Errors"' in starts[path]
            who = (options.annotator or PERSON, "human") if human else (METRICS, "import")
            for line, raw in json_lines.elements(path, report, gaps=True):
                yield ParsedRecord(_record(JsonFields(raw, path, line), who, report, seen_summaries), str(path), line)


def _texts(start: bytes) -> bool:
    """Whether a file begins as the texts that metrics are run on, or the same with a metric's scores."""
    return VOTES not in start and all(name in start for name in TEXTS)


def metric_name(column: str) -> str:
    """A column's name as a metric: ``Flip_RelE`` is flip-pred-e, ``BertScore P Art`` bertscore-p-art.

    The files call predicate errors RelE.
    """
    flip, rest = ("flip-", column[5:]) if column.startswith("Flip_") else ("", column)
    if match := _TYPE.fullmatch(rest):
        return flip + _TYPES.get(rest.lower(), f"{match.group(1).lower()}-e")
    return flip + rest.removesuffix("_Errors").lower().replace("_", "-").replace(" ", "-")


def _votes(
    fields: JsonFields, prefix: str, seen_summaries: set[tuple[str, str]], report: ImportReport
) -> dict[str, Any]:
    """A summary with the types that each annotator gave to each sentence."""
    key, system = fields.text("hash"), fields.text("model_name")
    sentences, annotations = fields.texts("summary_sentences"), fields.objects("summary_sentences_annotations")
    if not key or not system or len(sentences) != len(annotations):
        raise fields.fault(f"the row has {len(sentences)} sentences and {len(annotations)} annotations; fix the row.")
    seen_summaries.add((key, system))
    document = _name(system)
    verdicts: list[dict[str, Any]] = []
    people: dict[str, int] = {}
    for unit, votes in enumerate(annotations):
        for name in votes.raw:
            people[name] = people.get(name, 0) + 1
            at = {"annotator": prefix + name, "kind": "human", "scheme": SCHEME, "document": document, "unit": unit}
            verdicts += _types_of(votes.texts(name), at, fields, report)
    return {
        **_about(fields, key),
        "documents": [
            {"id": "article", "role": "article", "text": fields.text("article")},
            {"id": document, "role": "summary", "system": system, "sentences": sentences},
        ],
        "verdicts": verdicts,
        # Silence is a "no" only of who annotated every sentence.
        "judged": [
            {"annotator": prefix + name, "kind": "human", "scheme": SCHEME, "documents": [document]}
            for name, count in people.items()
            if count == len(sentences)
        ],
    }


def _name(system: str) -> str:
    return f"sum-{system}"


def _about(fields: JsonFields, key: str) -> dict[str, Any]:
    """What an item is called and belongs to, from a row that need not say the latter."""
    return {
        "key": f"frank-{key}",
        # The hashes of CNN/DM are SHA-1, the articles of XSum have the numbers of the BBC.
        "dataset": fields.raw["dataset"] if "dataset" in fields.raw else "cnndm" if len(key) >= SHA1 else "xsum",
        "split": fields.text("split") if "split" in fields.raw else "",
    }


def _text(fields: JsonFields, seen_summaries: set[tuple[str, str]]) -> dict[str, Any]:
    """An article with one summary and the reference; the summary only where no file brought it with its sentences."""
    key, system = fields.text("hash"), fields.text("model_name")
    if not key or not system:
        raise fields.fault(NAMELESS)
    documents = [{"id": "article", "role": "article", "text": fields.text("article")}]
    if isinstance(fields.raw.get("reference"), str) and fields.raw["reference"].strip():
        documents.append({"id": "reference", "role": "reference", "text": fields.raw["reference"]})
    if (key, system) not in seen_summaries:
        seen_summaries.add((key, system))
        documents.append({"id": _name(system), "role": "summary", "system": system, "text": fields.text("summary")})
    record = {**_about(fields, key), "documents": documents}
    if finite(fields.raw.get("score")):  # the form in which a new metric is handed in
        record["scores"] = [
            {"document": _name(system), "metric": "score", "annotator": METRICS, "kind": "import",
             "value": fields.raw["score"]}
        ]  # fmt: skip
    return record


def _types_of(types: list[str], at: dict[str, Any], fields: JsonFields, report: ImportReport) -> list[dict[str, Any]]:
    """One annotator's verdicts on one sentence. An error outside the typology leaves the seven types open."""
    criteria = [metric_name(name) for name in types if name not in (NO_ERROR, OTHER)]
    unknown = set(criteria) - set(CRITERIA)
    if unknown or not types:
        problem = f"knows no error type “{min(unknown)}”" if unknown else "names no type for a sentence"
        raise fields.fault(f"the row {problem}; fix the row.")
    verdicts = [{**at, "criterion": criterion, "value": "yes"} for criterion in dict.fromkeys(criteria)]
    if OTHER in types:
        report.count("errors outside the typology")
        open_ = {**at, "value": None, "reason": TYPE_UNCLEAR[1]}
        verdicts += [{**open_, "criterion": criterion} for criterion in CRITERIA if criterion not in criteria]
    return verdicts


def _record(
    fields: JsonFields, who: tuple[str, str], report: ImportReport, seen_summaries: set[tuple[str, str]] | None = None
) -> dict[str, Any]:
    key, system = fields.text("hash"), fields.text("model_name")
    if not key or not system:
        raise fields.fault(NAMELESS)
    document = _name(system)
    scores = []
    for column, value in fields.raw.items():
        if column in _ABOUT:
            continue
        if value is None:
            report.count("scores missing")
            continue
        if not finite(value):
            raise fields.fault(f"“{column}” must be a number, not {value!r}; fix the row.")
        name, kind = who
        scores.append(
            {"document": document, "metric": metric_name(column), "annotator": name, "kind": kind, "value": value}
        )
    if seen_summaries and (key, system) in seen_summaries:
        return {"key": f"frank-{key}", "scores": scores}
    return {
        # FineSurE has items of the same articles, with the texts.
        "key": f"frank-{key}",
        "dataset": fields.text("dataset"),
        "split": fields.text("split"),
        "documents": [{"id": document, "role": "summary", "system": system, "text": ""}],
        "scores": scores,
    }


IMPORTER = FrankImporter()
