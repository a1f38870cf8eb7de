"""SummEdits: edited summaries with their labels, and explanations with a person's verdict on each."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import summedits
from galley.core.importers.registry import recognise


def read(path: Path) -> list[dict[str, Any]]:
    return [parsed.record for parsed in summedits.IMPORTER.read([path], ImportOptions(), ImportReport())]


def test_sales_calls_come_with_all_their_edits(shared_data: Path) -> None:
    records = read(shared_data / "summedits" / "summedits_sales_call.json")
    assert len(records) == 18
    summaries = [d for record in records for d in record["documents"] if d["role"] == "summary"]
    assert Counter(d["system"] for d in summaries) == {"seed": 18, "edited": 502}
    assert Counter(t for d in summaries for t in d["meta"]["edit_types"]) == {
        "entity_modification": 267, "hallucinated_fact_insertion": 167, "antonym_swap": 117,
        "negation_insertion_removal": 104,
    }  # fmt: skip
    verdicts = [v for record in records for v in record["verdicts"]]
    assert Counter(v["value"] for v in verdicts) == {"yes": 347, "no": 173}
    assert {(v["annotator"], v["kind"], v["unit"]) for v in verdicts} == {("summedits", "gold", "whole")}
    seeds = [v["value"] for v in verdicts if v["document"] == "sum-og"]
    assert seeds == ["no"] * 18
    assert Counter(record["split"] for record in records) == {"test": 14, "evaluation": 4}
    assert records[0]["documents"][0]["text"].startswith("\nSales Agent: Good morning")


def test_other_domains_and_the_first_release_are_read(tmp_path: Path) -> None:
    """News is an article, not a dialogue; the first release has no split; a transcript may be longer than the head."""
    rows: list[dict[str, Any]] = [
        {"id": "63f9_og", "doc": "A ferry left.", "summary": "It left.", "label": 1, "original_summary": "It left.",
         "edit_types": []},
        {"id": "63f9_0", "doc": "A ferry left.", "summary": "It sank.", "label": 0, "original_summary": "It left.",
         "edit_types": []},
    ]  # fmt: skip
    news = tmp_path / "summedits_news.json"
    news.write_text(json.dumps(rows))
    (record,) = read(news)
    assert [(d["role"], d.get("system", "")) for d in record["documents"]] == [
        ("article", ""), ("summary", "seed"), ("summary", "edited"),
    ]  # fmt: skip
    assert (record["key"], record["split"], record["meta"]) == ("63f9", "", {"domain": "news"})
    assert [v["value"] for v in record["verdicts"]] == ["no", "yes"]
    meeting = tmp_path / "summedits_qmsumm.json"
    meeting.write_text(json.dumps([row | {"doc": "Ann: It left. " * 8_000} for row in rows], indent=2))
    assert recognise([meeting]).name == "summedits"
    assert [d["role"] for d in read(meeting)[0]["documents"]] == ["dialogue", "summary", "summary"]


def test_explanations_are_judges_verdicts_with_a_persons_verdict_on_each(shared_data: Path) -> None:
    records = read(shared_data / "summedits" / "factcc_explanation_annotation.json")
    verdicts = [v for record in records for v in record["verdicts"]]
    assert (len(records), len(verdicts)) == (125, 3643)
    assert len({v["model"] for v in verdicts}) == 16
    assert len({(v["model"], v["prompt"]) for v in verdicts}) == len({v["annotator"] for v in verdicts})
    assert Counter(v["explanation_verdict"]["value"] for v in verdicts) == {
        "unrelated": 1685, "correct": 1098, "none": 406, "incorrect": 328, "partly": 126,
    }  # fmt: skip
    assert {(v["kind"], v["value"]) for v in verdicts} == {("judge", "yes")}
    for record in records:  # one verdict a judge and item, or the project would refuse the second
        assert len({v["annotator"] for v in record["verdicts"]}) == len(record["verdicts"])
