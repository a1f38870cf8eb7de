"""Every option of every metric changes its figures or is refused; names that are not in the project are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.cli import galley
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.importers import registry as importers
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics._memory import Memory
from galley.core.metrics._parameters import WORDS, Takes
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.made_screening import as_if_screened
from tests.core.whole_project import whole

TRIED: dict[str, list[Any]] = {
    "gold": ["adjudicated", "ann"],
    "task": ["study/meaning", "grades", "flags"],
    "judges": [("kim",), ("exact sumie-evaluate",), ("kim", "jay")],
    "annotators": [("ann",), ("ann", "ben")],
    "schemes": [("dial-summer",)],
    "criteria": [("changed-meaning",)],
    "systems": [("a",), ("m",), ("sue",), ("a", "d")],
    "datasets": [("set-0",), ("talk-0",)],
    "splits": [("dev",)],
    "pairs": [True],
    "passes": [True],
    "against": ["basic/hallucination"],
    "x": [("m1",), ("qa-consistency",)],
    "y": [("grade",), ("verdict:consistency",)],
    "given": [("system",), ("topic",)],
    "resamples": [0],
    "seed": [5],
    "target": ["project"],
}
"""Values of each option, one of which must change the figures."""
SETTINGS = {
    "scoring": ("as-published", "both"), "price": ("1,2",), "between": ("systems",),
    "figure": ("recall",), "family": ("criterion",),
    "view": (), "similarity": ("empm",), "threshold": ("0.9",), "top": ("1",), "thresholds": ("0.9",),
    "ranges": ("1-2",), "tops": ("1",), "low-coverage": ("0.1",), "low-consistency": ("0.1",), "version": ("1",),
    "round": ("last",),
    "split": ("category", "tone", "distractors"),
}  # fmt: skip
RESAMPLES = 15
"""Enough for intervals, of which each option is to change only the ends."""
NEEDS = {
    ("qa view", "gold"): {"y": ("verdict:unanswered",)},
    ("refinement", "gold"): {"x": ("verdict:basic/hallucination",)},
    ("refinement", "annotators"): {"x": ("verdict:consistency",)},
}
"""Options that say something only beside another one."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with whole(tmp_path_factory.mktemp("whole")) as made:
        yield made


@pytest.fixture(scope="module")
def screened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The same as if it held what was drawn of a corpus twice its size, for each judge and question, by system."""
    with whole(tmp_path_factory.mktemp("screened")) as made:
        as_if_screened(made)
        yield made


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The same with answers to flags that were seen, of which the right answer is known."""
    with whole(tmp_path_factory.mktemp("answered")) as made:
        desk = DecisionWriter(made, "zed")
        for (item,) in made.read_connection().execute("SELECT id FROM item").fetchall():
            desk.read_tracker.record_view(view := items.load_item_view(made.read_connection(), item))
            for each in view.flags()[:10]:
                last = desk.accept(item, each)
        last.result()

        def keep(connection: Any) -> tuple[None, ChangeSet]:
            connection.execute(
                "INSERT OR IGNORE INTO known (item_id, unit_id, criterion_id, target_id, value) SELECT verdict.item_id,"
                " verdict.unit_id, verdict.criterion_id, verdict.target_id, verdict.value FROM verdict JOIN decision"
                " ON decision.id = decision_id WHERE shown IS NOT NULL AND verdict.value IN ('yes', 'no')"
            )
            return None, ChangeSet(settings=True)

        made.write(keep).result()
        yield made


def _views() -> list[Any]:
    return [
        pytest.param(name, takes, id=f"{name}{'' if takes.when is None else ' ' + takes.when[0] + str(takes.when[1])}")
        for name in registry.names()
        for takes in registry.find_metric(name).takes
    ]


def _base(takes: Takes, resamples: int = 60) -> Params:
    """What asks for this view and nothing else."""
    params = Params(resamples=resamples)
    if takes.when is None:
        return params
    name, values = takes.when
    if name not in WORDS:
        return replace(params, options=(f"{name}={values[0]}",))
    value = {"judges": ("jay",), "x": ("qa-coverage",)}.get(name, values[0] if values else True)
    return replace(params, **{name: value})


def _given(takes: Takes, name: str) -> list[dict[str, Any]]:
    """The ways to set an option whose values are listed. All must change something, but the one that holds anyway."""
    if name == "options":
        return [{"options": (f"{s}={v}",)} for s in takes.settings if s != "view" for v in SETTINGS[s]]
    if name == "coefficients":
        return [{name: (value,)} for value in takes.coefficients]
    return [{name: value} for value in takes.values(name) if value != "criterion"]


@pytest.fixture(scope="module")
def confident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The same with verdicts and confidences of a judge on whole summaries, too."""
    records = []
    for number in range(8):
        record = building.record(f"w{number}")
        record["verdicts"] = [
            building.flag("changed-meaning", "sum-a", "whole", who, value=value, **more)
            for who, value, more in (
                ("jay", "yes" if number % 3 else "no", {"confidence": 0.9 - number / 20}),
                ("ann", "yes" if number % 2 else "no", {"kind": "human"}),
            )
        ]
        records.append(record)
    with whole(tmp_path_factory.mktemp("confident")) as made:
        path = made.path.with_name("wholes.jsonl")
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
        import_files(made, importers.find("galley"), [path])
        yield made


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The same as if the judges were built-in ones, each with a check of its own."""
    with whole(tmp_path_factory.mktemp("checked")) as made:

        def name_checks(connection: Any) -> tuple[None, ChangeSet]:
            connection.execute("UPDATE annotator SET method = 'offline' WHERE kind = 'judge'")
            connection.execute(
                "UPDATE verdict SET explanation = iif(annotator_id % 2, 'number: ', 'name: ') || 'It is in no source.'"
                " WHERE value = 'yes' AND annotator_id IN (SELECT id FROM annotator WHERE kind = 'judge')"
            )
            return None, ChangeSet(structure=True)

        made.write(name_checks).result()
        yield made


