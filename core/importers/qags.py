"""QAGS as UniEval published it: articles, one summary each, people's consistency score and UniEval's (MIT).

A file is one JSON array (Wang et al. 2020, with the predictions of Zhong et al. 2022). It does not name its data set,
so that is taken from the file's name (``qags_xsum_result.json``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.importers import _files, _json
from core.importers._json import Fields
from core.importers.base import ImportOptions, ImportReport, Parsed

PERSON = "qags-annotators"
JUDGE = "unieval"
_NAME = re.compile(r"qags[_-]([a-z0-9]+)", re.IGNORECASE)


class QAGSImporter:
    """Reads the array element by element."""

    name = "qags"
    title = "QAGS with UniEval's scores"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with a source, a system's output and scores."""
        start = _files.first_element(head)
        return all(name in start for name in (b'"system_output"', b'"scores"', b'"source"', b'"doc_id"'))

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield one item an article. People's scores keep the name of what they score (``consistency``), UniEval's
        are called ``unieval-consistency``. ``options.annotator`` names whose the people's are. Raises: InputError.
        """
        _files.begin(paths, report, self.title, self.recognises)
        for path in paths:
            found = _NAME.search(path.stem)
            dataset = found.group(1).lower() if found else path.stem
            for line, raw in _json.elements(path, report):
                yield Parsed(_record(Fields(raw, path, line), dataset, options.annotator or PERSON), str(path), line)


def _record(fields: Fields, dataset: str, person: str) -> dict[str, Any]:
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


def _scores(given: Fields, prefix: str, annotator: str, kind: str) -> list[dict[str, Any]]:
    found = []
    for name, value in given.raw.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise given.fault(f"the score “{name}” must be a number, not {value!r}; mend the record.")
        entry = {"document": "summary", "metric": prefix + name, "annotator": annotator, "kind": kind}
        found.append(entry | {"value": value})
    return found


IMPORTER = QAGSImporter()
