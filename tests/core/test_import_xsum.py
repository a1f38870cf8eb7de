"""XSum hallucinations: spans that count from 1, repeat and overlap, votes, scores, published kappas."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import xsum_hallucination

SPANS, VOTES, SCORES = (
    f"{name}_xsum_summaries.csv"
    for name in ("hallucination_annotations", "factuality_annotations", "eval_scores")
)
Cells = dict[tuple[str, str], dict[str, int]]


def read(*paths: Path) -> tuple[list[dict[str, Any]], ImportReport]:
    report = ImportReport()
    stream = xsum_hallucination.IMPORTER.read(paths, ImportOptions(), report)
    return [parsed.record for parsed in stream], report


@pytest.fixture(scope="module")
def whole(shared_data: Path) -> tuple[list[dict[str, Any]], ImportReport]:
    return read(*(shared_data / "xsum_hallucination" / name for name in (VOTES, SCORES, SPANS)))


def fleiss(table: Iterable[dict[str, int]]) -> float:
    """Fleiss' kappa of yes or no by three raters; rows with fewer are left out."""
    rows = [sum(row.values()) for row in table if len(row) == 3]
    share = sum(rows) / (3 * len(rows))
    chance = share**2 + (1 - share) ** 2
    observed = sum((yes * (yes - 1) + (3 - yes) * (2 - yes)) / 6 for yes in rows) / len(rows)
    return (observed - chance) / (1 - chance)


def cells(records: list[dict[str, Any]], *criteria: str) -> Cells:
    """Per summary, each worker's 1 (any of ``criteria``) or 0."""
    found: Cells = defaultdict(dict)
    for record in records:
        for judged in record["judged"]:
            if set(criteria) <= set(judged["criteria"]):
                found[record["key"], judged["documents"][0]][judged["annotator"]] = 0
        for verdict in record["verdicts"]:
            if verdict["criterion"] in criteria and verdict["value"] is not None:
                mine = found[record["key"], verdict["document"]]
                mine[verdict["annotator"]] = mine.get(verdict["annotator"], 0) | (verdict["value"] == "yes")
    return found


def test_kappas_are_the_published_ones(whole: tuple[list[dict[str, Any]], ImportReport]) -> None:
    records, _ = whole
    assert len(records) == 500
    assert sum(len(record["documents"]) for record in records) == 2500
    assert round(fleiss(cells(records, "factual").values()), 3) == 0.774
    assert round(fleiss(cells(records, "intrinsic", "extrinsic").values()), 3) == 0.776
    assert round(fleiss(cells(records, "extrinsic").values()), 3) == 0.764
    assert round(fleiss(cells(records, "intrinsic").values()), 3) == 0.692


def test_factual_scores_are_rebuilt_from_the_votes(whole: tuple[list[dict[str, Any]], ImportReport]) -> None:
    records, _ = whole
    votes = cells(records, "factual")
    same = differ = 0
    for record in records:
        for score in record["scores"]:
            said = votes.get((record["key"], score["document"]))
            if score["metric"] == "factual" and said:
                right = abs(sum(said.values()) / len(said) - score["value"]) < 1e-9
                same, differ = same + right, differ + (not right)
    assert (same, differ) == (1856, 2)


def test_every_span_is_in_its_summary(whole: tuple[list[dict[str, Any]], ImportReport]) -> None:
    records, report = whole
    spans = 0
    for record in records:
        texts = {document["id"]: document["sentences"][0] for document in record["documents"]}
        for verdict in record["verdicts"]:
            for start, end in verdict.get("spans", ()):
                spans += 1
                assert 0 <= start < end <= len(texts[verdict["document"]])
    # 7,860 extrinsic and 2,537 intrinsic rows; 33 are there twice
    assert spans == report.counts["spans"] == 7860 + 2537 - 33
    assert report.counts["repeated spans"] == 33
    said = Counter(
        next(part for part in ("has no type", "lost its quotation marks", ", not at") if part in note.text)
        for note in report.notes
    )
    assert said == {"has no type": 7, "lost its quotation marks": 6, ", not at": 39}


def test_overlapping_spans_of_both_kinds_are_kept(whole: tuple[list[dict[str, Any]], ImportReport]) -> None:
    records, _ = whole
    item = next(record for record in records if record["key"] == "xsum-34687720")
    mine = [v for v in item["verdicts"] if v["document"] == "sum-BERTS2S" and v["criterion"] == "extrinsic"]
    assert [(v["annotator"], v["spans"]) for v in mine] == [
        ("wid_0", [[0, 113]]), ("wid_1", [[0, 113]]), ("wid_2", [[44, 85]]),
    ]  # fmt: skip


def test_workers_without_spans_are_judged_and_say_no(
    whole: tuple[list[dict[str, Any]], ImportReport],
) -> None:
    records, _ = whole
    item = next(record for record in records if record["key"] == "xsum-21267591")
    covered = {j["annotator"] for j in item["judged"] if j["documents"] == ["sum-BERTS2S"]}
    marked = {v["annotator"] for v in item["verdicts"] if v["document"] == "sum-BERTS2S" and "spans" in v}
    assert (covered, marked) == ({"wid_0", "wid_1", "wid_2"}, {"wid_2"})


def test_votes_without_an_answer_are_unscored(whole: tuple[list[dict[str, Any]], ImportReport]) -> None:
    records, _ = whole
    votes = [v for record in records for v in record["verdicts"] if v["criterion"] == "factual"]
    assert Counter(v["value"] for v in votes) == {"no": 4982, "yes": 582, None: 33}
    assert {v["reason"] for v in votes if v["value"] is None} == {"no answer"}


def test_rows_in_any_order_give_the_same_items(shared_data: Path, tmp_path: Path) -> None:
    source = (shared_data / "xsum_hallucination" / SPANS).read_text("utf-8").splitlines(keepends=True)
    rows = source[1:400]
    ordered, shuffled = tmp_path / "ordered.csv", tmp_path / "shuffled.csv"
    ordered.write_text("".join(source[:1] + rows), "utf-8")
    random.Random(7).shuffle(rows)
    shuffled.write_text("".join(source[:1] + rows), "utf-8")

    def facts(path: Path) -> set[tuple[Any, ...]]:
        return {
            (r["key"], v["document"], v["annotator"], v["criterion"], frozenset(map(tuple, v["spans"])))
            for r in read(path)[0]
            for v in r["verdicts"]
        }

    assert facts(ordered) == facts(shuffled)
    assert len(facts(ordered)) > 200


def test_a_type_that_is_none_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    path.write_text(
        "bbcid,system,summary,hallucination_type,hallucinated_span,hallucinated_span_start,hallucinated_span_end,"
        "worker_id\n1,A,one two,extrinsic,two,5,8,w\n1,A,one two,strange,two,5,8,w\n",
        "utf-8",
    )
    with pytest.raises(InputError, match=r"h\.csv, line 3: “strange” is not a hallucination type"):
        read(path)
