"""The display that the end-to-end tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.conftest import Display


def test_the_display_does_not_start_anew_when_its_last_client_goes(xvfb: Display) -> None:
    """Or a program that connects meanwhile is dropped: "The X11 connection broke", and a broken pipe to it."""
    xvfb.xdo("mousemove", 7, 9)
    assert xvfb.xdo("getmouselocation").startswith("x:7 y:9 "), "each command is a client of its own, and the only one"
