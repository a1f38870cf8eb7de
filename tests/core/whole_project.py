"""One project in which every metric has a figure: dialogues, ratings, discussions, questions, versions, entities."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.import_types import ImportOptions
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics import sampling
from galley.core.project import protocol_use
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from galley.core.tasks.finish import list_all_pairs
from tests.core import building
from tests.core.building import finish_read
from tests.core.kgds_samples import sample

PEOPLE, JUDGES = ("ann", "ben", "cat"), ("jay", "kim")
ERRORS = ("changed-meaning", "extrinsic-context")


def whole(folder: Path, name: str = "whole.galley", studied: bool = True) -> Project:
    """The project; the caller closes it. Made with a fixed seed; ``studied`` with a protocol and a second round.

    It takes seconds to make, so that each process makes it once and writes copies of the file."""
    path = folder / name
    path.write_bytes(_make(studied))
    return Project.open(path)


@cache
def _make(studied: bool) -> bytes:
    with TemporaryDirectory(prefix="whole") as folder:
        project = _fill(Path(folder), studied)
        project.close()
        return project.path.read_bytes()


def _fill(folder: Path, studied: bool) -> Project:
    luck = random.Random(7)
    records = [_dialogue(number, luck) for number in range(16)]
    records += [each for number in range(6) for each in _discussion(number, luck)]
    records += [_questions(number, luck) for number in range(5)]
    records += [_versions(number, luck) for number in range(9)]
    project = building.project(folder, *records)
    _entities(project, folder, luck)
    _reviews(project)
    project.write(_spend).result()
    for kind in (sampling.FLAGS, sampling.AUDIT):
        project.write(lambda c, kind=kind: sampling.draw(c, kind, "jay", "dial-summer", ERRORS[0], 10)).result()
    _drawn(project)
    if studied:
        _studied(project, folder)
    return project


STUDY = """
id = "study"
name = "Two errors, one after the other"
[[task]]
id = "meaning"
name = "Changed meaning"
kind = "answer"
criteria = ["dial-summer/changed-meaning"]
people = "any"
[[task]]
id = "grades"
name = "Grades"
kind = "answer"
criteria = ["likert/*"]
people = "any"
[[task]]
id = "context"
name = "Extrinsic context"
kind = "answer"
criteria = ["dial-summer/extrinsic-context"]
people = "any"
"""


def _studied(project: Project, folder: Path) -> None:
    """A protocol's tasks, and a second round in which ann thinks again."""
    path = folder / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    project.write(lambda connection: protocol_use.use(connection, str(path), "lea")).result()
    again = DecisionWriter(project, "ann", round=2)
    for item in (1, 2, 3):
        view = items.load_item_view(project.read_connection(), item)
        for flag in view.flags():
            if (said := view.answer(again.reviewer, flag.cell)) is not None:
                again.add(item, flag.cell, "no" if said.value == "yes" else "yes").result()


def _said(who: str, value: Any, scheme: str, criterion: str, **where: Any) -> dict[str, Any]:
    kind = "human" if who in PEOPLE else "gold" if who == "gold" else "judge"
    made = {"annotator": who, "kind": kind, "scheme": scheme, "criterion": criterion, "value": value, **where}
    return made | {"reason": "unsure"} if value is None else made


def _dialogue(number: int, luck: random.Random) -> dict[str, Any]:
    """Two summaries with three people's and two judges' answers to each sentence, ratings, scores, and some gold."""
    turns = [{"speaker": "Ann", "text": f"Turn {n} of {number // 2}."} for n in range(3)]  # each in two items
    documents: list[dict[str, Any]] = [{"id": "dialogue", "role": "dialogue", "turns": turns}]
    verdicts: list[dict[str, Any]] = []
    scores = []
    for system in "abcd":
        name, size = f"sum-{system}", luck.randint(3, 7)
        documents.append(
            {"id": name, "role": "summary", "system": system, "sentences": [f"Say {number} {n}." for n in range(size)]}
        )
        for unit in range(size):
            wrong = {error: luck.random() < 0.3 for error in ERRORS}
            for who in (*PEOPLE, *JUDGES):
                for error in ERRORS:
                    said = wrong[error] != (luck.random() < (0.1 if who in PEOPLE else 0.3))
                    value = None if luck.random() < 0.02 else "yes" if said else "no"
                    more: dict[str, Any] = {"span": [0, luck.randint(2, 6)]} if value == "yes" else {}
                    if value and who in JUDGES:
                        more["confidence"] = 0.5 + (7 * number + 3 * unit + len(error)) % 6 / 10
                    verdicts.append(_said(who, value, "dial-summer", error, document=name, unit=unit, **more))
            if luck.random() < 0.3:
                value = "yes" if wrong[ERRORS[0]] else "no"
                verdicts.append(_said("gold", value, "dial-summer", ERRORS[0], document=name, unit=unit))
            if luck.random() < 0.5:
                value = "yes" if any(wrong.values()) else "no"
                for who in ("jay", *PEOPLE[:2]):
                    more = {"span": [0, 3]} if value == "yes" else {}
                    if who == "jay":
                        more["confidence"] = 0.5 + (number + unit) % 5 / 10
                    verdicts.append(_said(who, value, "basic", "hallucination", document=name, unit=unit, **more))
                    value = "yes" if luck.random() < 0.3 else "no"
        for who in PEOPLE:
            verdicts.append(_said(who, luck.randint(1, 5), "likert", "consistency", document=name, unit="whole"))
        for metric, who, kind in (("m1", "meter", "import"), ("m2", "kim", "judge"), ("grade", "ann", "human")):
            scores.append({"document": name, "metric": metric, "annotator": who, "kind": kind, "value": luck.random()})
    return {
        "key": f"d{number:02}", "dataset": f"set-{number % 2}", "split": ("dev", "test")[number % 3 == 0],
        "meta": {"topic": "xyz"[number % 3]}, "documents": documents, "verdicts": verdicts, "scores": scores,
    }  # fmt: skip


