"""Writing summaries of discussions and taking articles apart: what becomes a document or a unit, and of bad replies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.papers.kgds.methods.kgds_summarize import paragraph_numbers
from galley.core.project.project import Project
from galley.core.review import items
from tests.core import building
from tests.core.kgds_play import MODEL, bare_item, calls, doubts, entries, play, written


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Project]:
    """An item with nothing but article, discussion and the experts' paragraphs."""
    with building.project(tmp_path, bare_item()) as made:
        yield made


# Writing -------------------------------------------------------------------------------------------------------------


def test_both_patterns_and_both_turns_become_documents_that_say_how_they_came_about(bare: Project) -> None:
    end = play(
        bare,
        "kgds-summarize",
        {
            "ebs-aos": {"paragraphs": [2], "opinion_summary": "Ann is glad."},
            "ebs-aos self-reflection": {
                "reflection": "One is missing.",
                "paragraphs": [2, 1],
                "opinion_summary": "Ann is.",
            },
            "abs-aos": {"background_summary": "A ferry leaves.", "opinion_summary": "Ann likes it."},
            "abs-aos self-reflection": {
                "reflection": "x",
                "background_summary": "It leaves.",
                "opinion_summary": "Bo.",
            },
        },
        "all",
    )
    assert (end.replies_received, end.failed_calls) == (4, 0)
    made = written(bare)
    assert len(made) == 8 and {d.system for d in made.values()} == {MODEL}
    extract = made["sum-m-ebs-aos-2-background"]
    assert (extract.part, [u.text for u in extract.units]) == (
        "background",
        ["The ferry leaves at ten.", "It is blue."],
    )
    assert extract.meta == {"pattern": "ebs-aos", "paradigm": "self-reflection", "turn": 2, "paragraphs": [0, 1]}
    assert made["sum-m-abs-aos-1-opinion"].meta == {"pattern": "abs-aos", "paradigm": "structured-prompt", "turn": 1}
    assert made["sum-m-abs-aos-1-background"].text == "A ferry leaves."
    second = (
        bare.read_connection()
        .execute("SELECT body FROM call JOIN request ON request.id = request_id WHERE part = 'ebs-aos self-reflection'")
        .fetchone()[0]
    )
    assert '{\\"paragraphs\\": [2], \\"opinion_summary\\": \\"Ann is glad.\\"}' in json.loads(json.dumps(second))
    again = play(bare, "kgds-summarize", {}, "all")
    assert (again.replies_received, again.failed_calls, again.skipped_items) == (0, 0, 1)


def test_a_second_turn_can_follow_later_without_paying_for_the_first(bare: Project) -> None:
    play(bare, "kgds-summarize", {"abs-aos": {"background_summary": "A.", "opinion_summary": "B."}}, "abs-aos")
    later = {"abs-aos self-reflection": {"reflection": "x", "background_summary": "C.", "opinion_summary": "D."}}
    end = play(bare, "kgds-summarize", later, "abs-aos", "self-reflection")
    assert (end.replies_received, end.failed_calls, len(written(bare))) == (1, 0, 4)


@pytest.mark.parametrize(
    ("given", "numbers", "doubt", "notes"),
    [
        ([1, 3], (1, 3), "", []),
        ([], (), "", []),
        ([3, 1, 3], (1, 3), "", ["a paragraph named twice"]),
        (["[P2]", "3", "Paragraph 1", 2.0], (1, 2, 3), "", ["paragraph numbers as text", "a paragraph named twice"]),
        (["Second one."], (2,), "", ["paragraph numbers as text"]),
        ([2, 99], (2, 99), "", ["a paragraph that the article does not have"]),
        ([0, 1], None, "it may count from 0", []),
        ([0], None, "it may count from 0", []),
        ([-1], None, "is not a number", []),
        (["the third"], None, "is not a number", []),
        ([True], None, "is not a number", []),
        ([{"paragraph": 1}], None, "is not a number", []),
        ("1, 2", None, "no list of paragraphs", []),
        (None, None, "no list of paragraphs", []),
    ],
)
def test_numbers_of_paragraphs_as_models_give_them(given: Any, numbers: Any, doubt: str, notes: list[str]) -> None:
    found, why, mended = paragraph_numbers(given, ["First one.", "Second one.", "Third one."])
    assert (found, mended) == (numbers, notes)
    assert doubt in why and bool(why) == (found is None)


def test_an_uncertain_extract_is_kept_as_a_reply_and_makes_no_document(bare: Project) -> None:
    play(bare, "kgds-summarize", {"ebs-aos": {"paragraphs": [0, 1], "opinion_summary": "Ann."}}, "ebs-aos")
    assert set(written(bare)) == {"sum-m-ebs-aos-1-opinion"}
    assert "paragraph 0" in calls(bare)["ebs-aos"][0]


