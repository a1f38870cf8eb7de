"""Every chip of every chart changes it: a filter that is shown and does nothing misleads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.metrics.base import Memory
from galley.core.project.project import Project
from galley.core.storage import names
from galley.gui.charts.base import ChartRequest, Picture
from galley.gui.charts.registry import REGISTRY
from galley.gui.scores import export_files, score_filters
from tests.core import frank_making
from tests.core.made_screening import as_if_screened
from tests.core.whole_project import PEOPLE, whole

TRIED: dict[str, list[dict[str, Any]]] = {
    "scheme": [{"schemes": ("basic",)}, {"schemes": ("dial-summer",)}],
    "criterion": [{"criteria": ("extrinsic-context",)}, {"criteria": ("changed-meaning",)}],
    "judge": [{"judges": ("kim",)}, {"judges": ("a verifier",)}, {"judges": ("exact sumie-evaluate",)}],
    "people": [{"annotators": ("ann",)}, {"annotators": ("ann", "ben")}],
    "system": [{"systems": (name,)} for name in ("a", "m", "sue")],
    "source": [{"sources": ("set-0",)}, {"sources": ("talk-0",)}],
    "split": [{"splits": ("dev",)}],
    "gold": [{"gold": "ann"}, {"gold": "kim"}],
    "only-gold": [{"only_gold": True}],
    "given": [{"confounders": ("topic",)}],
}


def test_no_page_is_called_as_a_chip_beside_it(project: Project, screened: Project, frank: Project) -> None:
    """The finding: Position had the chips "All systems" (a page) and "all systems" (a filter)."""
    others = {words.casefold() for pair in score_filters.EVERY.values() for words in pair}
    paged = [chart for chart in REGISTRY.all().values() if chart.paged]
    seen = set()
    for where in (project, screened, frank):
        everyone = names.annotators(where.read_connection()).values()
        judges, people = (tuple(a.name for a in everyone if (a.kind == "human") == human) for human in (False, True))
        asked = ChartRequest(every_judge=judges, every_human=people, resamples=0, memory=Memory())
        for chart in paged:
            pages = chart.picture(where.read_connection(), asked).pairs
            seen |= {chart.name} if pages else set()
            assert not others & {page.casefold() for page in pages}, chart.name
    assert {"position", "told-apart"} <= seen


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with whole(tmp_path_factory.mktemp("whole")) as made:
        yield made


@pytest.fixture(scope="module")
def screened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with whole(tmp_path_factory.mktemp("screened")) as made:
        as_if_screened(made)
        yield made


@pytest.fixture(scope="module")
def frank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with frank_making.project(tmp_path_factory.mktemp("frank")) as made:
        yield made


@pytest.fixture(scope="module")
def ask(project: Project) -> ChartRequest:
    people = names.annotators(project.read_connection()).values()
    judges = tuple(a.name for a in people if a.kind in ("judge", "import"))
    return ChartRequest(every_judge=judges, every_human=PEOPLE, resamples=0, memory=Memory())


@pytest.mark.parametrize("name", REGISTRY.names())
def test_each_chip_of_a_chart_changes_it(
    project: Project, screened: Project, frank: Project, ask: ChartRequest, name: str
) -> None:
    chart = REGISTRY.get(name)
    other = {"screened-weeks": screened, "paper-frank": frank, "paper-frank-compared": frank}.get(name)
    if other is not None:
        project, ask = other, replace(ask, memory=Memory())
    before = chart.build(project.read_connection(), ask)
    assert before.drawing is not None, before.needs
    for chip in chart.chips:
        tried = [{"pair": pair} for pair in before.pairs[1:]] if chip == "pair" else TRIED[chip]
        assert any(_differs(before, chart.build(project.read_connection(), replace(ask, **more))) for more in tried), (
            chip
        )


def _differs(one: Picture, other: Picture) -> bool:
    return (one.drawing, one.table, one.subtitle, one.pairs) != (
        other.drawing,
        other.table,
        other.subtitle,
        other.pairs,
    )


def test_gold_for_files_is_somebody_and_only_for_charts_that_heed_it(project: Project, tmp_path: Any) -> None:
    for wanted, gold, words in (((), "nobody", "Nobody called 'nobody'"), (("ties",), "adjudicated", "ties: no gold")):
        with pytest.raises(InputError, match=words):
            export_files.draw(project, tmp_path, wanted, ("csv",), gold, lambda done, total: True)
