"""Changing a study protocol by a form: the TOML text is what is changed, so that comments and the rest of it stay."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from galley.core.definitions import protocol_files
from galley.core.domain import Scheme
from galley.core.errors import InputError
from galley.core.rules.rule import Rule

Field = str | int | float
FIELDS = ("ask", "people", "rule", "known")
"""The fields of a task that a form changes."""
_HEAD = re.compile(r"^\s*\[\[?[^\[\]]+\]\]?\s*(#.*)?$")
_TASK = re.compile(r"^\s*\[\[\s*task\s*\]\]\s*(#.*)?$")


def change_task(
    text: str, task: str, fields: Mapping[str, Field], schemes: Mapping[str, Scheme], where: str = "the protocol"
) -> str:
    """The text of a protocol with other ``fields`` (see ``FIELDS``; "known" 0 removes it) of the task with this id.

    Raises: InputError where the text has no such task or a field spans lines; ProtocolError where it cannot work.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    start, end = _find_task(lines, task)
    for name, value in fields.items():
        place = next((at for at in range(start, end) if re.match(rf"^\s*{name}\s*=", lines[at])), None)
        if value == 0 and name == "known":
            if place is not None:
                del lines[place]
                end -= 1
            continue
        line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        if place is None:
            lines.insert(start + 2, line)
            end += 1
        elif '"""' in lines[place] or "'''" in lines[place]:
            raise InputError(f"The field {name} of the task {task} has several lines; change it in the file.")
        else:
            lines[place] = line
    changed_text = "\n".join(lines)
    protocol_files.parse(changed_text, where, schemes)
    return changed_text


def _find_task(lines: Sequence[str], task: str) -> tuple[int, int]:
    """The first line of the table of a task, and the line after its last."""
    for start, line in enumerate(lines):
        if not _TASK.match(line):
            continue
        end = next((at for at in range(start + 1, len(lines)) if _HEAD.match(lines[at])), len(lines))
        if any(re.match(rf"""^\s*id\s*=\s*["']{re.escape(task)}["']""", one) for one in lines[start:end]):
            return start, end
    raise InputError(f"The protocol has no task {task!r} with lines of its own; change it in the file.")


def write_question_study(criteria: Sequence[str], ask: str, people: int, rule: Rule, known: float) -> str:
    """A protocol about some criteria ("scheme/id"): people answer one question, and an adjudicator what they differ
    on."""
    return "\n".join(
        (
            "format = 1", 'id = "study"', 'name = "Study"', 'version = "1"',
            'description = "Reviewers answer each criterion; an adjudicator decides where they differ."', "",
            "[[task]]", 'id = "reading"', 'name = "Reading"', f"ask = {json.dumps(ask, ensure_ascii=False)}",
            'kind = "answer"', f"criteria = {json.dumps(list(criteria), ensure_ascii=False)}", f"people = {people}",
            'silence = "open"', f'rule = "{rule}"', *([f"known = {known}"] if known else []), "",
            "[[task]]", 'id = "third"', 'name = "Where they differ"', 'kind = "settle"', 'of = "reading"',
            'rule = "adjudicator"', "four_eyes = true", "",
        )
    )  # fmt: skip
