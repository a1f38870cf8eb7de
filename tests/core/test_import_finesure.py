"""FineSurE raw data: labels, flattened types, recorded against read, and the published figures."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers import finesure

GPT4 = "frank-raw-data-by-gpt-4o-2024-05-13.json"
GPT35 = "frank-raw-data-by-gpt-3.5-turbo.json"


def read(*paths: Path, **options: Any) -> tuple[list[ParsedRecord], ImportReport]:
    report = ImportReport()
    return list(finesure.IMPORTER.read(paths, ImportOptions(**options), report)), report


def labels(record: dict[str, Any], annotator: str) -> list[int | None]:
    """1 where the annotator says yes to any type of error, 0 where no to all, None where unscored."""
    summary = record["documents"][2]
    covered = any(j["annotator"] == annotator and j["documents"] == [summary["id"]] for j in record["judged"])
    values = defaultdict(set)
    for verdict in record["verdicts"]:
        if verdict["annotator"] == annotator and verdict["document"] == summary["id"]:
            values[verdict["unit"]].add(verdict["value"])
    return [
        1 if "yes" in values[n] else 0 if covered and None not in values[n] else None
        for n in range(len(summary["sentences"]))
    ]


def majority(record: dict[str, Any]) -> list[int]:
    votes = zip(*(labels(record, f"annotator_{n}") for n in range(3)), strict=True)
    return [int(sum(v for v in vote if v is not None) >= 2) for vote in votes]


@pytest.mark.parametrize(
    ("name", "judge", "parsed", "accuracy"),
    [(GPT4, "gpt-4o-2024-05-13", 199, 0.898), (GPT35, "gpt-3.5-turbo", 197, 0.671)],
)
def test_balanced_accuracy_against_the_majority_is_the_published_one(
    shared_data: Path, name: str, judge: str, parsed: int, accuracy: float
) -> None:
    records, report = read(shared_data / "finesure" / name)
    assert len(records) == 200
    assert report.counts["replies parsed"] == parsed
    assert report.counts["replies unparsed"] == 200 - parsed
    right = {0: [0, 0], 1: [0, 0]}
    unscored = 0
    for parsed_record in records:
        said = labels(parsed_record.record, judge)
        unscored += all(label is None for label in said)
        for gold, label in zip(majority(parsed_record.record), said, strict=True):
            if label is not None:
                right[gold][0] += gold == label
                right[gold][1] += 1
    assert unscored == 200 - parsed
    assert round(sum(hits / n for hits, n in right.values()) / 2, 3) == accuracy


@pytest.mark.parametrize("name", [GPT4, GPT35, "result__fact-checking__raw-data.json"])
def test_every_human_label_comes_back(shared_data: Path, name: str) -> None:
    path = shared_data / "finesure" / name
    given = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    records, _ = read(path)
    for raw, parsed in zip(given, records, strict=True):
        for annotator, said in raw["raw_annotations"].items():
            assert [int(label or 0) for label in labels(parsed.record, annotator)] == said[
                "factuality_labels"
            ]
        article, reference, summary = parsed.record["documents"]
        assert article["text"] == raw["transcript"]
        assert reference["text"] == raw["reference"]
        assert summary["sentences"] == raw["sentences"]


def test_unscored_replies_are_never_a_no(shared_data: Path) -> None:
    records, _ = read(shared_data / "finesure" / GPT4)
    record = records[13].record
    mine = [v for v in record["verdicts"] if v["annotator"] == "gpt-4o-2024-05-13"]
    assert len(mine) == 5 * 8
    assert {(v["value"], v["reason"]) for v in mine} == {(None, "the judge labelled 4 sentences of 5")}
    assert not [j for j in record["judged"] if j["kind"] == "judge"]


@pytest.mark.parametrize(("name", "places"), [(GPT4, [(87, 1), (99, 1)]), (GPT35, [(79, 1)])])
def test_recorded_labels_that_differ_from_the_reply_are_listed(
    shared_data: Path, name: str, places: list[tuple[int, int]]
) -> None:
    records, report = read(shared_data / "finesure" / name)
    notes = [note for note in report.notes if "the reply says" in note.text]
    assert [note.line for note in notes] == [line for line, _ in places]
    assert all(note.file.endswith(name) for note in notes)
    for line, sentence in places:
        record = records[line - 1].record
        (told,) = [v for v in record["verdicts"] if v["kind"] == "judge"]
        assert (told["unit"], told["value"]) == (sentence - 1, "no")
        assert told["explanation"].startswith("Recorded as “no error”, while the reply says")
        assert len(told["explanation"]) > 80  # the reply's own reason is kept


def test_sample_error_ratios_are_those_of_the_result_file(shared_data: Path) -> None:
    records, _ = read(shared_data / "finesure" / "result__fact-checking__raw-data.json")
    found = defaultdict(list)
    for parsed in records:
        found[parsed.record["documents"][2]["system"]] += labels(parsed.record, finesure.JUDGE)
    ratios = {system: round(100 * sum(said) / len(said), 1) for system, said in found.items()}
    assert ratios == {"bert_sum": 0.0, "bus": 33.3, "pgn": 16.7, "s2s": 83.3, "bart": 33.3}


def test_key_fact_scores_are_those_of_the_result_file(shared_data: Path) -> None:
    records, _ = read(shared_data / "finesure" / "result__keyfact-alignment__raw-data.json")
    found = defaultdict(list)
    for parsed in records:
        for score in parsed.record["scores"]:
            if score["annotator"] == finesure.JUDGE:
                found[score["metric"], score["document"]].append(score["value"])
    means = {key: round(100 * sum(values) / len(values), 1) for key, values in found.items()}
    assert means == {
        ("completeness", "sum-unilm_out_v2"): 45.5,
        ("completeness", "sum-t5_out_large"): 59.0,
        ("conciseness", "sum-unilm_out_v2"): 76.0,
        ("conciseness", "sum-t5_out_large"): 81.7,
    }
    units = records[0].record["units"]
    assert len(units) == 10
    assert units[0]["text"] == "Winchester Council is in Hampshire"


def test_the_judge_may_be_named(shared_data: Path) -> None:
    records, _ = read(shared_data / "finesure" / "result__fact-checking__raw-data.json", annotator="mine")
    assert {v["annotator"] for p in records for v in p.record["judged"] if v["kind"] == "judge"} == {"mine"}


@pytest.mark.parametrize(
    ("labels_", "types", "certain", "possible"),
    [
        ([0, 1], ["NoE", "EntE"], [(), ("EntE",)], [(), ("EntE",)]),
        ([1], ["RelE", "CircE"], [("CircE", "RelE")], [("CircE", "RelE")]),
        ([0, 1, 0], ["NoE", "EntE", "CircE", "NoE"], [(), ("CircE", "EntE"), ()],
         [(), ("CircE", "EntE"), ()]),
        ([1, 1], ["EntE", "CircE", "CircE"], [("EntE",), ("CircE",)], [("CircE", "EntE"), ("CircE",)]),
        ([1, 1, 1], ["OtherE", "RelE", "OutE", "GramE"], [("OtherE",), (), ("GramE",)],
         [("OtherE", "RelE"), ("OutE", "RelE"), ("GramE", "OutE")]),
    ],
)  # fmt: skip
def test_flattened_types_are_shared_out_as_far_as_they_are_certain(
    labels_: list[int], types: list[str], certain: list[tuple[str, ...]], possible: list[tuple[str, ...]]
) -> None:
    shares = finesure.assign_error_types(labels_, types)
    assert shares is not None
    assert [tuple(sorted(share.certain)) for share in shares] == certain
    assert [tuple(sorted(share.possible)) for share in shares] == possible


@pytest.mark.parametrize(
    ("labels_", "types"), [([1, 1], ["EntE"]), ([0], ["EntE"]), ([1], ["NoE"]), ([0], ["NoE", "NoE"])]
)
def test_types_that_do_not_fit_are_not_shared_out(labels_: list[int], types: list[str]) -> None:
    assert finesure.assign_error_types(labels_, types) is None


def record_line(**changes: Any) -> str:
    record = {
        "doc_id": "d1", "source": "bbc", "split": "test", "model": "m", "transcript": "A b.",
        "reference": "A.", "sentences": ["One.", "Two."],
        "raw_annotations": {
            "annotator_0": {"factuality_labels": [0, 1], "factuality_types": ["NoE", "EntE"]}
        },
    }  # fmt: skip
    return json.dumps(record | changes)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sentences": "One."}, "“sentences” must be a list of texts"),
        ({"sentences": ["One."]}, "annotator_0 labelled 2 sentences of 1"),
        (
            {"raw_annotations": {"a": {"factuality_labels": [2, 1], "factuality_types": []}}},
            "a list of 0 and 1",
        ),
        (
            {"raw_annotations": {"a": {"factuality_labels": [0, 1], "factuality_types": ["NoE", "XyzE"]}}},
            "“XyzE”",
        ),
        ({"raw_annotations": {"a": 3}}, "“a” must be an object, not 3"),
        ({"doc_id": None}, "“doc_id” must be text"),
    ],
)
def test_unsound_records_name_file_and_line(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "raw.json"
    path.write_text(f"{record_line()}\n{record_line(**change)}\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert said in str(caught.value)