def _discussion(number: int, luck: random.Random) -> list[dict[str, Any]]:
    """One article summarised by four systems in both patterns, before and after reflection."""
    made: dict[str, Any] = {}
    for system in ("m", "n", "o", "p"):
        for written in (False, True):
            for paradigm in ("structured-prompt", "self-reflection"):
                one = sample(
                    f"k{number}", taken=sorted(luck.sample(range(5), luck.randint(1, 4))), supporting=[0, 1],
                    facts={f"f{n}": luck.choice(("key+", "key-")) if n < 4 else luck.choice(("other+", "other-"))
                           for n in range(6)},
                    opinions={f"o{n}": luck.random() < 0.6 for n in range(4)},
                    written=written, system=system, paradigm=paradigm,
                )  # fmt: skip
                for verdict in list(one["verdicts"]):
                    if verdict["criterion"] == "not-covered" and verdict["value"] == "yes":
                        error = luck.choice(("opinion-misattribution", "opinion-fact-inconsistency"))
                        one["verdicts"].append({**verdict, "criterion": error})
                        if luck.random() < 0.5:
                            one["verdicts"].append({**verdict, "criterion": error, "annotator": "kim"})
                            one["verdicts"].append({**verdict, "criterion": error, "annotator": "ann", "kind": "human"})
                extract, opinion = one["documents"][2]["id"], one["documents"][3]["id"]
                if not written:
                    asked = {"document": extract, "unit": "whole"}
                    for who in JUDGES:
                        value = luck.choice(("expert", "own"))
                        one["verdicts"].append(_said(who, value, "kgds-paragraph", "better-extract", **asked))
                for n in range(4):
                    value = "yes" if luck.random() < 0.4 else "no"
                    one["verdicts"].append(
                        _said("ann", value, "kgds-opinion", "not-covered", about=opinion, unit=f"o{n}")
                    )
                    value = "yes" if luck.random() < 0.4 else "no"
                    one["verdicts"].append(
                        _said("kim", value, "kgds-opinion", "not-covered", about=opinion, unit=f"o{n}")
                    )
                if not made:
                    made = {**one, "dataset": f"talk-{number % 2}", "split": ("dev", "test")[number % 2]}
                    if number % 3 == 0:  # what one person says, without gold
                        person = {"annotator": "ben", "kind": "human"}
                        expert = [each for each in (*one["verdicts"], *one["judged"]) if each["annotator"] == "experts"]
                        for each in expert:
                            each.update(person)
                    continue
                made["documents"] += one["documents"][2:]
                made["verdicts"] += [v for v in one["verdicts"] if v["criterion"] != "supporting"]
                made["judged"] += one["judged"][1:]
    return [made]


