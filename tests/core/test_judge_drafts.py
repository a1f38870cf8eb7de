"""Drafts are not answers: what a model thought is cut off and kept, the last complete answer counts, of two neither."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry import labels
from galley.core.judges.inquiry.labels import Reading, read_object, read_units
from galley.core.judges.methods import finesure
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order
from galley.core.judges.qa.question_units import read_answers, read_drafts
from galley.core.papers.frank.methods import direct_faithfulness
from galley.core.papers.kgds.methods import kgds_feedback as feedback
from galley.core.papers.kgds.methods import kgds_summarize as summarize
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.methods import sumie_evaluate as evaluate
from galley.core.papers.sumie.table_replies import read_table
from galley.core.project.project import Project
from galley.core.replies import replies, thinking
from tests.core import building, hostile_models
from tests.core.fake_models import serving
from tests.core.judging import KEY, ONE, QUICK, calls, judged_verdicts, order, run, verdicts


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


# Runs ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", hostile_models.DRAFTS)
@pytest.mark.parametrize(
    ("provider", "how"),
    [("openai", "whole"), ("openai", "stream"), ("openai", "batch"), ("anthropic", "whole"), ("anthropic", "stream"),
     ("anthropic", "batch"), ("compatible", "whole")],
)  # fmt: skip
def test_a_draft_is_not_read_as_the_answer(project: Project, provider: str, how: str, draft: str) -> None:
    with serving(hostile_models.DRAFTS[draft]) as fake:
        fake.polls = 0
        end = run(project, order(fake, provider, stream=how == "stream", batch=how == "batch"))
    assert (end.state, end.replies_received, end.flags, end.unscored_reasons) == ("done", 2, 0, Counter())
    kept = [reply for (reply,) in calls(project, "reply")]
    assert all("YES" in reply and "NO" in reply for reply in kept), "the thoughts are kept with the reply"
    again = run(project, order(fake, provider, stream=how == "stream", batch=how == "batch"))
    assert (again.reused_calls, again.flags, again.unscored_reasons) == (2, 0, Counter()), (
        "a kept reply is read in the same way"
    )


@pytest.mark.parametrize("form", hostile_models.PARTS)
def test_content_in_parts_is_read_as_its_text(project: Project, form: str) -> None:
    with serving(hostile_models.in_parts(form)) as fake:
        end = run(project, order(fake))
    assert (end.replies_received, end.flags, end.unscored_reasons) == (2, 0, Counter())
    assert not any(reply.startswith("[{") for (reply,) in calls(project, "reply"))


def test_recorded_replies_are_read_like_others(project: Project, tmp_path: Path) -> None:
    (key,) = project.read_connection().execute("SELECT key FROM item").fetchone()
    lines = []
    for document, count in (("sum-a", 2), ("sum-b", 1)):
        draft, text = verdicts(count, tuple(range(1, count + 1))), verdicts(count)
        reply: Any = f"<think>{draft}</think>{text}"
        if document == "sum-b":
            reply = [{"type": "thinking", "thinking": draft}, {"type": "text", "text": text}]
        lines.append(json.dumps({"item": key, "document": document, "reply": reply}))
    file = tmp_path / "replies.jsonl"
    file.write_text("\n".join(lines))
    source = Source("replay", replies=str(file))
    end = run(project, Order("dial-summer-fine", source, "m", Choices(ONE, 1), policy=QUICK))
    assert (end.replies_received, end.flags, end.unscored_reasons) == (2, 0, Counter())
    assert all("YES" in reply for (reply,) in calls(project, "reply"))


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (hostile_models.torn, replies.TWO_ANSWERS),
        (hostile_models.half_done, replies.TRUNCATED),
        (hostile_models.only_thoughts, labels.ONLY_THOUGHTS),
    ],
)
def test_what_cannot_be_told_is_unscored(project: Project, script: Any, why: str) -> None:
    with serving(script) as fake:
        end = run(project, order(fake))
    found = judged_verdicts(project)
    assert (end.flags, len(found)) == (0, 3)
    assert {v.reason for v in found} == {why}


def test_two_answers_that_agree_count_whatever_their_reasons(project: Project) -> None:
    with serving(hostile_models.repeating) as fake:
        end = run(project, order(fake))
    assert (end.flags, end.unscored_reasons) == (3, Counter())
    assert {v.explanation for v in judged_verdicts(project)} == {"As I said."}, "the last one"


# Every way of reading ------------------------------------------------------------------------------------------------


def _pairs(name: str, **more: Any) -> dict[str, Any]:
    return {"attribute": name, "value": "clean", "evidence": "", **more}


READERS: dict[str, tuple[Callable[[Reply], Reading], Any, Any]] = {
    "labels": (
        lambda reply: read_units(reply, 1, {"YES": ("e",), "NO": ()}),
        {"verdicts": [{"number": 1, "label": "YES"}]},
        {"verdicts": [{"number": 1, "label": "NO"}]},
    ),
    "a field": (lambda reply: read_object(reply, "facts"), {"facts": ["draft"]}, {"facts": ["a", "b"]}),
    "a grade": (direct_faithfulness.read_grade, {"faithfulness": 1}, {"faithfulness": 4}),
    "alignment": (
        lambda reply: finesure._read_alignment(reply, 1),
        {"facts": [{"number": 1, "response": "Yes", "lines": [1, 2]}]},
        {"facts": [{"number": 1, "response": "Yes", "lines": [1]}]},
    ),
    "questions": (
        lambda reply: read_drafts(reply, 1, 9),
        {"questions": [{"question": "Who drew it?", "answer": "nobody knows him"}]},
        {"questions": [{"question": "Who drew it?", "answer": "Ida Falk"}]},
    ),
    "answers": (
        lambda reply: read_answers(reply, ["Who drew it?"]),
        {"answers": [{"number": 1, "answer": "Jon Berg", "quotes": []}]},
        {"answers": [{"number": 1, "answer": "Ida Falk", "quotes": []}]},
    ),
    "feedback": (
        lambda reply: feedback._read(reply, ("expert", "own")),
        {"reasoning": "Hm.", "better": "A"},
        {"reasoning": "So.", "better": "B"},
    ),
    "tables": (
        entity_turns.reader(""),
        {"entries": [_pairs("room")]},
        {"entries": [_pairs("room"), _pairs("staff")]},
    ),
    "entries": (
        evaluate._reader(1),
        {"answers": [{"entry": 1, "found": True, **_pairs("room")}]},
        {"answers": [{"entry": 1, "found": False}]},
    ),
}


@pytest.mark.parametrize(("reader", "draft", "answer"), READERS.values(), ids=READERS)
def test_every_way_of_reading_passes_over_drafts(reader: Callable[[Reply], Reading], draft: Any, answer: Any) -> None:
    one, other = json.dumps(draft), json.dumps(answer)
    wanted, wrong = reader(Reply(other)), reader(Reply(one))
    assert not wanted.unscored_reason and not wrong.unscored_reason and wanted != wrong

    def read(text: str) -> Reading:
        return labels.read_reply(Reply(text), reader)

    for text in (f"<think>{one}</think>{other}", f"{one} no </think>\n{other}", f"Well.\n```json\n{other}\n```"):
        assert read(text) == wanted, text
    assert read(thinking.join_thoughts(f"so {one}", other)) == wanted
    assert read(f"{other}\n\nAgain: {other}") == wanted
    assert read(f"{one}\nOr: {other}").unscored_reason == replies.TWO_ANSWERS
    assert read(f"<think>{other}").unscored_reason == labels.ONLY_THOUGHTS
    assert labels.read_reply(Reply(other, Finish.TRUNCATED), reader).unscored_reason == labels.CUT_OFF


def test_a_summary_is_not_its_draft() -> None:
    one, other = ({"background_summary": text, "opinion_summary": text} for text in ("Draft.", "Final."))

    def reader(reply: Reply) -> Reading:
        return summarize._read(reply, "abs-aos", None, ())  # type: ignore[arg-type]

    thought = f"<think>{json.dumps(one)}</think>{json.dumps(other)}"
    found = labels.read_reply(Reply(thought), reader)
    assert (found.data.background, found.data.opinions) == ("Final.", "Final.")
    assert "Draft" not in found.data.reply, "what is sent again as the model's turn holds no thoughts"
    twice = labels.read_reply(Reply(f"{json.dumps(one)} {json.dumps(other)}"), reader)
    assert (twice.data, twice.unscored_reason) == (None, replies.TWO_ANSWERS)


TABLE = "| attribute | value |\n|---|---|\n| room | {} |\n"


@pytest.mark.parametrize(
    "form",
    [TABLE, "```\n" + TABLE + "```", "attribute,value\nroom,{}\n", '```json\n[["room", "{}"]]\n```'],
    ids=["markdown", "fence", "CSV", "JSON"],
)
def test_of_two_tables_the_last_counts_if_they_agree(form: str) -> None:
    clean, dirty = form.replace("{}", "clean"), form.replace("{}", "dirty")
    assert [fact.value for fact in read_table(f"{clean}\nthat is\n\n{clean}").facts] == ["clean"]
    torn = read_table(f"{dirty}\nor rather\n\n{clean}")
    assert (torn.facts, torn.why) == ((), "the reply gives two tables that differ")


# Thoughts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "answer", "thoughts"),
    [
        ("plain", "plain", ""),
        ('{"quotes": ["she wrote <think> and </think>"]}', '{"quotes": ["she wrote <think> and </think>"]}', ""),
        ("<think>a <think>b</think> c</think> d", "d", "a <think>b\nc"),
        ("<THINKING>a</thinking> d", "d", "a"),
        ("[THINK]a[/THINK]d", "d", "a"),
        ("d <think>never closed", "d", "never closed"),
        ('<think>{"a": 1</think>{"b": 2}', '{"b": 2}', '{"a": 1'),
        ("<b>bold</b> <thinker>x</thinker>", "<b>bold</b> <thinker>x</thinker>", ""),
    ],
)
def test_thoughts_are_told_from_the_answer(reply: str, answer: str, thoughts: str) -> None:
    assert thinking.split_thoughts(reply) == (answer, thoughts)


def test_thoughts_of_a_field_come_out_as_they_went_in() -> None:
    assert thinking.split_thoughts(thinking.join_thoughts("a\nb", "text")) == ("text", "a\nb")
    assert thinking.join_thoughts(" \n", "text") == "text"
    assert thinking.split_thoughts(thinking.join_thoughts("x </reasoning> y <think>", "text"))[0] == "text"


def test_labels_that_were_recorded_pass_over_drafts_too() -> None:
    one, other = ([{"sentence": "a", "reason": "", "category": name}] for name in ("entity error", "no error"))
    known = {"entity error": "entity-error"}
    torn = replies.read_labels(f"{json.dumps(one)} {json.dumps(other)}", 1, known)
    assert (torn.labels, torn.unscored_reason) == ((), replies.TWO_ANSWERS)
    assert replies.read_labels(f"{json.dumps(other)} {json.dumps(other)}", 1, known).labels[0].categories == ()
