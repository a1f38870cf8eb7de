"""A summary's answer (each person's own first) and the share of summaries with an error where cells are open, against
loops by hand."""

from __future__ import annotations

import random
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from galley.core.domain import AnnotatorKind, ChangeSet, UnitKind
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import NOT_ASKED, PARTLY, UNSCORED, CellReader
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.stats.weighting import weights
from galley.core.storage import names
from tests.core import made
from tests.core.building import project
from tests.core.examples import examples
from tests.core.test_metric_cells import SAMPLE, Said, askable, ever_asked, majority, said

CRITERION = "changed-meaning"


def document(name: str, sentences: int, system: str = "m") -> dict[str, Any]:
    return {"id": name, "role": "summary", "system": system, "sentences": [f"It is {n}." for n in range(sentences)]}


def record(key: str, marks: dict[str, str], criterion: str = CRITERION, kinds: dict[str, str] | None = None,
           system: str = "m") -> dict[str, Any]:  # fmt: skip
    """An item of one summary with what each annotator says: a letter a sentence (y, n, u for unsure, - for nothing),
    before them "+" and a letter of the whole."""
    told: dict[str, list[tuple[Any, str]]] = {}
    size = 1
    for who, letters in marks.items():
        whole = [("whole", letters[1])] if letters.startswith("+") else []
        parts = letters[2:] if whole else letters
        size = max(size, len(parts))
        told[who] = whole + list(enumerate(parts))
    verdicts = [
        {"annotator": who, "kind": (kinds or {}).get(who, "human"), "scheme": "dial-summer", "criterion": criterion,
         "document": "s", "unit": unit, "value": {"y": "yes", "n": "no", "u": None}[letter]}
        | ({"reason": "unsure"} if letter == "u" else {})
        for who, pairs in told.items() for unit, letter in pairs if letter != "-"
    ]  # fmt: skip
    documents = [{"id": "d", "role": "dialogue", "turns": [{"speaker": "A", "text": "Well."}]},
                 document("s", size, system)]  # fmt: skip
    return {"key": key, "documents": documents, "verdicts": verdicts}


def frequency(made_: Project, **params: Any) -> dict[str, Any]:
    found = registry.find_metric("frequency").compute(made_.read_connection(), Params(**params)).rows
    return next(row for row in found if row["criterion"] == CRITERION)


def agreed(made_: Project) -> float | None:
    found = registry.find_metric("agreement").compute(
        made_.read_connection(), Params(level="summary", coefficients=("percent",), resamples=0, criteria=(CRITERION,))
    )
    value: float | None = found.rows[0]["value"]
    return value


# Person first --------------------------------------------------------------------------------------------------------


def test_who_marked_which_sentence_is_no_part_of_a_summarys_answer(tmp_path: Path) -> None:
    """The finding: both say yes of both summaries, of one on different sentences."""
    with project(tmp_path, record("a", {"ann": "yn", "bo": "yn"}), record("b", {"ann": "yn", "bo": "ny"})) as desk:
        row = frequency(desk)
        assert agreed(desk) == 1.0
        assert (row["n"], row["yes"], row["summaries"], row["open"], row["value"]) == (2, 2, 2, 0, 1.0)
        assert (row["at_least"], row["at_most"], row["left_out"]) == (1.0, 1.0, {})


PEOPLE = {
    "three, two on other sentences": ({"a": "yn", "b": "ny", "c": "nn"}, 1, 1),
    "three, one alone": ({"a": "yn", "b": "nn", "c": "nn"}, 0, 0),
    "two against one another": ({"a": "yn", "b": "nn"}, None, None),
    "one is unsure and has no vote": ({"a": "yn", "b": "nu"}, 1, 1),
    "a yes decides, and rests on an open cell": ({"a": "yu"}, 1, None),
    "an unsure one keeps a no out": ({"a": "nu"}, None, None),
    "a verdict on the whole overrides a yes": ({"a": "+nyn"}, 0, 0),
    "and a no": ({"a": "+ynn"}, 1, 1),
    "and what is open": ({"a": "+nun"}, 0, 0),
    "and is nobody else's": ({"a": "+nyn", "b": "ny", "c": "yn"}, 1, 1),
    "an unsure whole has no vote": ({"a": "+uyn", "b": "nn"}, 0, 0),
    "only those who answered all count for complete": ({"a": "yu", "b": "nn", "c": "ny"}, 1, None),
}


