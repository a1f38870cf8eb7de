"""Reading and changing protocols: those in ``resources/protocols`` and users' own TOML files of the same form.

A file has ``format``, ``id``, ``name``, ``version``, ``description`` and ``source``, and a ``[[task]]`` table for each
task, with ``[[task.criterion]]`` tables for what is said of single criteria. Whatever is wrong raises a
`ProtocolError` of one sentence with file and line.

A form changes the TOML text itself, so that comments and the rest of it stay.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from galley.core import extensions, paths, registry
from galley.core.definitions import protocol_checks
from galley.core.definitions.protocols import (
    ALL,
    LAST,
    REST,
    WHOLE,
    Condition,
    Criteria,
    Draw,
    GoldType,
    Kind,
    Protocol,
    Task,
    UnmarkedMeaning,
)
from galley.core.definitions.schemes import read_built_in_schemes, toml_message
from galley.core.definitions.task_owners import answers, expand_name
from galley.core.definitions.toml_lines import TomlLines
from galley.core.definitions.toml_table import TomlTable, text_of
from galley.core.domain import Criterion, Role, Scheme, UnitKind, Value
from galley.core.errors import InputError, ProtocolError
from galley.core.foreign_files import load_toml
from galley.core.rules.rule import ANY, Rule
from galley.core.rules.voters import JUDGE, METHOD


class ProtocolPart(TomlTable):
    """A table of a protocol file."""

    def __init__(self, data: Mapping[str, Any], origin: str, lines: TomlLines, kind: str = "", number: int = 0) -> None:
        super().__init__(data, origin, lines, kind, number)
        self.who = f"this {kind.rpartition('.')[2]}" if kind else "the protocol"
        self.above: ProtocolPart | None = None

    def fail(self, message: str, key: str = "") -> NoReturn:
        """Raise a ProtocolError at ``key`` of this table, or at its head."""
        raise ProtocolError(f"{self.origin}, line {self.line(key)}: {message}.")

    def line(self, key: str = "") -> int:
        """Where a key of this table stands, else its head, else the table above it."""
        line = self.lines.at(self.kind, self.number, key)
        return self.above.line(self.kind.rpartition(".")[2]) if line == 1 and self.above is not None else line

    def parts(self, key: str, before: int = 0) -> list[ProtocolPart]:
        """The tables headed ``[[key]]`` under this one; ``before`` of them stand under earlier tables."""
        kind = f"{self.kind}.{key}" if self.kind else key
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fail(f"“{key}” must be a list of tables; head each with [[{kind}]]", key)
        parts = [ProtocolPart(table, self.origin, self.lines, kind, before + n) for n, table in enumerate(tables)]
        for part in parts:
            part.above = self if self.kind else None
        return parts

    def names(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts under ``key``."""
        return (self.text(key),) if isinstance(self.data.get(key), str) else self.texts(key)

    def fraction(self, key: str) -> float:
        """A share above 0 and at most 1 under ``key``, 0 where it is absent."""
        value = self.data.get(key, 0.0)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.fail(f"“{key}” of {self.who} must be a number above 0 and at most 1", key)
        if key in self.data and value == 0:
            self.fail(f"“{key}” of {self.who} must be a number above 0 and at most 1", key)
        return float(value)


METHODS = "galley.core.judges.methods"
FORMAT = 1
"""The form of the files that this Galley reads; a file without ``format`` is of the first."""
MOST_BYTES = 1_000_000
MOST_TASKS = 200
MOST_PEOPLE = 1000


class Field(NamedTuple):
    """One field of a protocol file, for the page of its fields: ``type`` in words, ``default`` ("" where the field is
    required), ``meaning``."""

    type: str
    default: str
    meaning: str