def test_an_empty_extract_and_a_number_outside_are_documents(bare: Project) -> None:
    half = json.dumps({"paragraphs": [7], "opinion_summary": "Ann \ud800 is."})
    play(bare, "kgds-summarize", {"ebs-aos": half}, "ebs-aos")
    made = written(bare)
    extract = made["sum-m-ebs-aos-1-background"]
    assert (extract.text, extract.meta["paragraphs"], extract.meta["outside"]) == ("", [], [7])
    assert made["sum-m-ebs-aos-1-opinion"].text == "Ann � is."
    play(bare, "kgds-verify", {}, "paragraphs")
    assert doubts(bare, "m kgds-verify") == {
        ("paragraph-missed", "The ferry leaves at ten.", "sum-m-ebs-aos-1-background"): ("yes", "")
    }


@pytest.mark.parametrize(
    "reply", ["", "[]", "not json", '{"paragraphs": [1]}', '{"opinion_summary": 3}', "[[[[", "{" * 999]
)
def test_broken_answers_add_nothing_that_is_not_certain(bare: Project, reply: str) -> None:
    play(bare, "kgds-summarize", {"ebs-aos": reply}, "ebs-aos", "self-reflection")
    assert set(written(bare)) <= {"sum-m-ebs-aos-1-background"}
    assert calls(bare)["ebs-aos"][0]
    assert "ebs-aos self-reflection" not in calls(bare)


@pytest.mark.parametrize("documents", [{"turns": []}, {"turns": [{"speaker": "Ann", "text": " "}]}])
def test_an_empty_discussion_is_left_out_and_counted(tmp_path: Path, documents: dict[str, Any]) -> None:
    made = bare_item()
    made["documents"][0] = {"id": "dialogue", "role": "dialogue", **documents}
    with building.project(tmp_path, made) as project:
        for method in ("kgds-summarize", "kgds-opinion-errors", "kgds-feedback"):
            end = play(project, method, {})
            assert (end.skipped_items, end.failed_calls, end.replies_received) == (1, 0, 0)


# Taking apart --------------------------------------------------------------------------------------------------------


def test_facts_are_typed_by_their_paragraph_and_masked_where_they_conflict(bare: Project) -> None:
    play(
        bare,
        "kgds-decompose",
        {
            "facts P1": {"facts": ["The ferry leaves at ten.", "The ferry leaves at ten!", "Ten is a number."]},
            "facts P2": {"facts": ["The ferry is blue.", "A ferry exists.", "The sea is there."]},
            "masking P2": entries("NO", "YES", None),
        },
    )
    units = items.load_item_view(bare.read_connection(), 1).derived_units
    assert [(u.text, u.type) for u in units] == [
        ("The ferry leaves at ten.", ""), ("The ferry leaves at ten!", "repeated"), ("Ten is a number.", ""),
        ("The ferry is blue.", "non-supporting"), ("A ferry exists.", "masked"), ("The sea is there.", ""),
    ]  # fmt: skip
    assert units[-1].meta == {"unmasked": "left out of the reply"}
    article = items.load_item_view(bare.read_connection(), 1).documents[1]
    assert [u.sources for u in units] == [(article.units[0].id,)] * 3 + [(article.units[1].id,)] * 3
    assert play(bare, "kgds-decompose", {}).skipped_items == 1


def test_drafts_of_opinions_keep_the_doubtful_ones_and_count_them(bare: Project) -> None:
    given = [
        {"turn": 3, "speaker": "Ann", "opinion": "Ann likes **the ferry**."},
        {"turn": 1, "speaker": "Zoe", "opinion": "Zoe hates it."},
        {"turn": 9, "speaker": "Bo", "opinion": "Bo waits."},
        {"turn": 2, "speaker": "Ann", "opinion": "Ann is late."},
        {"turn": 2, "speaker": "Bo", "opinion": ""},
        "Bo is here.",
    ]
    play(bare, "kgds-decompose", {"opinions": {"opinions": given}}, "opinions")
    units = items.load_item_view(bare.read_connection(), 1).derived_units
    assert [(u.text, u.type, u.meta.get("doubt", ""), len(u.sources)) for u in units] == [
        ("Ann likes **the ferry**.", "clarified", "", 1),
        ("Zoe hates it.", "", "names a person who is not in the discussion", 3),
        ("Bo waits.", "", "names a turn that is not there", 3),
        ("Ann is late.", "", "names a turn of somebody else", 3),
    ]
    assert calls(bare)["opinions"][0] == "5 of 6 opinions: one names a person who is not in the discussion"


def test_an_estimate_counts_the_second_turn(bare: Project, tmp_path: Path) -> None:

    file = tmp_path / "none.jsonl"
    file.touch()
    plan = prepare(bare, Order("kgds-summarize", Source("replay", replies=str(file)), MODEL, Choices(("all",))))
    assert estimate(bare, plan).requests == 4
    plan = prepare(bare, Order("kgds-decompose", Source("replay", replies=str(file)), MODEL))
    assert estimate(bare, plan).requests == 3, "two paragraphs, and the facts of the one that is not supporting"