MEMORY: dict[Path, Memory] = {}
"""What the metrics of each project keep between them: what they read does not hang on their options."""


@pytest.mark.parametrize(("name", "takes"), _views())
def test_every_option_that_a_metric_declares_changes_its_figures(
    project: Project, screened: Project, answered: Project, confident: Project, checked: Project, name: str,
    takes: Takes,
) -> None:  # fmt: skip
    others = {"screened": screened, "reviewer-error": answered, "confidence": confident, "trust": checked}
    project = others.get(name, project)
    base = replace(_base(takes, RESAMPLES), memory=MEMORY.setdefault(project.path, Memory()))
    asked = () if takes.when is None else (takes.when[0],)

    def found(**more: Any) -> tuple[str, int]:
        if "options" in more:
            more["options"] = (*base.options, *more["options"])
        result = registry.compute(name, project.read_connection(), replace(base, **more))
        return json.dumps([result.rows, result.left_out]), len(result.rows)

    before, rows = found()
    assert rows, "a metric without figures here proves nothing"
    for option in takes.all:
        if option in asked or (option == "options" and set(takes.settings) == {"view"}):
            continue
        view = " view" if takes.settings and takes.when and takes.when[0] == "view" and "y" in takes.all else ""
        beside = NEEDS.get((name + view, option), {})
        start = found(**beside)[0] if beside else before
        listed = _given(takes, option)
        idle = [each for each in listed if (after := found(**beside, **each))[0] == start or not after[1]]
        assert len(idle) <= (option in ("level", "coefficients")), f"{idle} change nothing"
        if not listed:
            changed = any(_changes(found, start, beside, {option: value}) for value in TRIED[option])
            assert changed, f"{option} changes nothing"


def _changes(found: Any, start: str, beside: dict[str, Any], more: dict[str, Any]) -> bool:
    try:
        after, count = found(**beside, **more)
    except InputError as error:
        assert "does not accept" not in str(error)
        return False
    return bool(after != start and count)


@pytest.mark.parametrize(("name", "takes"), _views())
def test_every_other_option_is_refused_with_the_list(project: Project, name: str, takes: Takes) -> None:
    base = _base(takes)
    own = {"by": ["system"], "level": ["unit"], "coefficients": [("percent",)], "options": [("view=x",)]}
    views = {view.when[0] for view in registry.find_metric(name).takes if view.when}
    for option in WORDS:
        if option in takes.all or option in views or option == "resamples":
            continue
        for value in (TRIED | own)[option]:
            with pytest.raises(InputError, match=f"does not accept {WORDS[option]}(; it takes: | )"):
                registry.compute(name, project.read_connection(), replace(base, **{option: value}))


@pytest.mark.parametrize("name", registry.names())
def test_names_that_are_not_in_the_project_are_refused(project: Project, name: str) -> None:
    takes = registry.find_metric(name).takes[0]
    wrong: dict[str, Any] = {"gold": "nobody", "against": "nothing"}
    for option in ("judges", "annotators", "schemes", "criteria", "systems", "datasets", "splits", "x", "y", "given"):
        wrong[option] = ("nothing-of-the-kind",)
    for option, value in wrong.items():
        if option in takes.all:
            with pytest.raises(InputError, match=r"no|Nothing|Nobody"):
                registry.compute(name, project.read_connection(), Params(resamples=0, **{option: value}))


@pytest.mark.parametrize(
    "given",
    ["detection --coefficient nonsense --given x --set a=b --annotator nobody", "ties --annotator ann",
     "partial-correlation --judge nobody", "kgds --set view=scores", "ties --gold majority", "cost --resamples 0",
     "agreement --passes --level unit", "agreement --level summary --coefficient span-f1", "frequency --judge jay"
     " --gold gold", "qa --set view=range --by system", "sumie --set view=statistics --system sue",
     "correlation --coefficient percent", "correlation --level unit", "confusion --by group"],
)  # fmt: skip
def test_the_command_refuses_with_a_sentence(project: Project, given: str) -> None:
    done = CliRunner().invoke(galley, ["metrics", *given.split(), "--project", str(project.path)])
    assert done.exit_code and isinstance(done.exception, InputError), done.output
    assert str(done.exception).endswith(".")


def test_help_lists_what_a_metric_takes(project: Project) -> None:
    for name in registry.names():
        for words in (["--help", name], [name, "-h"]):
            done = CliRunner().invoke(galley, ["metrics", *words])
            assert done.exit_code == 0 and done.output.startswith(f"{name}: ")
            for takes in registry.find_metric(name).takes:
                for option in takes.all:
                    assert f"  {WORDS[option]}" in done.output
    assert "--project" in CliRunner().invoke(galley, ["metrics", "--help"]).output


def test_a_gold_that_never_spoke_of_paragraphs_leaves_the_experts_out(project: Project) -> None:
    rows = registry.compute("kgds-retrieval", project.read_connection(), Params(gold="kim", resamples=0)).rows
    assert rows and all(row["system"] != "experts" for row in rows)
