"""KGDS from end to end by command line: from bare articles to the tables of the paper.

Two experts write the discussions, settle paragraphs, key facts and opinions; a model behind our server takes articles
apart, masks, writes, reflects, verifies, names errors and compares. What it knows is made here, with known faults, and
every figure is worked out a second time: from the answers that the test gave, and from the texts of an export.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core import paths
from galley.core.domain import Value
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.fake_models import serving
from tests.core.judging import KEY
from tests.core.kgds_model import Model, Taste, flat
from tests.core.printed_tables import compare
from tests.core.test_kgds_protocol import Place, handed, line, run

ITEMS, PARAGRAPHS = 4, 5
SAID = {"ann": ("yes", "yes", "no", "no", "yes"), "ben": ("yes", "no", "no", "no", "yes")}
"""What the experts say of an article's paragraphs: the second is a boundary paragraph."""
TALK = ("Person1", "That is a pity, and it was avoidable."), ("Person2", "They should rebuild it.")
STEPS = ("opinions", "clarify", "atoms")
TURNS = '[[task]]\nid = "discussion"\nkind = "write"\nunit = "turn"\nshows = ["article"]\n\n'


def fact(item: int, place: int, k: int) -> str:
    return f"Fact {k} of paragraph {place} of article {item} holds."


def opinions(item: int) -> list[str]:
    return [f"Person1 calls the **fire {item}** a pity.", f"Person1 thinks the **fire {item}** was avoidable.",
            f"Person2 wants the **mill {item}** rebuilt."]  # fmt: skip


def kind(place: int, k: int) -> int:
    """The number of a fact's type as it must come out: of the first paragraph two are key, of the fifth one; of the
    fourth the first conflicts."""
    if place in (0, 4):
        return 1 if place == 0 or k == 0 else 2
    return 4 if (place, k) == (3, 0) else 0


def records() -> list[dict[str, Any]]:
    """What the model knows, in the form of the benchmark; its articles still have their boundary paragraphs."""
    made = []
    for item in range(ITEMS):
        texts = [{"paragraph_index": n + 1, "paragraph_text": f"Paragraph {n} of article {item}."} for n in range(5)]
        groups = [
            {"paragraph_index": n + 1, "atomic_facts": [
                {"atomic_fact": fact(item, n, k), "type": kind(n, k)} for k in (0, 1)]}
            for n in range(5)
        ]  # fmt: skip
        made.append({
            "SBK": texts, "BSP": [texts[0], texts[4]], "CAO": opinions(item),
            "KGD": [{"participant": who, "utterance": said} for who, said in TALK],
            "BSPAF": [groups[0], groups[4]], "BNPAF": groups[1:4],
        })  # fmt: skip
    return made


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Model(records(), Taste(0.6, 0.4, "s"), Taste(0.7, 0.3, "again")).script) as fake:
        yield fake


def pack(project: Path, task: str, folder: Path) -> list[Path]:
    run("campaign", "pack", "--task", task, "--for", "ann", "--for", "ben", "--project", project, "--out", folder)
    return [folder / f"study-{who}.galley" for who in SAID]


def merged(project: Path, folder: Path) -> None:
    run("campaign", "merge", *folder.glob("*.answers"), "--project", project)


def answers(project: Path, task: str, folder: Path, said: Any) -> None:
    for who, path in zip(SAID, pack(project, task, folder), strict=True):
        with Project.open(path) as package:
            desk = DecisionWriter(package, who)
            texts = dict(package.read_connection().execute("SELECT id, text FROM unit"))
            for item, cell, place in handed(package):
                value: Value = said(who, place, texts[cell.unit])
                desk.form(item, {cell: value}).result()
        run("campaign", "submit", path)
    merged(project, folder)


def write(project: Path, task: str, folder: Path) -> None:
    """Each expert writes about the speaker who was dealt to them: a main opinion, clearer words, its parts."""
    for path in pack(project, task, folder):
        sheet = folder / f"{path.stem}.jsonl"
        run("campaign", "write", "--project", path, "--out", sheet)
        filled = []
        for entry in map(json.loads, sheet.read_text("utf-8").splitlines()):
            item, (speaker,) = int(entry["key"][1:]), entry["dealt"]
            place = [who for who, _ in TALK].index(speaker)
            parts = [text for text in opinions(item) if text.startswith(speaker)]
            mine = [unit for unit in entry["units"] if tuple(unit["from"]) == (["dialogue", place],)]
            if task == "opinions":
                entry["write"] = [{"document": "dialogue", "unit": place, "text": f"{speaker}: {TALK[place][1]}"}]
            elif task == "clarify":
                entry["write"] = [{"of": mine[0]["id"], "text": " And ".join(parts)}]
            else:
                entry["write"] = [{"of": mine[0]["id"], "texts": parts}]
            filled.append(json.dumps(entry | {"finish": True}))
        sheet.write_text("\n".join(filled), "utf-8")
        run("campaign", "write", sheet, "--project", path)
        run("campaign", "submit", path)
    merged(project, folder)


