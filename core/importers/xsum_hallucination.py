"""XSum hallucination annotations: spans, factuality votes and scores of one-sentence summaries (Maynez et
al. 2020).

Three tables, any of which may be given alone: hallucinated spans (the start counts from 1), factuality
votes, and precomputed scores. The articles are not in them, so an item holds its summaries alone.

The span table escapes apostrophes (``\\'``) and line ends as a matter of its file format: decoded, its
summaries are the same as those of the vote table and every published offset fits its span, so they are
decoded here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import csv_rows, preview
from galley.core.tables.csv_rows import CsvRow, CsvTable

SCHEME = "xsum-hallucination"
SPANS = "spans"
VOTES = "votes"
SCORES = "scores"
_HEADERS = {
    SPANS: {
        "bbcid",
        "system",
        "summary",
        "hallucination_type",
        "hallucinated_span",
        "hallucinated_span_start",
        "worker_id",
    },
    VOTES: {"bbcid", "system", "summary", "is_factual", "worker_id"},
    SCORES: {"system_bbcid", "BERTScore", "Entailment"},
}
NONE = "NULL"
TYPES = ("intrinsic", "extrinsic")
SYSTEMS = {
    "bert_withckpt": "BERTS2S", "bert_nockpt": "TranS2S", "ptgen": "PtGen", "tconvs2s": "TConvS2S",
}  # fmt: skip
"""The score table's names of systems, in the names of the other two; votes and scores agree under these."""


