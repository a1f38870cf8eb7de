"""Gold in the figures is what the rules say of each cell, as everywhere; and what a cell left open does to them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.domain import Action, Cell, ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import gold, registry
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import NOT_ASKED, PARTLY, UNSCORED, CellReader
from galley.core.metrics.drilldown import behind
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.cell_outcomes import ruling
from galley.core.rules.rule import FLAGS, Response, State
from galley.core.rules.scalar import rule_on
from galley.core.storage import names
from tests.core import made
from tests.core.building import project
from tests.core.examples import examples
from tests.core.test_metric_cells import SAMPLE
from tests.core.test_metric_summaries import CRITERION, frequency, record

REASONS = {State.EXCLUDED: (UNSCORED,), State.UNDECIDED: (gold.TIE,), State.OPEN: (NOT_ASKED, PARTLY, UNSCORED)}


def check(desk: Project) -> int:
    """Compare gold of every cell with the ruling on it, which is worked out cell by cell from what a window reads."""
    reader = CellReader(desk.read_connection(), Params())
    views: dict[int, items.ItemView] = {}
    count = 0
    for question in (q for q in reader.questions() if not q.is_combined):
        cells = reader.cells(question, [], with_gold=True)
        assert cells.gold is not None
        for unit, target, item, state in zip(cells.unit, cells.target, cells.items, cells.gold, strict=True):
            view = views.setdefault(int(item), items.load_item_view(desk.read_connection(), int(item)))
            binary = question.members[0].scale == "yes-no"
            found = ruling(view, Cell(int(unit), question.rows[0], int(target)), silence=binary)
            if found.value is not None:
                assert state >= 0 and cells.values[state] == found.value
            else:
                assert state in REASONS[found.state]
            count += 1
    return count


def test_gold_of_the_sample_is_what_the_rules_say_of_each_cell(tmp_path: Path) -> None:
    with Project.create(tmp_path / "s.galley") as desk:
        import_files(desk, IMPORTER, [SAMPLE])
        steps = product(
            ["ann", "ben", "cem"], [Action.ACCEPT, Action.OVERRIDE, Action.ADJUDICATE, Action.FINISH], range(8)
        )
        made.review(desk, [(*step, 7 * n, "") for n, step in enumerate(steps)], ("ann", "ben", "cem"))
        assert check(desk) > 500


@settings(max_examples=examples(7, 20), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_gold_is_what_the_rules_say_after_random_reviewing(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, Project.create(Path(folder) / "p.galley") as desk:
        records = data.draw(made.records())
        made.bring(desk, records, Path(folder))
        for name in ("dial-summer", "finesure", "kgds-fact", "likert"):
            desk.write(lambda c, name=name: (names.add_scheme(c, name), ChangeSet())).result()
        for item in range(1, len(records) + 1):
            made.bring(desk, [data.draw(made.said(desk, item))], Path(folder))
        made.review(desk, data.draw(made.actions))
        check(desk)


def test_a_tie_is_what_the_rule_leaves_undecided_whatever_the_scale() -> None:
    """Every row that three people can make on a scale of three numbers, unsure and absent among them."""
    values = (1, 3, 4.5)
    rows = list(product((UNSCORED, NOT_ASKED, 0, 1, 2), repeat=3))
    tied = gold.majority(np.array(rows, dtype=np.int16), values) == gold.TIE
    for row, found in zip(rows, tied.tolist(), strict=True):
        voices = [Response(who, None if code < 0 else values[code]) for who, code in enumerate(row) if code >= -1]
        assert found == (rule_on(voices, FLAGS).state is State.UNDECIDED)
        known = [code for code in row if code >= 0]
        assert found == (len(known) > 1 and max(map(known.count, known)) <= len(known) / 2)


def test_each_part_of_the_way_to_gold_imports_only_those_before_it() -> None:
    """The index knew the reader, the reader gold, and gold the index."""
    way = ("_documents", "_verdicts", "_roster", "_index", "gold", "cell_arrays")
    for place, name in enumerate(way):
        text = (Path(gold.__file__).parent / f"{name}.py").read_text("utf-8")
        later = "|".join(way[place:])
        wrong = rf"^\s*from galley\.core\.metrics(\.({later})\b| import .*\b({later})\b)"
        assert not re.search(wrong, text, re.M), name
        assert "TYPE_CHECKING" not in text, name


# Cells left open -----------------------------------------------------------------------------------------------------

LEFT = {
    "the people agree on the cell left open": ({"a": "yn", "b": "yn", "g": "u-"}, None, None),
    "they agree on another cell": ({"a": "ny", "b": "ny", "g": "u-"}, 1, None),
    "they say no of the others": ({"a": "yn", "b": "nn", "c": "nn", "g": "u-"}, None, None),
    "gold says yes of another": ({"a": "nn", "g": "uy"}, 1, None),
    "gold says no of all others": ({"a": "yn", "b": "yn", "g": "un"}, None, None),
    "all are left open": ({"a": "yy", "b": "yy", "g": "uu"}, None, None),
    "nobody but gold spoke": ({"g": "un"}, None, None),
    "one yes of three on another cell": ({"a": "ny", "b": "yn", "c": "yn", "g": "u-"}, None, None),
    "the whole says no": ({"a": "+nyn", "b": "+nnn", "g": "u-"}, None, None),
    "the whole says yes": ({"a": "+ynn", "b": "+ynn", "g": "u-"}, 1, None),
    "the whole was left open": ({"a": "yn", "b": "yn", "g": "+u--"}, None, None),
    "nothing was": ({"a": "yn", "b": "yn", "g": "n-"}, 0, 0),
}
"""What each said of a summary's two sentences ("+": of the whole), its gold, and its gold of entire answers alone."""


