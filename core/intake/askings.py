"""What a mapping has to say and a guess must not: all of it, answered or not, and the mapping with another answer.

Works on a mapping as it is written (a dict for JSON), as ``fieldroles`` does.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from galley.core.domain import AnnotatorKind
from galley.core.intake import mapping as mappings
from galley.core.intake.mapping import Mapping, MappingQuestion

KINDS = tuple(each.value for each in AnnotatorKind)
SILENCES = ("no", "open")


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question, what it is about in words of the file (``of``: a criterion), and its answer so far, None for none.

    ``choices`` are the answers there are, () for any text; the answer about values is a dict from what the file says.
    """

    question: MappingQuestion
    of: str
    answer: Any
    choices: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """summaries, value, annotator, system, kind or silence."""
        return self.question.about.rpartition(".")[2]


def askings(given: dict[str, Any]) -> list[OpenQuestion]:
    """All that a mapping must say, in its order. Raises: InputError for a mapping that cannot be read."""
    mapping = mappings.parse(given, "the mapping")
    return list(_askings(given, mapping, {each.about: each for each in mapping.questions}))


def _askings(given: dict[str, Any], mapping: Mapping, still: dict[str, MappingQuestion]) -> Iterator[OpenQuestion]:
    if "summaries" in still or given.get("summaries") == []:
        yield OpenQuestion(MappingQuestion("summaries", ""), "", given.get("summaries"))
    systems = tuple(mappings.systems(mapping))
    for at, block in enumerate(mapping.scores):
        yield from _system(f"scores[{at}]", given["scores"][at], systems, block.values["metric"].constant or "")
    for at, block in enumerate(mapping.verdicts):
        where, written = f"verdicts[{at}]", given["verdicts"][at]
        of = block.values["criterion"].constant or f"({written['criterion']})"
        value, annotator = block.values["value"], block.values["annotator"].constant
        if value.constant is None:
            bare = value.of if value.of and not value.match else replace(value, map=None)
            yield OpenQuestion(
                MappingQuestion(f"{where}.value", "", bare, block.each), of, dict(value.map) if value.map else None
            )
        yield from _system(where, written, systems, of)
        if annotator is not None:
            yield OpenQuestion(MappingQuestion(f"{where}.annotator", ""), of, annotator or None)
        kind = block.values.get("kind")
        if kind is None or kind.constant is not None:
            yield OpenQuestion(MappingQuestion(f"{where}.kind", ""), of, kind.constant if kind else None, KINDS)
        if mappings.marks(block):
            yield OpenQuestion(MappingQuestion(f"{where}.silence", ""), of, block.silence or None, SILENCES)


def _system(where: str, written: dict[str, Any], systems: tuple[str, ...], of: str) -> Iterator[OpenQuestion]:
    said: Any = written.get("system")
    constant = isinstance(said, str) and said.startswith("=")
    if len(systems) > 1 and "document" not in written and "each" not in written and (said is None or constant):
        yield OpenQuestion(MappingQuestion(f"{where}.system", ""), of, said[1:] if constant else None, systems)


def answered(given: dict[str, Any], about: str, said: Any) -> dict[str, Any]:
    """The mapping in which a question ("verdicts[0].kind", "summaries") has this answer; None takes it back.

    For values it is a dict from what the file says to what it means (None drops it).
    """
    made = copy.deepcopy(given)
    if about == "summaries":
        made.pop("summaries", None)
        return made if said is None else made | {"summaries": said}
    where, _, name = about.rpartition(".")
    kind, _, number = where.rstrip("]").partition("[")
    block = made[kind][int(number)]
    if name == "value":
        value = block["value"]
        bare = value["of"] if isinstance(value, dict) and "match" not in value else value
        if isinstance(bare, dict):
            block["value"] = {**bare, "map": said}
        else:
            block["value"] = {"of": bare, "map": said} if said else bare
    elif name == "silence":
        block[name] = said or ""
    elif said is None:
        block[name] = "="
        if name != "annotator":
            del block[name]
    else:
        block[name] = f"={said}"
    return made
