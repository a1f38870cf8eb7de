"""The pictures in docs/charts, from real data: ``python -m tests.gui.chart_pictures FOLDER [DARK_FOLDER]``.

The items, annotators and recorded judges are FRANK's test split as FineSurE published it (``../shared/data``). One of
the judges is run once more through OpenAI's SDK against a server on the loopback that answers with its recorded
replies, so that the charts about money rest on a real ledger, at the shipped price. Two made-up reviewers follow the
majority of the annotators, mostly. ``FOLDER`` gets a picture a chart; charts of what FRANK does not hold are named.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.metrics import sampling
from galley.core.project.project import Project
from galley.core.review import log, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts.base import ChartRequest, Picture
from galley.gui.charts.registry import list_views
from galley.gui.qt_application import make_application
from galley.gui.scores import score_filters
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme
from tests.core.fake_models import Answer, FakeModels, Seen, serving
from tests.gui.scenes import ROOT

DATA = ROOT.parent / "shared" / "data" / "finesure"
JUDGES = ("gpt-4o-2024-05-13", "gpt-3.5-turbo")
QUESTION = ("finesure", "factual-error")
LEFT_OUT = frozenset({"reliability", "roc-curve", "target", "paper-longsumeval"})
"""Drawn here, but no example of what they are for; docs/charts/README.md says why."""
LETTERS_A_TOKEN = 4
"""About; the published file has no counts of tokens."""


def main(folder: Path, dark: Path | None) -> None:
    """Write every picture."""
    if not DATA.is_dir():
        sys.exit("The pictures of the charts need ../shared/data, which is not here.")
    application = make_application()
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["GALLEY_HOME"] = temporary
        path = Path(temporary) / "frank.galley"
        with Project.create(path) as project:
            import_files(project, registry.find("finesure"), [source(JUDGES[0])])
        spend(path)
        with Project.open(path) as project:
            import_files(project, registry.find("finesure"), [source(JUDGES[1])])
            with clock():
                review(project)
            pictures = dict(drawn(project))
        for mode, home in ((Mode.LIGHT, folder), (Mode.DARK, dark)):
            if home is not None:
                theme = Theme(mode)
                theme.apply(application)
                save(theme, home, pictures)


def source(judge: str) -> Path:
    """A published file."""
    return DATA / f"frank-raw-data-by-{judge}.json"


def spend(path: Path) -> None:
    """Run the better judge through the SDK; the server knows each summary's recorded reply."""
    replies = {}
    for line in source(JUDGES[0]).read_text("utf-8").splitlines():
        entry = json.loads(line)
        replies[tuple(entry["sentences"])] = entry["llm_output"]

    def script(seen: Seen, _: int) -> Answer:
        prompt = "\n".join(message["content"] for message in seen.body["messages"])
        text = next(reply for sentences, reply in replies.items() if all(each in prompt for each in sentences))
        return Answer(text, tokens=(len(prompt) // LETTERS_A_TOKEN, len(text) // LETTERS_A_TOKEN))

    with serving(script) as fake:
        run(path, fake)


def run(path: Path, fake: FakeModels) -> None:
    """``galley judge finesure`` as anybody runs it."""
    words = ["finesure", "--provider", "openai", "--model", JUDGES[0], "--base-url", f"{fake.url}/v1", "--yes"]
    command = [sys.executable, "-m", "galley.core.cli", "judge", *words, "--project", str(path)]
    environment = {**os.environ, "OPENAI_API_KEY": "none"}
    subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


@contextmanager
def clock() -> Iterator[None]:
    """Decisions some seconds apart, five hours a day, instead of all in one second."""
    die, now, made = random.Random(7), [datetime(2026, 11, 2, 9, tzinfo=UTC)], log._next_time

    def tick(_: Any) -> str:
        now[0] += timedelta(seconds=die.uniform(4, 45))
        if now[0].hour >= 14:
            now[0] += timedelta(hours=19)
        return now[0].isoformat(timespec="microseconds")

    log._next_time = tick
    try:
        yield
    finally:
        log._next_time = made


def review(project: Project) -> None:
    """Draw from what the better judge flagged and did not flag; Ada reviews in that order, takes up some items again,
    Ben reviews the first of them."""
    order: dict[int, None] = {}
    for kind, size in ((sampling.FLAGS, 90), (sampling.AUDIT, 160)):
        drawn = project.write(
            lambda c, kind=kind, size=size: sampling.draw(c, kind, JUDGES[0], *QUESTION, size, seed=3)
        ).result()
        order |= dict.fromkeys(item for item, _ in sampling.queue(project.read_connection(), drawn))
    items = [*order, *(item for item in queue.ids(project.read_connection(), Filter(), 0) if item not in order)]
    for who, seed, some in (("Ada", 1, items[:150]), ("Ada", 2, items[:40]), ("Ben", 3, items[:90])):
        desk, die = DecisionWriter(project, who), random.Random(seed)
        for item in some:
            decide(project, desk, item, die, again=seed == 2)


def decide(project: Project, desk: DecisionWriter, item: int, die: random.Random, again: bool) -> None:
    """Each flag of an item, mostly as the annotators have it, and the item."""
    view = load_item_view(project.read_connection(), item)
    if again:
        desk.reopen(item).result()
    for flag in view.flags():
        said = (
            project.read_connection()
            .execute(
                "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'human'"
                " AND unit_id = ? AND criterion_id = ? AND target_id = ? AND value = 'yes' AND decision_id IS NULL",
                flag.cell,
            )
            .fetchone()[0]
        )
        right = die.random() < (0.08, 0.55, 0.9, 0.97)[min(said, 3)]
        if not again or die.random() < 0.4:
            (desk.accept if right else desk.override)(item, flag)
    desk.finish(view, list_all_pairs(view)).result()


def drawn(project: Project) -> Iterator[tuple[str, Picture]]:
    """Every chart by its name."""
    choices = score_filters.read(project.read_connection())
    for chart in list_views():
        yield (
            chart.name,
            chart.build(
                project.read_connection(),
                ChartRequest(every_judge=choices.judges, every_human=choices.humans, resamples=2000),
            ),
        )


def save(theme: Theme, folder: Path, pictures: dict[str, Picture]) -> None:
    """The pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        if name in LEFT_OUT:
            continue
        if picture.drawing is None:
            print(f"{name}: {picture.needs}")
            continue
        PictureSheet(theme, picture).image().save(str(folder / f"{name}.png"), "PNG")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
