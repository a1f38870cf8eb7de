"""KGDS: the counts of the paper's appendix B, from the records that the importer yields."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.papers.kgds.importers import kgds
from galley.core.text.clarified import CLARIFIED


def read(path: Path) -> list[dict[str, Any]]:
    return [parsed.record for parsed in kgds.IMPORTER.read([path], ImportOptions(), ImportReport())]


def test_counts_are_those_of_the_paper(shared_data: Path) -> None:
    records = read(shared_data / "kgds" / "KGDS.json")
    assert [records[0]["key"], records[-1]["key"], len(records)] == ["kgds-001", "kgds-100", 100]
    paragraphs = utterances = 0
    supporting, other = Counter[str](), Counter[str]()
    opinions = clarified = bold = 0
    for record in records:
        dialogue, article = record["documents"]
        utterances += len(dialogue["turns"])
        paragraphs += len(article["paragraphs"])
        chosen = {v["unit"] for v in record["verdicts"] if v["value"] == "yes"}
        assert len(chosen) == len(record["verdicts"])
        for unit in record["units"]:
            if unit["kind"] == "fact":
                ((document, paragraph),) = unit["from"]
                assert document == "article"
                (supporting if paragraph in chosen else other)[unit["type"]] += 1
            else:
                opinions += 1
                clarified += unit["type"] == "clarified"
                bold += len(CLARIFIED.findall(unit["text"]))
                assert {dialogue["turns"][at]["speaker"] for _, at in unit["from"]} == {unit["text"].split()[0]}
    assert paragraphs == 1437
    assert sum(len(record["verdicts"]) for record in records) == 432
    assert utterances == 412
    assert supporting == {"key": 1638, "non-key": 780, "repeated": 10}
    assert sum(supporting.values()) == 2428
    assert other == {"non-supporting": 4996, "masked": 176, "repeated": 15}
    assert sum(other.values()) == 5187
    assert (opinions, clarified, bold) == (873, 800, 1113)
    assert Counter(code for record in records for code in record["meta"].get("masked", {}).values()) == {
        4: 77, 5: 13, 6: 86,
    }  # fmt: skip


def test_the_other_paragraphs_are_judged_not_supporting(shared_data: Path) -> None:
    record = read(shared_data / "kgds" / "KGDS.json")[0]
    (judged,) = record["judged"]
    assert judged == {
        "annotator": "kgds-experts", "kind": "gold", "scheme": "kgds-paragraph", "criteria": ["supporting"],
        "documents": ["article"],
    }  # fmt: skip
    assert [v["unit"] for v in record["verdicts"]] == [15, 16, 17, 18, 19, 20]


def small(**changes: Any) -> dict[str, Any]:
    record = {
        "SBK": [{"paragraph_index": 1, "paragraph_text": "P."}],
        "KGD": [{"participant": "Person1", "utterance": "U."}],
        "BSP": [{"paragraph_index": 1, "paragraph_text": "P."}],
        "CAO": ["Person1 likes **it**."],
        "BSPAF": [{"paragraph_index": 1, "atomic_facts": [{"atomic_fact": "F.", "type": 1}]}],
        "BNPAF": [],
    }
    return record | changes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"BSP": [{"paragraph_index": 9, "paragraph_text": "P."}]}, "names paragraph 9"),
        (
            {"BSPAF": [{"paragraph_index": 1, "atomic_facts": [{"atomic_fact": "F.", "type": 8}]}]},
            "unknown type 8",
        ),
        ({"BSP": [{"paragraph_index": "9" * 5000, "paragraph_text": "P."}]}, "must be a whole number"),
        ({"KGD": "no"}, "“KGD” must be a list of objects"),
        ({"SBK": small()["SBK"] * 2}, "the same paragraph_index"),
    ],
)
def test_unsound_records_name_the_line_they_begin_on(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "k.json"
    path.write_text(f"[\n{json.dumps(small())},\n{json.dumps(small(**change))}\n]\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}, line 3: ")
    assert said in str(caught.value)


def test_odd_records_are_kept_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "k.json"
    twice = [{"paragraph_index": "1", "paragraph_text": "P."}] * 2
    records = [small(BSP=twice, CAO=["Nobody likes **it**."]), small(KGD=[], CAO=["Person1 likes **it**."])]
    path.write_text(json.dumps(records), "utf-8")
    report = ImportReport()
    first, second = (parsed.record for parsed in kgds.IMPORTER.read([path], ImportOptions(), report))
    assert [v["unit"] for v in first["verdicts"]] == [0]
    assert first["units"][-1]["from"] == [["dialogue", 0]]
    assert first["units"][-1]["meta"]["doubt"] == "names a person who is not in the discussion"
    assert second["documents"][0]["turns"] == [] and second["units"][-1]["from"] == []
    assert [note.text.partition(";")[0] for note in report.notes] == [
        "kgds-001: the opinion o1 names “Nobody”, who is not in the discussion",
        "kgds-001: a supporting paragraph is named twice",
        "kgds-002: nothing is said in the discussion.",
        "kgds-002: the opinion o1 names “Person1”, who is not in the discussion",
    ]
