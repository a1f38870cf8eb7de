"""A mapping: a small JSON that says what each field of a table or tree is. It names no code.

Its language is described in ``docs/mapping.md``. What can be said wrong about data by a guess (whether 1 is good, who
speaks, whether silence means "no", whether there are summaries at all) is never guessed: where a mapping does not say
it, it is an open question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Required, TypedDict

from msgspec import Meta

from galley.core.definitions.schemes import MOST_CRITERIA
from galley.core.domain import AnnotatorKind
from galley.core.errors import InputError
from galley.core.foreign_files import load_json
from galley.core.tables import record_paths, record_values
from galley.core.tables.record_values import Value
from galley.core.typed_reading import check

TEXTS = ("article", "dialogue", "table", "reference")
_PARTS = ("turns", "paragraphs", "sentences")
_LITERAL = frozenset({"each", "silence", "criteria", "unreadable"})
OFFSETS = ("code points", "utf-16", "bytes")
Said = Any
"""A value in the language of ``valuelang``, which reads it."""
_Name = Annotated[str, Meta(min_length=1)]


class _Summaries(TypedDict, total=False):
    each: str | None
    text: Required[Said]
    system: Said
    part: Said


class _Verdicts(TypedDict, total=False):
    each: str | None
    criterion: Required[Said]
    annotator: Required[Said]
    value: Required[Said]
    system: Said
    document: Said
    kind: Said
    confidence: Said
    explanation: Said
    reason: Said
    unit: Said
    start: Said
    end: Said
    quote: Said
    evidence: Said
    read_by: Said
    silence: Literal["", "no", "open"]
    criteria: list[Annotated[str, Meta(pattern=r"/")]]
    unreadable: Literal["unscored"] | None


class _Scores(TypedDict, total=False):
    each: str | None
    metric: Required[Said]
    value: Required[Said]
    system: Said
    document: Said
    annotator: Said
    kind: Said


_Reading = TypedDict(
    "_Reading",
    {
        "encoding": _Name,
        "delimiter": Annotated[str, Meta(min_length=1, max_length=1)],
        "sheet": _Name,
        "records": _Name,
        "as": Literal["table", "json", "jsonl"],
        "header": Annotated[int, Meta(ge=0)],
        "footer": Annotated[int, Meta(ge=0)],
        "merged": Literal["fill", "first"],
        "hidden": Literal["skip", "keep"],
    },
    total=False,
)


class _Parts(TypedDict, total=False):
    turns: str
    paragraphs: str
    sentences: str
    speaker: Said
    text: Said


class _TableScheme(TypedDict):
    id: Annotated[str, Meta(pattern=r"^[a-z0-9-]+$")]
    criteria: Annotated[dict[Annotated[str, Meta(pattern=r"^[a-z0-9-]+$")], _Name], Meta(max_length=MOST_CRITERIA)]


class _MappingFile(TypedDict, total=False):
    key: Said
    dataset: Said
    split: Said
    article: Said
    dialogue: Said
    table: Said
    reference: Said
    meta: dict[str, Said] | None
    summaries: list[_Summaries] | None
    verdicts: list[_Verdicts] | None
    scores: list[_Scores] | None
    onto: Literal["project"] | None
    scheme: _TableScheme
    offsets: Literal["code points", "utf-16", "bytes"]
    read: _Reading
    only: dict[str, str | int | float | list[str | int | float]]
    repeated: Literal["raters", "first", "items"]
    title: Any
    source: Any
    fits: Any
    offered: Any


_BLOCKS = {"summaries": _Summaries, "verdicts": _Verdicts, "scores": _Scores}


@dataclass(frozen=True, slots=True)
class TextPath:
    """Where a document's text is: one value, or its ``parts`` (turns, paragraphs, sentences) one by one."""

    value: Value | None = None
    parts: str = ""
    list_path: record_paths.RecordPath | None = None
    speaker: Value | None = None

    def paths(self) -> Iterator[record_paths.RecordPath]:
        """The paths that are looked up from the record."""
        if self.list_path:
            yield self.list_path
        elif self.value:
            yield from self.value.paths()


@dataclass(frozen=True, slots=True)
class Block:
    """One entry of ``summaries``, ``verdicts`` or ``scores``; its values are looked up in each element of
    ``list_path``."""

    location: str
    list_path: record_paths.RecordPath | None
    values: dict[str, Value]
    text: TextPath = TextPath()
    implicit_no: str = ""
    criteria: tuple[str, ...] = ()
    unreadable_as_unscored: bool = False


@dataclass(frozen=True, slots=True)
class MappingQuestion:
    """What a mapping leaves open. ``about`` names it ("verdicts[0].kind"), ``value`` is whose values tell more."""

    about: str
    text: str
    value: Value | None = None
    list_path: record_paths.RecordPath | None = None


