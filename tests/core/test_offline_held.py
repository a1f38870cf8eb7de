"""The built-in judge on what a summary leaves out of an article, and on the facts and opinions that it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Match, Role, Verdict
from galley.core.errors import InputError
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.types import SourceDoc
from galley.core.judges.built_in.uncovered import MISSED
from galley.core.judges.methods._built_in_state import LEAST_HELD, TAKEN
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.review import items
from tests.core import building

PARAGRAPHS = [
    "The harbour council of Westmole voted on Tuesday to close the old ferry pier for 14 months.",
    "Mayor Ada Lindqvist said the March storm tore away two of its seven piles. Repairs cost 3.2 million crowns.",
    "The council bought a second-hand dredger from the port of Halm in 2019. The crew was never hired, she said.",
]
SUMMARY = ["The council closes the ferry pier for 14 months.", "Repairs cost 3.2 million crowns after the March storm."]


def judged(project: Project, **choices: Any) -> items.ItemView:
    end = Runner(project, prepare(project, Order("offline", choices=Choices(**choices)))).start().join(20)
    assert end.state == "done", end
    return items.load_item_view(project.read_connection(), 1)


def named(view: items.ItemView, project: Project, criterion: str) -> list[Verdict]:
    rows = dict(project.read_connection().execute("SELECT id, name FROM criterion"))
    return [flag for flag in view.flags() if rows[flag.cell.criterion] == criterion]


def news(**summary: Any) -> dict[str, Any]:
    return {
        "key": "pier",
        "documents": [
            {"id": "article", "role": "article", "paragraphs": PARAGRAPHS},
            {"id": "sum", "role": "summary", "system": "a", "sentences": SUMMARY, **summary},
        ],
    }


def test_a_paragraph_that_no_sentence_takes_up_is_flagged_in_words_with_its_place(tmp_path: Path) -> None:
    with building.project(tmp_path, news()) as project:
        view = judged(project, criteria=("uncovered-paragraph",))
        (flag,) = named(view, project, "uncovered-paragraph")
        unit = view.unit(flag.cell.unit)
        assert unit.text == PARAGRAPHS[2]
        assert view.document(flag.cell.target).name == "sum"
        assert "“dredger”" in flag.explanation and flag.explanation.endswith("none of its sentences.")
        assert flag.confidence is not None and MISSED <= flag.confidence <= 1
        (quote,) = flag.evidence
        assert (quote.unit, quote.match) == (unit.id, Match.VERBATIM)
        assert quote.quote == "The council bought a second-hand dredger from the port of Halm in 2019"
        row = flag.cell.criterion
        assert {t for _, c, t in view.judged_pairs if c == row} == {flag.cell.target}, "silence on the others is a no"


def test_a_summary_is_held_to_as_many_paragraphs_as_it_has_sentences(tmp_path: Path) -> None:
    asides = [f"A visitor from Halm{n} bought {n + 3} postcards and rented a bicycle at kiosk {n}." for n in range(20)]
    made = news(sentences=["Nothing else happened in a small town."])
    made["documents"][0]["paragraphs"] = [*PARAGRAPHS, *asides]
    with building.project(tmp_path, made) as project:
        found = named(judged(project, criteria=("uncovered-paragraph",)), project, "uncovered-paragraph")
        assert 1 <= len(found) <= LEAST_HELD


def test_only_what_is_asked_is_judged(tmp_path: Path) -> None:
    with building.project(tmp_path, news()) as project:
        view = judged(project)
        assert not named(view, project, "uncovered-paragraph"), "nobody asked what is left out"
        assert len({criterion for _, criterion, _ in view.judged_pairs}) == 1
    with building.project(tmp_path, news(), name="b.galley") as project:
        view = judged(project, criteria=("uncovered-paragraph",))
        assert {
            project.read_connection()
            .execute("SELECT name FROM criterion WHERE id = ?", (f.cell.criterion,))
            .fetchone()[0]
            for f in view.flags()
        } == {"uncovered-paragraph"}
    with building.project(tmp_path, news(part="opinion"), name="c.galley") as project:
        view = judged(project, criteria=("uncovered-paragraph",))
        assert not named(view, project, "uncovered-paragraph"), "an opinion summary owes the discussion"


def test_an_article_in_another_script_is_unscored(tmp_path: Path) -> None:
    other = news()
    other["documents"][0] = {"id": "article", "role": "article", "paragraphs": ["港口委员会星期二投票决定关闭旧码头。"]}
    with building.project(tmp_path, other) as project:
        view = judged(project)
        assert not view.flags()
        assert {v.value for v in view.verdicts} == {None}


def test_facts_and_opinions_are_held_against_the_summaries_that_owe_them(tmp_path: Path) -> None:
    made = building.discussion()
    facts = {
        "f4": ("The ferry sank in the harbour of Westmole.", "key"),
        "f5": ("The ferry is painted blue.", "non-supporting"),
    }
    for name, (text, kind) in facts.items():
        made["units"].append({"id": name, "kind": "fact", "text": text, "type": kind, "from": [["article", 1]]})
    lost = {
        "id": "o2",
        "kind": "opinion",
        "text": "Bo prefers the slow express train to Halm.",
        "from": [["dialogue", 1]],
    }
    made["units"].append(lost)
    with building.project(tmp_path, made) as project:
        view = judged(project)
        told = {
            (name, view.document(flag.cell.target).name, view.unit(flag.cell.unit).text)
            for name in ("key-fact-missing", "non-supporting-fact-included", "not-covered")
            for flag in named(view, project, name)
            if flag.confidence is not None
        }
        assert ("key-fact-missing", "written", facts["f4"][0]) in told
        assert ("non-supporting-fact-included", "written", "The ferry is blue.") in told
        assert ("not-covered", "written-opinion", lost["text"]) in told
        assert ("key-fact-missing", "written", "The ferry leaves.") not in told
        assert not {document for name, document, _ in told} & {"extract"}, "an extract has the words of the article"
        assert not any(document.endswith("opinion") for name, document, _ in told if name != "not-covered")


def test_how_much_of_a_text_is_held() -> None:
    judge = BuiltInJudge()
    docs = [SourceDoc(Role.ARTICLE, PARAGRAPHS)]
    texts = [
        "Repairs of the pier cost 3.2 million crowns.",
        "The dredger came from Halm.",
        "It was.",
        "The pier closes.",
    ]
    (kept, gone, empty, told), why = judge.measure_text_coverage(texts, SUMMARY, docs)
    assert why == ""
    assert kept.missing_share is not None and kept.missing_share <= TAKEN and kept.closest == 1
    assert gone.missing_share == 1.0 and gone.closest == -1 and set(gone.words) >= {"dredger", "Halm"}
    assert empty.missing_share is None
    assert told.missing_share == 0.0 and told.closest == 0
    assert judge.measure_text_coverage(texts, SUMMARY, [SourceDoc(Role.ARTICLE, [""])]) == (
        [],
        "There is no source text to compare with.",
    )


def test_an_item_without_a_summary_gets_the_paragraphs_that_the_discussion_draws_on(tmp_path: Path) -> None:
    talk = [{"speaker": "Ann", "text": "Two piles gone in that storm, and Lindqvist wants 3.2 million for it!"}]
    made = {
        "key": "talk",
        "documents": [
            {"id": "article", "role": "article", "paragraphs": PARAGRAPHS},
            {"id": "dialogue", "role": "dialogue", "turns": talk},
        ],
        "judged": [
            {"annotator": "experts", "kind": "gold", "scheme": "kgds-paragraph", "criteria": ["supporting"],
             "documents": ["article"]}
        ],
    }  # fmt: skip
    with building.project(tmp_path, made) as project:
        view = judged(project)
        (flag,) = named(view, project, "supporting")
        assert view.unit(flag.cell.unit).text == PARAGRAPHS[1]
        assert "“storm”" in flag.explanation and flag.explanation.endswith("and so does this paragraph.")
        assert flag.confidence is not None and 0 < flag.confidence < 1
        assert [q.quote for q in flag.evidence] == [talk[0]["text"]]
        (_, _, target) = next(j for j in view.judged_pairs if j[1] == flag.cell.criterion)
        assert view.document(target).name == "article"


def test_items_without_anything_to_judge_are_left_out(tmp_path: Path) -> None:
    made = {"key": "a", "documents": [{"id": "article", "role": "article", "paragraphs": PARAGRAPHS}]}
    with building.project(tmp_path, made) as project:
        end = Runner(project, prepare(project, Order("offline"))).start().join(20)
        assert (end.state, end.skipped_items, end.replies_received) == ("done", 1, 0)


def test_a_scheme_that_it_does_not_answer_in_is_refused(tmp_path: Path) -> None:
    with building.project(tmp_path, news()) as project:
        with pytest.raises(InputError, match="coverage"):
            prepare(project, Order("offline", choices=Choices(scheme="tofueval")))
        assert set(prepare(project, Order("offline", choices=Choices(scheme="coverage"))).context.schemes) == {
            "coverage"
        }