def judge(project: Path, url: str, method: str, *more: str) -> str:
    return run("judge", method, "--project", project, "--provider", "openai", "--model", "m-1", "--base-url",
               f"{url}/v1", "--price", "2,8", "--yes", *more)  # fmt: skip


def metric(project: Path, name: str, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("metrics", name, "--project", project, "--json", *more))["rows"]
    return found


def words(document: dict[str, Any]) -> str:
    return flat(document.get("text") or " ".join(document.get("sentences") or ()))


def recount(items: list[dict[str, Any]]) -> dict[tuple[str, str], list[float]]:
    """Table 1 from the texts alone: which paragraphs are named, which facts and opinions stand in a text."""
    sums: dict[tuple[str, str], list[list[float]]] = {}
    for record in items:
        item = int(record["key"][1:])
        found = {(d["meta"]["pattern"], d["meta"]["paradigm"], d["part"]): d for d in record["documents"]
                 if d["role"] == "summary"}  # fmt: skip
        for (pattern, paradigm, part), background in found.items():
            if part != "background":
                continue
            said = words(found[pattern, paradigm, "opinion"])
            if pattern == "ebs-aos":
                taken = set(background["meta"]["paragraphs"])
                assert 1 not in taken  # nobody was shown the boundary paragraph
                hits, needed, chosen = len(taken & {0, 4}), 2, len(taken)
            else:
                held = {(n, k) for n in range(5) for k in (0, 1) if fact(item, n, k) in words(background)}
                hits = sum(kind(*each) == 1 for each in held)
                needed, chosen = 3, hits + sum(kind(n, k) == 0 and n in (2, 3) for n, k in held)
            recall, precision = hits / needed, hits / chosen if chosen else 0.0
            f1 = 2 * recall * precision / (recall + precision) if hits else 0.0
            cao = sum(each in said for each in opinions(item)) / 3
            sums.setdefault((pattern, paradigm), []).append([recall, precision, f1, cao, (f1 * cao) ** 0.5])
    return {key: [sum(column) / len(rows) for column in zip(*rows, strict=True)] for key, rows in sums.items()}