def _questions(number: int, luck: random.Random) -> dict[str, Any]:
    """Questions of both sides with the answers of a judge, some reviewed, and the form about them."""
    units, verdicts = [], []
    words = ("in 1912", "the old bridge", "Ida Falk drew it", "ten", "red and blue", "the new bridge")
    for system in "abcd":
        for n in range(4):
            name, own, other = f"q{number}-{system}-f{n}", luck.choice(words), luck.choice((*words, ""))
            meta = {"asks": "what", "rank": n + 1, "answer": own}
            units.append({"id": name, "kind": "question", "type": "consistency", "text": f"What is {name}?",
                          "document": f"sum-{system}", "meta": meta})  # fmt: skip
            explained = {
                "explanation": f"The document answers: “{other}”" if other else "The document does not answer."
            }
            said = _said("jay", "no" if own == other else "yes", "qa-evaluation", "inconsistent",
                         unit=name, about=f"sum-{system}")  # fmt: skip
            verdicts += [said | explained, said | explained | {"annotator": "kim"}]
            if system != "d":
                verdicts.append({**said, "annotator": "ann", "kind": "human", "value": luck.choice(("yes", "no"))})
    for n in range(4):
        name = f"q{number}-c{n}"
        meta = {"asks": "what", "rank": n + 1, "answer": "x"}
        units.append({"id": name, "kind": "question", "type": "coverage", "text": f"What is {name}?",
                      "document": "article", "meta": meta})  # fmt: skip
        for system in "abcd":
            value = luck.choice(("yes", "no"))
            said = _said("jay", value, "qa-evaluation", "unanswered", unit=name, about=f"sum-{system}")
            verdicts.append(said | {"explanation": "The summary answers: “y”" if value == "no" else "No answer."})
            if n < 3 or system != "d":
                verdicts.append(_said("ann", luck.choice(("yes", "no")), "qa-evaluation", "unanswered", unit=name,
                                      about=f"sum-{system}"))  # fmt: skip
        for who in PEOPLE:
            for criterion in ("key-information", "no-answer", "answer-consistent"):
                value = luck.choice(("yes", "yes", "no"))
                verdicts.append(_said(who, value, "qa-validation", criterion, unit=name, about="sum-a"))
    for system in "abcd":
        for who in PEOPLE:
            rating = luck.randint(1, 5)
            where = {"document": f"sum-{system}", "unit": "whole"}
            verdicts.append(_said(who, rating, "likert", "consistency", **where))
    documents = [{"id": "article", "role": "article", "text": f"Article {number}."}]
    documents += [{"id": f"sum-{s}", "role": "summary", "system": s, "text": f"Q{number} {s}."} for s in "abcd"]
    return {"key": f"q{number}", "dataset": f"set-{number % 2}", "split": ("dev", "test")[number % 2],
            "documents": documents, "units": units, "verdicts": verdicts}  # fmt: skip


def _versions(number: int, luck: random.Random) -> dict[str, Any]:
    """A summary that was refined twice, with the scores of two judges."""
    documents: list[dict[str, Any]] = [
        {"id": "article", "role": "article", "text": f"Story {number}."},
        {"id": "s", "role": "summary", "system": "ab"[number % 2], "text": "One."},
    ]
    for n in (1, 2):
        meta = {"refined": {"round": n, "origin": "s", "from": "s" if n == 1 else "s.r1"}}
        documents.append(
            {"id": f"s.r{n}", "role": "summary", "system": "ab"[number % 2], "text": f"{n}.", "meta": meta}
        )
    scores = [
        {"document": document["id"], "metric": f"qa-{side}", "annotator": who, "kind": "judge",
         "value": round(luck.random(), 2)}
        for document in documents[1:] for side in ("coverage", "consistency") for who in JUDGES
    ]  # fmt: skip
    verdicts = []
    for document in documents[1:]:
        for who in PEOPLE:
            value = luck.randint(1, 5)
            verdicts.append(_said(who, value, "likert", "consistency", document=document["id"], unit="whole"))
            value = luck.choice(("yes", "no"))
            verdicts.append(_said(who, value, "basic", "hallucination", document=document["id"], unit=0))
    return {"key": f"v{number}", "dataset": f"set-{number % 2}", "split": ("dev", "test")[number % 2],
            "documents": documents, "scores": scores, "verdicts": verdicts}  # fmt: skip


def _entities(project: Project, folder: Path, luck: random.Random) -> None:
    """Entities with golden entries and two systems' tables, evaluated by exact match; some entries checked."""

    def fact(number: int) -> dict[str, str]:
        return {"attribute": f"a{number}", "value": f"value {number}", "evidence": f"Sentence {number} here."}

    lines = []
    for number in range(4):
        golden = [[1, 2, 9], [3, 4]]
        paragraphs = [
            {"text": " ".join(f"Sentence {n} here." for n in mine), "golden": [fact(n) for n in mine],
             "tone": ("warm", "cold")[luck.random() < 0.5], "distractors": ["Noise."] if number % 2 else []}
            for mine in golden
        ]  # fmt: skip
        summaries = [
            {"system": system, "method": "update", "turn": turn,
             "entries": [fact(n) for n in luck.sample([1, 2, 3, 4, 100, 101], 3 + turn - 1)]}
            for system in ("sue", "tim") for turn in (1, 2)
        ]  # fmt: skip
        lines.append({"entity": f"E{number}", "category": ("Hotels", "Towns")[number % 2], "paragraphs": paragraphs,
                      "summaries": summaries})  # fmt: skip
    none = folder / "none.jsonl"
    none.write_text('{"item": "-", "reply": ""}\n', "utf-8")
    for part in range(2):
        file = folder / f"entities-{part}.jsonl"
        file.write_text("".join(json.dumps(each) + "\n" for each in lines[2 * part :][:2]), encoding="utf-8")
        fields = {"dataset": f"set-{part}", "split": ("dev", "test")[part]}
        import_files(project, find("sumie"), [file], ImportOptions(fields=fields))
    choices = Choices(options={"match": "exact"})
    order = Order("sumie-evaluate", Source("replay", "", str(none)), "exact", choices)
    assert Runner(project, prepare(project, order)).start().join(30).state == "done"
    desk = DecisionWriter(project, "ann")
    who = {person: DecisionWriter(project, person) for person in PEOPLE}
    rows = {c.id: row for row, c in names.criteria(project.read_connection()).items() if c.scheme == "sumie-entry"}
    for (item,) in project.read_connection().execute("SELECT id FROM item WHERE key LIKE 'E%' ORDER BY id").fetchall():
        view = items.load_item_view(project.read_connection(), item)
        for flag in view.flags():
            (desk.accept if luck.random() < 0.8 else desk.override)(item, flag).result()
        desk.finish(view, list_all_pairs(view)).result()
    _checks(project, rows, who, luck)