@pytest.mark.parametrize("case", PEOPLE)
def test_the_rule_is_over_people(tmp_path: Path, case: str) -> None:
    marks, wanted, complete = PEOPLE[case]
    with project(tmp_path, record("a", marks)) as desk:
        reader = CellReader(desk.read_connection(), Params(criteria=(CRITERION,)))
        (question,) = reader.questions()
        found = [reader.cells(question, [], "summary", with_gold=True, entire=entire) for entire in (False, True)]
        states = [None if cells.gold[0] < 0 else int(cells.gold[0]) for cells in found]  # type: ignore[index]
        assert states == [wanted, complete]
        row = frequency(desk)
        assert (row["yes"], row["open"]) == (int(wanted == 1), int(wanted is None))
        # where nothing is open the share is plain, though not every sentence has an answer
        assert row["value"] == (None if wanted is None else float(wanted))
        assert row["n"] == int(wanted is not None)


def test_gold_of_a_sentence_stands_before_peoples_answers(tmp_path: Path) -> None:
    """Adjudicated: the yes of the one is none, so that nobody says yes; and a yes that nobody gave decides."""
    kinds = {"g": "gold"}
    rows = [
        record("a", {"a": "yn", "b": "yn", "g": "n-"}, kinds=kinds),
        record("b", {"a": "nn", "g": "-y"}, kinds=kinds),
    ]
    with project(tmp_path, *rows) as desk:
        row = frequency(desk)
        assert (row["summaries"], row["yes"], row["open"], row["n"]) == (2, 1, 0, 2)
        alone = frequency(desk, gold="adjudicated")
        assert (alone["yes"], alone["open"], alone["n"], alone["value"]) == (1, 1, 0, None)
        assert alone["why"] == "Undefined because no summary has a verdict on all of its units."
        assert (alone["at_least"], alone["at_most"]) == (0.5, 1.0)


def by_person(wanted: Said, whole: Said, key: tuple[int, int, int], units: set[int], entire: bool) -> int:
    """What (annotator, criterion, document) comes to over its units."""
    who, criterion, target = key
    top = [code for k, code in whole.items() if (k[0], k[1], k[3]) == key]
    if top:
        return top[0]
    cells = [wanted.get((who, criterion, unit, target), NOT_ASKED) for unit in units]
    if 1 in cells and not (entire and min(cells) < 0):
        return 1
    if all(code == NOT_ASKED for code in cells):
        return NOT_ASKED
    return PARTLY if NOT_ASKED in cells else UNSCORED if UNSCORED in cells else 0


def union(found: list[int], entire: bool) -> int:
    """Any of the criteria that a document is asked about."""
    told = [code for code in found if code != NOT_ASKED]
    if not told or len(found) == 1:
        return found[0] if told else NOT_ASKED
    if len(told) < len(found):
        return PARTLY
    if 1 in told and not (entire and min(told) < 0):
        return 1
    return min(told) if min(told) < 0 else 0


def check(project_: Project) -> int:
    """Compare every summary's answer by every annotator and gold, entire and not, with the rule written out."""
    wanted, asks = said(project_), askable(project_)
    reader = CellReader(project_.read_connection(), Params())
    whole = verdicts_on_wholes(project_)
    kinds = {row: a.kind for row, a in reader.annotators.items()}
    ever = ever_asked(project_)
    count = 0
    for question in (q for q in reader.questions() if q.binary and not q.whole):
        everybody = list(reader.annotators)
        units = defaultdict(set)
        spoken = {(k[1], k[3]) for k in [*wanted, *whole] if k[1] in question.rows}
        shapes = {c.row: (c.unit, c.roles, c.about, c.types) for c in question.members}
        for (unit, target), rows in asks.items():
            for c in rows:
                if c in shapes and any((other, target) in spoken for other in shapes if shapes[other] == shapes[c]):
                    units[c, target].add(unit)
        for _, c, _, target in whole:
            units.setdefault((c, target), set())

        for entire in (False, True):
            cells = reader.cells(question, everybody, "summary", with_gold=True, entire=entire)
            assert cells.gold is not None and cells.length is not None
            for row, target in enumerate(cells.target.tolist()):
                asked = {c: units[c, target] for c in question.rows if (c, target) in units}
                alone = len(question.rows) == 1
                parts = {who: [c for c in asked if alone or c in ever[who]] for who in everybody}
                own = {
                    who: union([by_person(wanted, whole, (who, c, target), asked[c], entire) for c in mine], entire)
                    for who, mine in parts.items()
                }
                assert own == {who: cells.column(who)[row] for who in everybody}, (question.id, entire)
                count += len(own)
                people = [who for who in everybody if kinds[who] is AnnotatorKind.HUMAN]
                if not any(kinds[k[0]] is AnnotatorKind.GOLD and k[3] == target for k in [*wanted, *whole]):
                    assert cells.gold[row] == majority([own[who] for who in people])
    return count


