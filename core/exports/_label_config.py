"""Label Studio's labelling configuration for the tasks that we write, and the names that both share.

A task holds each document under a field of its own. For a field there are these controls: ``label`` (a region is a
verdict on its words, its label the criterion), ``answer`` and ``words`` of a region (the value, and the explanation),
``note``, ``whole`` (verdicts on the document itself and on facts, opinions and the like, which have no position in it)
and ``judged`` (criteria that the annotator went through, so that unmarked means "no"). ``annotator`` says whose answers
these are: Label Studio refuses names that are no members of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

from galley.core.domain import Criterion
from galley.core.text.visible import make_visible

ANNOTATOR = "annotator"
UNSURE, UNSCORED = "unsure", "unscored"
CONTROLS = ("label", "answer", "words", "note", "whole", "judged")
RESERVED = frozenset({"key", "galley", ANNOTATOR})
# Label Studio's own reader of a configuration takes what looks like a number or a truth value for one, and no name.
NO_NAME = re.compile(rf"[0-9]|(?:true|false|nan|inf|infinity)$|(?:{'|'.join(CONTROLS)})_", re.IGNORECASE)


def fields(names: Iterable[str]) -> dict[str, str]:
    """A field for each document: its name with letters, digits and underscores only, told apart by numbers. No field
    is called as a control is."""
    field_by_name: dict[str, str] = {}
    used_fields = set(RESERVED)
    for name in names:
        plain = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or "document"
        if NO_NAME.match(plain):
            plain = f"document_{plain}"
        field, number = plain, 1
        while field in used_fields:
            number += 1
            field = f"{plain}_{number}"
        field_by_name[name] = field
        used_fields.add(field)
    return field_by_name


def label(criterion: Criterion) -> str:
    """What a criterion is called as a label."""
    return f"{criterion.scheme}/{criterion.id}"


def answers(criterion: Criterion) -> list[str]:
    """The values that a criterion may get, as choices."""
    if criterion.scale == "ordinal":
        return [str(value) for value in range(criterion.low, criterion.high + 1)]
    return list(criterion.choices) or ["yes", "no"]


def config(used_fields: Mapping[str, str], criteria: Iterable[Criterion]) -> str:
    """The configuration for tasks with these fields (by field the title that is shown over it). A control with nothing
    to choose from is left out: Label Studio refuses it."""
    criteria_list = list(criteria)
    values = dict.fromkeys([*(value for criterion in criteria_list for value in answers(criterion)), UNSURE, UNSCORED])
    lines = ["<View>"]
    for field, title in used_fields.items():
        lines.append(f"  <Header value={quoteattr(make_visible(title))}/>")
        text = f'  <Text name="{field}" value="${field}"/>'
        note = f'  <TextArea name="note_{field}" toName="{field}" placeholder="Note"/>'
        if not criteria_list:
            lines += [text, note]
            continue
        lines += [
            f'  <Labels name="label_{field}" toName="{field}">',
            *(
                f"    <Label value={quoteattr(label(c))} background={quoteattr(c.colour or '#999999')}/>"
                for c in criteria_list
            ),
            "  </Labels>",
            text,
            f'  <Choices name="answer_{field}" toName="{field}" perRegion="true" choice="single">',
            *_choices(values),
            "  </Choices>",
            f'  <TextArea name="words_{field}" toName="{field}" perRegion="true" placeholder="Explanation"/>',
            note,
            f'  <Choices name="whole_{field}" toName="{field}" choice="multiple">',
            *_choices(f"{label(c)}: {value}" for c in criteria_list for value in (*answers(c), UNSURE, UNSCORED)),
            "  </Choices>",
            f'  <Choices name="judged_{field}" toName="{field}" choice="multiple">',
            *_choices(map(label, criteria_list)),
            "  </Choices>",
        ]
    for field in list(used_fields)[:1]:
        lines.append(f'  <TextArea name="{ANNOTATOR}" toName="{field}" placeholder="Annotator"/>')
    return "\n".join([*lines, "</View>"]) + "\n"


def _choices(values: Iterable[str]) -> list[str]:
    return [f"    <Choice value={quoteattr(value)}/>" for value in values]