def _checks(project: Project, rows: dict[str, int], who: dict[str, DecisionWriter], luck: random.Random) -> None:
    from galley.core.domain import Cell

    entries = project.read_connection().execute(
        "SELECT unit.id, document.id, document.item_id FROM unit JOIN document ON document.id = document_id"
        " WHERE unit.kind = 'entry' AND document.role = 'table' ORDER BY 1"
    ).fetchall()  # fmt: skip
    for unit, document, item in entries:
        for name in ("redundant", "supported"):
            for person in PEOPLE:
                value = "yes" if luck.random() < 0.7 else "no"
                who[person].add(item, Cell(unit, rows[name], document), value).result()


def _reviews(project: Project) -> None:
    """Decisions of two people in the first items, two finishes of one of them, times a few seconds apart."""
    for person in PEOPLE[:2]:
        desk = DecisionWriter(project, person)
        for item in (1, 2, 3, 4):
            view = items.load_item_view(project.read_connection(), item)
            for number, flag in enumerate(view.flags()):
                (desk.override if (number + item + len(person)) % 4 == 0 else desk.accept)(item, flag).result()
            desk.finish(view, list_all_pairs(view)).result()
        for item in (1, 2, 3, 4):
            view = items.load_item_view(project.read_connection(), item)
            desk.reopen(item).result()
            for flag in view.flags()[: 2 * item]:
                desk.override(item, flag).result()
            finish_read(desk, items.load_item_view(project.read_connection(), item)).result()


def _drawn(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    for wanted in sampling.draws(project.read_connection()):
        for item, cell in sampling.queue(project.read_connection(), wanted)[:10]:
            desk.add(item, cell, "yes").result()


def _spend(c: Any) -> Any:
    """A run of each judge with priced calls."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    columns = [row[1] for row in c.execute("PRAGMA table_info(request)")]
    given = {"id": 90, **{name: "{}" for name in columns if name != "id"}}
    c.execute(f"INSERT INTO request ({','.join(given)}) VALUES ({','.join('?' * len(given))})", list(given.values()))
    target = c.execute("SELECT id FROM document WHERE name = 'sum-a' LIMIT 1").fetchone()[0]
    for number, name in enumerate(JUDGES, 90):
        judge = names.annotator(c, name, AnnotatorKind.JUDGE)
        c.execute("INSERT INTO run (id, uid, annotator_id, method, provider, started, state, settings)"
                  " VALUES (?, ?, ?, 'm', 'p', 't', 'done', '{}')", (number, f"run {name}", judge))  # fmt: skip
        for part, (key, cost) in zip(ERRORS, (("a", 0.5), ("b", 0.25)), strict=True):
            c.execute(
                "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts,"
                " cost, at) VALUES (?, 1, ?, ?, 0, ?, 90, 'done', 1, ?, ?)",
                (number, target, part, f"{name} {key}", cost, (start + timedelta(seconds=number)).isoformat()),
            )
    judge = names.annotator(c, "payer kgds-feedback", AnnotatorKind.JUDGE, "kgds-feedback", "payer")
    c.execute("INSERT INTO run (id, uid, annotator_id, method, provider, started, state, settings)"
              " VALUES (80, 'run payer', ?, 'kgds-feedback', 'p', 't', 'done', '{}')", (judge,))  # fmt: skip
    c.execute(
        "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts, tokens_in,"
        " tokens_out, at) VALUES (80, 1, ?, 'feedback, own first', 0, 'payer', 90, 'done', 1, 900, 90, ?)",
        (target, start.isoformat()),
    )
    return None, ChangeSet()
