"""Loading what is large without holding up the other threads."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from galley.core.garbage_collection import pause_gc


@contextmanager
def import_without_gc() -> Iterator[None]:
    """Set Python's collector aside while a large module is imported, and leave what it made out of later passes.

    An SDK makes some hundred thousand objects that stay for good. Each pass of the collector over them holds
    Python's lock from beginning to end: 200 ms at a time in which no window is painted. What happens to be garbage
    in a cycle at the end of the block stays in memory; that is little beside the module.
    """
    with pause_gc():
        yield
        gc.freeze()
