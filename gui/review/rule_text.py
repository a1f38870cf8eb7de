"""How a task's answers become gold, in words for whoever answers."""

from __future__ import annotations

from galley.core.definitions.protocols import Kind, Task
from galley.core.rules.rule import ANY, Rule
from galley.gui.translation import tr, tr_n

RULES = {
    Rule.UNANIMOUS: tr("Gold is what all of them say; where they differ it stays undecided."),
    Rule.MAJORITY: tr("Gold is what more than half of them say."),
    Rule.STRICT_YES: tr("Gold is “yes” only where all of them say yes."),
    Rule.MEDIAN: tr("Gold is the median of what they say."),
    Rule.ADJUDICATOR: tr("One person decides what is gold."),
    Rule.NONE: tr("No gold comes of it: the shares of the answers are the figure."),
}


def rule_words(task: Task, answers_shown: bool) -> str:
    """ "You are one of two readers. Gold is …. The other readers' answers are hidden."; nothing for a task without
    answers. ``told`` says that the readers' answers are shown."""
    if task.adjudicates and not answers_shown:
        return tr("What you answer is gold. What the readers said is hidden.")
    if task.adjudicates:
        return tr("What you answer is gold. Readers are numbered anew for each question, so nobody can be told apart.")
    if task.kind is Kind.ADJUDICATE:
        hidden = tr("You read what others left undecided; what they said is hidden.")
        return f"{hidden} {RULES[task.rule]}"
    if task.kind not in (Kind.ANSWER, Kind.COMPARE):
        return ""
    if task.people == 1:
        return ""
    parts = []
    if task.people != ANY:
        parts.append(tr_n("You are one of {n:,} reader.", "You are one of {n:,} readers.", task.people))
    parts.append(RULES[task.rule])
    if "others" not in task.shows:
        parts.append(tr("The other readers’ answers are hidden."))
    return " ".join(parts)
