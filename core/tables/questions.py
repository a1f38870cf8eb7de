"""What a mapping has to say and a guess must not: all of it, answered or not, and the mapping with another answer.

Works on a mapping as it is written (a dict for JSON), as ``fieldroles`` does.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from galley.core.domain import AnnotatorKind
from galley.core.tables.mapping import MappingQuestion, TableMapping, list_mapped_systems, marks_spans, parse_mapping

KINDS = tuple(kind.value for kind in AnnotatorKind)
UNMARKED_CHOICES = ("no", "open")


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


def list_questions(raw_mapping: dict[str, Any]) -> list[OpenQuestion]:
    """All that a mapping must say, in its order. Raises: InputError for a mapping that cannot be read."""
    mapping = parse_mapping(raw_mapping, "the mapping")
    return list(_list_questions(raw_mapping, mapping, {question.about: question for question in mapping.questions}))


def _list_questions(
    raw_mapping: dict[str, Any], mapping: TableMapping, still: dict[str, MappingQuestion]
) -> Iterator[OpenQuestion]:
    if "summaries" in still or raw_mapping.get("summaries") == []:
        yield OpenQuestion(MappingQuestion("summaries", ""), "", raw_mapping.get("summaries"))
    systems = tuple(list_mapped_systems(mapping))
    for at, block in enumerate(mapping.scores):
        yield from _system(f"scores[{at}]", raw_mapping["scores"][at], systems, block.values["metric"].constant or "")
    for at, block in enumerate(mapping.verdicts):
        where, raw_block = f"verdicts[{at}]", raw_mapping["verdicts"][at]
        of = block.values["criterion"].constant or f"({raw_block['criterion']})"
        value, annotator = block.values["value"], block.values["annotator"].constant
        if value.constant is None:
            bare = value.of if value.of and not value.match else replace(value, map=None)
            yield OpenQuestion(
                MappingQuestion(f"{where}.value", "", bare, block.list_path), of, dict(value.map) if value.map else None
            )
        yield from _system(where, raw_block, systems, of)
        if annotator is not None:
            yield OpenQuestion(MappingQuestion(f"{where}.annotator", ""), of, annotator or None)
        kind = block.values.get("kind")
        if kind is None or kind.constant is not None:
            yield OpenQuestion(MappingQuestion(f"{where}.kind", ""), of, kind.constant if kind else None, KINDS)
        if marks_spans(block):
            yield OpenQuestion(MappingQuestion(f"{where}.silence", ""), of, block.implicit_no or None, UNMARKED_CHOICES)


def _system(where: str, raw_block: dict[str, Any], systems: tuple[str, ...], of: str) -> Iterator[OpenQuestion]:
    system_value: Any = raw_block.get("system")
    constant = isinstance(system_value, str) and system_value.startswith("=")
    if (
        len(systems) > 1
        and "document" not in raw_block
        and "each" not in raw_block
        and (system_value is None or constant)
    ):
        yield OpenQuestion(MappingQuestion(f"{where}.system", ""), of, system_value[1:] if constant else None, systems)


def answer_question(raw_mapping: dict[str, Any], about: str, answer: Any) -> dict[str, Any]:
    """The mapping in which a question ("verdicts[0].kind", "summaries") has this answer; None takes it back.

    For values it is a dict from what the file says to what it means (None drops it).
    """
    answered_mapping = copy.deepcopy(raw_mapping)
    if about == "summaries":
        answered_mapping.pop("summaries", None)
        return answered_mapping if answer is None else answered_mapping | {"summaries": answer}
    where, _, name = about.rpartition(".")
    kind, _, number = where.rstrip("]").partition("[")
    block = answered_mapping[kind][int(number)]
    if name == "value":
        value = block["value"]
        bare = value["of"] if isinstance(value, dict) and "match" not in value else value
        if isinstance(bare, dict):
            block["value"] = {**bare, "map": answer}
        else:
            block["value"] = {"of": bare, "map": answer} if answer else bare
    elif name == "silence":
        block[name] = answer or ""
    elif answer is None:
        block[name] = "="
        if name != "annotator":
            del block[name]
    else:
        block[name] = f"={answer}"
    return answered_mapping
