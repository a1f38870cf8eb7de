"""The developers' records for the offline judge, read from ``../shared/data`` and grouped by source document.

Nothing of them is kept in the project. A *group* is one source text, whichever data set it came from: texts that
share 20 or more runs of six words are the same (QAGS and FRANK share documents). A group is held out when
``sha1(group key) % 100 < 30``; the key is the smallest document name of the group.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from galley.core.domain import Role
from galley.core.judges.built_in.types import SourceDoc
from galley.core.storage.record_rows import read_document

HOLDOUT = 30


@dataclass
class Record:
    """One summary with its source. ``labels``: 1 error, 0 none, None not known, one per sentence.

    ``votes``, where people voted: the share of them that called the sentence wrong."""

    dataset: str
    source: str
    name: str
    document: str
    text: str
    docs: list[SourceDoc]
    sentences: list[str]
    labels: list[int | None]
    score: float | None = None
    judges: dict[str, list[int]] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    group: str = ""
    votes: list[float] = field(default_factory=list)

    @property
    def held_out(self) -> bool:
        """Whether the document belongs to the locked part."""
        return held_out(self.group)


def held_out(group: str) -> bool:
    """Whether a group belongs to the locked part: decided by its name alone."""
    return int(hashlib.sha1(group.encode()).hexdigest(), 16) % 100 < HOLDOUT


def read_json(path: Path) -> list[dict[str, Any]]:
    """A JSON array or JSON Lines."""
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        whole: list[dict[str, Any]] = json.loads(text)
        return whole
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def article(text: str) -> list[SourceDoc]:
    """An article in the units that an import gives it, which is how the judge is served."""
    return [_source(Role.ARTICLE, text)]


def dialogue(text: str) -> list[SourceDoc]:
    """``Speaker: words`` lines in the turns that an import gives them."""
    return [_source(Role.DIALOGUE, text)]


def _source(role: Role, text: str) -> SourceDoc:
    laid = read_document({"role": role.value, "text": text})
    return SourceDoc(role, [laid.text[start:end] for start, end in laid.spans], laid.speakers or ())


def split_sentences(text: str) -> list[str]:
    """The sentences that an import makes of a running summary."""
    laid = read_document({"role": Role.SUMMARY.value, "text": text})
    return [laid.text[start:end] for start, end in laid.spans]


def frank(data: Path) -> list[Record]:
    """FRANK as recorded by FineSurE: distinct (document, system) records, human majority of three."""
    records: dict[tuple[str, str], Record] = {}
    for name, judge in (
        ("frank-raw-data-by-gpt-3.5-turbo.json", "gpt-3.5-turbo"),
        ("frank-raw-data-by-gpt-4o-2024-05-13.json", "gpt-4o"),
        ("result__fact-checking__raw-data.json", ""),
    ):
        for row in read_json(data / "finesure" / name):
            key = (row["doc_id"], row["model"])
            votes = [a["factuality_labels"] for a in row["raw_annotations"].values()]
            labels: list[int | None] = [int(2 * sum(v) > len(v)) for v in zip(*votes, strict=True)]
            shares = [sum(v) / len(v) for v in zip(*votes, strict=True)]
            record = records.setdefault(
                key,
                Record(
                    "frank",
                    row["source"],
                    row["model"],
                    row["doc_id"],
                    row["transcript"],
                    article(row["transcript"]),
                    row["sentences"],
                    labels,
                    votes=shares,
                    meta={"annotators": votes},
                ),
            )
            told = row.get("pred_faithfulness_labels") or []
            if judge and len(told) == len(record.sentences):
                record.judges[judge] = told
    return list(records.values())


def qags(data: Path) -> list[Record]:
    """QAGS: a summary-level share of consistent sentences. Sentences are labelled where the share is 0 or 1."""
    records = []
    for part in ("cnndm", "xsum"):
        for number, row in enumerate(read_json(data / "unieval_qags" / f"qags_{part}_result.json")):
            sentences = split_sentences(row["system_output"])
            score = float(row["scores"]["consistency"])
            label = 0 if score == 1 else 1 if score == 0 else None
            text = row["source"].encode("latin-1", "ignore").decode("utf-8", "ignore") or row["source"]
            records.append(
                Record(
                    "qags",
                    part,
                    str(row["system_id"]),
                    f"qags-{part}-{number}",
                    text,
                    article(text),
                    sentences,
                    [label] * len(sentences),
                    1.0 - score,
                    votes=[1.0 - score] * len(sentences),
                )
            )
    return records


def xsum_spans(data: Path, articles: dict[str, str]) -> list[Record]:
    """XSum summaries whose article FRANK carries: error where two of three workers marked a span."""
    marks: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    texts: dict[tuple[str, str], str] = {}
    path = data / "xsum_hallucination" / "hallucination_annotations_xsum_summaries.csv"
    with path.open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            if row["bbcid"] not in articles:
                continue
            key = (row["bbcid"], row["system"])
            texts[key] = row["summary"]
            marked = row["hallucination_type"] not in ("", "NULL")
            marks[key][row["worker_id"]] = marks[key].get(row["worker_id"], False) or marked
    return [
        Record(
            "xsum-spans",
            "bbc",
            key[1],
            key[0],
            articles[key[0]],
            article(articles[key[0]]),
            [text],
            [int(2 * sum(marks[key].values()) > len(marks[key]))],
        )
        for key, text in texts.items()
    ]


def sales(data: Path) -> list[Record]:
    """SummEdits sales calls: ``score`` 1 = inconsistent. A sentence of a bad edit that the seed also has is good;
    where one sentence alone differs, that one is the error; else the changed ones are not known."""
    records = []
    for row in read_json(data / "summedits" / "summedits_sales_call.json"):
        sentences = split_sentences(row["summary"])
        seed = set(split_sentences(row["original_summary"]))
        bad = row["label"] == 0
        changed = [s not in seed for s in sentences]
        labels: list[int | None] = [0 if not bad or not c else 1 if sum(changed) == 1 else None for c in changed]
        records.append(
            Record(
                "sales",
                "sales",
                row["id"],
                re.sub(r"_[^_]+$", "", row["id"]),
                row["doc"],
                dialogue(row["doc"]),
                sentences,
                labels,
                float(bad),
                meta={"edits": row["edit_types"]},
            )
        )
    return records


def factcc(data: Path) -> list[Record]:
    """Claims of FactCC that SummEdits' judges explained: nearly all are errors (rule-made edits)."""
    return [
        Record("factcc", "factcc", "", f"factcc-{r['id']}", r["doc"], article(r["doc"]), [r["summary"]], [1], 1.0)
        for r in read_json(data / "summedits" / "factcc_explanation_annotation.json")
    ]


