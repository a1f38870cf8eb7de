"""The lead of a campaign in a real window under a window manager, by keys and mouse: packs for three readers into a
shared folder, takes their answers in after a preview, sends what is undecided to a discussion and then to a third
reader, and writes the report. The readers answer through the command line. Once the program is killed; nothing is lost.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core.studies import back, cell, pack, packed, run, say, study
from tests.core.test_campaign import asked as handed
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places, plan
from tests.e2e.hands import Hands, wait

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

SAID: dict[str, list[str | None]] = {
    "ann": ["yes", "yes", "no", "no", "yes", "no", "yes", "no"],
    "ben": ["yes", "no", "no", "yes", "yes", "yes", "yes", "yes"],
    "cat": ["yes", "yes", "no", "no", "yes", "no", "yes", "no"],
}


class Lead(Hands):
    """The lead at the plan, with a folder that the readers share."""

    def __init__(self, display: Display, project: Path, shared: Path) -> None:
        self.shared = shared
        super().__init__(display, project, user="mira")

    def start(self) -> None:
        """Start the program and go to the plan."""
        super().start()
        self.find("pressed", words="Finish")
        self.activate_window()
        self.press("alt+5")
        self.wait_for_words("6 tasks, 4 items")

    def open_palette(self, words: str) -> None:
        """Do something by its name."""
        self.press("ctrl+k")
        self.display.xdo("sleep", "0.3", "type", "--delay", "5", words)
        self.display.xdo("sleep", "0.3", "key", "Return")

    def pack(self, button: str, people: str) -> None:
        """From the plan to packages in the shared folder."""
        self.push(button)
        self.hand(people)

    def hand(self, people: str) -> None:
        """Fill the dialog that packs."""
        if people:
            self.fill("Reviewers, with commas between their names", people)
        self.fill("Folder", str(self.shared))
        self.push("It is shared with the reviewers")
        self.push("Write packages")
        self.wait_for_words("Send each reviewer their file")
        self.push("Close")

    def merge(self, new: int, confirm: bool = True) -> None:
        """Merge what has come into the shared folder."""
        self.open_palette("merge answers")
        self.push("Shared folder…")
        self.display.window("The shared folder")
        self.display.xdo("type", "--delay", "5", str(self.shared))
        self.press("Return")
        self.wait_for_words(str(self.shared.name))
        self.push("Preview")
        self.wait_for_words("This is what would happen")
        if confirm:
            self.push(f"Merge {new:,} decision")
            self.wait_for_words("Merged")
            self.push("Close")


def reader(shared: Path, who: str, folder: Path) -> Path:
    """The newest package in somebody's folder, copied to their own machine."""
    made = max((shared / who).glob("*.galley"), key=lambda path: path.stat().st_mtime_ns)
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(made, folder / f"{who}.galley"))


def decisions(project: Path) -> list[tuple[Any, ...]]:
    return rows(project, "SELECT uid, at, value, note FROM decision ORDER BY uid")


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("manager")
def test_the_lead_goes_through_a_campaign_by_hand(xvfb: Display, tmp_path: Path) -> None:
    project = study(tmp_path, count=4)
    shared = tmp_path / "shared"
    shared.mkdir()
    there = places(4)
    lead = Lead(xvfb, project, shared)
    lead.pack("Assign", "ann, ben, cat")
    assert sorted(path.name for path in shared.iterdir() if path.is_dir()) == ["ann", "ben", "cat"]

    asked = {}
    for who, words in SAID.items():
        path = reader(shared, who, tmp_path / "one")
        held = set(handed(path))
        asked[who] = {place: value for place, value in zip(there, words, strict=True) if place in held}
        say(path, who, SUPPORTING, asked[who])
        run("campaign", "submit", str(path), "--to-folder", str(shared))
    total = sum(map(len, asked.values()))
    lead.merge(total, confirm=False)
    lead.kill()  # while it asks whether to take them in
    assert check(project) == [] and decisions(project) == []
    lead.start()
    lead.merge(total)
    differ = [place for place in there
              if len({given[place] for given in asked.values() if place in given}) > 1]  # fmt: skip
    lead.wait_for_words(f"Discuss {len(differ)} undecided")
    first = decisions(project)
    assert len(first) == total and len(differ) > 1

    lead.pack(f"Discuss {len(differ)} undecided", "")
    who = next(name for name in SAID if differ[0] in asked[name])
    path = reader(shared, who, tmp_path / "two")
    before = asked[who][differ[0]]
    say(path, who, SUPPORTING, {differ[0]: "no" if before == "yes" else "yes"})
    run("campaign", "submit", str(path), "--to-folder", str(shared))
    lead.merge(1)
    rest = len(differ) - 1
    wait(lambda: plan(project)["undecided"] == rest, "one of them is agreed on")
    assert set(first) <= set(decisions(project)), "round one stays as it was"

    lead.pack(f"Send {rest} undecided to a third reviewer", "ito")
    path = reader(shared, "ito", tmp_path / "three")
    with Project.open(path) as own:
        for key, unit in differ[1:]:
            item, where = cell(own, key, unit, SUPPORTING)
            DecisionWriter(own, "ito").adjudicate(item, where, "yes", note="Others build on it.").result()
    run("campaign", "submit", str(path), "--to-folder", str(shared))
    lead.merge(rest)
    wait(lambda: plan(project)["undecided"] == 0, "all is settled")

    lead.push("Report")
    lead.wait_for_words("Exported")
    page = project.with_suffix(".html").read_text("utf-8")
    assert "The campaign: " in page and "After discussion" in page
    line = "<td[^>]*>supporting</td>" + "<td[^>]*>8</td>" * 2 + "<td[^>]*>0</td>" * 2
    assert re.search(line, page), "all that was asked has gold"
    assert "by ito" in page
    lead.kill()
    assert check(project) == []
    assert len(decisions(project)) == total + 1 + rest


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("manager")
def test_a_reader_drops_out_and_the_seats_are_filled_by_hand(xvfb: Display, tmp_path: Path) -> None:
    project = study(tmp_path, count=4)
    shared = tmp_path / "shared"
    shared.mkdir()
    there = places(4)
    said: dict[str, list[str | None]] = {"ann": ["yes", None, *["no"] * 6], "ben": ["yes", "yes", "no", "no"]}
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, words in said.items():
        say(packed(tmp_path, who), who, SUPPORTING, dict(zip(there, words, strict=False)))
        back(project, packed(tmp_path, who))
    lead = Lead(xvfb, project, shared)
    lead.open_menu("Reviewers…", "ben", "Revoke unfinished items")
    lead.wait_for_words("Fill 2 free slots")
    assert rows(project, "SELECT count(*) FROM void") == [(2,)]
    lead.open_menu("Reviewers…", "ben", "Restore revoked items")
    wait(lambda: "Fill" not in lead.ask("words"), "the seats are ben's again")
    lead.open_menu("Reviewers…", "ben", "Reassign unfinished items…")
    lead.hand("cat")
    lead.wait_for_words("cat has 2 items")  # the plan is counted anew behind the dialog
    assert {key for key, _ in handed(reader(shared, "cat", tmp_path / "one"))} == {"k2", "k3"}
    lead.open_menu("Reviewers…", "cat", "Revoke unfinished items")
    lead.pack("Fill 2 free slots", "dan")
    assert {key for key, _ in handed(reader(shared, "dan", tmp_path / "one"))} == {"k2", "k3"}
    lead.pack("Send 1 unsure to another reviewer", "ito")
    assert handed(reader(shared, "ito", tmp_path / "one")) == [("k0", "article:1")]
    lead.kill()
    assert check(project) == []
