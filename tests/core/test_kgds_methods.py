"""The kgds methods on one small item: what they write, what they flag, and what they make of bad replies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.domain import Document
from core.errors import InputError
from core.judges.clients.registry import Source
from core.judges.methods._kgds import supporting
from core.judges.methods.base import Choices
from core.judges.methods.kgds_summarize import paragraph_numbers
from core.judges.order import Order, prepare
from core.judges.progress import Progress
from core.judges.runner import Runner
from core.project import names, reading
from core.project.project import Project
from core.schemes.loader import builtin, parse
from tests.core import building

MODEL = "m"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path, building.discussion()) as made:
        yield made


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Project]:
    """The same item with nothing but article, discussion and the experts' paragraphs."""
    with building.project(tmp_path, _bare()) as made:
        yield made


def _bare(**more: Any) -> dict[str, Any]:
    made = building.discussion()
    made["documents"], made["units"] = made["documents"][:2], []
    made["verdicts"] = [v for v in made["verdicts"] if v["scheme"] == "kgds-paragraph"]
    return {**made, **more}


def play(project: Project, method: str, replies: dict[str, Any], *criteria: str, **more: Any) -> Progress:
    """A run whose replies are named by the part of the call."""
    file = project.path.parent / "replies.jsonl"
    lines = [{"item": "a", "part": part, "reply": reply} for part, reply in replies.items()]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    order = Order(method, Source("replay", replies=str(file)), MODEL, Choices(criteria, **more))
    end = Runner(project, prepare(project, order)).start().join(20)
    assert end.state == "done", end
    return end


def calls(project: Project) -> dict[str, tuple[str, str]]:
    """What became of the calls: part to (unscored, repaired)."""
    rows = project.reader().execute("SELECT part, unscored, repaired FROM call ORDER BY id")
    return {part: (unscored, repaired) for part, unscored, repaired in rows}


def written(project: Project) -> dict[str, Document]:
    return {d.name: d for d in reading.load(project.reader(), 1).documents if d.name.startswith("sum-")}


def doubts(project: Project, who: str) -> dict[tuple[str, str, str], tuple[Any, str]]:
    """As ``said``, without each clear "no"."""
    return {key: value for key, value in said(project, who).items() if value[0] != "no"}


def said(project: Project, who: str) -> dict[tuple[str, str, str], tuple[Any, str]]:
    """(criterion, unit, target) to (value, reason) of a judge."""
    view = reading.load(project.reader(), 1)
    words = {c.row: c.id for c in names.criteria(project.reader()).values()}
    return {
        (words[v.cell.criterion], view.unit(v.cell.unit).name or view.unit(v.cell.unit).text,
         view.document(v.cell.target).name): (v.value, v.reason)
        for v in view.verdicts if view.annotators[v.annotator].name == who
    }  # fmt: skip


def entries(*labels: str | None, **more: Any) -> dict[str, Any]:
    """A list of labels; None leaves a number out."""
    return {"verdicts": [
        {"number": n, "reasoning": f"r{n}", "quotes": [], **more, "label": label}
        for n, label in enumerate(labels, 1) if label is not None
    ]}  # fmt: skip


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
    assert (end.answered, end.failed) == (4, 0)
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
        bare.reader()
        .execute("SELECT body FROM call JOIN request ON request.id = request_id WHERE part = 'ebs-aos self-reflection'")
        .fetchone()[0]
    )
    assert '{\\"paragraphs\\": [2], \\"opinion_summary\\": \\"Ann is glad.\\"}' in json.loads(json.dumps(second))
    again = play(bare, "kgds-summarize", {}, "all")
    assert (again.answered, again.failed, again.skipped) == (0, 0, 1)


