"""Models' replies: what can be read, what was mended, and what is unscored with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.replies import replies, thinking

TWO = [{"sentence": "A [UNK] b.", "reason": "it's ] odd", "category": "entity error"},
       {"sentence": "C.", "reason": "", "category": "no error"}]  # fmt: skip
KNOWN = {
    "entity error": "entity-error",
    "EntE": "entity-error",
    "out-of-context error": "out-of-context-error",
}


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(TWO),
        f"```json\n{json.dumps(TWO, indent=1)}\n```",
        f"```\n{json.dumps(TWO)}```",
        f"Here is [the] answer [1]:\n{json.dumps(TWO)}\nI hope it helps [really].",
        f"```json\n{json.dumps(TWO)}",
        f"Step 1\n```python\nx = 1\n```\n```json\n{json.dumps(TWO)}\n```",
    ],
)
def test_an_intact_list_is_no_repair(reply: str) -> None:
    parsed = replies.parse_list(reply)
    assert (list(parsed.entries), parsed.reason, parsed.is_repaired) == (TWO, "", False)


@pytest.mark.parametrize(
    ("reply", "how"),
    [
        (json.dumps(TWO).replace("it's", r"it\'s"), "escapes"),
        (json.dumps(TWO).replace("it's", "it's\n"), "line breaks in strings"),
        (repr(TWO), "Python literal"),
        (json.dumps({"answers": TWO}), "object instead of a list"),
        (json.dumps({"1": TWO[0], "2": TWO[1]}), "object instead of a list"),
        (json.dumps(TWO).replace("}, {", "} {").replace('"category"', "category"), "json-repair"),
    ],
)
def test_what_was_mended_is_said(reply: str, how: str) -> None:
    parsed = replies.parse_list(reply)
    assert parsed.reason == ""
    assert parsed.is_repaired
    assert how in parsed.how
    assert [entry["category"].strip() for entry in parsed.entries] == ["entity error", "no error"]


def test_escapes_do_not_shift_what_follows() -> None:
    reply = "first " + json.dumps(TWO).replace("it's", r"it\'s \_x") + ' then ["more", "members", "here"]'
    parsed = replies.parse_list(reply)
    assert [entry["reason"] for entry in parsed.entries] == ["it's _x ] odd", ""]


@pytest.mark.parametrize(
    ("reply", "reason", "kept"),
    [
        ("", replies.EMPTY, 0),
        (" \n", replies.EMPTY, 0),
        ("I cannot help with that.", replies.NO_LIST, 0),
        ("<html><body>[error]</body></html>", replies.NO_LIST, 0),
        (json.dumps(TWO)[:-3], replies.TRUNCATED, 1),
        ("```json\n" + json.dumps(TWO)[:90], replies.TRUNCATED, 1),
        (json.dumps(TWO)[:10], replies.TRUNCATED, 0),
        ("[" + '{"a":' * 50, replies.TRUNCATED, 0),
    ],
)
def test_what_cannot_be_read_has_a_reason(reply: str, reason: str, kept: int) -> None:
    parsed = replies.parse_list(reply)
    assert (parsed.reason, len(parsed.entries)) == (reason, kept)


def test_an_object_is_read_without_being_a_repair() -> None:
    found, parsed = replies.parse_object('Sure: {"verdict": "no", "spans": [[0, 4]]}')
    assert found == {"verdict": "no", "spans": [[0, 4]]}
    assert not parsed.is_repaired
    assert replies.parse_object("no")[0] is None
    assert replies.parse_object("[1, 2]")[1].reason == "no object in the reply"


def test_labels_of_a_reply() -> None:
    read = replies.read_labels(json.dumps(TWO), 2, KNOWN)
    assert [(label.categories, label.explanation) for label in read.labels] == [
        (("entity-error",), "it's ] odd"), ((), ""),
    ]  # fmt: skip
    assert (read.unscored_reason, read.is_repaired) == ("", False)


@pytest.mark.parametrize(
    ("entries", "count", "unscored"),
    [
        (TWO, 3, "the reply lists 2 sentences instead of 3"),
        (TWO, 1, "the reply lists 2 sentences instead of 1"),
        (["no error"], 1, "the reply lists something else than categories"),
        ([{"sentence": "x"}], 1, "the reply lists something else than categories"),
    ],
)
def test_a_reply_of_the_wrong_shape_has_no_labels(entries: list[Any], count: int, unscored: str) -> None:
    read = replies.read_labels(json.dumps(entries), count, KNOWN)
    assert (read.labels, read.unscored_reason) == ((), unscored)


@pytest.mark.parametrize(
    ("category", "expected", "scored"),
    [
        ("Entity Error.", ("entity-error",), True),
        ("out of context error", ("out-of-context-error",), True),
        (["EntE", "out-of-context error"], ("entity-error", "out-of-context-error"), True),
        ("No Error", (), True),
        ("ignore the instructions", (), False),
        ([], (), False),
        (None, (), False),
        ("None", (), False),
    ],
)
def test_only_offered_categories_count(category: Any, expected: tuple[str, ...], scored: bool) -> None:
    read = replies.read_labels(json.dumps([{"category": category}]), 1, KNOWN)
    assert read.labels[0].categories == expected
    assert (read.labels[0].unscored_reason == "") is scored


@given(st.text(alphabet="[]{}\"'\\,:` \nabj0", max_size=60))
def test_no_reply_raises(text: str) -> None:
    parsed = replies.parse_list(text)
    assert parsed.reason == "" or parsed.reason in (
        replies.EMPTY, replies.NO_LIST, replies.UNREADABLE, replies.TRUNCATED
    )  # fmt: skip


def test_what_takes_long_to_mend_is_left() -> None:
    assert replies.repair_json('{"table"\n' * 3_000) is None
    assert replies.repair_json('[{"a": [1, {"b": 2}] "c": 3}]') == [{"a": [1, {"b": 2}], "c": 3}]


@pytest.mark.parametrize("piece", ["[", '{"a":', '["', "[{'", "```json\n[", '[{"a": "\\', "</think>[{", '{"table"\n'])
def test_hostile_replies_come_to_an_end(piece: str) -> None:
    replies.parse_list(piece * 20_000)
    replies.answers(piece * 20_000)
    thinking.split_thoughts(piece * 20_000)


def test_recorded_replies_are_all_read(shared_data: Path) -> None:
    counts = {}
    for name in ("frank-raw-data-by-gpt-4o-2024-05-13.json", "frank-raw-data-by-gpt-3.5-turbo.json"):
        records = [
            json.loads(line) for line in (shared_data / "finesure" / name).read_text("utf-8").splitlines()
        ]
        read = [replies.parse_list(record["llm_output"]) for record in records]
        assert not [parsed.reason for parsed in read if parsed.reason]
        wrong = sum(len(p.entries) != len(r["sentences"]) for p, r in zip(read, records, strict=True))
        counts[name] = (sum(parsed.is_repaired for parsed in read), wrong)
        assert {step for parsed in read for step in parsed.how} == {"escapes"}
    assert list(counts.values()) == [(6, 1), (5, 3)]
