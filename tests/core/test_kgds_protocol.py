"""Two readers and a third go through the protocol of KGDS by command line, on ten discussions of the real file.

What each reader answers is worked out here from the published gold, with known slips; every figure that comes out is
computed here a second time, from those answers alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from sklearn.metrics import cohen_kappa_score

from galley.core import paths
from galley.core.cli import galley
from galley.core.domain import Cell, Value
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building

THIRD = """
[[task]]
id = "third"
name = "What the experts differ on"
kind = "settle"
of = "supporting"
rule = "adjudicator"
"""
Place = tuple[str, str, int | str]
"""Key of the item, criterion, and paragraph (counted from 0) or name of the fact."""


def run(*words: object) -> str:
    result = CliRunner().invoke(galley, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def handed(project: Project) -> list[tuple[int, Cell, Place]]:
    """The cells that a package was made for, in order."""
    rows = project.read_connection().execute(
        "SELECT handed.item_id, unit_id, criterion_id, target_id, key, criterion.name,"
        " coalesce(unit.name, unit.position)"
        " FROM handed JOIN item ON item.id = item_id JOIN criterion ON criterion.id = criterion_id"
        " JOIN unit ON unit.id = unit_id ORDER BY handed.item_id, unit_id, criterion_id DESC"
    )
    return [(row[0], Cell(*row[1:4]), (row[4], row[5], row[6])) for row in rows]


def read(folder: Path, who: str, said: Callable[[Place], Value | None], settles: bool = False) -> int:
    """Answer all of a package, and hand the answers back; how many cells it held."""
    with Project.open(folder / f"study-{who}.galley") as package:
        assert package.read_connection().execute(
            "SELECT count(*) FROM annotator WHERE kind IN ('human', 'gold')"
        ).fetchone() == (1,)
        desk, cells = DecisionWriter(package, who), handed(package)
        forms: dict[int, dict[Cell, Value | None]] = {}
        for item, cell, place in cells:
            forms.setdefault(item, {})[cell] = said(place)
        for item, form in forms.items():
            if settles:
                for cell, value in form.items():
                    desk.adjudicate(item, cell, value).result()
            else:
                desk.form(item, form).result()
    run("campaign", "submit", folder / f"study-{who}.galley")
    return len(cells)


def line(project: Path, task: str) -> dict[str, Any]:
    return next(
        each
        for each in json.loads(run("campaign", "tasks", "--project", project, "--json"))["tasks"]
        if each["task"] == task
    )


def test_two_readers_and_a_third_go_through_the_protocol(tmp_path: Path, shared_data: Path) -> None:
    records = json.loads((shared_data / "kgds" / "KGDS.json").read_text("utf-8"))[:10]
    (tmp_path / "KGDS.json").write_text(json.dumps(records), encoding="utf-8")
    project = tmp_path / "study.galley"
    run("import", "--format", "kgds", tmp_path / "KGDS.json", "--project", tmp_path / "published.galley")
    run("export", "galley", "--project", tmp_path / "published.galley", "--out", tmp_path / "all.jsonl")
    head, *items = building.native((tmp_path / "all.jsonl").read_bytes())
    gold = {(i["key"], v["unit"]) for i in items for v in i["verdicts"] if v["kind"] == "gold" and v["value"] == "yes"}
    types = {(i["key"], u["id"]): u["type"] for i in items for u in i["units"] if u["kind"] == "fact"}
    where = {(i["key"], u["id"]): [n for _, n in u["from"]] for i in items for u in i["units"] if u["kind"] == "fact"}
    bare = [{name: value for name, value in i.items() if name not in ("verdicts", "judged")} for i in items]
    (tmp_path / "bare.jsonl").write_text("\n".join(map(json.dumps, [head, *bare])), encoding="utf-8")
    run("import", "--format", "galley", tmp_path / "bare.jsonl", "--project", project)

    # The protocol that ships, with a third person for what the experts differ on
    own = tmp_path / "kgds.toml"
    own.write_text((paths.resources() / "protocols" / "kgds.toml").read_text("utf-8") + THIRD, encoding="utf-8")
    run("campaign", "protocol", "use", own, "--project", project)
    paragraphs = [(i["key"], n) for i in items for d in i["documents"] if d["role"] == "article"
                  for n in range(len(d["paragraphs"]))]  # fmt: skip
    assert (line(project, "kgds/supporting")["asked"], line(project, "kgds/key")["kept"]) == (
        len(paragraphs), 2 * len(types),
    )  # fmt: skip

    # Each expert slips on every seventh paragraph, counted from another start; so they differ where one of them does
    slips = {
        who: {place for n, place in enumerate(paragraphs) if n % 7 == start} for who, start in (("ann", 2), ("ben", 5))
    }

    def supporting(who: str) -> Callable[[Place], Value]:
        return lambda p: "yes" if ((p[0], p[2]) in gold) != ((p[0], p[2]) in slips[who]) else "no"

    folder = tmp_path / "first"
    run(
        "campaign",
        "pack",
        "--task",
        "supporting",
        "--for",
        "ann",
        "--for",
        "ben",
        "--project",
        project,
        "--out",
        folder,
    )
    for who in ("ann", "ben"):
        assert read(folder, who, supporting(who)) == len(paragraphs)
    run("campaign", "merge", *folder.glob("*.answers"), "--project", project)
    differ = slips["ann"] | slips["ben"]
    now = line(project, "kgds/supporting")
    assert (now["open"], now["undecided"], now["split"]) == (0, len(differ), len(differ))
    assert (now["settled"], line(project, "kgds/third")["open"]) == (len(paragraphs) - len(differ), len(differ))
    columns = [[supporting(who)((key, "", n)) for key, n in paragraphs] for who in ("ann", "ben")]
    kappa = cohen_kappa_score(*columns)

    def agreed(*more: str) -> tuple[float, int]:
        words = ("--project", project, "--coefficient", "cohen-kappa", "--level", "unit", "--json")
        (row,) = json.loads(run("metrics", "agreement", "--task", "supporting", *words, *more))["rows"]
        return round(row["value"], 9), row["n"]

    assert agreed() == (round(kappa, 9), len(paragraphs))

    # The third gets what is undecided and nothing else, and follows the published gold
    folder = tmp_path / "third"
    run(
        "campaign",
        "pack",
        "--task",
        "supporting",
        "--only",
        "undecided",
        "--for",
        "cat",
        "--project",
        project,
        "--out",
        folder,
    )
    assert read(folder, "cat", lambda p: "yes" if (p[0], p[2]) in gold else "no", settles=True) == len(differ)
    run("campaign", "merge", *folder.glob("*.answers"), "--project", project)
    now = line(project, "kgds/supporting")
    assert (now["settled"], now["undecided"], now["split"]) == (len(paragraphs), 0, len(differ))
    assert agreed() == (round(kappa, 9), len(paragraphs))  # a third opinion changes nothing of how the two agree

    # Key facts are asked of supporting paragraphs only; ben misses every fifth key fact
    asked = {place for place in types if any((place[0], n) in gold for n in where[place])}
    keys = sorted(place for place in asked if types[place] == "key")
    missed = set(keys[::5])
    assert (line(project, "kgds/key")["asked"], line(project, "kgds/key")["kept"]) == (2 * len(asked), 0)

    def fact(who: str) -> Callable[[Place], Value]:
        def said(place: Place) -> Value:
            key, criterion, name = place
            kind = types[key, str(name)]
            if criterion == "repeated":
                return "yes" if kind == "repeated" else "no"
            return "yes" if kind == "key" and not (who == "ben" and (key, str(name)) in missed) else "no"

        return said

    folder = tmp_path / "key"
    run("campaign", "pack", "--task", "key", "--for", "ann", "--for", "ben", "--project", project, "--out", folder)
    for who in ("ann", "ben"):
        assert read(folder, who, fact(who)) == 2 * len(asked)
    run("campaign", "merge", *folder.glob("*.answers"), "--project", project)
    now = line(project, "kgds/key")
    assert (now["open"], now["undecided"], now["split"], now["settled"]) == (0, 0, len(missed), 2 * len(asked))

    # What facts are follows from what people said
    def expected(place: tuple[str, str]) -> str:
        if place not in asked:  # what was masked, or repeats another, stays so
            return types[place]
        if types[place] == "key" and place not in missed:
            return "key"
        return "repeated" if types[place] == "repeated" else "non-key"

    with Project.open(project) as opened:
        masked = dict(
            ((key, name), type_)
            for key, name, type_ in opened.read_connection().execute(
                "SELECT key, unit.name, coalesce(mask.type, unit.type) FROM unit"
                " JOIN document ON document.id = document_id JOIN item ON item.id = item_id"
                " LEFT JOIN mask ON unit_id = unit.id WHERE unit.kind = 'fact'"
            )
        )
        assert masked == {place: expected(place) for place in types}
        assert check(opened) == []

    # The rule of a task can be set later: nothing is written, the split facts become undecided
    preview = run("adjudicate", "unanimous", "--task", "key", "--project", project)
    assert str(len(missed)) in preview
