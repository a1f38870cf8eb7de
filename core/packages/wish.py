"""What packages shall be: who gets what, and what goes along."""

from __future__ import annotations

from dataclasses import dataclass, field

from galley.core.packages.share import Order
from galley.core.project.blind import Blind


@dataclass(frozen=True, slots=True)
class Wish:
    """What the packages shall be. ``flags``, ``others`` and ``gold`` say what they hold (see ``Handing``); ``judges``
    hides the judges' names, ``own`` other people's answers wherever they are, both for good. ``pseudonyms``
    puts some in the place of other people's names; ``task`` is the task of a
    protocol that is handed out, in the round ``round``, ``only`` which of its cells (see ``narrowing``)."""

    order: Order = field(default_factory=Order)
    flags: bool = True
    judges: bool = False
    others: bool = False
    gold: bool = False
    instructions: str = ""
    task: str = ""
    only: str = ""
    round: int = 1
    pseudonyms: bool = False

    def blind(self, now: Blind) -> Blind:
        """The blind mode that is locked into each package: at least what the project hides ``now``."""
        return Blind(not self.others or now.own, self.judges or now.judges, not self.gold or now.gold, locked=True)
