"""How a task's answers become gold, in words for whoever answers."""

from __future__ import annotations

from galley.core.definitions.protocols import Kind, Task
from galley.core.rules.rule import ANY, Rule
from galley.gui.translation import tr, tr_n

RULES = {
    Rule.UNANIMOUS: tr("Gold is what all of them answer; where they differ it stays unresolved."),
    Rule.MAJORITY: tr("Gold is what more than half of them answer."),
    Rule.STRICT_YES: tr("Gold is “yes” only where all of them answer yes."),
    Rule.MEDIAN: tr("Gold is the median of their answers."),
    Rule.ADJUDICATOR: tr("One person decides what is gold."),
    Rule.NONE: tr("This task sets no gold. The figure is the share of each answer."),
}


def rule_words(task: Task, answers_shown: bool) -> str:
    """ "You are one of two readers. Gold is …. The other readers' answers are hidden."; nothing for a task without
    answers. ``told`` says that the readers' answers are shown."""
    if task.adjudicates and not answers_shown:
        return tr("Your answer becomes gold. The reviewers' answers are hidden.")
    if task.adjudicates:
        return tr("Your answer becomes gold. Reviewers get new numbers at each question, so nobody can be recognised.")
    if task.kind is Kind.ADJUDICATE:
        hidden = tr("You answer what others left undecided; their answers are hidden.")
        return f"{hidden} {RULES[task.rule]}"
    if task.kind not in (Kind.ANSWER, Kind.COMPARE):
        return ""
    if task.people == 1:
        return ""
    parts = []
    if task.people != ANY:
        parts.append(tr_n("You are one of {n:,} reviewer.", "You are one of {n:,} reviewers.", task.people))
    parts.append(RULES[task.rule])
    if "others" not in task.shows:
        parts.append(tr("The other reviewers’ answers are hidden."))
    return " ".join(parts)
