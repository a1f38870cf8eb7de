"""Replies in the form of DIAL-SUMMER's table 6, and its way to count a majority of five."""

from __future__ import annotations

import json

import pytest

from galley.core.domain import Cell, Unit, UnitKind
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import read_units
from galley.core.judges.methods._votes import SampleVote, decide

TEXTS = ["Ann asked for the price.", "Bo said: it is “ten”.", "Ann left."]
OFFERED: dict[str, tuple[str, ...]] = {"YES": ("error",), "NO": ()}
UNIT = Unit(1, 1, UnitKind.SENTENCE, 0, 0, 5, "Hello")


def read(found: object, fence: str = "") -> list[tuple[tuple[str, ...] | None, str]]:
    text = found if isinstance(found, str) else json.dumps(found)
    reply = Reply(f"{fence}{text}{fence}", Finish.STOP)
    return [(said.labels, said.why) for said in read_units(reply, 3, OFFERED, texts=TEXTS).units]


@pytest.mark.parametrize("fence", ["", "\n```\n"])
def test_sentences_are_keys_and_the_label_comes_last(fence: str) -> None:
    said = {
        TEXTS[0]: "There is NO error here, YES it may look so. So the label is: NO.",
        'Bo said: it is "ten"': "It was nine. So the label is: YES.",
        TEXTS[2]: "She stayed; one could say the label is: NO. But so the label is: YES",
    }
    assert read(said, fence) == [((), ""), (("error",), ""), (("error",), "")]
    (first, *_) = read_units(Reply(json.dumps(said), Finish.STOP), 3, OFFERED, texts=TEXTS).units
    assert first.explanation.startswith("There is NO error here")


def test_what_is_left_out_or_states_no_label_is_no_answer() -> None:
    said = {TEXTS[0]: "I see nothing, NO.", TEXTS[2]: "So the label is: maybe."}
    assert [why.partition(" “")[0] for _, why in read(said)] == ["no label", "left out of the reply", "unknown label"]
    assert all(labels is None for labels, _ in read(said)), "never a no"
    assert read({"Another sentence.": "So the label is: YES."}) == []


def test_the_same_sentence_twice_has_the_same_answer() -> None:
    reply = Reply(json.dumps({"Yes.": "So the label is: YES."}), Finish.STOP)
    assert [s.labels for s in read_units(reply, 2, OFFERED, texts=["Yes.", "Yes."]).units] == [("error",)] * 2


def test_the_usual_form_is_read_as_before() -> None:
    said = {"verdicts": [{"number": n, "reasoning": "So.", "label": "YES" if n == 2 else "NO"} for n in (1, 2, 3)]}
    assert [labels for labels, _ in read(said)] == [(), ("error",), ()]


@pytest.mark.parametrize(
    ("votes", "readable", "all_"),
    [
        ("yynn?", None, "no"), ("yyyn?", "yes", "yes"), ("yy???", None, None), ("yyn??", "yes", "no"),
        ("nnnyy", "no", "no"), ("yyynn", "yes", "yes"), ("ynn??", "no", "no"), ("yynn", None, None),
        ("yyy??", "yes", "yes"),
    ],
)  # fmt: skip
def test_a_majority_of_all_samples(votes: str, readable: str | None, all_: str | None) -> None:
    """As published a yes takes three of five; 2:2 and an unreadable one is a no. Of four, 2:2 is a tie."""
    made = [SampleVote({"y": True, "n": False}.get(vote), "" if vote != "?" else "truncated") for vote in votes]
    cell = Cell(1, 1, 1)
    assert (decide(made, cell, UNIT).value, decide(made, cell, UNIT, of_all=True).value) == (readable, all_)