FILE_FIELDS = {
    "format": Field("whole number", str(FORMAT), "The form of the file."),
    "id": Field("name in kebab case", "", "The name of the protocol in commands and in the project."),
    "name": Field("text", "", "The name that people see."),
    "version": Field("text", "1", "The version of the study protocol."),
    "description": Field("text", "empty", "One sentence about the study."),
    "source": Field("text", "empty", "The paper that it follows."),
    "task": Field("tables `[[task]]`", "", "The tasks, in their order."),
    "type": Field("tables `[[type]]`", "none", "Types of derived units, by gold."),
}
TASK_FIELDS = {
    "id": Field("name in kebab case", "", "The name of the task within the protocol."),
    "name": Field("text", "the id", "The name that people see."),
    "ask": Field("text", "empty", "The question that people read."),
    "kind": Field(
        "choice",
        "",
        "What people do. `answer`: they answer each unit. `verify`: they decide on a judge's flags. `write`: they "
        'write derived units, or with `unit = "turn"` the discussion. `compare`: they choose between two documents. '
        "`settle`: they adjudicate another task.",
    ),
    "method": Field("name of a method", "", "Makes it a judge's task. Such a task has no `kind`."),
    "criteria": Field(
        "texts",
        "",
        "The criteria, as `scheme/criterion`. `scheme/*` and `*` stand for the criteria that no other task names. A "
        "comparison's criterion is a choice of systems, or of `first`, `second` and `same`.",
    ),
    "criterion": Field("tables `[[task.criterion]]`", "none", "More about single criteria."),
    "unit": Field(
        "choice",
        "the criterion's",
        "`whole`: the task asks about whole documents. Of `write`: the kind of unit written.",
    ),
    "step": Field("text", "empty", "The step under which written units are stored."),
    "people": Field("whole number or `any`", "1", "How many answers a cell needs."),
    "voters": Field(
        "texts", "`people`", "Whose answers the rule counts: `people`, `judge:NAME`, or `method:NAME` for its judges."
    ),
    "silence": Field(
        "choice",
        "`open`",
        "What an unmarked unit means. `open`: it needs an answer. `no`: finishing the item answers no.",
    ),
    "rule": Field(
        "choice",
        "`majority`; of `settle`: `adjudicator`",
        "How answers become gold. `strict-yes`: yes only if all say yes. `none`: the answers are the figure.",
    ),
    "shows": Field(
        "texts",
        "everything",
        "What people see: documents by role, part or `system:NAME`; `judges`, `names` and `others` (their answers).",
    ),
    "deal": Field("choice", "empty", "`speaker`: each speaker's turns go to one person."),
    "same": Field("name of a task", "empty", "The reviewers of an item in that task review it in this task, too."),
    "where": Field(
        "conditions", "none", "Only units with this gold, as `scheme/criterion = yes`. Others wait or are not asked."
    ),
    "after": Field("names of tasks", "none", "The task asks about an item only after these tasks are done for it."),
    "once": Field("text", "empty", "Ask once for each group of units with this field, or for each `source`."),
    "draw": Field("table", "none", "Ask only units that `galley sample draw --task` drew."),
    "places": Field(
        "choice", "empty", "`sentence` or `turn`: the question is about the whole text; people mark these as evidence."
    ),
    "known": Field(
        "true, or a number", "false", "`true`: training with known answers. `0.1`: a tenth of the units check people."
    ),
    "mark": Field("number from 0 to 1", "none", "The share of right answers to known questions that passes."),
    "because": Field("answer", "none", "The answer that needs a reason."),
    "leaves_out": Field(
        "answer",
        "none",
        "With this answer as gold, the summary is in no figure, gold or data set (of a source: the item). The task "
        "asks first, so it cannot have `after`.",
    ),
    "order": Field(
        "choice",
        "empty",
        "`value`: the items with the most likely errors come first. Figures from such reviews are not estimates.",
    ),
    "instructions": Field("text", "empty", "What people read before they begin."),
    "of": Field("names of tasks", "", "Of `settle`: the tasks whose cells are adjudicated."),
    "all": Field("true or false", "false", "Of `settle`: adjudicate all cells, not only the undecided ones."),
    "four_eyes": Field("true or false", "false", "Of `settle`: nobody adjudicates a cell that they answered."),
}
CRITERION_FIELDS = {
    "id": Field("name", "", "The criterion, one of the task's `criteria`."),
    "when": Field("condition", "none", "Ask it only of people who gave this answer on the unit themselves."),
    "unmet": Field("answer", "none", "The answer that counts for all others."),
    "examples": Field("texts", "none", "Examples that people see."),
}
DRAW_FIELDS = {
    "n": Field("whole number from 1", "", "How many to draw."),
    "of": Field("text", "", "What is drawn: a kind of unit, `item`, or a field of the units' metadata."),
    "within": Field("text", "empty", "Draw `n` from each of these, such as each `system`."),
    "seed": Field("whole number", "1", "The random seed."),
    "least": Field("whole number from 1", "1", "Skip groups with fewer units."),
    "tables": Field("choice", "`last`", "Of tables filled turn by turn: the `last` one, or `all`."),
}
TYPE_FIELDS = {
    "unit": Field("choice", "", "The kind of derived unit: fact, opinion, question or entry."),
    "name": Field("text", "", "The type that a unit gets."),
    "came": Field("text", "empty", "Only units that were imported with this type."),
    "where": Field("conditions", "", "The gold that makes a unit of this type. The first type that fits counts."),
}
_FILE_KEYS = tuple(FILE_FIELDS)
_ALL = ("id", "name", "ask", "shows", "after", "instructions", "people", "voters")
_ASKED = (*_ALL, "kind", "criteria", "criterion", "silence", "rule", "deal", "same", "where", "draw", "known", "mark")
TASK_KEYS: dict[Kind, tuple[str, ...]] = {
    Kind.ANSWER: (*_ASKED, "unit", "once", "places", "because", "leaves_out", "order"),
    Kind.VERIFY: (*_ASKED, "because", "order"),
    Kind.COMPARE: (*_ASKED, "because"),
    Kind.WRITE: (
        "id",
        "name",
        "ask",
        "kind",
        "shows",
        "after",
        "instructions",
        "unit",
        "step",
        "deal",
        "same",
        "where",
    ),
    Kind.ADJUDICATE: (*_ALL, "kind", "of", "all", "rule", "because", "four_eyes"),
    Kind.JUDGE: ("id", "name", "method", "after", "where", "instructions"),
}
_WRITTEN = (UnitKind.FACT, UnitKind.OPINION, UnitKind.QUESTION, UnitKind.ENTRY)
_PARTS = ("whole", "background", "opinion")
_SHOWABLE = (*(role.value for role in Role), *_PARTS, "judges", "names", "others")
_SYSTEM = "system:"
_METHOD_NAMES = re.compile(r'^method = "(.+)"$', re.MULTILINE)
_CONDITION = re.compile(r"\s*([^=\s]+)\s*=\s*(.*?)\s*")