def test_a_second_turn_can_follow_later_without_paying_for_the_first(bare: Project) -> None:
    play(bare, "kgds-summarize", {"abs-aos": {"background_summary": "A.", "opinion_summary": "B."}}, "abs-aos")
    later = {"abs-aos self-reflection": {"reflection": "x", "background_summary": "C.", "opinion_summary": "D."}}
    end = play(bare, "kgds-summarize", later, "abs-aos", "self-reflection")
    assert (end.answered, end.failed, len(written(bare))) == (1, 0, 4)


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
        ([-1], None, "is no number", []),
        (["the third"], None, "is no number", []),
        ([True], None, "is no number", []),
        ([{"paragraph": 1}], None, "is no number", []),
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
    assert made["sum-m-ebs-aos-1-opinion"].text == "Ann ? is."
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
    made = _bare()
    made["documents"][0] = {"id": "dialogue", "role": "dialogue", **documents}
    with building.project(tmp_path, made) as project:
        for method in ("kgds-summarize", "kgds-opinion-errors", "kgds-feedback"):
            end = play(project, method, {})
            assert (end.skipped, end.failed, end.answered) == (1, 0, 0)


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
    units = reading.load(bare.reader(), 1).derived
    assert [(u.text, u.type) for u in units] == [
        ("The ferry leaves at ten.", ""), ("The ferry leaves at ten!", "repeated"), ("Ten is a number.", ""),
        ("The ferry is blue.", "non-supporting"), ("A ferry exists.", "masked"), ("The sea is there.", ""),
    ]  # fmt: skip
    assert units[-1].meta == {"unmasked": "left out of the reply"}
    article = reading.load(bare.reader(), 1).documents[1]
    assert [u.sources for u in units] == [(article.units[0].id,)] * 3 + [(article.units[1].id,)] * 3
    assert play(bare, "kgds-decompose", {}).skipped == 1


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
    units = reading.load(bare.reader(), 1).derived
    assert [(u.text, u.type, u.meta.get("doubt", ""), len(u.sources)) for u in units] == [
        ("Ann likes **the ferry**.", "clarified", "", 1),
        ("Zoe hates it.", "", "names a person who is not in the discussion", 3),
        ("Bo waits.", "", "names a turn that is not there", 3),
        ("Ann is late.", "", "names a turn of somebody else", 3),
    ]
    assert calls(bare)["opinions"][0] == "5 of 6 opinions: one names a person who is not in the discussion"


# Verifying -----------------------------------------------------------------------------------------------------------


def test_what_speaks_against_a_summary_is_a_flag_with_its_words(project: Project) -> None:
    blue = {"number": 1, "reasoning": "It says so.", "quotes": ["The ferry is blue."], "label": "YES"}
    play(
        project,
        "kgds-verify",
        {
            "facts P1": entries("YES", "NO"),
            "facts P2": {"verdicts": [blue]},
            "opinions": entries("NO"),
        },
    )
    assert doubts(project, "m kgds-verify") == {
        ("key-fact-missing", "f2", "written"): ("yes", ""),
        ("non-supporting-fact-included", "f3", "written"): ("yes", ""),
        ("not-covered", "o1", "extract-opinion"): ("yes", ""),
        ("not-covered", "o1", "written-opinion"): ("yes", ""),
        ("paragraph-missed", "The ferry leaves at ten.", "extract"): ("yes", ""),
        ("paragraph-unneeded", "It is blue.", "extract"): ("yes", ""),
    }
    view = reading.load(project.reader(), 1)
    sentences = {d.name: d.units[0].id for d in view.documents if d.name in ("written", "extract")}
    places = {view.unit(v.cell.unit).text: [e.unit for e in v.evidence] for v in view.flags()}
    assert places["The ferry is blue."] == [sentences["written"]], "selecting the flag tints the sentence"
    assert places["It is blue."] == [sentences["extract"]]
    fact = next(u for u in view.derived if u.name == "f2")
    assert fact.sources == (view.documents[1].units[0].id,), "and the paragraph that the fact comes from"
    judge = next(row for row, a in view.annotators.items() if a.name == "m kgds-verify")
    asked = {
        (names.criteria(project.reader())[c].id, view.document(t).name) for who, c, t in view.judged if who == judge
    }
    assert asked == {("paragraph-missed", "extract"), ("paragraph-unneeded", "extract")}
    clear = {key[:2] for key, (value, _) in said(project, "m kgds-verify").items() if value == "no"}
    assert clear == {("key-fact-missing", "f1")}, "a no is said of each unit, for those that people write later"


@pytest.mark.parametrize(
    ("reply", "first", "second"),
    [
        (entries("YES", None), None, (None, "left out of the reply")),
        (entries("YES", "YES", "NO"), "the reply judges number 3 of 2 facts", "the reply judges number 3 of 2 facts"),
        ({"verdicts": [{"reasoning": "", "quotes": [], "label": "YES"}] * 3}, "3 facts instead of 2", "instead of 2"),
        ({"verdicts": [{"reasoning": "", "quotes": [], "label": "NO"}]}, "1 facts instead of 2", "instead of 2"),
        (entries("MAYBE", "NO"), "unknown label", ("yes", "")),
        ("no list", "no list", "no list"),
    ],
)
def test_too_few_or_too_many_facts_are_unscored_where_not_certain(
    project: Project, reply: Any, first: Any, second: Any
) -> None:
    end = play(project, "kgds-verify", {"facts P1": reply, "facts P2": entries("NO")}, "facts")
    found = doubts(project, "m kgds-verify")
    for name, expected in (("f1", first), ("f2", second)):
        value = found.get(("key-fact-missing", name, "written"))
        if expected is None:
            assert value is None, "a clear answer that all is well"
        elif isinstance(expected, tuple):
            assert value == expected
        else:
            assert value is not None and value[0] is None and expected in value[1]
    assert sum(end.unscored.values()) == sum(value is None for value, _ in found.values())
    assert len(said(project, "m kgds-verify")) == 3, "every fact that was asked has a verdict"


