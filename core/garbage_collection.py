"""Python's collector set aside for a while: work that makes much and leaves no cycles needs no passes over it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_gc() -> Iterator[None]:
    """Collect nothing until the block ends, in no thread. Within another such block this one changes nothing."""
    thresholds = gc.get_threshold()
    gc.set_threshold(0)
    try:
        yield
    finally:
        if thresholds[0]:
            gc.set_threshold(*thresholds)