@pytest.mark.parametrize("case", LEFT)
def test_a_summary_with_a_cell_left_open_is_a_yes_or_out(tmp_path: Path, case: str) -> None:
    marks, wanted, complete = LEFT[case]
    with project(tmp_path, record("a", marks, kinds={"g": "gold"})) as desk:
        reader = CellReader(desk.read_connection(), Params(criteria=(CRITERION,)))
        (question,) = reader.questions()
        for entire, answer in ((False, wanted), (True, complete)):
            state = reader.cells(question, [], "summary", with_gold=True, entire=entire).gold
            assert state is not None and (int(state[0]) if state[0] >= 0 else None) == answer
        row = frequency(desk)
        # where nothing is open the share is plain and rests on all, whether or not every cell has an answer
        known = int(wanted is not None)
        assert (row["yes"], row["open"], row["n"]) == (int(wanted == 1), 1 - known, known)


def test_a_cell_left_open_is_out_of_every_figure(tmp_path: Path) -> None:
    """It took what the people had said before: the adjudicator's word was heard for yes and no alone."""
    marks = {"a": "ynyn", "b": "ynyn", "c": "ynny", "j": "yyyy", "g": "uu--"}
    rows = [record("a", marks, kinds={"g": "gold", "j": "judge"})]
    with project(tmp_path, *rows) as desk:
        params = Params(criteria=(CRITERION,), resamples=0)
        (found,) = registry.find_metric("detection").compute(desk.read_connection(), params).rows
        assert (found["n"], found["tp"], found["fp"]) == (2, 1, 1), "n was 4"
        assert found["left_out"] == {"cells whose gold is unsure or unscored": 2}
        (ties,) = registry.find_metric("ties").compute(desk.read_connection(), params).rows
        assert (ties["n"], ties["ties"]) == (4, 0), "ties are about what the people say"
        assert (
            behind(desk.read_connection(), params, {"scheme": "dial-summer", "criterion": CRITERION}, "tie").cells == []
        )
        (agreed,) = (
            registry.find_metric("agreement")
            .compute(
                desk.read_connection(),
                Params(criteria=(CRITERION,), resamples=0, level="unit", coefficients=("fleiss-kappa",)),
            )
            .rows
        )
        assert agreed["n"] == 4, "and agreement is over every cell asked"


MEMBERS = (
    *("changed-meaning", "wrong-turn-sequence", "speaker-misattribution", "speaker-identity-bias"),
    *("wrong-linking", "extrinsic-conversation", "extrinsic-context"),
)
"""The criteria of the combined criterion ``hallucination``, all of sentences."""