def test_the_whole_paper_by_command_line(tmp_path: Path, server: Any) -> None:
    project = tmp_path / "study.galley"
    bare = [{"key": f"k{n}", "documents": [{"id": "article", "role": "article", "paragraphs": [
        p["paragraph_text"] for p in record["SBK"]]}]} for n, record in enumerate(records())]  # fmt: skip
    (tmp_path / "bare.jsonl").write_text("\n".join(map(json.dumps, [{"galley": 1}, *bare])), "utf-8")
    run("import", "--format", "galley", tmp_path / "bare.jsonl", "--project", project)
    own = (paths.resources() / "protocols" / "kgds.toml").read_text("utf-8")
    begins = '[[task]]\nid = "supporting"'
    (tmp_path / "kgds.toml").write_text(own.replace(begins, TURNS + begins + '\nafter = ["discussion"]', 1), "utf-8")
    run("campaign", "protocol", "use", tmp_path / "kgds.toml", "--project", project)

    # The discussions, written from the articles
    assert line(project, "kgds/supporting")["kept"] == PARAGRAPHS * ITEMS
    run("campaign", "write", "--task", "discussion", "--project", project, "--out", tmp_path / "talk.jsonl")
    empty = [json.loads(text) for text in (tmp_path / "talk.jsonl").read_text("utf-8").splitlines()]
    assert [entry["discussion"] for entry in empty] == [[]] * ITEMS
    turns = [{"speaker": who, "text": said} for who, said in TALK]
    (tmp_path / "talk.jsonl").write_text("\n".join(json.dumps(e | {"discussion": turns}) for e in empty), "utf-8")
    run("campaign", "write", tmp_path / "talk.jsonl", "--task", "discussion", "--project", project, "--as", "ann")

    # Decomposition before there is gold; the paragraphs; masking afterwards, three samples
    judge(project, server.url, "kgds-decompose", "--criterion", "facts")
    assert line(project, "kgds/key")["kept"] == 2 * 2 * PARAGRAPHS * ITEMS
    answers(project, "supporting", tmp_path / "1", lambda who, place, _: SAID[who][int(place[2])])
    now = line(project, "kgds/supporting")
    assert (now["settled"], now["undecided"], now["split"]) == (4 * ITEMS, ITEMS, ITEMS)
    judge(project, server.url, "kgds-decompose", "--criterion", "masking", "--samples", "3")

    # Key facts: one says yes to all, the other to the key ones, so that only those are key
    def key(who: str, place: Place, text: str) -> Value:
        number = next(k for n in (0, 4) for k in (0, 1) if text == fact(int(place[0][1:]), n, k))
        where = next(n for n in (0, 4) if text == fact(int(place[0][1:]), n, number))
        return "yes" if place[1] == "key" and (who == "ann" or kind(where, number) == 1) else "no"

    answers(project, "key", tmp_path / "2", key)

    # Opinions in three steps; until they are atomic none of them counts
    for number, step in enumerate(STEPS):
        write(project, step, tmp_path / step)
        counts = {(r["part"], r["figure"]): r["value"] for r in metric(project, "kgds-statistics")}
        assert counts["opinions", "opinions"] == (3 * ITEMS if number == 2 else 0)

    # The summaries and what the model says of them; the boundary paragraph is in no request from now on
    before = len(server.seen)
    judge(project, server.url, "kgds-summarize", "--criterion", "ebs-aos,abs-aos,self-reflection")
    for method in ("kgds-verify", "kgds-opinion-errors", "kgds-feedback"):
        told = judge(project, server.url, method)
        boundary = f"{ITEMS} boundary paragraphs were not asked." in told
        assert (boundary, "0 cells unscored" in told) == (method == "kgds-verify", True), told
    asked = [json.dumps(seen.body) for seen in server.seen[before:]]
    assert len(asked) > 10 * ITEMS and not any("Paragraph 1 of article" in text for text in asked)
    assert any("Paragraph 2 of article" in text for text in asked)

    # Table 1
    run("export", "galley", "--project", project, "--out", tmp_path / "all.jsonl")
    items = [each for each in building.native((tmp_path / "all.jsonl").read_bytes()) if "key" in each]
    rows = {(r["pattern"], r["paradigm"]): r for r in metric(project, "kgds", "--resamples", "0") if r["by"] == "judge"}
    found = {place: [row[name] for name in ("recall", "precision", "f1", "cao", "op")] for place, row in rows.items()}
    wanted = recount(items)
    assert found == {place: pytest.approx(values) for place, values in wanted.items()} and len(found) == 4
    assert any(0 < value < 1 for values in wanted.values() for value in values)

    # Table 2: each opinion that a text does not hold has one error, which the model takes from its length; nobody is
    # asked what is wrong with an empty text
    missing = Counter(
        (d["meta"]["pattern"], d["meta"]["paradigm"], len(text) % 5)
        for record in items for d in record["documents"] if d.get("part") == "opinion" and words(d)
        for text in opinions(int(record["key"][1:])) if text not in words(d)
    )  # fmt: skip
    names = ("opinion-fact-inconsistency", "opinion-sentiment-distortion", "implicit-reference-unclarified",
             "implicit-reference-incorrectly-clarified", "opinion-misattribution")  # fmt: skip
    errors = {(r["pattern"], r["paradigm"], names.index(r["criterion"])): r["count"]
              for r in metric(project, "kgds-errors", "--resamples", "0")}  # fmt: skip
    assert {place: count for place, count in errors.items() if count} == missing and missing

    # Figures 2 and 3
    taken = {p: [len(d["meta"]["paragraphs"]) / 4 for record in items for d in record["documents"]
                 if "paragraphs" in d.get("meta", {}) and d["meta"]["paradigm"] == p]
             for p in ("structured-prompt", "self-reflection")}  # fmt: skip
    shares = {r["paradigm"]: r["value"] for r in metric(project, "kgds-retrieval", "--resamples", "0")}
    assert shares == {"": 0.5, **{p: pytest.approx(sum(each) / len(each)) for p, each in taken.items()}}
    differ = sum(set(d["meta"]["paragraphs"]) != {0, 4} for record in items for d in record["documents"]
                 if "paragraphs" in d.get("meta", {}))  # fmt: skip
    assert sum(row["n"] for row in metric(project, "kgds-winrate")) == differ > 0

    # Appendix B
    counts = {(r["part"], r["figure"]): r["value"] for r in metric(project, "kgds-statistics")}
    assert counts["paragraphs", "consistency"] == 0.8 and counts["paragraphs", "boundary"] == ITEMS
    of, other = "facts of supporting paragraphs", "facts of other paragraphs"
    assert [counts[of, n] for n in ("facts", "key", "non-key", "repeated")] == [4 * ITEMS, 3 * ITEMS, ITEMS, 0]
    assert [counts[other, n] for n in ("facts", "non-supporting", "masked")] == [4 * ITEMS, 3 * ITEMS, ITEMS]
    assert counts["opinions", "clarified references"] == 3 * ITEMS

    # Table 3: dollars from the tokens that the server said, at 2 and 8 a million
    with Project.open(project) as opened:
        tokens = opened.read_connection().execute(
            "SELECT sum(tokens_in), sum(tokens_out) FROM call WHERE state = 'done'").fetchone()  # fmt: skip
        assert check(opened) == []
    costs = {row["step"]: row["value"] for row in metric(project, "kgds-cost")}
    assert costs["total"] == pytest.approx((2 * tokens[0] + 8 * tokens[1]) / 1e6)
    assert costs["total"] == pytest.approx(sum(value for step, value in costs.items() if step != "total"))
    assert set(costs) == {
        "atomic fact decomposition", "conflicting fact masking", "structured prompt", "reflection instruction",
        "atomic fact verification", "atomic opinion verification", "fine-grained error detection",
        "feedback judgement", "total",
    }  # fmt: skip

    # Its tables and figures, from the same rows, each also in LaTeX
    printed = run("metrics", "--table", "kgds", "--project", project, "--json", "--resamples", "0")
    sheets = {sheet["table"]: sheet for sheet in map(json.loads, printed.splitlines())}
    assert [sheet["title"].rpartition("(")[2].rstrip(")") for sheet in sheets.values()] == [
        "table 1", "table 1", "table 2", "table 2", "table 3", "tables 4 and 5, appendix B", "figure 2", "figure 3",
        "figures 4 and 5", "figures 6 to 9",
    ]  # fmt: skip
    tex = run("metrics", "--table", "kgds", "--project", project, "--latex", "--resamples", "0")
    assert tex.count(r"\begin{table}") == tex.count(r"\end{table}") == len(sheets)

    def cell(name: str, label: str, columns: str, column: str, lines: str = "") -> Any:
        (value,) = {r["value"] for r in sheets[name]["rows"] if (r["line"], r["columns"], r["column"]) ==
                    (label, columns, column) and r["lines"].startswith(lines)}  # fmt: skip
        return value

    for (pattern, paradigm), values in wanted.items():
        series = {"self-reflection": "After"}.get(paradigm, "Structured")
        (system,) = {row["system"] for row in rows.values()}
        assert cell("kgds-performance", system, pattern.upper(), "OP GM", series) == pytest.approx(values[4])
        assert cell("kgds-correlations", system, pattern.upper(), "CAO R", series) == pytest.approx(values[3])
    assert cell("kgds-costs", "Total", "", "Cost, $") == costs["total"]
    assert cell("kgds-dataset", "Paragraphs", "", "Average") == 4.0
    assert cell("kgds-dataset", "Utterances", "", "Average") == len(TALK)
    assert cell("kgds-dataset", "Answered by two or more, share alike", "", "Share") == 0.8

    compare("kgds", project)

    # The benchmark's own file, and back in
    run("export", "kgds-json", "--project", project, "--out", tmp_path / "KGDS.json")
    out = json.loads((tmp_path / "KGDS.json").read_text("utf-8"))
    assert [[p["paragraph_text"][:11] for p in record["SBK"]] for record in out] == [
        ["Paragraph 0", "Paragraph 2", "Paragraph 3", "Paragraph 4"]
    ] * ITEMS
    assert [sorted(record["CAO"]) for record in out] == [sorted(opinions(n)) for n in range(ITEMS)]
    groups = [group for record in out for name in ("BSPAF", "BNPAF") for group in record[name]]
    types = {each["atomic_fact"]: each["type"] for group in groups for each in group["atomic_facts"]}
    assert types == {fact(i, n, k): kind(n, k) for i in range(ITEMS) for n in (0, 2, 3, 4) for k in (0, 1)}
    run("import", "--format", "kgds", tmp_path / "KGDS.json", "--project", tmp_path / "again.galley")
