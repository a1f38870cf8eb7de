"""For end-to-end tests: a real X display (Xvfb), real key presses (xdotool), and what its screen shows.

The program under test is a process of its own; ``xvfb.start`` gives it the display and the test's home.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from galley.gui.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SIZE = "1440x900x24"
TOOLS = ("Xvfb", "xdotool", "openbox")


@dataclass(frozen=True)
class Server:
    """A running Xvfb: its name, as DISPLAY holds it, such as ``:99``, and the file in which it keeps its screen."""

    name: str
    screen: Path


@dataclass
class Display:
    """A running X display, and what was started on it."""

    server: Server
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What DISPLAY holds."""
        return self.server.name

    def environment(self) -> dict[str, str]:
        """The environment of a program that shall show its windows here."""
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return {**kept, "DISPLAY": self.name, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": path}

    def start(self, *arguments: str | Path, reviewer: str = "", **extra: str) -> subprocess.Popen[str]:
        """Starts ``galley ARGUMENTS…`` here, with ``extra`` in its environment. Killed after the test. ``reviewer`` is
        somebody who said their name in an earlier window."""
        if reviewer:
            settings = Settings()
            settings.reviewer = reviewer
            settings.save()
        process = subprocess.Popen(
            [sys.executable, "-m", "galley.core.cli", *map(str, arguments)],
            env=self.environment() | extra,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def xdo(self, *arguments: str | int, timeout: float = 30) -> str:
        """Runs ``xdotool ARGUMENTS…`` and gives what it printed, stripped.

        Raises: subprocess.CalledProcessError where xdotool fails (a search that finds no window, too).
        """
        return self._run("xdotool", *map(str, arguments), timeout=timeout)

    def window(self, title: str, timeout: float = 30) -> str:
        """The id of the visible window whose title matches ``title`` (a regular expression); waits for it.

        There is no window manager here, so the window is given the keyboard as well.
        """
        end = time.monotonic() + timeout
        while True:
            try:
                found = self.xdo("search", "--sync", "--onlyvisible", "--name", title, timeout=timeout).split()[0]
                self.xdo("windowfocus", "--sync", found)
            except subprocess.CalledProcessError:  # another window closed while xdotool looked at it
                if time.monotonic() > end:
                    raise
            else:
                return found

    def pixels(self) -> np.ndarray:
        """What the screen shows: rows of pixels of red, green and blue.

        Read from the server's file, which costs a hundredth of a picture by ``import``. The file may be read while the
        server draws: it counts if it is the same after the server has answered something."""
        seen = b""
        while seen != (now := self.server.screen.read_bytes()):
            seen = now
            self.xdo("getmouselocation")
        head = np.frombuffer(seen, ">u4", 25)  # of a file of XWD; the server's bytes are in this machine's order
        begin, width, height, line, colours = (int(head[place]) for place in (0, 4, 5, 12, 19))
        rows = np.frombuffer(seen, np.uint8, height * line, begin + 12 * colours).reshape(height, line)
        return rows[:, : 4 * width].reshape(height, width, 4)[:, :, 2::-1]

    def _run(self, *command: str, timeout: float = 30) -> str:
        done = subprocess.run(
            command,
            env=os.environ | {"DISPLAY": self.name},
            check=True,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        return done.stdout.strip()


@pytest.fixture(scope="session")
def xvfb_display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One Xvfb for the session, on a number that it finds free itself."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.fail(f"the end-to-end tests need {', '.join(missing)}; packaging/setup.sh test installs them")
    folder = tmp_path_factory.mktemp("screen")
    read, write = os.pipe()
    # without -noreset it starts anew when its last client goes, and drops whoever connects at that moment; the arrow of
    # the mouse would be in the file of the screen
    server = subprocess.Popen(
        [*f"Xvfb -displayfd {write} -screen 0 {SIZE} -nolisten tcp -noreset -nocursor -fbdir".split(), str(folder)],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    try:
        assert number, "Xvfb did not start"
        yield Server(f":{number}", folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def xvfb(xvfb_display: Server) -> Iterator[Display]:
    """The display, empty at the start of each test. What the test started on it is killed afterwards."""
    display = Display(xvfb_display)
    yield display
    for process in display.started:
        process.kill()
        process.communicate()


@pytest.fixture
def manager(xvfb: Display) -> Iterator[None]:
    """A window manager on the display."""
    made = subprocess.Popen(["openbox", "--sm-disable"], env=xvfb.environment(), stderr=subprocess.DEVNULL)
    yield
    made.terminate()
    made.wait(10)