@dataclass(frozen=True, slots=True)
class TableMapping:
    """A mapping that was read. ``raw_mapping`` is it as it was written."""

    raw_mapping: dict[str, Any]
    values: dict[str, Value] = field(default_factory=dict)
    texts: dict[str, TextPath] = field(default_factory=dict)
    meta: dict[str, Value] | None = None
    only: tuple[tuple[Value, frozenset[str]], ...] = ()
    summaries: tuple[Block, ...] | None = None
    verdicts: tuple[Block, ...] = ()
    scores: tuple[Block, ...] = ()
    onto: bool = False
    offsets: str = "code points"
    read: dict[str, Any] = field(default_factory=dict)
    repeated: str = "items"

    @property
    def questions(self) -> list[MappingQuestion]:
        """What has to be said before anything is taken in."""
        return list(_questions(self))

    def paths(self) -> Iterator[record_paths.RecordPath]:
        """All paths that begin at the record."""
        for value in (*self.values.values(), *(self.meta or {}).values(), *(value for value, _ in self.only)):
            yield from value.paths()
        for text in self.texts.values():
            yield from text.paths()
        for block in (*(self.summaries or ()), *self.verdicts, *self.scores):
            if block.list_path:
                yield block.list_path
            for value in block.values.values():
                yield from (p for p in value.paths() if not block.list_path or p.steps[:1] == (("up", None),))
            if not block.list_path:
                yield from block.text.paths()


def load_mapping(text: str | bytes, where: str) -> TableMapping:
    """Read a mapping from JSON text. Raises: InputError that names ``location`` and the field."""
    try:
        raw_mapping = load_json(text)
    except ValueError as error:
        raise InputError(f"{where} is not valid JSON ({str(error).split(': line ')[0]}); fix the mapping.") from None
    return parse_mapping(raw_mapping, where)


def check_reading(how: dict[str, Any]) -> None:
    """Raises: InputError for options of reading that a mapping cannot have."""
    _check_fields(how, _Reading, "read")
    check(how, _Reading, "read")


def parse_mapping(raw_mapping: Any, where: str) -> TableMapping:
    """Read a mapping. Raises: InputError that names ``location`` and the field."""
    try:
        return _parse(raw_mapping)
    except InputError as error:
        raise InputError(f"{where}: {str(error).rstrip('.')}.") from None


def _parse(raw_mapping: Any) -> TableMapping:
    if not isinstance(raw_mapping, dict):
        raise InputError("a mapping must be a JSON object")
    _check_fields(raw_mapping, _MappingFile, "")
    if "key" not in raw_mapping:
        raise InputError(
            'the mapping names no key; write for example "key": "{dataset}/{id}", or "{@file}-{@}" for numbers'
        )
    check(raw_mapping, _MappingFile)
    _check_fields(raw_mapping.get("read", {}), _Reading, "read")
    blocks: dict[str, Any] = {
        name: tuple(_block(name, entry, f"{name}[{at}]") for at, entry in enumerate(raw_mapping[name]))
        for name in _BLOCKS
        if raw_mapping.get(name) is not None
    }
    meta = raw_mapping.get("meta")
    return TableMapping(
        raw_mapping,
        {
            name: record_values.parse(raw_mapping[name], name)
            for name in ("key", "dataset", "split")
            if name in raw_mapping
        },
        {name: _text(raw_mapping[name], name) for name in TEXTS if name in raw_mapping},
        None if meta is None else {name: record_values.parse(value, f"meta.{name}") for name, value in meta.items()},
        _only(raw_mapping.get("only", {})),
        onto=raw_mapping.get("onto") == "project",
        offsets=raw_mapping.get("offsets", OFFSETS[0]),
        read=raw_mapping.get("read", {}),
        repeated=raw_mapping.get("repeated", "items"),
        **blocks,
    )


def _check_fields(raw_fields: dict[str, Any], kind: Any, where: str) -> None:
    known_fields = kind.__annotations__
    if unknown := raw_fields.keys() - known_fields:
        raise InputError(
            f"{where and where + ': '}the field “{min(unknown)}” is unknown; there are: "
            f"{', '.join(sorted(known_fields))}"
        )


def _only(raw_conditions: dict[str, Any]) -> tuple[tuple[Value, frozenset[str]], ...]:
    conditions = []
    for path, raw_allowed in raw_conditions.items():
        allowed = raw_allowed if isinstance(raw_allowed, list) else [raw_allowed]
        conditions.append(
            (record_values.parse(path, "only"), frozenset(record_values.canonical(value) for value in allowed))
        )
    return tuple(conditions)


