"""A mapping: a small JSON that says what each field of a table or tree is. It names no code.

Its language is described in ``docs/import.md``. What can be said wrong about data by a guess (whether 1 is good, who
speaks, whether silence means "no", whether there are summaries at all) is never guessed: where a mapping does not say
it, it is an open question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Required, TypedDict

from msgspec import Meta

from galley.core.domain import AnnotatorKind
from galley.core.errors import InputError
from galley.core.foreign import load_json
from galley.core.intake import pathlang, valuelang
from galley.core.intake.valuelang import Value
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
    },
    total=False,
)


class _Parts(TypedDict, total=False):
    turns: str
    paragraphs: str
    sentences: str
    speaker: Said
    text: Said


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
    offsets: Literal["code points", "utf-16", "bytes"]
    read: _Reading
    only: dict[str, str | int | float | list[str | int | float]]
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
    each: pathlang.Path | None = None
    speaker: Value | None = None

    def paths(self) -> Iterator[pathlang.Path]:
        """The paths that are looked up from the record."""
        if self.each:
            yield self.each
        elif self.value:
            yield from self.value.paths()


@dataclass(frozen=True, slots=True)
class Block:
    """One entry of ``summaries``, ``verdicts`` or ``scores``; its values are looked up in each element of ``each``."""

    where: str
    each: pathlang.Path | None
    values: dict[str, Value]
    text: TextPath = TextPath()
    silence: str = ""
    criteria: tuple[str, ...] = ()
    unscored: bool = False


@dataclass(frozen=True, slots=True)
class MappingQuestion:
    """What a mapping leaves open. ``about`` names it ("verdicts[0].kind"), ``value`` is whose values tell more."""

    about: str
    text: str
    value: Value | None = None
    each: pathlang.Path | None = None


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping that was read. ``given`` is it as it was written."""

    given: dict[str, Any]
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

    @property
    def questions(self) -> list[MappingQuestion]:
        """What has to be said before anything is taken in."""
        return list(_questions(self))

    def paths(self) -> Iterator[pathlang.Path]:
        """All paths that begin at the record."""
        for value in (*self.values.values(), *(self.meta or {}).values(), *(value for value, _ in self.only)):
            yield from value.paths()
        for text in self.texts.values():
            yield from text.paths()
        for block in (*(self.summaries or ()), *self.verdicts, *self.scores):
            if block.each:
                yield block.each
            for value in block.values.values():
                yield from (p for p in value.paths() if not block.each or p.steps[:1] == (("up", None),))
            if not block.each:
                yield from block.text.paths()


def loads(text: str | bytes, where: str) -> Mapping:
    """Read a mapping from JSON text. Raises: InputError that names ``where`` and the field."""
    try:
        given = load_json(text)
    except ValueError as error:
        raise InputError(f"{where} is no valid JSON ({str(error).split(': line ')[0]}); mend the mapping.") from None
    return parse(given, where)


def parse(given: Any, where: str) -> Mapping:
    """Read a mapping. Raises: InputError that names ``where`` and the field."""
    try:
        return _parse(given)
    except InputError as error:
        raise InputError(f"{where}: {str(error).rstrip('.')}.") from None


def _parse(given: Any) -> Mapping:
    if not isinstance(given, dict):
        raise InputError("a mapping must be a JSON object")
    _known(given, _MappingFile, "")
    if "key" not in given:
        raise InputError(
            'the mapping names no key; write for example "key": "{dataset}/{id}", or "{@file}-{@}" for numbers'
        )
    check(given, _MappingFile)
    _known(given.get("read", {}), _Reading, "read")
    blocks: dict[str, Any] = {
        name: tuple(_block(name, entry, f"{name}[{at}]") for at, entry in enumerate(given[name]))
        for name in _BLOCKS
        if given.get(name) is not None
    }
    meta = given.get("meta")
    return Mapping(
        given,
        {name: valuelang.parse(given[name], name) for name in ("key", "dataset", "split") if name in given},
        {name: _text(given[name], name) for name in TEXTS if name in given},
        None if meta is None else {name: valuelang.parse(value, f"meta.{name}") for name, value in meta.items()},
        _only(given.get("only", {})),
        onto=given.get("onto") == "project",
        offsets=given.get("offsets", OFFSETS[0]),
        read=given.get("read", {}),
        **blocks,
    )


def _known(given: dict[str, Any], kind: Any, where: str) -> None:
    known = kind.__annotations__
    if unknown := given.keys() - known:
        raise InputError(
            f"{where and where + ': '}the field “{min(unknown)}” is unknown; there are: {', '.join(sorted(known))}"
        )


