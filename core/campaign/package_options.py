"""What packages shall be: who gets what, and what goes along."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from galley.core.campaign.cell_selection import UNDECIDED
from galley.core.campaign.workload import AssignmentOptions
from galley.core.errors import InputError
from galley.core.review.blind import Blind
from galley.core.tasks.adjudication_tasks import CHANGED


@dataclass(frozen=True, slots=True)
class PackageOptions:
    """What the packages shall be. ``flags``, ``others`` and ``gold`` say what they hold (see ``PackageFilter``);
    ``judges``
    hides the judges' names, ``own`` other people's answers wherever they are, both for good; ``pseudonyms`` puts some
    in the place of other people's names. ``task`` is the task of a
    protocol that is handed out, in the round ``round``, ``only`` which of its cells (see ``narrowing``); ``discuss``
    asks for the next round about what is undecided.
    ``untrained``: also to those who have not passed the training. ``repeats`` is how many cells they answered in
    earlier packages are asked once more, as a share of the new ones. ``sets``: several flags may be decided at once."""

    order: AssignmentOptions = field(default_factory=AssignmentOptions)
    flags: bool = True
    judges: bool = False
    others: bool = False
    gold: bool = False
    instructions: str = ""
    discuss: bool = False
    untrained: bool = False
    repeats: float = 0.0
    task: str = ""
    only: str = ""
    round: int = 1
    pseudonyms: bool = False
    sets: bool = False

    @property
    def only_changed(self) -> bool:
        """Whether it is about what was settled otherwise than they said; such a package is read and not answered."""
        return self.only == CHANGED

    def for_discussion(self, latest: int) -> PackageOptions:
        """What is undecided, once more to its readers, with what the others said and why; ``latest`` is the last round
        that any of them was handed. Raises: InputError where something else is asked for, too"""
        if self.round > 1 or self.others or self.order.each:
            raise InputError("--discuss says itself which round it is and what is shown; leave out --round, --others"
                             " and --each.")  # fmt: skip
        return replace(self, only=self.only or UNDECIDED, round=latest + 1, others=True)

    def telling(self, latest: int) -> PackageOptions:
        """What was settled otherwise than a reader said, with their own answers up to their ``latest`` round. Raises:
        InputError where something else is asked for, too"""
        if self.round > 1 or self.others or self.gold or self.discuss or self.order != AssignmentOptions():
            raise InputError("--only changed takes no other option but --task.")
        return replace(self, round=latest, flags=False)

    def blind(self, project_blind: Blind) -> Blind:
        """The blind mode that is locked into each package: at least what the project hides ``now``."""
        return Blind(
            not self.others or project_blind.own,
            self.judges or project_blind.judges,
            not self.gold or project_blind.gold,
            locked=True,
        )
