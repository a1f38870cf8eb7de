"""No reply that hedges, says two things, or takes its answer back becomes a verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.judges import request_options
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry import labels
from galley.core.judges.inquiry.labels import Reading, read_label, read_units
from galley.core.judges.methods import claim_check
from galley.core.judges.methods._questions import with_labels
from galley.core.replies import replies

YES_NO = {"YES": ("error",), "NO": ()}
CHOICES = {"Entity error": ("entity",), "entity": ("entity",), "Relation error": ("relation",), "no error": ()}
SCALE = {str(n): (str(n),) for n in range(1, 6)}


@pytest.mark.parametrize(
    "text",
    ["YES/NO", "YES or NO", "I cannot say NO", "not YES", "NO (1 minor issue: YES for tone)", "NO?", "YES|NO", "yes no",
     "NOT NO", "NO YES", "YES, or rather NO", "Probably NO", "The answer is NO", "Answer: NO",
     "NO if strict, YES if not",
     "either YES or NO", "N/A", "", " ", "YESNO", "NO-one", "Nope", "YES NO MAYBE", "It is a YES.",
     "NO and YES", "no way",
     "YES to the first half", "**YES** / **NO**", "YES; NO", "NO … YES"],
)  # fmt: skip
def test_what_hedges_is_no_label(text: str) -> None:
    assert read_label(text, YES_NO) is None


@pytest.mark.parametrize(
    ("text", "ids"),
    [("YES", ("error",)), ("no", ()), ("**NO**", ()), ("NO.", ()), ("“YES”", ("error",)), ("(NO)", ()),
     ("YES: there is no such date", ("error",)), ("NO - the summary says so", ()),
     ("Yes, because no source has it", ("error",)),
     ("NO (supported by turn 3)", ()), ("NO\nThe source says so.", ()), ("So the label is: YES", ("error",)),
     ("*YES* — it is nowhere", ("error",)), ("NO!", ())],
)  # fmt: skip
def test_a_label_alone_or_before_punctuation_and_a_reason(text: str, ids: tuple[str, ...]) -> None:
    assert read_label(text, YES_NO) == ids


@pytest.mark.parametrize(
    ("text", "offered", "ids"),
    [
        ("Entity error", CHOICES, ("entity",)),
        ("entity error: the name is another", CHOICES, ("entity",)),
        ("Entity error, or relation error", CHOICES, None),
        ("Entity error: could be a relation error", CHOICES, None),
        ("entity: an entity error", CHOICES, ("entity",)),
        ("no error", CHOICES, ()),
        ("no error or entity error", CHOICES, None),
        ("4", SCALE, ("4",)),
        ("4: 2 of 3 facts are right", SCALE, ("4",)),
        ("4, maybe 3", SCALE, None),
        ("3-4", SCALE, None),
        ("3/5", SCALE, None),
        ("10", SCALE, None),
    ],
)
def test_choices_and_scales(text: str, offered: dict[str, Any], ids: tuple[str, ...] | None) -> None:
    assert read_label(text, offered) == ids


def read(text: str, count: int = 1) -> Reading:
    return labels.read_reply(Reply(text, Finish.STOP), lambda reply: read_units(reply, count, YES_NO))


def listed(*labels: tuple[int, str]) -> str:
    return json.dumps({"verdicts": [{"number": n, "reasoning": "So.", "label": label} for n, label in labels]})


def test_a_number_with_two_labels_is_unscored_and_the_others_count() -> None:
    found = read(listed((1, "NO"), (2, "YES"), (1, "YES"), (3, "NO")), 3)
    assert [unit.labels for unit in found.units] == [None, ("error",), ()]
    assert "number 1 twice" in found.units[0].why and "1 of 3" in found.unscored_reason
    assert [unit.labels for unit in read(listed((1, "NO"), (1, "NO")), 1).units] == [()], "the same twice is one answer"
    hedged = read(listed((1, "NO"), (1, "NO or YES"), (1, "NO")), 1)
    assert hedged.units[0].labels is None or "twice" in hedged.units[0].why


@pytest.mark.parametrize(
    "prose",
    ["Wait, the right label is NO.", "Actually, sentence 1 is supported.", "Correction: NO", "On second thought, NO.",
     "I made a mistake, it should be NO.", "The final answer is NO.", "Sorry, let me revise that."],
)  # fmt: skip
def test_an_answer_that_is_taken_back_counts_nowhere(prose: str) -> None:
    text = listed((1, "YES"))
    for shape in (f"{text}\n{prose}", f"```json\n{text}\n```\n\n{prose}", f"Here:\n{text} {prose}"):
        found = read(shape)
        assert found.unscored_reason == replies.ANSWER_WITHDRAWN and not found.units, shape
    assert read(f"{text}\nThe sentence names a date that no source has.").units[0].labels == ("error",)
    fine = json.dumps([{"sentence": "A.", "reason": "So.", "category": "no error"}])
    assert replies.read_labels(fine, 1, {}).unscored_reason == ""
    assert replies.read_labels(f"{fine}\n{prose}", 1, {}).unscored_reason == replies.ANSWER_WITHDRAWN


@pytest.mark.parametrize(
    ("text", "borne"),
    [("Yes", True), ("No.", False), ("yes, the document says so", True), ("No, the date is another.", False),
     ("Supported", True), ("Yes/No", None), ("Yes or no", None), ("Yes. Wait, the right answer is No.", None),
     ("I cannot say yes", None), ("True", True), ("not supported", None)],
)  # fmt: skip
def test_claims(text: str, borne: bool | None) -> None:
    assert claim_check.read(Reply(text, Finish.STOP)).data is borne


def test_every_schema_with_a_label_is_sent_with_all_that_it_may_hold() -> None:
    schema = {"type": "object", "properties": {"verdicts": {"type": "array", "items": {"properties": {
        "label": {"type": "string"}, "labels": {"type": "array", "items": {"type": "string"}}}}}}}  # fmt: skip
    one = with_labels(schema, "label", ("YES", "NO"))["properties"]["verdicts"]["items"]["properties"]["label"]
    assert one["enum"] == ["YES", "NO"] and "enum" not in json.dumps(schema)
    many = with_labels(schema, "labels", ("a",))["properties"]["verdicts"]["items"]["properties"]["labels"]
    assert many["items"]["enum"] == ["a"]


def test_anthropic_takes_no_temperature_with_thinking() -> None:
    for name in ("temperature", "top_k"):
        with pytest.raises(InputError, match="together with thinking"):
            request_options.refuse("anthropic", {"thinking": 2048, name: 1}, 0, True)
        with pytest.raises(InputError, match="together with thinking"):
            request_options.refuse("anthropic", {"thinking": "adaptive", name: 1}, 0, True)
        request_options.refuse("anthropic", {"thinking": "off", name: 1}, 0, True)