def _only(given: dict[str, Any]) -> tuple[tuple[Value, frozenset[str]], ...]:
    found = []
    for path, wanted in given.items():
        allowed = wanted if isinstance(wanted, list) else [wanted]
        found.append((valuelang.parse(path, "only"), frozenset(valuelang.canonical(each) for each in allowed)))
    return tuple(found)


def _text(given: Any, where: str) -> TextPath:
    if isinstance(given, dict) and "of" not in given:
        parts = [name for name in _PARTS if name in given]
        _known(given, _Parts, where)
        if len(parts) != 1 or not isinstance(given[parts[0]], str) or ("speaker" in given and parts != ["turns"]):
            raise InputError(
                f"{where} must name one of turns, paragraphs and sentences, by a path; only turns have a speaker"
            )
        speaker = valuelang.parse(given["speaker"], f"{where}.speaker") if "speaker" in given else None
        words = valuelang.parse(given.get("text", "."), f"{where}.text")
        return TextPath(words, parts[0], pathlang.parse(given[parts[0]]), speaker)
    return TextPath(valuelang.parse(given, where))


def _block(name: str, given: dict[str, Any], where: str) -> Block:
    _known(given, _BLOCKS[name], where)
    each, silence, criteria = given.get("each"), given.get("silence", ""), given.get("criteria", [])
    skipped = _LITERAL | ({"text"} if name == "summaries" else frozenset())
    block = Block(
        where,
        None if each is None else pathlang.parse(each),
        {key: valuelang.parse(value, f"{where}.{key}") for key, value in given.items() if key not in skipped},
        _text(given["text"], f"{where}.text") if name == "summaries" else TextPath(),
        silence,
        tuple(criteria),
        given.get("unreadable") == "unscored",
    )
    kind = block.values.get("kind")
    if kind and (wrong := kind.targets - {each.value for each in AnnotatorKind}):
        raise InputError(f"{where}.kind cannot be {min(map(str, wrong))}; it is human, judge, import or gold")
    if "start" in given and "end" not in given and "quote" not in given:
        raise InputError(f"{where} has a start and neither an end nor a quote")
    if silence == "no":
        if not criteria and block.values["criterion"].constant is None:
            raise InputError(f"{where}: silence means no, but of which criteria? name them in criteria")
        if "read_by" not in given and block.values["annotator"].constant is None:
            raise InputError(f"{where}: silence means no, but whose? say who read it in read_by")
    return block


def systems(mapping: Mapping) -> list[str]:
    """The systems whose summaries are columns of their own; [] where a mapping says anything else of them."""
    blocks = mapping.summaries or ()
    named = [block.values["system"].constant for block in blocks if "system" in block.values and not block.each]
    return [name for name in named if name] if len(named) == len(blocks) and all(named) else []


def marks(block: Block) -> bool:
    """Whether a block of verdicts knows a yes and no other answer, so that its silence means something."""
    value = block.values["value"]
    known = value.constant is not None or (value.map and not {"no", "."} & value.targets)
    return bool(known) and "yes" in value.targets


def _questions(mapping: Mapping) -> Iterator[MappingQuestion]:
    if mapping.summaries is None and not mapping.onto:
        yield MappingQuestion(
            "summaries",
            'Which field holds a summary? Name it in "summaries", or write "summaries": [] to take texts in without.',
        )
    several = systems(mapping)
    for block in (*mapping.scores, *mapping.verdicts):
        if len(several) > 1 and not {"system", "document"} & block.values.keys() and not block.each:
            yield MappingQuestion(
                f"{block.where}.system",
                f'Which summary is it about? Write "system": "=NAME"; there are: {", ".join(several)}.',
            )
    for block in mapping.verdicts:
        value = block.values["value"]
        if value.constant is None and not (value.of and value.map):
            yield MappingQuestion(
                f"{block.where}.value",
                'What do the values mean? Say it in a map ({"of": PATH, "map": {"0": "yes", "1": "no"}}); {"*": "."}'
                " keeps ratings and choices as they are.",
                value,
                block.each,
            )
        if block.values["annotator"].constant == "":
            yield MappingQuestion(
                f"{block.where}.annotator", 'Who gave these answers? Write a name: "annotator": "=NAME".'
            )
        if "kind" not in block.values:
            yield MappingQuestion(
                f"{block.where}.kind",
                "Who speaks: =human, =judge, =import or =gold?",
                block.values["annotator"],
                block.each,
            )
        if marks(block) and not block.silence:
            yield MappingQuestion(
                f"{block.where}.silence",
                'What does it mean that there is no mark? "silence": "no" (it was read and found right), or "open".',
                value,
                block.each,
            )