def test_a_tie_that_was_left_open_is_open_no_more(tmp_path: Path) -> None:
    marks = {"a": "yyynn", "b": "nnnyn", "g": "yu---"}
    with project(tmp_path, record("a", marks, kinds={"g": "gold"})) as desk:
        params = Params(criteria=(CRITERION,), resamples=0)
        (row,) = registry.find_metric("ties").compute(desk.read_connection(), params).rows
        assert (row["n"], row["ties"], row["value"]) == (5, 4, 0.8)
        assert (row["settled"], row["left_open"], row["open"]) == (1, 1, 2)
        (waiting,) = desk.read_connection().execute("SELECT sum(ties) FROM item").fetchone()
        assert waiting == row["open"], "the queue counts the same"


def several(key: str, criteria: Sequence[str], told: dict[str, dict[str, str]]) -> dict[str, Any]:
    """An item of one summary with what each annotator says by criterion ("": of all others), as in ``record``."""
    kinds = {"g": "gold", "j": "judge"}
    made_ = [record(key, {who: by.get(c, by.get("", "-")) for who, by in told.items()}, c, kinds) for c in criteria]
    made_[0]["verdicts"] = [verdict for each in made_ for verdict in each["verdicts"]]
    return made_[0]


def hallucination(desk: Project, **params: Any) -> tuple[Any, Any]:
    """(states of the annotators, gold) of the combined criterion of errors of sentences."""
    reader = CellReader(desk.read_connection(), Params(**params))
    question = next(q for q in reader.questions() if q.id == "hallucination")
    cells = reader.cells(question, [*reader.humans, *reader.judges], with_gold=True)
    return cells.states, cells.gold


def test_a_roll_up_with_a_criterion_left_open_is_out(tmp_path: Path) -> None:
    first, second = MEMBERS[:2]
    rows = [
        several("a", MEMBERS, {"a": {"": "n", first: "y"}, "b": {"": "n", first: "y"}, "g": {first: "u"}}),
        several("b", MEMBERS, {"a": {"": "n", second: "y"}, "b": {"": "n", second: "y"}, "g": {first: "u"}}),
        several("c", MEMBERS, {"a": {"": "n", second: "y"}, "b": {"": "n"}, "c": {"": "n"}, "g": {first: "u"}}),
        several("d", MEMBERS, {"a": {"": "n"}, "g": {first: "u", second: "y"}}),
        several("e", MEMBERS, {"a": {"": "n"}, "b": {"": "n"}, "g": {first: "n"}}),
    ]
    with project(tmp_path, *rows) as desk:
        states, found = hallucination(desk)
        assert found.tolist() == [UNSCORED] * 4 + [0], "a yes beside an open part counts no more than a no does"
        assert states[0, :2].tolist() == [1, 1], "people's own answers stay as they are"


def test_a_judge_asked_about_part_of_a_roll_up_is_judged_by_that_part(tmp_path: Path) -> None:
    """It was never asked about the first error: any of the others is a yes, none of them a no."""
    letters = "yynnnnnnnn"
    with project(tmp_path, several("a", MEMBERS[1:], {"j": {"": "n" * 10, MEMBERS[1]: letters}})) as desk:
        states, _ = hallucination(desk)
        assert states[:, 0].tolist() == [1, 1] + [0] * 8
        (row,) = (
            row
            for row in registry.find_metric("frequency").compute(desk.read_connection(), Params(judges=("j",))).rows
            if row["criterion"] == "hallucination" and row["level"] == "unit"
        )
        assert (row["yes"], row["value"], row["n"]) == (2, 0.2, 10)


def test_a_yes_among_criteria_that_some_cells_were_not_asked_is_no_rate(tmp_path: Path) -> None:
    """Asked about the first error elsewhere: if its yeses here decided, all that is left would be yeses."""
    letters = "yynnnnnnnn"
    here = several("a", MEMBERS[1:], {"j": {"": "n" * 10, MEMBERS[1]: letters}})
    with project(tmp_path, here, several("b", MEMBERS[:1], {"j": {"": "n"}})) as desk:
        states, _ = hallucination(desk)
        assert set(states[:, 0].tolist()) == {PARTLY}, "a share of those decided would be 1.0 where .2 is true"