def visits(data: Path) -> list[Record]:
    """MTS-Dialog's automatic summaries of doctor and patient with their human hallucination rate; sentences are
    labelled where the rate is 0, or where the summary is one sentence."""
    folder = data / "mts_dialog"
    with (folder / "MTS-Dialog-Automatic-Summaries-ValidationSet.csv").open(encoding="utf-8-sig", newline="") as handle:
        texts = list(csv.DictReader(handle))
    with (folder / "MTS-Dialog-Manual-Scores4CorrelationStudy.csv").open(encoding="utf-8-sig", newline="") as handle:
        rates = [float(row["HallucinationRate"]) for row in csv.DictReader(handle)]
    records = []
    for number, (row, rate) in enumerate(zip(texts, rates, strict=True)):
        talk, sentences = row["Dialogue"], split_sentences(row["Automatic Summary"])
        label = 0 if not rate else 1 if len(sentences) == 1 else None
        labels: list[int | None] = [label] * len(sentences)
        name = f"mts-{number}"
        votes = [rate] * len(sentences)
        records.append(Record("mts", "visits", "", name, talk, dialogue(talk), sentences, labels, rate, votes=votes))
    return records


def load(data: Path) -> list[Record]:
    """Everything, grouped."""
    first = frank(data)
    articles = {r.document: r.text for r in first if r.source == "bbc"}
    records = [*first, *qags(data), *xsum_spans(data, articles), *sales(data), *factcc(data), *visits(data)]
    _group(records)
    return records


def _group(records: list[Record]) -> None:
    texts = {r.document: r.text for r in records}
    parent = {d: d for d in texts}

    def root(d: str) -> str:
        while parent[d] != d:
            d = parent[d]
        return d

    seen: dict[str, list[str]] = defaultdict(list)
    for document, text in texts.items():
        words = re.findall(r"[a-z0-9]+", text.lower())
        shared: Counter[str] = Counter()
        pieces = {" ".join(words[k : k + 6]) for k in range(len(words) - 5)}
        for piece in pieces:
            shared.update(seen[piece])
        for other, n in shared.items():
            if n >= 20:
                a, b = sorted((root(document), root(other)))
                parent[b] = a
        for piece in pieces:
            seen[piece].append(document)
    for record in records:
        record.group = root(record.document)
