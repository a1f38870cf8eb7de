"""Replies of a model in a file: what nobody can read is unscored with its reason, where the mapping takes that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError, RowsRefused
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find
from galley.core.tables.mapping import parse_mapping

BLOCK = {
    "criterion": "=basic/hallucination", "annotator": "by", "kind": "=judge", "unreadable": "unscored",
    "value": {"of": "reply|json.bad", "map": {"yes": "yes", "no": "no", "skip": None}},
    "explanation": "reply|json.why?", "confidence": "reply|json.sure?",
}  # fmt: skip
READ = '{"bad": "no"}'


def answers(folder: Path, *replies: Any, block: dict[str, Any] = BLOCK) -> tuple[list[dict[str, Any]], ImportReport]:
    path, report = folder / "replies.jsonl", ImportReport()
    rows = [{"id": str(n), "summary": "A mill.", "by": "gpt", "reply": reply} for n, reply in enumerate(replies)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    mapping = parse_mapping({"key": "id", "summaries": [{"text": "summary"}], "verdicts": [block]}, "m.json")
    found = find("table").read([path], ImportOptions(mapping=mapping), report)
    return [verdict for parsed in found for verdict in parsed.record["verdicts"]], report


UNREADABLE = {
    "I cannot say.": "“I cannot say.” contains no JSON",
    '{"bad": "per': "contains no JSON",
    "": "contains no JSON",
    '{"worse": "yes"}': "there is no value at “reply|json.bad”",
    '{"bad": null}': "there is no value at “reply|json.bad”",
    '["yes"]': "there is no value at “reply|json.bad”",
    '{"bad": "perhaps"}': "the value “perhaps” of “reply|json.bad” is not in the map",
    '{"bad": ["yes"]}': "is a list, not one value",
    '{"bad": "yes", "why": ["a", "b"]}': "“reply|json.why” is a list",
    '{"bad": "yes", "sure": "very"}': "“very” is not a number",
    '{"bad": "\\ud83d"}': "contains no JSON",
}


@pytest.mark.parametrize("reply", UNREADABLE)
def test_an_unreadable_reply_is_unscored_with_its_reason(reply: str, tmp_path: Path) -> None:
    (bad, good), report = answers(tmp_path, reply, READ)
    assert bad["value"] is None and bad["reason"].startswith("unreadable reply: ")
    assert UNREADABLE[reply] in bad["reason"] and "explanation" not in bad and "confidence" not in bad
    assert good["value"] == "no" and "reason" not in good
    assert any("1 replies could not be read; they are unscored" in note.text for note in report.notes)


def test_no_reply_at_all_is_unscored_and_one_that_the_map_drops_is_no_answer(tmp_path: Path) -> None:
    (empty, _), _ = answers(tmp_path, None, READ)
    assert empty["value"] is None and "there is no text" in empty["reason"]
    (only,), report = answers(tmp_path, '{"bad": "skip"}', READ)
    assert only["value"] == "no" and not any("could not be read" in note.text for note in report.notes)


def test_a_file_of_which_no_reply_is_readable_comes_in_unscored(tmp_path: Path) -> None:
    found, _ = answers(tmp_path, "No.", "Sorry.")
    assert [verdict["value"] for verdict in found] == [None, None]


def test_a_field_that_no_reply_has_is_a_wrong_mapping(tmp_path: Path) -> None:
    with pytest.raises(RowsRefused, match=r"“reply\|json\.bad” led nowhere in all 2 rows"):
        answers(tmp_path, '{"worse": "yes"}', '{"worse": "no"}')


def test_without_the_word_it_is_refused_and_so_is_who_cannot_be_read_with_it(tmp_path: Path) -> None:
    strict = {name: value for name, value in BLOCK.items() if name != "unreadable"}
    with pytest.raises(RowsRefused, match=r"replies\.jsonl, line 1, value: “I cannot say\.” contains no JSON"):
        answers(tmp_path, "I cannot say.", READ, block=strict)
    with pytest.raises(RowsRefused, match=r"replies\.jsonl, line 1, annotator: “Sorry\.” contains no JSON"):
        answers(tmp_path, "Sorry.", READ, block=BLOCK | {"annotator": "reply|json.by"})
    with pytest.raises(InputError, match=r"unreadable cannot be .*; use one of: unscored"):
        answers(tmp_path, READ, block=BLOCK | {"unreadable": "no"})
