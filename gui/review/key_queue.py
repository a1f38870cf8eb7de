"""Keys wait while an undo or redo is on its way: what they decide is the flag that it brings back, not another one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer

from galley.gui.review.decisions import Decisions

PASSING = frozenset({"undo", "redo"})
"""Actions that never wait: the log takes them in their order."""


class HeldKeys(QObject):
    """Queues actions from the moment at which an undo or redo is asked for until its flag is on the screen, or it is
    known that nothing comes of it. None is dropped, and their order stays."""

    def __init__(self, decisions: Decisions, parent: QObject) -> None:
        super().__init__(parent)
        self._decisions = decisions
        self._waiting: deque[Callable[[], object]] = deque()
        self._painting = False
        decisions.arrived.connect(self.wait_for_paint)

    @property
    def holding(self) -> bool:
        """Whether an action that is asked for now waits."""
        return self._decisions.travelling > 0 or self._painting or bool(self._waiting)

    def wrap(self, action: Callable[..., object]) -> Callable[..., None]:
        """``action`` as it is run once nothing is on its way; at once where nothing is."""

        def run(*args: object) -> None:
            if self.holding:
                self._waiting.append(lambda: action(*args))
            else:
                action(*args)

        return run

    def wrap_all(self, actions: Mapping[str, Callable[[], object]]) -> dict[str, Callable[[], object]]:
        """All actions but those that never wait, by their names."""
        return {name: action if name in PASSING else self.wrap(action) for name, action in actions.items()}

    def wait_for_paint(self) -> None:
        """Let keys wait until what came to the front is painted, with the next turn of the loop: the flag of an undo or
        redo, or the place that one returns to."""
        self._painting = True
        QTimer.singleShot(0, self, self._release)

    def _release(self) -> None:
        self._painting = False
        while self._waiting and not self._decisions.travelling:
            self._waiting.popleft()()
