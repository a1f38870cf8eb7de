"""FRANK: people's scores of summaries by type of error, and what automatic metrics said of the same summaries.

Two files of the same repository (Pagnoni et al. 2021), each one JSON array with a row a summary, any of them alone:
human annotations (1 = no error of that type, the share of sentences without one; ``Flip_…`` are the overall score
with that type taken back, for ablations) and the outputs of automatic metrics. Neither holds a text, so an item is
an article known by its hash, and its summaries are empty documents that carry scores.
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

PERSON = "frank-annotators"
METRICS = "frank-metrics"
_ABOUT = ("hash", "model_name", "dataset", "split")
_TYPES = {"rele": "pred-e"}
_TYPE = re.compile(r"([A-Z][a-z]+)E")


class FrankImporter:
    """Reads both files element by element."""

    name = "frank"
    title = "FRANK human scores and metric outputs"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with a hash and a model, and the columns of one of the two files."""
        start = _files.first_element(head)
        return all(name in start for name in (b'"hash"', b'"model_name"')) and (
            b'"Semantic_Frame_Errors"' in start or b'"BertScore F1"' in start
        )

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield one record a row; the project puts the summaries of one article together.

        ``options.annotator`` names whose the human scores are. Raises: InputError.
        """
        _files.begin(paths, report, self.title, self.recognises)
        for path in paths:
            human = b'"Semantic_Frame_Errors"' in _files.first_element(_files.head_of(path))
            who = (options.annotator or PERSON, "human") if human else (METRICS, "import")
            for line, raw in _json.elements(path, report):
                yield Parsed(_record(Fields(raw, path, line), who, report), str(path), line)


def metric_name(column: str) -> str:
    """A column's name as a metric: ``Flip_RelE`` is flip-pred-e, ``BertScore P Art`` bertscore-p-art.

    The files call predicate errors RelE.
    """
    flip, rest = ("flip-", column[5:]) if column.startswith("Flip_") else ("", column)
    if found := _TYPE.fullmatch(rest):
        return flip + _TYPES.get(rest.lower(), f"{found.group(1).lower()}-e")
    return flip + rest.removesuffix("_Errors").lower().replace("_", "-").replace(" ", "-")


def _record(fields: Fields, who: tuple[str, str], report: ImportReport) -> dict[str, Any]:
    key, system = fields.text("hash"), fields.text("model_name")
    if not key or not system:
        raise fields.fault("the row names no article or no model; mend the row.")
    document = f"sum-{system}"
    scores = []
    for column, value in fields.raw.items():
        if column in _ABOUT:
            continue
        if value is None:
            report.count("scores missing")
            continue
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise fields.fault(f"“{column}” must be a number, not {value!r}; mend the row.")
        name, kind = who
        scores.append(
            {"document": document, "metric": metric_name(column), "annotator": name, "kind": kind, "value": value}
        )
    return {
        # FineSurE has items of the same articles, with the texts.
        "key": f"frank-{key}",
        "dataset": fields.text("dataset"),
        "split": fields.text("split"),
        "documents": [{"id": document, "role": "summary", "system": system, "text": ""}],
        "scores": scores,
    }


IMPORTER = FrankImporter()