def test_facts_can_be_asked_any_number_at_once(project: Project) -> None:
    play(project, "kgds-verify", {"facts 1": entries("NO", "NO"), "facts 3": entries("NO")}, "facts",
         options={"facts-per-call": "2"})  # fmt: skip
    assert set(doubts(project, "m kgds-verify")) == {("key-fact-missing", f, "written") for f in ("f1", "f2")}
    assert list(calls(project)) == ["facts 1", "facts 3"]


def test_an_extract_of_an_item_without_experts_has_no_verdict(tmp_path: Path) -> None:
    made = building.discussion()
    made["verdicts"], made["judged"] = [], []
    with building.project(tmp_path, made) as project:
        play(project, "kgds-verify", {}, "paragraphs")
        assert doubts(project, "m kgds-verify") == {}


def test_two_experts_who_disagree_leave_a_boundary_paragraph(tmp_path: Path) -> None:
    made = building.discussion()
    made["judged"], made["verdicts"] = [], []
    for who, values in (("Ada", ("yes", "yes")), ("Ben", ("yes", "no"))):
        made["verdicts"] += [
            {"annotator": who, "kind": "human", "scheme": "kgds-paragraph", "criterion": "supporting",
             "document": "article", "unit": n, "value": value} for n, value in enumerate(values)
        ]  # fmt: skip
    with building.project(tmp_path, made) as project:
        view = reading.load(project.reader(), 1)
        row = next(c.row for c in names.criteria(project.reader()).values() if c.id == "supporting")
        assert supporting(view, view.documents[1], row) == {0: True}
        play(project, "kgds-verify", {}, "paragraphs")
        found = doubts(project, "m kgds-verify")
        assert found["paragraph-missed", "The ferry leaves at ten.", "extract"] == ("yes", "")
        assert found["paragraph-unneeded", "It is blue.", "extract"] == (
            None,
            "the experts do not agree on this paragraph",
        )


# Errors and feedback -------------------------------------------------------------------------------------------------


def test_an_uncovered_opinion_gets_one_of_five_errors_and_a_no_on_the_others(project: Project) -> None:
    end = play(project, "kgds-opinion-errors", {"errors": entries("Opinion misattribution")})
    found = said(project, "m kgds-opinion-errors")
    assert {(key[0], value) for key, (value, _) in found.items()} == {
        ("opinion-misattribution", "yes"), ("opinion-fact-inconsistency", "no"), ("opinion-sentiment-distortion", "no"),
        ("implicit-reference-unclarified", "no"), ("implicit-reference-incorrectly-clarified", "no"),
    }  # fmt: skip
    assert {key[2] for key in found} == {"written-opinion"}, "the other summary was not found to lack it"
    assert end.flags == 1


@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("none of these", "names none of the five"),
        (["Opinion misattribution", "IRU"], "several errors for one opinion"),
        ("typo", "unknown label"),
    ],
)
def test_an_opinion_without_one_clear_error_stays_without_a_type(project: Project, label: Any, why: str) -> None:
    play(project, "kgds-opinion-errors", {"errors": entries(label)})
    found = said(project, "m kgds-opinion-errors").values()
    assert len(found) == 5 and all(value is None and why in reason for value, reason in found)
    assert why in calls(project)["errors"][0]


def test_an_opinion_that_a_person_called_covered_is_not_asked_about(project: Project) -> None:
    from core.project.desk import Desk

    view = reading.load(project.reader(), 1)
    Desk(project, "Ada").override(1, view.flags()[0]).result()
    assert play(project, "kgds-opinion-errors", {}).skipped == 1