def load(path: Path | str, schemes: Mapping[str, Scheme] | None = None) -> Protocol:
    """The protocol in the TOML file ``path``, held against ``schemes`` (default: those that ship).

    Raises: ProtocolError with file and line if it cannot be read, is broken or cannot work.
    """
    return parse(text_of(Path(path), "protocol", ProtocolError, MOST_BYTES), str(path), schemes)


def parse(text: str, where: str = "the protocol", schemes: Mapping[str, Scheme] | None = None) -> Protocol:
    """The protocol written in ``text``; ``where`` names the file in messages.

    Raises: ProtocolError with ``where`` and the line.
    """
    text = text.replace("\r\n", "\n")  # a protocol is the same whichever way a checkout or an editor ends lines
    try:
        data = load_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise ProtocolError(toml_message(str(error), where, text.count("\n") + 1)) from None
    return _protocol(
        ProtocolPart(data, where, TomlLines(text)), read_built_in_schemes() if schemes is None else schemes, text
    )


def builtin() -> dict[str, Protocol]:
    """The protocols that ship with Galley by id, in alphabetical order."""
    return {path.stem: load(path) for path in _list_shipped()}


def _list_shipped() -> list[Path]:
    """Files of the protocols that ship, without those of a paper whose folder, and with it its judge, was left out."""
    methods = set(_methods())
    files = sorted((paths.resources() / "protocols").glob("*.toml"))
    return [path for path in files if methods.issuperset(_METHOD_NAMES.findall(path.read_text("utf-8")))]


def find_protocol(name_or_path: str | Path, schemes: Mapping[str, Scheme] | None = None) -> Protocol:
    """A protocol that ships by its id, or the one in a file.

    Raises: InputError that lists those that ship if it is neither; ProtocolError if the file is broken.
    """
    folder = paths.resources() / "protocols"
    builtin_ids = [path.stem for path in _list_shipped()]
    if str(name_or_path) in builtin_ids:
        return load(folder / f"{name_or_path}.toml", schemes)
    added, _ = extensions.protocols()
    if (one := added.get(str(name_or_path))) is not None:
        return parse(one.thing if isinstance(one.thing, str) else one.thing.text, one.origin, schemes)
    path = Path(name_or_path)
    if path.suffix.lower() == ".toml" or path.exists():
        return load(path, schemes)
    names = ", ".join([*builtin_ids, *added])
    raise InputError(f"There is no protocol “{name_or_path}”; give the path of a TOML file or one of: {names}.")


