"""A function of one argument as a dictionary: asked for a key again, nothing of ours runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(dict[Key, Value]):
    """What ``make`` gives for a key, remembered for the first ``most`` keys."""

    def __init__(self, make: Callable[[Key], Value], most: int, initial: Mapping[Key, Value] | None = None) -> None:
        super().__init__(initial or {})
        self._make, self._most = make, most

    def __missing__(self, key: Key) -> Value:
        value = self._make(key)
        if len(self) < self._most:
            self[key] = value
        return value