def test_the_order_of_the_two_extracts_is_drawn_and_recorded(project: Project) -> None:
    orders = set()
    for seed in range(8):
        play(
            project,
            "kgds-feedback",
            {f"feedback, {side} first": {"reasoning": "So.", "better": "A"} for side in ("expert", "own")},
            options={"seed": str(seed)},
        )
        verdict = [v for v in reading.load(project.reader(), 1).verdicts if v.value in ("expert", "own")][-1]
        value = verdict.value
        assert verdict.explanation == f"So. [Order: {value} as A; seed {seed}.]"
        orders.add(value)
    assert orders == {"expert", "own"}
    assert not [f for f in reading.load(project.reader(), 1).flags() if f.value in ("expert", "own")]


def test_feedback_reads_a_letter_and_nothing_else(project: Project) -> None:
    play(project, "kgds-feedback", {"feedback, own first": {"reasoning": "", "better": "both"},
                                    "feedback, expert first": {"reasoning": "", "better": "both"}})  # fmt: skip
    ((_, (value, reason)),) = said(project, "m kgds-feedback").items()
    assert value is None and reason == "“both” is neither A nor B"


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("kgds-summarize", "abs"), ("kgds-verify", "fact"), ("kgds-decompose", "atoms"), ("kgds-feedback", "seed-1"),
        ("kgds-opinion-errors", "opinion-misattribution"),
    ],
)  # fmt: skip
def test_a_choice_that_a_method_does_not_have_is_one_sentence(project: Project, method: str, name: str) -> None:
    with pytest.raises(InputError) as caught:
        prepare(project, Order(method, Source("replay", replies=str(project.path)), MODEL, Choices((name,))))
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


# Older projects ------------------------------------------------------------------------------------------------------


def test_a_scheme_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    text = builtin()["kgds-opinion"].toml.replace('version = "2"', 'version = "1"')
    head, body = text.split('[[criterion]]\nid = "not-covered"')
    old = parse(head + "[[criterion]]" + body.split("[[criterion]]", 1)[1])
    assert old.criterion("not-covered") is None and old.criterion("covered") is not None
    made = building.discussion()
    made["verdicts"] = [v for v in made["verdicts"] if v["scheme"] == "kgds-paragraph"]
    with Project.create(tmp_path / "old.galley") as project:
        from core.domain import ChangeSet

        project.write(lambda c: (names.add_scheme(c, old), ChangeSet(settings=True))[1]).result()
    source = tmp_path / "a.jsonl"
    source.write_text(json.dumps(made), "utf-8")
    from core.importers.galley import IMPORTER
    from core.project.imports import import_files

    with Project.open(tmp_path / "old.galley") as project:
        import_files(project, IMPORTER, [source])
        assert names.outdated(project.reader(), ["kgds-opinion", "kgds-fact"]) == ["kgds-opinion"]
        play(project, "kgds-verify", {"opinions": entries("NO")}, "opinions")
        assert ("not-covered", "o1", "written-opinion") in doubts(project, "m kgds-verify")
        assert names.outdated(project.reader(), ["kgds-opinion"]) == []


def test_a_fact_that_a_person_splits_later_is_open_and_not_a_no(project: Project) -> None:
    from core.metrics.base import Params
    from core.metrics.registry import REGISTRY
    from core.project.desk import Desk
    from core.project.revision import Draft, How

    def figures() -> tuple[float, int]:
        rows = REGISTRY.get("kgds").compute(project.reader(), Params(judges=("m kgds-verify",), resamples=0)).rows
        row = next(r for r in rows if r["pattern"] == "abs-aos" and r["by"] == "judge")
        return row["recall"], row["left_out"].get("facts without an answer", 0)

    play(
        project,
        "kgds-verify",
        {"facts P1": entries("YES", "NO"), "facts P2": entries("NO"), "opinions": entries("YES")},
    )
    assert figures() == (0.5, 0)
    view = reading.load(project.reader(), 1)
    missing = next(u for u in view.derived if u.name == "f2")
    drafts = [Draft(missing.kind, text, missing.document, "key", missing.sources) for text in ("It is.", "Ten it is.")]
    Desk(project, "Ada").revise(1, How.SPLIT, drafts, (missing.id,)).result()
    assert figures() == (1.0, 2), "the retired fact counts nowhere, the two new ones are open"


def test_an_estimate_counts_the_second_turn(bare: Project, tmp_path: Path) -> None:
    from core.judges.order import estimate

    file = tmp_path / "none.jsonl"
    file.touch()
    plan = prepare(bare, Order("kgds-summarize", Source("replay", replies=str(file)), MODEL, Choices(("all",))))
    assert estimate(bare, plan).requests == 4
    plan = prepare(bare, Order("kgds-decompose", Source("replay", replies=str(file)), MODEL))
    assert estimate(bare, plan).requests == 3, "two paragraphs, and the facts of the one that is not supporting"
