"""QAGS: articles, one summary each, and whether people find it consistent; in two published forms.

As its authors published it (Wang et al. 2020): JSON Lines, each sentence of a summary with the answers of three
workers (``mturk_xsum.jsonl``). "yes" is consistent; a worker's "no" is a hallucination in the scheme ``basic``. As
UniEval published it (Zhong et al. 2022, MIT): one JSON array with the mean of those answers as a score, and UniEval's
own. Neither names its data set, so that is taken from the file's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields, finite

PERSON = "qags-annotators"
JUDGE = "unieval"
_NAME = re.compile(r"(?:qags|mturk)[_-]([a-z0-9]+)", re.IGNORECASE)


class QAGSImporter:
    """Reads the array element by element, the lines one by one."""

    name = "qags"
    title = "QAGS workers' answers, or QAGS with UniEval's scores"
    reads = "QAGS as its authors or UniEval published it"
    becomes = "three workers' answers, or their mean as a score"
    suffixes: tuple[str, ...] = (".json", ".jsonl")

    def recognises(self, head: bytes, path: Path) -> bool:
        """Objects with a source, a system's output and scores; or with sentences and responses."""
        if _lines(head):
            return True
        start = preview.first_element(head)
        return all(name in start for name in (b'"system_output"', b'"scores"', b'"source"', b'"doc_id"'))

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item an article. People's scores keep the name of what they score (``consistency``), UniEval's
        are called ``unieval-consistency``. ``options.annotator`` names whose the people's are, or stands before each
        worker's number. Raises: InputError.
        """
        preview.check_files(paths, report, self.title, self.recognises)
        for path in paths:
            match = _NAME.search(path.stem)
            dataset = match.group(1).lower() if match else path.stem
            if _lines(preview.head_of(path)):
                for line, raw in json_lines.records(path, report):
                    yield ParsedRecord(
                        _votes(JsonFields(raw, path, line), dataset, options.annotator, report), str(path), line
                    )
                continue
            for line, raw in json_lines.elements(path, report):
                yield ParsedRecord(
                    _record(JsonFields(raw, path, line), dataset, options.annotator or PERSON), str(path), line
                )


def _lines(head: bytes) -> bool:
    """Whether a file begins as the workers' answers do."""
    start = head.lstrip(b"\xef\xbb\xbf \r\n")
    return start[:1] == b"{" and all(name in head for name in (b'"article"', b'"summary_sentences"', b'"responses"'))


def _votes(fields: JsonFields, dataset: str, prefix: str, report: ImportReport) -> dict[str, Any]:
    sentences: list[str] = []
    verdicts: list[dict[str, Any]] = []
    for unit, sentence in enumerate(fields.objects("summary_sentences")):
        sentences.append(sentence.text("sentence"))
        seen: set[str] = set()
        for response in sentence.objects("responses"):
            worker, answer = f"{prefix}worker-{response.text('worker_id')}", response.text("response").strip().lower()
            if answer not in ("yes", "no"):
                raise response.fault(f"a response must be yes or no, not {answer[:40]!r}; fix the line.")
            if worker in seen:
                what = f"{worker} answers sentence {unit + 1} twice; the first answer counts."
                report.note(str(fields.path), fields.line, what)
                continue
            seen.add(worker)
            verdicts.append(
                {"annotator": worker, "kind": "human", "scheme": "basic", "criterion": "hallucination",
                 "document": "summary", "unit": unit, "value": "no" if answer == "yes" else "yes"}
            )  # fmt: skip
    return {
        # UniEval numbers the same summaries from 0, in texts that were cut into tokens.
        "key": f"qags-{dataset}-{fields.line - 1}-workers",
        "dataset": dataset,
        "documents": [
            {"id": "article", "role": "article", "text": fields.text("article")},
            {"id": "summary", "role": "summary", "system": "system-0", "sentences": sentences},
        ],
        "verdicts": verdicts,
    }


def _record(fields: JsonFields, dataset: str, person: str) -> dict[str, Any]:
    system = f"system-{fields.text('system_id')}"
    source, reference = fields.text("source"), fields.raw.get("reference")
    documents = [{"id": "article", "role": "article", "text": source}]
    if isinstance(reference, str) and reference.strip() and reference != source:
        documents.append({"id": "reference", "role": "reference", "text": reference})
    documents.append({"id": "summary", "role": "summary", "system": system, "text": fields.text("system_output")})
    scores = _scores(fields.within("scores"), "", person, "human")
    if "predict_scores" in fields.raw:
        scores += _scores(fields.within("predict_scores"), f"{JUDGE}-", JUDGE, "import")
    return {
        "key": f"qags-{dataset}-{fields.text('doc_id')}-{fields.text('system_id')}",
        "dataset": dataset,
        "documents": documents,
        "scores": scores,
    }


def _scores(score_fields: JsonFields, prefix: str, annotator: str, kind: str) -> list[dict[str, Any]]:
    scores = []
    for name, value in score_fields.raw.items():
        if not finite(value):
            raise score_fields.fault(f"the score “{name}” must be a number, not {value!r}; fix the record.")
        entry = {"document": "summary", "metric": prefix + name, "annotator": annotator, "kind": kind}
        scores.append(entry | {"value": value})
    return scores


IMPORTER = QAGSImporter()
