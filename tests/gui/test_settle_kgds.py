"""Two experts read paragraphs of the real discussions in packages; a third settles in the window what they differ on.

What each expert says is worked out here from the published gold with known slips, all figures from these answers."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt

from galley.core import paths
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.items import FlagState
from tests.core import building
from tests.core.studies import run
from tests.core.test_kgds_protocol import THIRD, line, read
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_settle import cards, told
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K = Qt.Key
EXPERTS = {"annegret": 2, "benedikt": 5}
"""Each slips on every seventh paragraph, counted from another start."""


def test_a_third_settles_the_paragraphs_of_real_discussions(desk: Desk, tmp_path: Path, shared_data: Path) -> None:
    records = json.loads((shared_data / "kgds" / "KGDS.json").read_text("utf-8"))[:4]
    (tmp_path / "KGDS.json").write_text(json.dumps(records), "utf-8")
    run("import", "--format", "kgds", str(tmp_path / "KGDS.json"), "--project", str(tmp_path / "published.galley"))
    run("export", "galley", "--project", str(tmp_path / "published.galley"), "--out", str(tmp_path / "all.jsonl"))
    head, *items = building.native((tmp_path / "all.jsonl").read_bytes())
    gold = {(i["key"], v["unit"]) for i in items for v in i["verdicts"] if v["kind"] == "gold" and v["value"] == "yes"}
    bare = [{name: value for name, value in i.items() if name not in ("verdicts", "judged")} for i in items]
    (tmp_path / "bare.jsonl").write_text("\n".join(map(json.dumps, [head, *bare])), "utf-8")
    project = tmp_path / "study.galley"
    run("import", "--format", "galley", str(tmp_path / "bare.jsonl"), "--project", str(project))
    shipped = (paths.resources() / "protocols" / "kgds.toml").read_text("utf-8")
    (tmp_path / "kgds.toml").write_text(shipped + THIRD, "utf-8")
    run("campaign", "protocol", "use", str(tmp_path / "kgds.toml"), "--project", str(project))
    paragraphs = [(i["key"], n) for i in items for d in i["documents"] if d["role"] == "article"
                  for n in range(len(d["paragraphs"]))]  # fmt: skip
    slips = {who: {p for n, p in enumerate(paragraphs) if n % 7 == start} for who, start in EXPERTS.items()}
    folder = tmp_path / "first"
    whom = [word for who in EXPERTS for word in ("--for", who)]
    run("campaign", "pack", "--task", "supporting", *whom, "--project", str(project), "--out", str(folder))
    for who in EXPERTS:
        read(folder, who, lambda p, who=who: "yes" if ((p[0], p[2]) in gold) != ((p[0], p[2]) in slips[who]) else "no")
    run("campaign", "merge", *map(str, folder.glob("*.answers")), "--project", str(project))
    differ = slips["annegret"] | slips["benedikt"]
    before = line(project, "kgds/supporting")
    assert (before["undecided"], before["settled"]) == (len(differ), len(paragraphs) - len(differ))

    window = desk.open(path=project)
    choose(desk, window, "What the experts differ on")
    picker = window.stage.queue.picker
    desk.until(lambda: picker.figures == f"0 of {len(differ)} answered")
    assert window.stage.flags.detail._ask.text() == "Does an outsider need this paragraph to follow the discussion?"
    done = 0
    while done < len(differ):
        entry = window.stage.entry
        place = (window.key(), entry.unit.position)
        assert place in differ and entry.state is FlagState.OPEN
        assert sorted(card.split(": ")[1] for card in cards(window)) == ["no", "yes"]
        everything = told(window).lower()
        assert not [who for who in EXPERTS if who in everything]
        _press(desk, window, K.Key_A if place in gold else K.Key_X, done + 1)
        done += 1
        if done == len(differ) // 2:  # the program ends and goes on where it was
            window.close_all()
            window = desk.open(path=project)
            choose(desk, window, "What the experts differ on")
        if done < len(differ) and window.stage.entry.state is not FlagState.OPEN:
            window.view.next_open()
            desk.until(lambda: window.session.at_rest and window.stage.entry.state is FlagState.OPEN)
    window.close_all()
    after = line(project, "kgds/supporting")
    assert (after["settled"], after["undecided"], after["split"]) == (len(paragraphs), 0, len(differ))
    with Project.open(project) as opened:
        said = set(
            opened.read_connection().execute(
                "SELECT key, unit.position FROM verdict JOIN annotator ON annotator.id = annotator_id JOIN unit ON"
                " unit.id = unit_id JOIN item ON item.id = verdict.item_id WHERE annotator.kind = 'gold' AND value ="
                " 'yes'"
            )
        )
        assert said == differ & gold and not check(opened)


def _press(desk: Desk, window: DeskWindow, key: Qt.Key, count: int) -> None:
    desk.press(window, key)
    written = "SELECT count(*) FROM decision WHERE action = 'settle'"
    desk.until(lambda: window.session.at_rest and window.rows(written) == [(count,)])
