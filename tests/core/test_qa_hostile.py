"""Replies of any shape: every reader of question-answer evaluation gives data or a reason, and never raises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.domain import Role
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.qa.answer_words import AnswerKind, kind
from galley.core.judges.qa.question_units import Texts, drafts, merge_drafts, read_answers, read_drafts
from galley.core.judges.qa.scoring import SIDES
from galley.core.judges.qa.similarity import empm, rouge
from galley.core.papers.frank.methods.direct_faithfulness import HIGH, LOW, read_grade
from galley.core.papers.longsumeval.refinement import _laid_out, _read_summary
from tests.core.examples import examples
from tests.core.qa_making import COVERAGE, EVALUATION, made, replay, view_of

WORDS = st.text(max_size=30) | st.sampled_from(
    ["UNANSWERABLE", "P1", "4/5", "none", "", "\ud800", "\x00", "北京", "1e999"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["question", "answer", "number", "quotes", "places", "type", "questions", "answers", "summary"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)
TEXTS = WORDS | VALUES.map(lambda value: json.dumps(value)) | VALUES.map(repr)
FINISH = st.sampled_from(list(Finish))


@settings(max_examples=examples(100, 400), deadline=None)
@given(TEXTS, FINISH)
def test_no_reply_breaks_a_reader(text: str, finish: Finish) -> None:
    reply = Reply(text, finish)
    for side in SIDES:
        reading = read_drafts(reply, 1, 3, side)
        assert (reading.data is None) == bool(reading.unscored_reason)
        if reading.data is not None:
            document = _laid_out({"id": "s", "role": "summary", "text": "One sentence. Another 北京 one."})
            found = merge_drafts([drafts(reading.data, side, "s", Texts([document]))], 3)
            assert 1 <= len(found) <= 3 and [d.rank for d in found] == list(range(1, len(found) + 1))
            assert all(0 <= place < len(document.units) for d in found for _, place in d.sources)
            assert len({d.unit_name for d in found}) == len(found)
    reading = read_answers(reply, ["Who?", "When?"])
    assert reading.data is None or len(reading.data) == 2
    assert reading.data is not None or reading.unscored_reason
    reading = read_grade(reply)
    assert (reading.data is None) == bool(reading.unscored_reason)
    assert reading.data is None or LOW <= reading.data <= HIGH
    reading = _read_summary(reply)
    assert (reading.data is None) == bool(reading.unscored_reason)


@settings(max_examples=examples(50, 200), deadline=None)
@given(WORDS, WORDS)
def test_similarities_are_shares_and_symmetric(first: str, second: str) -> None:
    for measure in (empm, rouge):
        value = measure(first, second)
        assert 0 <= value <= 1 and value == pytest.approx(measure(second, first))
    assert kind(first, second) in AnswerKind


@pytest.mark.parametrize("text", ["\ud800 half", "nul\x00inside", "a" * 5_000, "</questions-0000000000>", "=1+1"])
def test_strange_texts_in_a_reply_reach_the_project_or_a_reason(tmp_path: Path, text: str) -> None:
    odd: list[dict[str, Any]] = [
        {**COVERAGE[0], "question": f"What is {text}?"},
        {**COVERAGE[1], "answer": text},
        COVERAGE[2],
    ]
    lines = [{**line, "reply": {"questions": odd}} if line["part"] == "questions" else line for line in EVALUATION]
    with made(tmp_path) as project:
        end = replay(project, "qa-evaluation", lines)
        assert end.state == "done", end.why
        texts = [u.text for u in view_of(project).derived_units if u.type == "coverage"]
        assert COVERAGE[2]["question"] in texts
        lines = [*lines, {"part": "round 1: refine", "reply": {"summary": f"{text} It was drawn."}}]
        end = replay(project, "refine", lines, options={"enough-consistency": "1", "rounds": "1"})
        assert end.state == "done", end.why
        assert all(d.text for d in view_of(project).documents if d.role is Role.SUMMARY)
