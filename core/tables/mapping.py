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
_ABOUT = {
    "each": "The elements that this block reads, a path; its values are paths in each of them.",
    "system": "The system whose summary it is about.",
    "document": "The document that it is about: `sum-SYSTEM`, or `summary` without a system. Without `system` and "
    "`document`: the only summary of the row.",
}
FIELDS: dict[str, tuple[Any, dict[str, str]]] = {
    "": (
        _MappingFile,
        {
            "key": "The key of the item, such as `{dataset}/{id}`. Rows of one key become one item. Required.",
            "dataset": "The data set.",
            "split": "The split, such as test.",
            "article": "The source text: a value, or parts (see below).",
            "dialogue": "The dialogue: a value, or parts with their speakers.",
            "table": "A table as a source.",
            "reference": "A reference summary.",
            "meta": "Metadata by name. Without it, every field without a role is kept as metadata.",
            "summaries": "The summaries, a list of blocks. `[]`: there are none.",
            "verdicts": "The verdicts of judges and people, a list of blocks.",
            "scores": "Scores of metrics and people, a list of blocks.",
            "onto": '`"project"`: the items must be in the project; texts and answers are added to them.',
            "scheme": "A scheme of your own criteria: `id`, and `criteria` as id to name.",
            "offsets": "What `start` and `end` count.",
            "read": "How the file is read (see below).",
            "only": 'Rows to import, such as `{"task": ["Summary"]}`. The others are left out and counted.',
            "repeated": "What a row is that repeats the texts of an earlier row. `items`: a new item. `raters`: "
            "answers of another rater (`Mia 2` beside `Mia`). `first`: only the first row's answers count.",
            "title": "Of a shipped mapping: what it reads.",
            "source": "Of a shipped mapping: where the data come from.",
            "fits": 'Of a shipped mapping: the fields of the file. `"NAME?"` may be missing; `"*"` allows others.',
            "offered": "Of a shipped mapping: it applies only by its name.",
        },
    ),
    "Parts of a text": (
        _Parts,
        {
            "turns": "The path of the turns.",
            "paragraphs": "The path of the paragraphs.",
            "sentences": "The path of the sentences.",
            "speaker": "The speaker of a turn.",
            "text": "The text of a part. Without it, the part is its text.",
        },
    ),
    "`summaries`": (
        _Summaries,
        {
            "each": _ABOUT["each"],
            "text": "The summary: a value, or parts. Required.",
            "system": "The system that wrote it.",
            "part": "The part of a summary in parts: background or opinion.",
        },
    ),
    "`verdicts`": (
        _Verdicts,
        {
            **_ABOUT,
            "criterion": "The criterion, such as `=basic/hallucination`. Required.",
            "annotator": "Who says it. Required.",
            "value": "The answer. Required.",
            "kind": "Who the annotator is: human, judge, import or gold.",
            "confidence": "The judge's confidence, from 0 to 1.",
            "explanation": "The explanation.",
            "reason": "Why there is no answer.",
            "unit": "The number of the unit, from 0. Without a place: the whole document.",
            "start": "Where the marked words begin.",
            "end": "Where they end.",
            "quote": "The marked words. Alone, they must be in the text exactly once; with `start` they must be there.",
            "evidence": "Quotes of a source.",
            "read_by": "Who read the item. Needed for an implicit no where `annotator` is not a constant.",
            "silence": "What an unmarked unit means. `no`: an implicit no of whoever read it. `open`: no answer.",
            "criteria": "The criteria of the implicit no, where `criterion` is not a constant.",
            "unreadable": "`unscored`: store a reply that cannot be read as unscored, with the reason. Without it the "
            "file is refused.",
        },
    ),
    "`scores`": (
        _Scores,
        {
            **_ABOUT,
            "metric": "The name of the score. Required.",
            "value": "The score. Required.",
            "annotator": "Who gave it.",
            "kind": "human if people gave it. Without it, a program did.",
        },
    ),
    "`read`": (
        _Reading,
        {
            "encoding": "The encoding, such as cp1252.",
            "delimiter": "The delimiter of a table.",
            "sheet": "The sheet of a workbook.",
            "records": "The path of the list of records in a JSON file.",
            "as": "What the file is.",
            "header": "The row of the header, from 1. 0: there is none.",
            "footer": "How many rows at the end to leave out.",
            "merged": "Merged cells. `fill`: each has the value of the first. `first`: only the first has it.",
            "hidden": "Hidden rows.",
        },
    ),
}
"""Each field of a mapping, by the part of the mapping that it belongs to: the type of the part, and the meaning of its
fields (Markdown). ``docs/mapping-keys.md`` is written from it."""


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
        raise InputError(f"{where} has a start but no end or quote")
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
                "Whose answers are these: =human, =judge, =import or =gold?",
                block.values["annotator"],
                block.list_path,
            )
        if marks_spans(block) and not block.implicit_no:
            yield MappingQuestion(
                f"{block.location}.silence",
                'What does an unmarked text mean? Write "silence": "no" (read and right) or "silence": "open".',
                value,
                block.list_path,
            )