def _protocol(table: ProtocolPart, schemes: Mapping[str, Scheme], text: str) -> Protocol:
    format_number = table.data.get("format", FORMAT)
    if not isinstance(format_number, int) or isinstance(format_number, bool) or format_number < 1:
        table.fail("“format” of the protocol must be a whole number from 1", "format")
    if format_number > FORMAT:
        table.fail(
            f"the protocol has format {format_number}, and this Galley reads up to {FORMAT}; update Galley to use it",
            "format",
        )
    table.only(_FILE_KEYS)
    identifier = table.identify("the protocol")
    parts = table.parts("task")
    if not parts:
        table.fail("the protocol has no tasks; add a [[task]] table", "task")
    if len(parts) > MOST_TASKS:
        parts[MOST_TASKS].fail(f"the protocol has {len(parts)} tasks, more than {MOST_TASKS}")
    tasks, nested = [], 0
    for part in parts:
        tasks.append(_task(part, identifier, schemes, nested))
        nested += len(part.data.get("criterion", ()))
    protocol = Protocol(
        id=identifier,
        name=table.text("name"),
        version=table.text("version", "1"),
        description=table.text("description", ""),
        source=table.text("source", ""),
        tasks=tuple(tasks),
        types=tuple(_gold_type(part, schemes) for part in table.parts("type")),
        toml=text,
        location=table.origin,
    )

    def fail(task: Task, message: str, key: str = "") -> NoReturn:
        next(part for part, other in zip(parts, tasks, strict=True) if other is task).fail(message, key)

    protocol_checks.check(protocol, schemes, fail)
    return protocol


def _task(part: ProtocolPart, protocol: str, schemes: Mapping[str, Scheme], nested: int) -> Task:
    identifier = part.identify("the task")
    if "method" in part.data:
        if "kind" in part.data:
            part.fail(f"{part.who} has a method and a kind; a judge's task has no kind", "kind")
        kind = Kind.JUDGE
    else:
        kind = Kind(part.one_of("kind", [choice for choice in Kind if choice is not Kind.JUDGE]))
    for key in part.data:
        if key not in TASK_KEYS[kind] and any(key in keys for keys in TASK_KEYS.values()):
            of = "of a judge" if kind is Kind.JUDGE else f"of the kind “{kind}”"
            part.fail(f"{part.who} is {of}, which has no “{key}”", key)
    part.only(TASK_KEYS[kind])
    criteria = _criteria(part, kind, schemes, nested)
    training, share = _read_known(part)
    because, leaves_out = (_answer(part, key) for key in ("because", "leaves_out"))
    return Task(
        id=identifier,
        protocol=protocol,
        kind=kind,
        name=part.text("name", identifier),
        ask=part.text("ask", ""),
        method=_method(part),
        criteria=criteria,
        unit=_unit(part, kind),
        step=part.text("step", ""),
        people=_people(part),
        voters=_voters(part),
        unmarked_meaning=UnmarkedMeaning(part.one_of("silence", UnmarkedMeaning, UnmarkedMeaning.OPEN)),
        rule=Rule(part.one_of("rule", Rule, Rule.ADJUDICATOR if kind is Kind.ADJUDICATE else Rule.MAJORITY)),
        shows=_shows(part),
        deal=part.one_of("deal", ("", "speaker"), ""),
        same=part.text("same", ""),
        conditions=tuple(_condition(part, "where", text, schemes) for text in part.names("where")),
        after=part.names("after"),
        once=part.text("once", ""),
        draw=_draw(part),
        places=part.one_of("places", ("", UnitKind.SENTENCE, UnitKind.TURN), ""),
        is_training=training,
        known_share=share,
        mark=part.fraction("mark"),
        because=because,
        leaves_out=leaves_out,
        order=part.one_of("order", ("", "value"), ""),
        instructions=part.text("instructions", ""),
        of=part.names("of"),
        all=part.switch("all", False),
        four_eyes=part.switch("four_eyes", False),
        line=part.line(),
    )


def _answer(part: ProtocolPart, key: str) -> Value | None:
    """An answer, which what is asked may not have."""
    answer = part.data.get(key)
    if answer is not None and (not isinstance(answer, str | int | float) or isinstance(answer, bool)):
        part.fail(f"“{key}” of {part.who} must be an answer, like “yes”", key)
    return answer


