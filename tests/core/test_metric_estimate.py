"""Estimates from judges and few reviews: draws, the stop meter, blind decisions, and what makes an estimate valid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galley.core.cli.sample_commands import draw_sample as DRAW
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry, sampling
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import blind_flags, items
from galley.core.review.decision_writer import DecisionWriter
from tests.core.building import flag, project, record

ITEMS, SENTENCES, TRUE_RATE = 60, 5, 0.2


def truth() -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.random.default_rng(3).random((ITEMS, SENTENCES)) < TRUE_RATE


def judged() -> np.ndarray[Any, np.dtype[np.bool_]]:
    """A judge that finds 70 % of the errors and flags 10 % of what is right."""
    chance = np.random.default_rng(4).random((ITEMS, SENTENCES))
    return np.where(truth(), chance < 0.7, chance < 0.1)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    records = []
    for item, flags in enumerate(judged()):
        sentences = [f"Sentence {item} {n}." for n in range(SENTENCES)]
        records.append(
            record(
                f"k{item}",
                documents=[{"id": "sum-a", "role": "summary", "system": "ab"[item % 2], "sentences": sentences}],
                verdicts=[flag("changed-meaning", "sum-a", int(n)) for n in np.flatnonzero(flags)],
                judged=[
                    {"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": ["changed-meaning"]}
                ],
            )
        )
    with project(tmp_path, *records) as opened:
        yield opened


def drawn(made: Project, kind: str, size: int, seed: int = 0) -> sampling.SampleDraw:
    job = lambda c: sampling.draw(c, kind, "judge", "dial-summer", "changed-meaning", size, seed)  # noqa: E731
    found: sampling.SampleDraw = made.write(job).result()
    return found


def review(made: Project, wanted: sampling.SampleDraw, many: int | None = None) -> None:
    desk, right = DecisionWriter(made, "ann"), truth()
    for item, cell in sampling.queue(made.read_connection(), wanted)[:many]:
        position = made.read_connection().execute("SELECT position FROM unit WHERE id = ?", (cell.unit,)).fetchone()[0]
        desk.add(item, cell, "yes" if right[item - 1, position] else "no").result()


def rows(made: Project, **params: Any) -> list[dict[str, Any]]:
    return registry.find_metric("estimate").compute(made.read_connection(), Params(**params)).rows


def test_an_audit_and_sampled_flags_make_it_valid(made: Project) -> None:
    for kind, size in ((sampling.FLAGS, 40), (sampling.AUDIT, 80)):
        review(made, drawn(made, kind, size))
    whole, *systems = [row for row in rows(made) if not row.get("rollup")]  # a roll-up has rows, and no draw of its own
    assert whole["valid"] and whole["n"] == 120 and whole["cells"] == ITEMS * SENTENCES and not whole["why"]
    assert whole["low"] <= truth().mean() <= whole["high"]
    assert whole["naive"] == pytest.approx(judged().mean()) and whole["system"] is None
    assert [row["system"] for row in systems] == ["a", "b"] and sum(row["n"] for row in systems) == 120
    precision = (truth() & judged()).sum() / judged().sum()
    assert whole["meter_flags_low"] <= precision <= whole["meter_flags_high"] and whole["meter_audit_n"] == 80
    assert (
        whole["meter_audit_next_high"] - whole["meter_audit_next_low"]
        < whole["meter_audit_high"] - whole["meter_audit_low"]
    )


def test_hand_picked_reviews_are_not_valid_and_say_so(made: Project) -> None:
    desk = DecisionWriter(made, "ann")
    for item in (1, 2, 3, 4):
        view = items.load_item_view(made.read_connection(), item)
        for each in view.flags():
            desk.accept(item, each).result()
    whole = rows(made)[0]
    assert not whole["valid"] and "not drawn with a known probability" in whole["why"]


def test_only_the_front_of_the_random_order_counts(made: Project) -> None:
    flags, audit = drawn(made, sampling.FLAGS, 30), drawn(made, sampling.AUDIT, 30)
    review(made, flags, 10)
    review(made, audit, 12)
    item, cell = sampling.queue(made.read_connection(), audit)[20]
    DecisionWriter(made, "ann").add(item, cell, "no").result()
    item, cell = sampling.queue(made.read_connection(), flags)[10]
    view = items.load_item_view(made.read_connection(), item)
    DecisionWriter(made, "ann").unsure(item, next(f for f in view.flags() if f.cell == cell)).result()
    item, cell = sampling.queue(made.read_connection(), flags)[11]
    DecisionWriter(made, "ann").add(item, cell, "no").result()
    whole = rows(made)[0]
    assert whole["valid"] and whole["n"] == 23
    assert whole["left_out"]["reviews outside the random order"] == 1
    assert whole["left_out"]["reviewed cells left unsure or tied"] == 1
    # the same with the unsure one settled either way
    wanted = []
    for word in ("no", "yes"):
        item, cell = sampling.queue(made.read_connection(), flags)[10]
        DecisionWriter(made, "ann").add(item, cell, word).result()
        settled = rows(made)[0]
        assert settled["n"] == 24 and settled["open"] == 0
        assert settled["at_least"] == settled["at_most"] == settled["value"]
        wanted.append(settled["value"])
    assert (whole["at_least"], whole["at_most"]) == pytest.approx(wanted, abs=1e-12) and whole["open"] == 1
    assert wanted[0] < wanted[1]


def test_a_review_in_full_with_an_unsure_cell_is_valid_and_bounded(tmp_path: Path) -> None:
    """By hand: of four flags two are errors, one is none and one unsure; of four others one is an error."""
    cell = {"scheme": "dial-summer", "criterion": "changed-meaning", "document": "s", "unit": 0}
    judge = {**cell, "annotator": "j", "kind": "judge"}
    answers = {"yes": ["yes", "yes", "no", None], "no": ["yes", "no", "no", "no"]}
    records = []
    for number, (flagged, answer) in enumerate((word, answer) for word in answers for answer in answers[word]):
        human = {**judge, "annotator": "ann", "kind": "human"}
        records.append({
            "key": str(number), "documents": [{"id": "s", "role": "summary", "sentences": ["It is."]}],
            "verdicts": [{**judge, "value": flagged},
                         {**human, "value": answer} | ({} if answer else {"reason": "unsure"})],
        })  # fmt: skip
    with project(tmp_path, *records) as made:
        row = next(r for r in rows(made) if r["criterion"] == "changed-meaning")
    assert row["valid"] and row["n"] == 7 and row["open"] == 1
    assert (row["at_least"], row["at_most"]) == pytest.approx((3 / 8, 4 / 8))
    assert row["value"] == pytest.approx((4 * 2 / 3 + 1) / 8), "the unsure one is as the other flags are"


def test_draws_go_on_where_the_last_one_ended_and_survive_export(made: Project, tmp_path: Path) -> None:
    from galley.core.exports.registry import export

    first, second = drawn(made, sampling.AUDIT, 50), drawn(made, sampling.AUDIT, 50)
    assert not set(first.places) & set(second.places) and len(second.places) == 50
    export(made, "galley", tmp_path / "out.jsonl")
    with Project.create(tmp_path / "copy.galley") as copy:
        import_files(copy, IMPORTER, [tmp_path / "out.jsonl"])
        assert [d.places for d in sampling.draws(copy.read_connection())] == [first.places, second.places]
        assert len(sampling.queue(copy.read_connection(), second)) == 50
    with pytest.raises(InputError, match="was not asked for a yes or no"):
        made.write(lambda c: sampling.draw(c, "audit", "judge", "dial-summer", "wrong-linking", 5)).result()
    with pytest.raises(InputError, match="no cell to draw"):
        drawn(made, sampling.AUDIT, 1000)
        drawn(made, sampling.AUDIT, 1)


def test_a_share_of_the_flags_is_blind_and_the_bias_reported(made: Project) -> None:
    made.write(lambda c: sampling.set_blind(c, 0.4, 1)).result()
    desk, reader = DecisionWriter(made, "ann"), made.read_connection()
    blind = shown = 0
    for item in range(1, ITEMS + 1):
        view = items.load_item_view(reader, item)
        desk.read_tracker.record_view(
            view, [each.cell for each in view.flags() if blind_flags.is_blind(reader, each.cell)]
        )
        for each in view.flags():
            hidden = blind_flags.is_blind(reader, each.cell)
            assert hidden == blind_flags.is_blind(reader, Cell(*each.cell))
            # Whoever sees the flag says yes to everything; whoever does not says yes to every other one.
            if hidden and blind % 2:
                desk.override(item, each).result()
            else:
                desk.accept(item, each).result()
            blind, shown = blind + hidden, shown + (not hidden)
    assert 0.2 < blind / (blind + shown) < 0.6
    row = registry.find_metric("trust").compute(reader, Params()).rows[0]
    assert (row["blind_n"], row["shown_n"], row["shown_value"]) == (blind, shown, 1.0)
    assert row["bias"] == pytest.approx(0.5, abs=0.05) and 0 < row["bias_low"] < row["bias"] < row["bias_high"]
    with pytest.raises(InputError):
        made.write(lambda c: sampling.set_blind(c, 2.0)).result()


def test_nothing_reviewed_is_a_sentence(made: Project) -> None:
    whole = rows(made)[0]
    assert whole["value"] is None and "no cell was reviewed" in whole["why"] and whole["naive"] is not None
    assert not whole["valid"]


def test_the_command_draws_and_prints_the_order(made: Project) -> None:
    made.close()
    told = ["--project", str(made.path), "--judge", "judge", "--criterion", "changed-meaning", "--size", "7"]
    done = CliRunner().invoke(DRAW, ["audit", *told], standalone_mode=False)
    assert done.exception is None and len(done.stdout.splitlines()) == 7
    with Project.open(made.path) as again:
        kept = sampling.draws(again.read_connection())
        assert [place[0] for place in kept[0].places] == [line.split("\t")[0] for line in done.stdout.splitlines()]
