"""Roll-ups: yes where any of several criteria is.

Where the criteria share rule and people, each person's answers are joined first and the rule goes over the people: two
who see an error and differ in its type agree that there is one. Else the settled criteria are joined.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galley.core.rules.arrays import NOTHING, UNMET_CODE, UNSURE, States
from galley.core.rules.rule import Rule, Terms


def person_first(terms: Sequence[Terms]) -> bool:
    """Whether criteria on these terms are joined person by person: they share rule and people, and no third reader is
    over every cell, too."""
    if any(each.settle is not None and each.settle.all and each.settle.rule is not Rule.ADJUDICATOR for each in terms):
        return False
    return len({(each.rule, each.people, each.voters, each.at_once, each.share, each.unsure) for each in terms}) == 1


def any_all(columns: Sequence[States]) -> States:
    """The union of one person's answers on yes/no criteria, columns of any shape, one a criterion: yes where any is,
    NOTHING where not everything was answered and none is yes."""
    stack = np.stack(columns)
    found = np.where((stack == UNSURE).any(axis=0), UNSURE, np.where((stack == UNMET_CODE).all(axis=0), UNMET_CODE, 0))
    found[((stack < UNSURE) & (stack != UNMET_CODE)).any(axis=0)] = NOTHING
    found[(stack == 1).any(axis=0)] = 1
    return found.astype(np.int16)
