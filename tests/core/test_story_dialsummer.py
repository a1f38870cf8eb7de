"""DIAL-SUMMER from first to last by command: two readers an error, the authors' last word, judges, its tables.

Dialogues and gold are made here. A server on the loopback plays two judges that know gold and err by a plan; one
of them replies in the paper's own form. Every figure of the tables is worked out again from the plan alone.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from sklearn.metrics import balanced_accuracy_score

from galley.core.campaign import answers
from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.fake_models import Answer, Seen, serving
from tests.core.studies import cell, run

WITHIN = ("wrong-linking", "changed-meaning", "extrinsic-conversation", "extrinsic-context")
DIALOGUE = ("wrong-turn-sequence", "speaker-misattribution", "speaker-identity-bias")
ERRORS = (*DIALOGUE, *WITHIN, "missed-turn")
ASKED = tuple(error for error in ERRORS if error != "speaker-identity-bias")
"""Of the judges: the usual run leaves that error out."""
COUNT, TURNS = 8, 5
UNUSABLE = {"x00": 3, "x01": 6}
"""More summaries, with how many sentences; all that is said of them is yes, and then that they are not usable."""
FLIPS = {"sharp": 0.08, "blunt": 0.3}
Gold = dict[tuple[str, str], set[int]]
"""(item, error) to the sentences (turns, of a missed turn) that have it."""


def places(error: str, sentences: int) -> int:
    return TURNS if error == "missed-turn" else sentences


@pytest.fixture(scope="module")
def plan() -> tuple[dict[str, int], Gold, dict[str, Gold]]:
    """How many sentences each summary has, gold, and what each judge says."""
    luck = random.Random(11)
    sizes = {f"d{n:02}": luck.randint(2, 7) for n in range(COUNT)}
    gold: Gold = {}
    said: dict[str, Gold] = {judge: {} for judge in FLIPS}
    for key, size in sizes.items():
        for error in ERRORS:
            units = range(places(error, size))
            gold[key, error] = {n for n in units if luck.random() < 0.12}
            for judge, share in FLIPS.items():
                said[judge][key, error] = {n for n in units if (n in gold[key, error]) != (luck.random() < share)}
    wrong = {(key, error): {*range(places(error, size))} for key, size in UNUSABLE.items() for error in ERRORS}
    gold |= wrong
    for judge, share in FLIPS.items():  # as told as the others, so that they would move every figure
        said[judge] |= {where: units if share < 0.1 else set() for where, units in wrong.items()}
    return sizes, gold, said


def record(key: str, size: int) -> dict[str, Any]:
    turns = [{"speaker": ("Human", "Assistant")[n % 2], "text": f"Turn {n} of {key}."} for n in range(TURNS)]
    return {"key": key, "dataset": "chats", "documents": [
        {"id": "dialogue", "role": "dialogue", "turns": turns},
        {"id": "sum", "role": "summary", "system": "writer", "sentences": [f"Told {key} {n}." for n in range(size)]},
    ]}  # fmt: skip


def talk(said: dict[str, Gold], sizes: dict[str, int]) -> Any:
    """The server: both judges know what they are to say; blunt replies in the form of table 6."""
    names = {c.name: c.id for c in read_built_in_schemes()["dial-summer"].criteria}

    def script(seen: Seen, _: int) -> Answer:
        text = "\n".join(m["content"] if isinstance(m["content"], str) else "" for m in seen.body["messages"])
        judge, key = seen.body["model"], re.findall(r"Told ([dx]\d\d) 0\.", text)[-1]
        error = names[re.findall(r"for “([^”]+)” and answer", text)[-1]]
        wrong, count = said[judge][key, error], places(error, sizes[key])
        if judge == "blunt" and error != "missed-turn":
            label = ["YES" if n in wrong else "NO" for n in range(count)]
            body = {f"Told {key} {n}.": f"Compared. So the label is: {label[n]}." for n in range(count)}
            return Answer(json.dumps(body))
        entry = {"reasoning": "Compared.", "words": [], "quotes": []}
        return Answer(json.dumps({"verdicts": [
            {"number": n + 1, **entry, "label": "YES" if n in wrong else "NO"} for n in range(count)
        ]}))  # fmt: skip

    return script


def answer(path: Path, who: str, error: str, sizes: dict[str, int], says: Gold) -> None:
    """What a reader answers in a package of one error: the summary as a whole, with a reason and the places."""
    with Project.open(path) as package:
        desk = DecisionWriter(package, who)
        for (item,) in package.read_connection().execute("SELECT id FROM item ORDER BY key").fetchall():
            view = items.load_item_view(package.read_connection(), item)
            document = "dialogue" if error == "missed-turn" else "sum"
            _, first = cell(package, view.key, f"{document}:0", f"dial-summer/{error}", "sum")
            target = next(d for d in view.documents if d.name == "sum")
            told = {
                cell(package, view.key, f"{document}:{n}", f"dial-summer/{error}", "sum")[1]: "yes"
                for n in sorted(says[view.key, error])
            }
            told[first._replace(unit=target.whole)] = "yes" if says[view.key, error] else "no"
            desk.form(item, told, {where: "It is told so." for where in told}).result()
            assert sizes[view.key] == len(target.units)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, plan: Any) -> Iterator[Path]:
    sizes, gold, _ = plan
    folder = tmp_path_factory.mktemp("dialsummer")
    records = [record(key, size) for key, size in (sizes | UNUSABLE).items()]
    with building.project(folder, *records, name="story.galley") as made:
        path = made.path
    run("campaign", "protocol", "use", "dial-summer", "--project", str(path))
    luck = random.Random(2)
    for error in ERRORS:
        run("campaign", "pack", "--task", f"dial-summer/{error}", "--for", "ann", "--for", "ben", "--project",
            str(path),
            "--out", str(folder / error))  # fmt: skip
        for who in ("ann", "ben"):
            package = folder / error / f"story-{who}.galley"
            mine = dict(gold)
            if who == "ben" and luck.random() < 0.8:  # one summary on which the two differ
                mine["d03", error] = set() if gold["d03", error] else {0}
            answer(package, who, error, sizes | UNUSABLE, mine)
            out = package.with_suffix(".answers")
            answers.write_answers(package, out, overwrite=True)
            run("campaign", "merge", str(out), "--project", str(path))
    yield path


def galley(*words: str) -> str:
    return str(run(*words).stdout)


def tasks(project: Path) -> dict[str, dict[str, Any]]:
    return {
        line["task"]: line
        for line in json.loads(galley("campaign", "tasks", "--project", str(project), "--json"))["tasks"]
    }


def table(project: Path, name: str, *words: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    rows = json.loads(galley("metrics", "--table", name, "--project", str(project), "--json", *words))["rows"]
    return {(row.get("criterion") or row["line"], row["columns"], row["column"]): row for row in rows}


def test_what_is_not_usable_is_left_out(project: Path, tmp_path: Path) -> None:
    """Ten pairs become eight, as the 200 of section 4 became 192: the other tests count eight."""
    assert tasks(project)["dial-summer/usable"]["open"] == COUNT + len(UNUSABLE)
    asked = tasks(project)["dial-summer/changed-meaning"]["asked"]
    with Project.open(project) as opened:
        for (key,) in opened.read_connection().execute("SELECT key FROM item ORDER BY key").fetchall():
            item, where = cell(opened, key, "sum:0", "usable/usable", "sum")
            target = next(d for d in items.load_item_view(opened.read_connection(), item).documents if d.name == "sum")
            said = "no" if key in UNUSABLE else "yes"
            DecisionWriter(opened, "author").form(item, {where._replace(unit=target.whole): said}).result()
    after = tasks(project)
    assert after["dial-summer/usable"]["settled"] == COUNT + len(UNUSABLE)
    assert after["dial-summer/changed-meaning"]["asked"] == asked - len(UNUSABLE) == COUNT
    for name in ("frequency", "position", "agreement"):
        printed = galley("metrics", name, "--project", str(project))
        assert f"left out: {len(UNUSABLE)} items said to be unusable" in printed, name
    printed = galley("metrics", "--table", "dial-summer-frequency", "--project", str(project))
    assert f"{len(UNUSABLE)} items said to be unusable" in printed
    said = galley("export", "dataset", "--project", str(project), "--out", str(tmp_path / "set"), "--licence", "mit")
    assert f"{len(UNUSABLE)} items said to be unusable" in said
    for path in (tmp_path / "set").rglob("*.parquet"):
        assert {*pyarrow.parquet.read_table(path)["key"].to_pylist()} == {f"d{n:02}" for n in range(COUNT)}, path
    card = json.loads((tmp_path / "set" / "card.json").read_text("utf-8"))
    assert card["counts"]["items"] == COUNT and card["left_out"]["items said to be unusable"] == len(UNUSABLE)
    galley("project", "check", str(project))


def test_two_readers_an_error_then_the_last_word(project: Path, plan: Any) -> None:
    _, gold, _ = plan
    before = tasks(project)
    split = [error for error in ERRORS if before[f"dial-summer/{error}"]["undecided"]]
    assert split and all(before[f"dial-summer/{error}"]["settled"] >= COUNT - 1 for error in ERRORS)
    assert before["dial-summer/missed-conversation"]["open"] == COUNT
    with Project.open(project) as opened:  # the authors settle what the readers left: the whole, and its places
        desk = DecisionWriter(opened, "author")
        for error in split:
            document = "dialogue" if error == "missed-turn" else "sum"
            for n in (*sorted(gold["d03", error]), *([] if gold["d03", error] else [0])):
                item, where = cell(opened, "d03", f"{document}:{n}", f"dial-summer/{error}", "sum")
                desk.adjudicate(item, where, "yes" if n in gold["d03", error] else "no", note="Gone over.").result()
            item, where = cell(opened, "d03", f"{document}:0", f"dial-summer/{error}", "sum")
            target = next(d for d in items.load_item_view(opened.read_connection(), item).documents if d.name == "sum")
            answered = "yes" if gold["d03", error] else "no"
            desk.adjudicate(item, where._replace(unit=target.whole), answered, note="Gone over.").result()
    after = tasks(project)
    assert all(after[f"dial-summer/{error}"]["settled"] == COUNT for error in ERRORS)


def test_how_often_errors_occur(project: Path, plan: Any) -> None:
    sizes, gold, _ = plan
    rows = table(project, "dial-summer-frequency")
    unions = {"hallucination": (*DIALOGUE, *WITHIN), "hallucination-dialogue": DIALOGUE,
              "hallucination-within-turn": WITHIN}  # fmt: skip
    for name, errors in {**{error: (error,) for error in ERRORS}, **unions}.items():
        having = [key for key in sizes if any(gold[key, error] for error in errors)]
        units = {key: set.union(*(gold[key, error] for error in errors)) for key in sizes}
        total = sum(places(errors[0], sizes[key]) for key in sizes)
        for title in ("Plain share", "Weighted share"):  # nothing is open
            assert rows[name, "Summaries with it", title]["value"] == pytest.approx(len(having) / COUNT), name
            assert rows[name, "Summaries with it", title]["n"] == COUNT
        share = sum(map(len, units.values())) / total
        assert rows[name, "", "Sentences or turns"]["value"] == pytest.approx(share), name
        if having:
            spread = sum(len(units[key]) for key in having) / len(having)
            assert rows[name, "", "Sentences a summary"]["value"] == pytest.approx(spread)


def test_how_often_errors_occur_where_cells_are_open(tmp_path: Path) -> None:
    """Short summaries are answered in full more often: the plain share counts each of these once, the weighted one
    stands for all of a length."""
    luck, answered = random.Random(5), dict[str, list[bool | None]]()
    records = []
    for number in range(40):
        key, size = f"d{number:02}", (2, 6)[number % 2]
        answered[key] = [None if luck.random() < 0.12 else luck.random() < 0.15 for _ in range(size)]
        verdicts = [
            {"annotator": "ann", "kind": "human", "scheme": "dial-summer", "criterion": "changed-meaning",
             "document": "sum", "unit": n, "value": "yes" if said else "no"}
            for n, said in enumerate(answered[key]) if said is not None
        ]  # fmt: skip
        records.append(record(key, size) | {"verdicts": verdicts})
    with building.project(tmp_path, *records, name="open.galley") as made:
        path = made.path
    rows = table(path, "dial-summer-frequency")
    full = {size: [any(said) for said in answered.values() if len(said) == size and None not in said]
            for size in (2, 6)}  # fmt: skip
    plain = sum(map(sum, full.values())) / sum(map(len, full.values()))
    weighted = sum(sum(said) / len(said) for said in full.values()) / 2
    assert abs(plain - weighted) > 0.02 and len(full[2]) > len(full[6]) > 0
    for title, share in (("Plain share", plain), ("Weighted share", weighted)):
        row = rows["changed-meaning", "Summaries with it", title]
        assert (row["value"], row["n"]) == (pytest.approx(share), sum(map(len, full.values())))
    page = " ".join(galley("metrics", "--table", "dial-summer-frequency", "--project", str(path)).split())
    assert "Plain share: of these, each counted once, as in the paper." in page and f"{100 * plain:.1f}" in page


def test_where_errors_stand(project: Path, plan: Any) -> None:
    """Table 7: the first and the last of two to five, two and two from six on."""
    sizes, gold, _ = plan
    rows = table(project, "dial-summer-position")
    for error in ERRORS:
        counts = [0, 0, 0]
        for key, size in sizes.items():
            length = places(error, size)
            edge = 1 if length < 6 else 2
            for n in gold[key, error]:
                counts[0 if n < edge else 2 if n >= length - edge else 1] += 1
        for part, count in zip(("Start", "Middle", "End"), counts, strict=True):
            if sum(counts):
                assert rows[error, "", part]["value"] == pytest.approx(count / sum(counts)), error


def test_judges_against_the_gold(project: Path, plan: Any) -> None:
    sizes, gold, said = plan
    with serving(talk(said, sizes | UNUSABLE)) as fake:
        for judge in FLIPS:
            where = ("--provider", "compatible", "--model", judge, "--base-url", f"{fake.url}/v1", "--yes")
            asked = ("--criterion", ",".join(ASKED), "--samples", "1")
            galley("judge", "dial-summer-fine", "--project", str(project), *where, *asked)
    rows = table(project, "dial-summer-fine")
    printed = galley("metrics", "--table", "dial-summer-fine", "--project", str(project))
    unions = {"hallucination": (*DIALOGUE, *WITHIN)}
    for judge in FLIPS:
        for name, errors in {**{error: (error,) for error in ASKED}, **unions}.items():
            mine = [error for error in errors if error in ASKED]
            truth, guess, whole_truth, whole_guess = [], [], [], []
            for key in sizes:
                units = range(places(errors[0], sizes[key]))
                truth += [any(n in gold[key, error] for error in errors) for n in units]
                guess += [any(n in said[judge][key, error] for error in mine) for n in units]
                whole_truth.append(any(gold[key, error] for error in errors))
                whole_guess.append(any(said[judge][key, error] for error in mine))
            column = f"{judge} dial-summer-fine"
            for title, real, found in (("BAcc", whole_truth, whole_guess), ("S-BAcc", truth, guess)):
                row = rows[name, column, title]
                assert row["n"] == len(real), (name, title)
                if len({*real}) < 2:
                    assert row["value"] is None and row["why"]
                else:
                    share = balanced_accuracy_score(real, found)
                    assert row["value"] == pytest.approx(share), (name, judge, title)
                    assert f"{100 * share:.1f}" in printed
    galley("project", "check", str(project))


def test_five_samples_and_two_taxonomies_recounted_from_the_replies(project: Path, plan: Any) -> None:
    """The label of a sentence is what most of its five replies say; tables 2 and 3 from the log of the server alone."""
    sizes, gold, _ = plan
    names = {c.name: c.id for c in read_built_in_schemes()["dial-summer"].criteria}
    log: dict[tuple[str, str], list[list[bool]]] = {}

    def script(seen: Seen, _: int) -> Answer:
        text = "\n".join(m["content"] if isinstance(m["content"], str) else "" for m in seen.body["messages"])
        key = re.findall(r"Told ([dx]\d\d) 0\.", text)[-1]
        asked = re.findall(r"for “([^”]+)” and answer", text)
        error = names[asked[-1]] if asked else "coarse"
        errors = (error,) if asked else (*DIALOGUE, *WITHIN)
        replies = log.setdefault((key, error), [])
        luck = random.Random(f"{key} {error} {len(replies)}")
        count = places(error, (sizes | UNUSABLE)[key])
        true = [any(n in gold[key, each] for each in errors) for n in range(count)]
        replies.append([yes != (luck.random() < 0.4) for yes in true])
        return Answer(json.dumps({"verdicts": [
            {"number": n + 1, "reasoning": "Compared.", "words": [], "quotes": [], "label": "YES" if yes else "NO"}
            for n, yes in enumerate(replies[-1])
        ]}))  # fmt: skip

    def held(row: dict[str, Any], units: list[tuple[bool, bool]]) -> None:
        real, found = zip(*units, strict=True)
        assert row["n"] == len(real)
        if len({*real}) < 2:  # every summary here has some hallucination
            assert row["value"] is None and row["why"]
        else:
            assert row["value"] == pytest.approx(balanced_accuracy_score(real, found))

    def recount(error: str, errors: tuple[str, ...], rows: dict[str, dict[str, Any]]) -> bool:
        units, wholes, split = [], [], False
        for key, size in sizes.items():
            replies = log[key, error]
            assert len(replies) == 5, "five samples"
            label = [sum(reply[n] for reply in replies) > 2 for n in range(places(error, size))]
            split |= any(0 < sum(reply[n] for reply in replies) < 5 for n in range(len(label)))
            truth = [any(n in gold[key, each] for each in errors) for n in range(len(label))]
            units += zip(truth, label, strict=True)
            wholes.append((any(truth), any(label)))
        held(rows["S-BAcc"], units)
        held(rows["BAcc"], wholes)
        return split

    with serving(script) as fake:
        where = ("--project", str(project), "--provider", "compatible", "--model", "five", "--base-url",
                 f"{fake.url}/v1", "--yes")  # fmt: skip
        galley("judge", "dial-summer-fine", *where, "--criterion", "changed-meaning,missed-turn")
        rows = table(project, "dial-summer-fine", "--judge", "five dial-summer-fine")
        for error in ("changed-meaning", "missed-turn"):
            by_title = {title: rows[error, "five dial-summer-fine", title] for title in ("BAcc", "S-BAcc")}
            assert recount(error, (error,), by_title), "the five did not all say the same"
        for taxonomy, title in (("basic", "BASIC"), ("dial-summer", "DIAL-SUMMER")):
            log.clear()
            galley("judge", "coarse-hallucination", *where, "--criterion", taxonomy)
            rows = table(project, "dial-summer-coarse")
            by_title = {column: rows[title, "five", column] for column in ("BAcc", "S-BAcc")}
            recount("coarse", (*DIALOGUE, *WITHIN), by_title)
    galley("project", "check", str(project))