def _text(raw_text: Any, where: str) -> TextPath:
    if isinstance(raw_text, dict) and "of" not in raw_text:
        parts = [name for name in _PARTS if name in raw_text]
        _check_fields(raw_text, _Parts, where)
        if len(parts) != 1 or not isinstance(raw_text[parts[0]], str) or ("speaker" in raw_text and parts != ["turns"]):
            raise InputError(
                f"{where} must name one of turns, paragraphs and sentences, by a path; only turns have a speaker"
            )
        speaker = record_values.parse(raw_text["speaker"], f"{where}.speaker") if "speaker" in raw_text else None
        words = record_values.parse(raw_text.get("text", "."), f"{where}.text")
        return TextPath(words, parts[0], record_paths.parse(raw_text[parts[0]]), speaker)
    return TextPath(record_values.parse(raw_text, where))


def _block(name: str, raw_block: dict[str, Any], where: str) -> Block:
    _check_fields(raw_block, _BLOCKS[name], where)
    list_path, unmarked_choice, criteria = (
        raw_block.get("each"),
        raw_block.get("silence", ""),
        raw_block.get("criteria", []),
    )
    skipped = _LITERAL | ({"text"} if name == "summaries" else frozenset())
    block = Block(
        where,
        None if list_path is None else record_paths.parse(list_path),
        {key: record_values.parse(value, f"{where}.{key}") for key, value in raw_block.items() if key not in skipped},
        _text(raw_block["text"], f"{where}.text") if name == "summaries" else TextPath(),
        unmarked_choice,
        tuple(criteria),
        raw_block.get("unreadable") == "unscored",
    )
    kind = block.values.get("kind")
    if kind and (wrong := kind.targets - {member.value for member in AnnotatorKind}):
        raise InputError(f"{where}.kind cannot be {min(map(str, wrong))}; it is human, judge, import or gold")
    if "start" in raw_block and "end" not in raw_block and "quote" not in raw_block:
        raise InputError(f"{where} has a start and neither an end nor a quote")
    if unmarked_choice == "no":
        if not criteria and block.values["criterion"].constant is None:
            raise InputError(f"{where}: unmarked means no, but for which criteria? name them in criteria")
        if "read_by" not in raw_block and block.values["annotator"].constant is None:
            raise InputError(f"{where}: unmarked means no, but for whom? name the reviewer in read_by")
    return block


def list_mapped_systems(mapping: TableMapping) -> list[str]:
    """The systems whose summaries are columns of their own; [] where a mapping says anything else of them."""
    blocks = mapping.summaries or ()
    system_names = [
        block.values["system"].constant for block in blocks if "system" in block.values and not block.list_path
    ]
    return [name for name in system_names if name] if len(system_names) == len(blocks) and all(system_names) else []


def marks_spans(block: Block) -> bool:
    """Whether a block of verdicts knows a yes and no other answer, so that its silence means something."""
    value = block.values["value"]
    is_definite = value.constant is not None or (value.map and not {"no", "."} & value.targets)
    return bool(is_definite) and "yes" in value.targets


def _questions(mapping: TableMapping) -> Iterator[MappingQuestion]:
    if mapping.summaries is None and not mapping.onto:
        yield MappingQuestion(
            "summaries",
            'Which field holds a summary? Name it in "summaries", or write "summaries": [] to take texts in without.',
        )
    several = list_mapped_systems(mapping)
    for block in (*mapping.scores, *mapping.verdicts):
        if len(several) > 1 and not {"system", "document"} & block.values.keys() and not block.list_path:
            yield MappingQuestion(
                f"{block.location}.system",
                f'Which summary is it about? Write "system": "=NAME"; there are: {", ".join(several)}.',
            )
    for block in mapping.verdicts:
        value = block.values["value"]
        if value.constant is None and not (value.of and value.map):
            yield MappingQuestion(
                f"{block.location}.value",
                'What do the values mean? Say it in a map ({"of": PATH, "map": {"0": "yes", "1": "no"}}); {"*": "."}'
                " keeps ratings and choices as they are.",
                value,
                block.list_path,
            )
        if block.values["annotator"].constant == "":
            yield MappingQuestion(
                f"{block.location}.annotator", 'Who gave these answers? Write a name: "annotator": "=NAME".'
            )
        if "kind" not in block.values:
            yield MappingQuestion(
                f"{block.location}.kind",
                "Who speaks: =human, =judge, =import or =gold?",
                block.values["annotator"],
                block.list_path,
            )
        if marks_spans(block) and not block.implicit_no:
            yield MappingQuestion(
                f"{block.location}.silence",
                'What does it mean that there is no mark? "silence": "no" (it was read and found right), or "open".',
                value,
                block.list_path,
            )
