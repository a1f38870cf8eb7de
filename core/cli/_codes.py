"""The exit codes of the program."""

from __future__ import annotations

DONE, INPUT, USAGE, BUG, STOPPED = 0, 1, 2, 3, 130