class XSumHallucinationImporter:
    """Reads the three tables through an index of the items' rows, so that each item is one record."""

    name = "xsum-hallucination"
    title = "XSum hallucination annotations"
    reads = "XSum hallucination annotations: spans, votes, scores"
    becomes = "spans in `xsum-hallucination`; the files hold no articles"
    suffixes: tuple[str, ...] = (".csv",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A header with the columns of one of the three tables."""
        return csv_rows.kind(head, _HEADERS) is not None

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one item a BBC article with the summaries of all systems. Raises: InputError.

        Workers keep their names (``wid_0`` …); ``options.annotator`` is put before them.
        """
        preview.check_files(paths, report, self.title, self.recognises, passes=2)
        files_by_kind = [(csv_rows.kind(preview.head_of(path), _HEADERS), path) for path in paths]
        tables = [
            (kind, CsvTable(path, report))
            for header_kind in _HEADERS
            for kind, path in files_by_kind
            if kind == header_kind
        ]
        indexes = [table.index(_score_key if kind == SCORES else _key) for kind, table in tables]
        for key in dict.fromkeys(key for index in indexes for key in index):
            item = _Item(key, options.annotator, report)
            for (kind, table), index in zip(tables, indexes, strict=True):
                item.take(kind, table.rows(index.get(key, ())))
            yield ParsedRecord(item.record(), *item.place)


def _key(row: CsvRow) -> str:
    return row["bbcid"].strip() or _no_key(row)


def _score_key(row: CsvRow) -> str:
    return row["system_bbcid"].rpartition("_")[2].strip() or _no_key(row)


def _no_key(row: CsvRow) -> str:
    raise row.fault("the row names no BBC article; fix the row.")


class _Item:
    """One item being put together from the rows of the tables, spans first (see ``_HEADERS``)."""

    def __init__(self, key: str, prefix: str, report: ImportReport) -> None:
        self.key, self.prefix, self.report = key, prefix, report
        self.place = ("", 0)
        self.texts: dict[str, str] = {}
        self.verdicts: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.judged_entries: dict[tuple[str, str], dict[str, Any]] = {}
        self.scores: list[dict[str, Any]] = []

    def record(self) -> dict[str, Any]:
        """The native record."""
        return {
            # FineSurE has items of the same BBC articles with other editions of their summaries.
            "key": f"xsum-{self.key}",
            "dataset": "xsum",
            "documents": [
                {"id": f"sum-{system}", "role": "summary", "system": system, "sentences": [text]}
                for system, text in self.texts.items()
            ],
            "verdicts": list(self.verdicts.values()),
            "judged": list(self.judged_entries.values()),
            "scores": self.scores,
        }

    def take(self, kind: str | None, rows: Sequence[CsvRow]) -> None:
        """Add the rows of one table."""
        if rows and not self.place[1]:
            self.place = str(rows[0].path), rows[0].line
        for row in rows:
            if kind == SPANS:
                self._span(row)
            elif kind == VOTES:
                self._vote(row)
            else:
                self._score(row)

    def _who(self, row: CsvRow) -> dict[str, Any]:
        worker = row["worker_id"].strip()
        if not worker:
            raise row.fault("the row names no worker_id; fix the row.")
        return {"annotator": f"{self.prefix}{worker}", "kind": "human", "scheme": SCHEME}

    def _summary(self, row: CsvRow, text: str) -> str:
        system = row["system"].strip()
        first_text = self.texts.setdefault(system, text)
        if first_text != text:
            if _without_spaces(first_text) != _without_spaces(text):
                raise row.fault(f"the summary of {self.key} by {system} differs from that of another row.")
            self.report.note(
                str(row.path),
                row.line,
                "the summary has lost its quotation marks here; the other table's text was imported.",
            )
        return system

    def _span(self, row: CsvRow) -> None:
        system, who = self._summary(row, _decode_text(row["summary"])), self._who(row)
        text, kind, words = (
            self.texts[system],
            row["hallucination_type"].strip(),
            _decode_text(row["hallucinated_span"]),
        )
        document = f"sum-{system}"
        self.judged_entries.setdefault(
            (system, who["annotator"]), who | {"criteria": list(TYPES), "documents": [document]}
        )
        place = str(row.path), row.line
        if kind == NONE:
            if words.strip() not in ("", NONE):
                self.report.note(*place, f"the span “{words}” has no type; it was left out.")
            return
        if kind not in TYPES:
            raise row.fault(f"“{kind}” is not a hallucination type; they are intrinsic, extrinsic and NULL.")
        verdict = self.verdicts.setdefault(
            (system, who["annotator"], kind),
            who | {"criterion": kind, "document": document, "unit": 0, "value": "yes", "spans": []},
        )
        span = _locate_words(text, words, row)
        if span is None:
            self.report.note(
                *place,
                f"the span “{words.strip()[:60]}” is not in the summary; the verdict has no span for it.",
            )
        elif list(span) in verdict["spans"]:
            self.report.count("repeated spans")
        else:
            if span[0] != _start(row):
                self.report.note(
                    *place, f"the span “{words.strip()[:60]}” is at {span[0] + 1}, not at {_start(row) + 1}."
                )
            verdict["spans"].append(list(span))
            self.report.count("spans")

    def _vote(self, row: CsvRow) -> None:
        system, who = self._summary(row, row["summary"]), self._who(row)
        vote = row["is_factual"].strip()
        if vote not in ("yes", "no", NONE):
            raise row.fault(f"“{vote}” is not a factuality vote; it must be yes, no or NULL.")
        answer = {"value": None, "reason": "no answer"} if vote == NONE else {"value": vote}
        at = (system, who["annotator"], "factual")
        verdict = who | {"criterion": "factual", "document": f"sum-{system}", "unit": "whole"} | answer
        if self.verdicts.setdefault(at, verdict) != verdict:
            raise row.fault(f"{who['annotator']} votes twice and differently on {self.key} by {system}; fix the row.")

    def _score(self, row: CsvRow) -> None:
        system_code = row["system_bbcid"].rpartition("_")[0].strip()
        system = SYSTEMS.get(system_code, system_code)
        for metric in row:
            if metric == "system_bbcid":
                continue
            try:
                value = float(row[metric])
            except ValueError:
                raise row.fault(f"“{row[metric]}” in the column {metric} is not a number; fix the row.") from None
            self.scores.append(
                {"document": f"sum-{system}", "metric": metric.lower(), "annotator": "xsum-scores",
                 "kind": "import", "value": value}
            )  # fmt: skip


def _decode_text(text: str) -> str:
    return text.replace("\\'", "'").replace("\\n", "\n")


def _without_spaces(text: str) -> str:
    return "".join(text.replace('"', "").split())


def _start(row: Mapping[str, str]) -> int:
    try:
        return int(row["hallucinated_span_start"]) - 1
    except ValueError:
        return -1


def _locate_words(text: str, words: str, row: CsvRow) -> tuple[int, int] | None:
    """Where ``words`` are: at the offset that the row gives, else at the place nearest to it, else None."""
    start = max(_start(row), 0)
    if words and text.startswith(words, start):
        return start, start + len(words)
    words = words.strip()
    if not words:
        return None
    places = [at for at in (text.rfind(words, 0, start + len(words)), text.find(words, start)) if at >= 0]
    if not places:
        return None
    nearest = min(places, key=lambda at: abs(at - start))
    return nearest, nearest + len(words)


IMPORTER = XSumHallucinationImporter()
