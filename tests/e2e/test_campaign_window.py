"""The lead of a campaign in a real window under a window manager, by keys and mouse: packs for three readers into a
shared folder, takes their answers in after a preview, sends what is undecided to a discussion and then to a third
reader, and writes the report. The readers answer through the command line. Once the program is killed; nothing is lost.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
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

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

PATIENCE = 30.0
SAID: dict[str, list[str | None]] = {
    "ann": ["yes", "yes", "no", "no", "yes", "no", "yes", "no"],
    "ben": ["yes", "no", "no", "yes", "yes", "yes", "yes", "yes"],
    "cat": ["yes", "yes", "no", "no", "yes", "no", "yes", "no"],
}


class Lead:
    """The program, which says where its buttons and fields are, and the hands: keys and clicks by the X server."""

    def __init__(self, display: Display, project: Path, shared: Path) -> None:
        self.display, self.project, self.shared = display, project, shared
        self.sit()

    def sit(self) -> None:
        """Start the program and go to the plan."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.placed", str(self.project)],
            env=self.display.environment() | {"USER": "mira"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.display.started.append(self.process)
        self.window = self.display.window(f"^{self.project.stem}")
        self.until(lambda: self.ask("pressed", words="Finish") is not None, "the first item")
        self.display.xdo("windowactivate", "--sync", self.window)
        self.press("alt+5")
        self.reads("6 tasks, 4 items")

    def ask(self, what: str, **more: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pytest.fail(f"The program ended by itself with {self.process.wait(10)}, and was asked for {what} {more}.")
        return json.loads(self.process.stdout.readline())

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        limit = time.monotonic() + PATIENCE
        while not (found := condition()):
            if time.monotonic() > limit:
                pytest.fail(f"after {PATIENCE:.0f} s still not: {what}; there is:\n{self.ask('words')}")
            time.sleep(0.05)
        return found

    def reads(self, words: str) -> None:
        """Wait until the window in front says so."""
        self.until(lambda: words in self.ask("words"), words)

    def press(self, *keys: str) -> None:
        self.display.xdo("key", "--delay", "5", *keys)

    def at(self, what: str, words: str) -> list[int]:
        """Where something is on the screen, once it stays there."""

        def still() -> Any:
            place = self.ask(what, words=words)
            self.display.xdo("sleep", "0.2")
            return place if place is not None and place == self.ask(what, words=words) else None

        found: list[int] = self.until(still, words)
        return found

    def click(self, words: str) -> None:
        """Press a button by the mouse."""
        self.display.xdo("mousemove", *self.at("pressed", words), "sleep", "0.1", "click", 1)

    def choose(self, *entries: str) -> None:
        """Go through the menu of readers by the mouse."""
        self.click("Reviewers…")
        for words in entries:
            self.display.xdo("mousemove", *self.at("entry", words), "sleep", "0.1", "click", 1)

    def write(self, name: str, words: str) -> None:
        """Click into a field and write it anew."""
        self.display.xdo("mousemove", *self.at("named", name), "sleep", "0.1", "click", 1)
        self.press("ctrl+a")
        self.display.xdo("type", "--delay", "2", words)

    def palette(self, words: str) -> None:
        """Do something by its name."""
        self.press("ctrl+k")
        self.display.xdo("sleep", "0.3", "type", "--delay", "5", words)
        self.display.xdo("sleep", "0.3", "key", "Return")

    def pack(self, button: str, people: str, first: bool = False) -> None:
        """From the plan to packages in the shared folder."""
        self.click(button)
        self.hand(people)

    def hand(self, people: str) -> None:
        """Fill the dialog that packs."""
        if people:
            self.write("Reviewers, with commas between their names", people)
        self.write("Folder", str(self.shared))
        self.click("It is shared with the reviewers")
        self.click("Write packages")
        self.reads("Send each reviewer their file")
        self.click("Close")

    def merge(self, new: int, confirm: bool = True) -> None:
        """Merge what has come into the shared folder."""
        self.palette("merge answers")
        self.click("Shared folder…")
        self.display.window("The shared folder")
        self.display.xdo("type", "--delay", "5", str(self.shared))
        self.press("Return")
        self.reads(str(self.shared.name))
        self.click("Preview")
        self.reads("This is what would happen")
        if confirm:
            self.click(f"Merge {new:,} decision")
            self.reads("Merged")
            self.click("Close")

    def kill(self) -> None:
        """As if the power went."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


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
    lead.sit()
    lead.merge(total)
    differ = [place for place in there
              if len({given[place] for given in asked.values() if place in given}) > 1]  # fmt: skip
    lead.reads(f"Discuss {len(differ)} undecided")
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
    lead.until(lambda: plan(project)["undecided"] == rest, "one of them is agreed on")
    assert set(first) <= set(decisions(project)), "round one stays as it was"

    lead.pack(f"Send {rest} undecided to a third reviewer", "ito")
    path = reader(shared, "ito", tmp_path / "three")
    with Project.open(path) as own:
        for key, unit in differ[1:]:
            item, where = cell(own, key, unit, SUPPORTING)
            DecisionWriter(own, "ito").adjudicate(item, where, "yes", note="Others build on it.").result()
    run("campaign", "submit", str(path), "--to-folder", str(shared))
    lead.merge(rest)
    lead.until(lambda: plan(project)["undecided"] == 0, "all is settled")

    lead.click("Report")
    lead.reads("Exported")
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
    lead.choose("ben", "Revoke unfinished items")
    lead.reads("Fill 2 free slots")
    assert rows(project, "SELECT count(*) FROM void") == [(2,)]
    lead.choose("ben", "Restore revoked items")
    lead.until(lambda: "Fill" not in lead.ask("words"), "the seats are ben's again")
    lead.choose("ben", "Reassign unfinished items…")
    lead.hand("cat")
    assert {key for key, _ in handed(reader(shared, "cat", tmp_path / "one"))} == {"k2", "k3"}
    lead.choose("cat", "Revoke unfinished items")
    lead.pack("Fill 2 free slots", "dan")
    assert {key for key, _ in handed(reader(shared, "dan", tmp_path / "one"))} == {"k2", "k3"}
    lead.pack("Send 1 unsure to another reviewer", "ito")
    assert handed(reader(shared, "ito", tmp_path / "one")) == [("k0", "article:1")]
    lead.kill()
    assert check(project) == []