def _gold_type(part: ProtocolPart, schemes: Mapping[str, Scheme]) -> GoldType:
    part.only(TYPE_FIELDS)
    unit = UnitKind(part.one_of("unit", _WRITTEN))
    where = tuple(_condition(part, "where", text, schemes) for text in part.names("where"))
    if not where:
        part.fail("this type needs a “where”: the gold that makes a unit of it", "where")
    return GoldType(unit, part.text("name"), where, part.text("came", ""), part.line())


def _criteria(part: ProtocolPart, kind: Kind, schemes: Mapping[str, Scheme], nested: int) -> tuple[Criteria, ...]:
    named = part.texts("criteria")
    if "criteria" in TASK_KEYS[kind] and not named:
        part.fail(f"{part.who} has no criteria; name them", "criteria")
    for name in named:
        _known_criterion(part, "criteria", name, schemes)
    criteria: dict[str, Criteria] = {}
    for table in part.parts("criterion", nested):
        table.only(CRITERION_FIELDS)
        name = table.text("id")
        table.who = f"the criterion “{name}”"
        if name not in named:
            table.fail(f"{table.who} is not among the criteria of {part.who}", "id")
        if name in criteria:
            table.fail(f"{table.who} is described twice in {part.who}", "id")
        when = _condition(table, "when", table.text("when"), schemes, name) if "when" in table.data else None
        if "unmet" in table.data and when is None:
            table.fail(f"{table.who} has “unmet” but no “when”", "unmet")
        unmet = None
        if "unmet" in table.data:
            first = next(iter(expand_name(name, schemes)), None)
            unmet = _value(table, "unmet", str(table.data["unmet"]), first, name)
        criteria[name] = Criteria(name, when, unmet, table.texts("examples"))
    return tuple(criteria.get(name, Criteria(name)) for name in named)


def _known_criterion(part: ProtocolPart, key: str, name: str, schemes: Mapping[str, Scheme]) -> None:
    """Refuse the name of a criterion that there is not."""
    if name == REST and key == "criteria":
        return
    scheme, slash, criterion = name.partition("/")
    if not slash:
        part.fail(f"{part.who} names “{name}”; write a criterion in full, as scheme/criterion", key)
    if scheme not in schemes:
        part.fail(f"{part.who} names the scheme “{scheme}”, which is not there; there are: {', '.join(schemes)}", key)
    if criterion == REST and key == "criteria":
        return
    if schemes[scheme].criterion(criterion) is None:
        criterion_ids = ", ".join(criterion.id for criterion in schemes[scheme].criteria)
        part.fail(f"{part.who} names the criterion “{name}”, which is not there; {scheme} has: {criterion_ids}", key)


def _condition(part: ProtocolPart, key: str, text: str, schemes: Mapping[str, Scheme], of: str = "") -> Condition:
    """A condition; ``of`` is the criterion whose ``when`` it is: its scheme need not be named again."""
    match = _CONDITION.fullmatch(text)
    if not match or not match.group(2):
        part.fail(f"“{key}” of {part.who} must read like “scheme/criterion = yes”, not “{text}”", key)
    name = match.group(1)
    if of and "/" not in name:
        name = f"{of.partition('/')[0]}/{name}"
    _known_criterion(part, key, name, schemes)
    criterion = next(iter(expand_name(name, schemes)))
    return Condition(name, _value(part, key, match.group(2), criterion, name))


def _value(part: ProtocolPart, key: str, text: str, criterion: Criterion | None, name: str) -> Value:
    """An answer that a criterion can have, as the value that it is kept as."""
    offered = answers(criterion) if criterion is not None else ("yes", "no")
    for value in offered:
        if str(value) == text:
            return value
    part.fail(f"“{text}” is not an answer to {name}; use one of {', '.join(map(str, offered))}", key)


def _methods() -> list[str]:
    """The methods that there are."""
    shipped = map(
        registry.declared_name, registry.modules(METHODS)
    )  # by their files: a protocol is read without loading any
    return sorted({*shipped, *extensions.load("methods")[0]})


def _method(part: ProtocolPart) -> str:
    if "method" not in part.data:
        return ""
    return part.one_of("method", _methods())


