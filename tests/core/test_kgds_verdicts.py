"""Verifying summaries of discussions: what is flagged, with which words, and what is made of bad replies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions.schemes import parse_scheme, read_built_in_schemes
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods._kgds import supporting
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.run_report import report_outcome, runs
from galley.core.metrics.base import Params
from galley.core.metrics.registry import REGISTRY
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.revisions import Draft, How
from galley.core.storage import names
from tests.core import building
from tests.core.kgds_play import MODEL, calls, doubts, entries, play, said


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """An item with facts, opinions and summaries of both patterns."""
    with building.project(tmp_path, building.discussion()) as made:
        yield made


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
    view = items.load_item_view(project.read_connection(), 1)
    sentences = {d.name: d.units[0].id for d in view.documents if d.name in ("written", "extract")}
    places = {view.unit(v.cell.unit).text: [e.unit for e in v.evidence] for v in view.flags()}
    assert places["The ferry is blue."] == [sentences["written"]], "selecting the flag tints the sentence"
    assert places["It is blue."] == [sentences["extract"]]
    fact = next(u for u in view.derived_units if u.name == "f2")
    assert fact.sources == (view.documents[1].units[0].id,), "and the paragraph that the fact comes from"
    judge = next(row for row, a in view.annotators.items() if a.name == "m kgds-verify")
    asked = {
        (names.criteria(project.read_connection())[c].id, view.document(t).name)
        for who, c, t in view.judged_pairs
        if who == judge
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
    assert sum(end.unscored_reasons.values()) == sum(value is None for value, _ in found.values())
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
        view = items.load_item_view(project.read_connection(), 1)
        row = next(c.row for c in names.criteria(project.read_connection()).values() if c.id == "supporting")
        assert supporting(view, view.documents[1], row) == {0: True}
        play(project, "kgds-verify", {}, "paragraphs")
        found = doubts(project, "m kgds-verify")
        assert found["paragraph-missed", "The ferry leaves at ten.", "extract"] == ("yes", "")
        assert found["paragraph-unneeded", "It is blue.", "extract"] == (
            None,
            "not asked: boundary paragraph",
        )
        (run,) = runs(project.read_connection())
        outcome = report_outcome(project.read_connection(), run.id)
        assert (run.unscored_cells, sum(outcome.unscored_reasons.values())) == (0, 0), "nothing failed to be scored"
        assert outcome.not_asked == {"boundary paragraph": 1}, "one paragraph, whatever was to be asked of it"


def test_an_empty_summary_holds_nothing_and_nobody_is_asked(tmp_path: Path) -> None:
    made = building.discussion()
    for document in made["documents"][3:]:
        document["text"] = ""
    made["verdicts"] = made["verdicts"][:1]
    with building.project(tmp_path, made) as project:
        end = play(project, "kgds-verify", {})
        assert (end.replies_received, end.failed_calls) == (0, 0)
        rows = REGISTRY.get("kgds").compute(project.read_connection(), Params(resamples=0)).rows
        figures = {r["pattern"]: (r["recall"], r["precision"], r["f1"], r["cao"], r["op"]) for r in rows}
        assert figures["abs-aos"] == (0.0, 0.0, 0.0, 0.0, 0.0) and figures["ebs-aos"][3] == 0.0
        assert play(project, "kgds-opinion-errors", {}).skipped_items == 1, "an empty summary distorts nothing"


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

    view = items.load_item_view(project.read_connection(), 1)
    DecisionWriter(project, "Ada").override(1, view.flags()[0]).result()
    assert play(project, "kgds-opinion-errors", {}).skipped_items == 1


def test_the_order_of_the_two_extracts_is_drawn_and_recorded(project: Project) -> None:
    orders = set()
    for seed in range(8):
        play(
            project,
            "kgds-feedback",
            {f"feedback, {side} first": {"reasoning": "So.", "better": "A"} for side in ("expert", "own")},
            options={"seed": str(seed)},
        )
        verdict = [
            v for v in items.load_item_view(project.read_connection(), 1).verdicts if v.value in ("expert", "own")
        ][-1]
        value = verdict.value
        assert verdict.explanation == f"So. [Order: {value} as A; seed {seed}.]"
        orders.add(value)
    assert orders == {"expert", "own"}
    assert not [f for f in items.load_item_view(project.read_connection(), 1).flags() if f.value in ("expert", "own")]


def test_feedback_reads_a_letter_and_nothing_else(project: Project) -> None:
    play(project, "kgds-feedback", {"feedback, own first": {"reasoning": "", "better": "both"},
                                    "feedback, expert first": {"reasoning": "", "better": "both"}})  # fmt: skip
    ((_, (value, reason)),) = said(project, "m kgds-feedback").items()
    assert value is None and reason == "“both” is not A or B"


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
    text = read_built_in_schemes()["kgds-opinion"].toml.replace('version = "2"', 'version = "1"')
    head, body = text.split('[[criterion]]\nid = "not-covered"')
    old = parse_scheme(head + "[[criterion]]" + body.split("[[criterion]]", 1)[1])
    assert old.criterion("not-covered") is None and old.criterion("covered") is not None
    made = building.discussion()
    made["verdicts"] = [v for v in made["verdicts"] if v["scheme"] == "kgds-paragraph"]
    with Project.create(tmp_path / "old.galley") as project:
        project.write(lambda c: (names.add_scheme(c, old), ChangeSet(settings=True))[1]).result()
    source = tmp_path / "a.jsonl"
    source.write_text(json.dumps(made), "utf-8")

    with Project.open(tmp_path / "old.galley") as project:
        import_files(project, IMPORTER, [source])
        assert names.find_outdated(project.read_connection(), ["kgds-opinion", "kgds-fact"]) == ["kgds-opinion"]
        play(project, "kgds-verify", {"opinions": entries("NO")}, "opinions")
        assert ("not-covered", "o1", "written-opinion") in doubts(project, "m kgds-verify")
        assert names.find_outdated(project.read_connection(), ["kgds-opinion"]) == []


def test_a_fact_that_a_person_splits_later_is_open_and_not_a_no(project: Project) -> None:

    def figures() -> tuple[float, int]:
        rows = (
            REGISTRY.get("kgds").compute(project.read_connection(), Params(judges=("m kgds-verify",), resamples=0)).rows
        )
        row = next(r for r in rows if r["pattern"] == "abs-aos" and r["by"] == "judge")
        return row["recall"], row["left_out"].get("facts without an answer", 0)

    play(
        project,
        "kgds-verify",
        {"facts P1": entries("YES", "NO"), "facts P2": entries("NO"), "opinions": entries("YES")},
    )
    assert figures() == (0.5, 0)
    view = items.load_item_view(project.read_connection(), 1)
    missing = next(u for u in view.derived_units if u.name == "f2")
    drafts = [Draft(missing.kind, text, missing.document, "key", missing.sources) for text in ("It is.", "Ten it is.")]
    DecisionWriter(project, "Ada").revise(1, How.SPLIT, drafts, (missing.id,)).result()
    assert figures() == (1.0, 2), "the retired fact counts nowhere, the two new ones are open"
