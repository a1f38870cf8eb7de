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
    if any(
        criterion_terms.adjudication is not None
        and criterion_terms.adjudication.all
        and criterion_terms.adjudication.rule is not Rule.ADJUDICATOR
        for criterion_terms in terms
    ):
        return False
    return (
        len(
            {
                (
                    criterion_terms.rule,
                    criterion_terms.people,
                    criterion_terms.voters,
                    criterion_terms.at_once,
                    criterion_terms.share,
                    criterion_terms.unsure,
                )
                for criterion_terms in terms
            }
        )
        == 1
    )


def any_all(columns: Sequence[States]) -> States:
    """The union of one person's answers on yes/no criteria, columns of any shape, one a criterion: yes where any is,
    NOTHING where not everything was answered and none is yes."""
    stack = np.stack(columns)
    union = np.where((stack == UNSURE).any(axis=0), UNSURE, np.where((stack == UNMET_CODE).all(axis=0), UNMET_CODE, 0))
    union[((stack < UNSURE) & (stack != UNMET_CODE)).any(axis=0)] = NOTHING
    union[(stack == 1).any(axis=0)] = 1
    return union.astype(np.int16)