def _one_method(part: ProtocolPart, name: str) -> None:
    """Refuse a method that there is not, among voters."""
    methods = _methods()
    if name not in methods:
        part.fail(f"{part.who} has the voter “method:{name}”; methods are: {', '.join(methods)}", "voters")


def _unit(part: ProtocolPart, kind: Kind) -> str:
    if kind is Kind.WRITE:
        return part.one_of("unit", (*_WRITTEN, UnitKind.TURN))  # turns: a discussion, from the article
    return part.one_of("unit", ("", WHOLE), "")


def _people(part: ProtocolPart) -> int:
    people = part.data.get("people", 1)
    if people == "any":
        return ANY
    if not isinstance(people, int) or isinstance(people, bool) or not 1 <= people <= MOST_PEOPLE:
        part.fail(f"“people” of {part.who} must be a whole number from 1 to {MOST_PEOPLE:,}, or “any”", "people")
    return people


def _voters(part: ProtocolPart) -> tuple[str, ...]:
    voters = part.texts("voters") or ("people",)
    for name in voters:
        kind, colon, named = name.partition(":")
        if name != "people" and not (colon and f"{kind}:" in (JUDGE, METHOD) and named.strip()):
            part.fail(f"{part.who} has the voter “{name}”; use “people” or “judge:NAME” or “method:NAME”", "voters")
        if f"{kind}:" == METHOD:
            _one_method(part, named)
    return voters


def _shows(part: ProtocolPart) -> tuple[str, ...]:
    shows = part.texts("shows")
    for name in shows:
        if not (name in _SHOWABLE or (name.startswith(_SYSTEM) and name[len(_SYSTEM) :].strip())):
            part.fail(f"{part.who} shows “{name}”; use one of {', '.join(_SHOWABLE)}, or system:NAME", "shows")
    return shows


def _draw(part: ProtocolPart) -> Draw | None:
    if "draw" not in part.data:
        return None
    options = part.data["draw"]
    if not isinstance(options, dict):
        part.fail(f'“draw” of {part.who} must read like {{ n = 30, of = "attribute", seed = 1 }}', "draw")
    for key in options:
        if key not in DRAW_FIELDS:
            part.fail(
                f"“draw” of {part.who} has the unknown key “{key}”; the keys are {', '.join(DRAW_FIELDS)}", "draw"
            )
    for key in ("n", "seed", "least"):
        number = options.get(key, 1)
        if not isinstance(number, int) or isinstance(number, bool) or number < (0 if key == "seed" else 1):
            part.fail(f"“{key}” of the draw of {part.who} must be a whole number from {int(key != 'seed')}", "draw")
    for key in ("of", "within"):
        if not isinstance(options.get(key, "-"), str) or not options.get(key, "-").strip():
            part.fail(f"“{key}” of the draw of {part.who} must be a text in quotes", "draw")
    if options.get("tables", LAST) not in (LAST, ALL):
        part.fail(f"“tables” of the draw of {part.who} must be “{LAST}” or “{ALL}”", "draw")
    for key in ("n", "of"):
        if key not in options:
            part.fail(f"“draw” of {part.who} has no “{key}”", "draw")
    return Draw(**options)


def _read_known(part: ProtocolPart) -> tuple[bool, float]:
    """Whether it is training, and which share of its units checks people."""
    option = part.data.get("known", False)
    if isinstance(option, bool):
        training, share = option, 0.0
    else:
        training, share = False, part.fraction("known")
        if share == 1:
            part.fail(
                f"all units of {part.who} have a known answer; write known = true, which makes it training", "known"
            )
    if "mark" in part.data and not (training or share):
        part.fail(f"{part.who} has a pass mark but no known answers; add “known”", "mark")
    return training, share


FieldValue = str | int | float
FORM_FIELDS = ("ask", "people", "rule", "known")
"""The fields of a task that a form changes."""
_HEAD = re.compile(r"^\s*\[\[?[^\[\]]+\]\]?\s*(#.*)?$")
_TASK = re.compile(r"^\s*\[\[\s*task\s*\]\]\s*(#.*)?$")


def change_task(
    text: str, task: str, fields: Mapping[str, FieldValue], schemes: Mapping[str, Scheme], where: str = "the protocol"
) -> str:
    """The text of a protocol with other ``fields`` (see ``FORM_FIELDS``; "known" 0 removes it) of a task.

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
    parse(changed_text, where, schemes)
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