def verdicts_on_wholes(project_: Project) -> Said:
    """Verdicts on whole documents under criteria of smaller units."""
    connection = project_.read_connection()
    criteria = names.criteria(connection)
    found: Said = {}
    for (item,) in connection.execute("SELECT id FROM item").fetchall():
        view = items.load_item_view(connection, item)
        wholes = {d.whole for d in view.documents}
        for v in view.verdicts:
            criterion = criteria[v.cell.criterion]
            if v.cell.unit in wholes and criterion.unit is not UnitKind.WHOLE and criterion.scale == "yes-no":
                code = UNSCORED if v.value is None else int(v.value == "yes")
                found[v.annotator, v.cell.criterion, v.cell.unit, v.cell.target] = code
    return found


def test_summaries_of_the_sample_project(tmp_path: Path) -> None:
    with Project.create(tmp_path / "s.galley") as project_:
        import_files(project_, IMPORTER, [SAMPLE])
        assert check(project_) > 1_000


@settings(max_examples=examples(7, 20), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_summaries_of_made_up_projects_after_random_reviewing(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, Project.create(Path(folder) / "p.galley") as project_:
        records = data.draw(made.records())
        made.bring(project_, records, Path(folder))
        for name in ("dial-summer", "finesure", "kgds-fact"):
            project_.write(lambda c, name=name: (names.add_scheme(c, name), ChangeSet())).result()
        for item in range(1, len(records) + 1):
            made.bring(project_, [data.draw(made.said(project_, item))], Path(folder))
        made.review(project_, data.draw(made.actions))
        check(project_)


# Open cells ----------------------------------------------------------------------------------------------------------


def simulated(seed: int, count: int, lengths: tuple[int, int], rate: float) -> list[tuple[str, bool]]:
    """Sentences as letters, 10 % of them unsure whatever they are, and whether the summary has the error in truth."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        truth = [draw.random() < rate for _ in range(draw.randint(*lengths))]
        letters = ["u" if draw.random() < 0.1 else "y" if bad else "n" for bad in truth]
        found.append(("".join(letters), any(truth)))
    return found


def by_hand(letters: list[str]) -> dict[str, float]:
    """Both bounds, the share of complete summaries, and the same weighted by 1 / P(complete | length)."""
    complete = [text for text in letters if "u" not in text]
    total, full = Counter(map(len, letters)), Counter(map(len, complete))
    top = sum(total[len(text)] / full[len(text)] for text in complete if "y" in text)
    return {
        "at_least": sum("y" in text for text in letters) / len(letters),
        "at_most": sum("y" in text or "u" in text for text in letters) / len(letters),
        "complete": sum("y" in text for text in complete) / len(complete),
        "value": top / sum(total[len(text)] / full[len(text)] for text in complete),
        "n": len(complete),
        "summaries": len(letters),
    }


def test_one_yes_decides_and_one_unsure_keeps_a_no_out(tmp_path: Path) -> None:
    """The finding: 300 summaries of 8 sentences, 10 % of them unsure; the share of the decided ones was .47 for .29."""
    drawn = simulated(4, 300, (8, 8), 0.0425)
    letters, truth = [text for text, _ in drawn], sum(bad for _, bad in drawn) / 300
    decided = [text for text in letters if "y" in text or "u" not in text]
    assert sum("y" in text for text in decided) / len(decided) > truth + 0.12, "what was printed"
    with project(tmp_path, *(record(str(n), {"ann": text}) for n, text in enumerate(letters))) as desk:
        row, wanted = frequency(desk), by_hand(letters)
        for name in ("at_least", "at_most", "value"):
            assert row[name] == pytest.approx(wanted[name], abs=1e-12), name
        assert (row["n"], row["summaries"]) == (wanted["n"], 300)
        assert row["low"] < truth < row["high"] and row["at_least"] < truth < row["at_most"]
        assert row["yes"] + row["open"] == round(300 * wanted["at_most"])
        assert row["left_out"] == {"summaries whose gold is unsure or unscored": row["open"]}


def test_where_nothing_is_open_the_share_is_plain(tmp_path: Path) -> None:
    """The finding: of FRANK's summaries of one system 15.2 % have the error and none is open; 11.2 % was printed, from
    the complete ones, though one yes decides a summary whose other sentences have no answer."""
    letters = ["yu", "uy", "yn", *["nn"] * 17]
    with project(tmp_path, *(record(str(n), {"ann": text}) for n, text in enumerate(letters))) as desk:
        row = frequency(desk)
    assert by_hand(letters)["value"] == pytest.approx(1 / 18), "what was printed"
    worth = 20 / (1 + 19 * 0.3)  # the dialogue is one, so that they hang together
    low, high = proportion_confint(0.15 * worth, worth, method="wilson")
    assert (row["open"], row["n"], row["value"]) == (0, 20, 3 / 20)
    assert (row["at_least"], row["at_most"]) == (3 / 20, 3 / 20)
    assert (row["low"], row["high"]) == pytest.approx((low, high))


@pytest.mark.parametrize("letters", [["yu"] * 6 + ["nn"] * 6 + ["nu"], ["nu"] + ["yu"] * 4 + ["nnn"] * 2, ["yy", "nu"]])
def test_an_estimate_is_never_outside_what_is_known(tmp_path: Path, letters: list[str]) -> None:
    """Where one is open, too: the complete ones may be those without the error."""
    wanted = by_hand(letters)
    with project(tmp_path, *(record(str(n), {"ann": text}) for n, text in enumerate(letters))) as desk:
        row = frequency(desk)
    assert row["open"] == 1 and (row["at_least"], row["at_most"]) == (wanted["at_least"], wanted["at_most"])
    assert row["value"] == min(max(wanted["value"], wanted["at_least"]), wanted["at_most"])
    assert row["low"] <= row["value"] <= row["high"]


def test_longer_summaries_are_complete_less_often(tmp_path: Path) -> None:
    """The finding: 2 to 15 sentences, 10 % unsure; complete summaries are the short ones."""
    drawn = simulated(1, 1500, (2, 15), 0.05)
    letters, truth = [text for text, _ in drawn], sum(bad for _, bad in drawn) / 1500
    wanted = by_hand(letters)
    with project(tmp_path, *(record(str(n), {"ann": text}) for n, text in enumerate(letters))) as desk:
        row, of_units = frequency(desk), frequency(desk, level="unit")
    assert row["value"] == pytest.approx(wanted["value"], abs=1e-12)
    assert row["value"] == pytest.approx(truth, abs=0.02) and wanted["complete"] < truth - 0.04
    spans = [(len(text), text.count("y")) for text in letters if "u" not in text and "y" in text]
    total, full = Counter(map(len, letters)), Counter(len(text) for text in letters if "u" not in text)
    weight = [total[size] / full[size] for size, _ in spans]
    total_spread = sum(w * k for w, (_, k) in zip(weight, spans, strict=True))
    assert of_units["spread"] == pytest.approx(total_spread / sum(weight))


def test_a_judge_and_each_system_have_their_own_bounds(tmp_path: Path) -> None:
    told = [("yu", "x"), ("nu", "x"), ("nn", "y"), ("yn", "y")]
    rows = [record(str(n), {"j": said_}, kinds={"j": "judge"}, system=system) for n, (said_, system) in enumerate(told)]
    with project(tmp_path, *rows) as desk:
        found = {
            row["system"]: row
            for row in registry.find_metric("frequency")
            .compute(desk.read_connection(), Params(judges=("j",), by="system", level="summary"))
            .rows
            if row["criterion"] == CRITERION
        }
    assert (found["x"]["value"], found["x"]["at_least"], found["x"]["at_most"]) == (None, 0.5, 1.0)
    assert (found["y"]["value"], found["y"]["at_least"], found["y"]["at_most"]) == (0.5, 0.5, 0.5)


def test_weights_add_up_to_the_cases_and_no_length_is_forgotten() -> None:
    draw = np.random.default_rng(2)
    for _ in range(200):
        size = int(draw.integers(1, 30))
        length, complete = draw.integers(1, 9, size), draw.random(size) < 0.4
        found = weights(length, complete)
        assert np.all((found > 0) == complete)
        assert not complete.any() or found.sum() == pytest.approx(size)
    assert weights(np.array([1, 2, 5, 9]), np.array([False, True, False, False])).tolist() == [0, 4, 0, 0]
    assert weights(np.array([1, 2, 3, 4]), np.array([False, True, False, True])).tolist() == [0, 2, 0, 2]
