"""What each column of a table is: a guess with its reason, the questions with counts of the whole file, their answers,
and the mapping that follows.

All answers stand in the roles themselves (`ColumnRole`), so that roles alone make the mapping. What an answer means,
who gave it and what a blank means is asked, never guessed.
"""

from __future__ import annotations

import re
import shlex
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.domain import ItemId
from galley.core.errors import InputError, QuestionsOpen
from galley.core.import_types import ImportReport
from galley.core.storage.connection import Connection
from galley.core.storage.queries import items
from galley.core.tables import field_roles, record_paths, sources
from galley.core.tables.elements import Element
from galley.core.tables.field_roles import MOST_DEPTH, NUMBERED, make_relative, split_list_path
from galley.core.tables.mapping import TableMapping, parse_mapping
from galley.core.tables.record_values import canonical
from galley.core.tables.repeated_rows import FIRST, ITEMS, RATERS
from galley.core.tables.table_scheme import build_scheme
from galley.core.text.plurals import format_count

MOST_VALUES = 500
"""Different values of a column that are counted one by one."""
MOST_ROWS_SHOWN = 1_000
FEW = 8
"""Different values of a column that may be answers."""
LONG = 80
"""Characters of a text that is more than a label."""
LONG_ARTICLE = 200
"""Characters from which on the longest texts are the article."""
BEAT = 1_000
NO_SUMMARIES = "no summaries"
"""What a role is about where the user said that no column holds summaries."""
_BLANK = 0
"""The hash of a cell that holds nothing."""
OURS = re.compile(r".+ · (answer|verdict|how|relabelled as|note|time|gold)")
"""Heads of the columns that Galley writes beside a table."""


@cache
def is_ours(name: str) -> bool:
    """Whether Galley wrote a column of this name beside a table."""
    return OURS.fullmatch(name) is not None


class Role(StrEnum):
    """What a column holds."""

    ID = "id"
    DIALOGUE = "dialogue"
    ARTICLE = "article"
    SUMMARY = "summary"
    SYSTEM = "system"
    REFERENCE = "reference"
    FLAG = "flag"
    ANSWER = "answer"
    GOLD = "gold"
    EXPLANATION = "explanation"
    CONFIDENCE = "confidence"
    ANNOTATOR = "annotator"
    QUOTE = "quote"
    EVIDENCE = "evidence"
    START = "start"
    END = "end"
    SCORE = "score"
    GROUP = "group"
    METADATA = "metadata"
    IGNORE = "ignore"
    UNDECIDED = "undecided"


ROLE_MEANINGS = {
    Role.ID: "The key of the item.",
    Role.DIALOGUE: "The source text, a dialogue in turns.",
    Role.ARTICLE: "The source text.",
    Role.SUMMARY: "A summary. `system=NAME` says whose; `repeated=` what a row with the same texts is.",
    Role.SYSTEM: "The name of the system that wrote the row's summary.",
    Role.REFERENCE: "A reference summary.",
    Role.FLAG: "A judge's flags. `error=VALUE` says which value is an error; `any` and `names` read free text.",
    Role.ANSWER: "A person's answer to a flag, or about a summary.",
    Role.GOLD: "The right answer.",
    Role.EXPLANATION: "The explanation of a flag.",
    Role.CONFIDENCE: "The confidence of a flag.",
    Role.ANNOTATOR: "Who flagged it.",
    Role.QUOTE: "The words of the summary that are flagged.",
    Role.EVIDENCE: "The words of the source that the flag cites.",
    Role.START: "Where the flagged words begin.",
    Role.END: "Where the flagged words end.",
    Role.SCORE: "A number about the summary.",
    Role.GROUP: "The data set of the item; `galley metrics --by dataset` splits figures by it.",
    Role.METADATA: "Kept with the item and shown, but read by no figure.",
    Role.IGNORE: "Not imported.",
    Role.UNDECIDED: "Galley asks.",
}
"""What each role means, for the page of mapping keys (Markdown)."""
VERDICT_ROLES = (Role.FLAG, Role.ANSWER, Role.GOLD)
"""Columns that hold a judgement in each row."""
DETAIL_ROLES = (
    Role.EXPLANATION, Role.CONFIDENCE, Role.ANNOTATOR, Role.QUOTE, Role.EVIDENCE, Role.START, Role.END,
)  # fmt: skip
"""Columns that belong to a flag column."""
_DETAIL_LABELS = {Role.START: "Start of the span", Role.END: "End of the span"}
ANY_TEXT, NAMES_OF_ERRORS = "any", "names"
"""How a flag column of free text reads: any text is a yes; or it names errors, divided by “;”."""
LEAVE_OUT = "leave out"


@dataclass(frozen=True)
class ColumnRole:
    """The role of a column and what was answered about it.

    ``system``: whose summary it is or is about ("" for the only one, or where a column names the system).
    ``flag_column``: the column that an explanation, confidence, annotator, quote, answer or gold belongs to.
    ``meanings``: what each value means: for a flag or gold yes, no, unsure or ``LEAVE_OUT``; for an answer with
    ``about`` "flag" or "summary": right, wrong, unsure or ``LEAVE_OUT``. ``giver_kind`` is judge or human.
    ``blank``: "no" or "open" ("" not answered). ``repeated``, of the first summary: what rows with the texts of another
    row are (``repeated_rows``). ``was_asked``: whether the role itself was a question. ``reason``: why
    it was guessed, a sentence.
    """

    role: Role
    system: str = ""
    criterion: str = ""
    flag_column: str = ""
    reading: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    giver: str = ""
    giver_kind: str = ""
    blank: str = ""
    repeated: str = ""
    was_asked: bool = False
    reason: str = ""

    @property
    def label(self) -> str:
        """The role in words: "Summary by A", "Flag GPT flag on A"."""
        on_system = f" on {self.system}" if self.system else ""
        match self.role:
            case Role.ID:
                return "ID of the item"
            case Role.SUMMARY:
                return f"Summary by {self.system}" if self.system else "Summary"
            case Role.SYSTEM:
                return "System of the summary"
            case Role.FLAG:
                return f"Flag {self.criterion}{on_system}"
            case Role.ANSWER:
                return f"Answer to {self.flag_column or self.criterion}" + (f" by {self.giver}" if self.giver else "")
            case Role.GOLD:
                return f"Gold of {self.criterion}{on_system}"
            case Role.SCORE:
                return f"Score {self.criterion}{on_system}"
            case _ if self.role in DETAIL_ROLES:
                return f"{_DETAIL_LABELS.get(self.role, self.role.capitalize())} of {self.flag_column}"
            case Role.METADATA:
                return "Keep as metadata"
            case Role.UNDECIDED:
                return "Answer this question below"
            case _:
                return self.role.capitalize()


@dataclass
class TableColumn:
    """A column of a table, or a nested field: its name, its path in a mapping, and what the whole file holds in it.

    ``counts`` has the first ``MOST_VALUES`` different values as canonical texts, ``spellings`` how each is written,
    ``row_hashes`` a hash for each row, ``_BLANK`` for one that holds nothing; ``has_blank_texts`` says whether some
    of these are blank texts (JSON, Parquet), which a mapping has to name.
    """

    name: str
    path: str
    letter: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    spellings: dict[str, set[str]] = field(default_factory=dict)
    filled_count: int = 0
    blank_count: int = 0
    text_count: int = 0
    length: int = 0
    has_many_values: bool = False
    has_blank_texts: bool = False
    list_path: str | None = None
    row_hashes: array[int] = field(default_factory=lambda: array("q"), repr=False)

    @property
    def mean_length(self) -> int:
        """Characters of its texts, on average."""
        return self.length // self.text_count if self.text_count else 0

    @cached_property
    def different_count(self) -> int:
        """How many different values it has, once it was read to its end."""
        return len(set(self.row_hashes) - {_BLANK})

    @property
    def is_unique(self) -> bool:
        """Whether every row has a value of its own."""
        return self.filled_count > 0 and not self.blank_count and self.different_count == self.filled_count

    def count_blank(self, row_count: int = 1) -> None:
        """Count rows that hold nothing."""
        self.blank_count += row_count
        self.row_hashes.extend([_BLANK] * row_count)

    def count(self, value: Any) -> None:
        """Count one value of a row."""
        if value is None or value == "" or (isinstance(value, str) and not value.strip()):
            self.has_blank_texts = self.has_blank_texts or value is not None
            self.count_blank()
            return
        self.filled_count += 1
        text = canonical(value) if isinstance(value, str | int | float) else str(value)
        self.row_hashes.append(hash(text))
        if isinstance(value, str):
            self.text_count += 1
            self.length += len(value)
        if text in self.counts or len(self.counts) < MOST_VALUES:
            self.counts[text] += 1
            self.spellings.setdefault(text, set()).add(value if isinstance(value, str) else to_text(value))
        else:
            self.has_many_values = True


def to_text(value: Any) -> str:
    """A value as a text."""
    return canonical(value) if isinstance(value, str | int | float) else str(value)


class ProjectItems(NamedTuple):
    """What the answers of a table without texts can be about: the row ids of a project's items by key, and for each
    system the id of its summaries ("" where it differs from item to item)."""

    rows_by_key: Mapping[str, ItemId]
    summaries: Mapping[str, str]

    @classmethod
    def read(cls, connection: Connection) -> ProjectItems:
        """Those of a project."""
        rows_by_key = {key: row for row, key in items.read_keys(connection).items()}
        names_by_system: dict[str, set[str]] = {}
        for group in sorted(items.count_summaries(connection), key=lambda group: group.first):
            names_by_system.setdefault(group.system, set()).update((group.first_name, group.last_name))
        same = {system: next(iter(names)) if len(names) == 1 else "" for system, names in names_by_system.items()}
        return cls(rows_by_key, same)

    def find_summary(self, system: str) -> str:
        """The id of the summaries of a system, or of the only ones; "" where it is not the same in all items."""
        only = next(iter(self.summaries.values())) if len(self.summaries) == 1 else ""
        return self.summaries.get(system, "" if system else only)


@dataclass
class TableScan:
    """A file that was read to its end: columns with counts, the number of rows, and the first rows to show; the items
    of the ``project`` that it comes into, where that is known."""

    paths: tuple[Path, ...]
    read_options: dict[str, Any]
    columns: dict[str, TableColumn]
    row_count: int
    rows: list[Element]
    notes: list[str]
    project: ProjectItems | None = None
    _repeated_rows: dict[tuple[str, ...], list[list[int]]] = field(default_factory=dict, repr=False)

    def find_repeated_rows(self, names: tuple[str, ...]) -> list[list[int]]:
        """The rows (from 0) that hold the same in these columns, where two or more do and not all are empty. Kept: each
        answer on the import page asks again."""
        if names not in self._repeated_rows:
            rows_by_text: dict[tuple[int, ...], list[int]] = {}
            for row, hashes in enumerate(zip(*(self.columns[name].row_hashes for name in names), strict=True)):
                rows_by_text.setdefault(hashes, []).append(row)
            rows_by_text.pop((_BLANK,) * len(names), None)
            self._repeated_rows[names] = [rows for rows in rows_by_text.values() if len(rows) > 1]
        return self._repeated_rows[names]

    def value(self, row: Element, column: TableColumn) -> str:
        """What a row holds in a column, as a text."""
        scope = record_paths.Scope(row.value, row.number, row.path.stem, None)
        matches = record_paths.find(record_paths.parse(column.path), scope)
        return "  ·  ".join(to_text(match.value) for match in matches)


WriteOption = Callable[..., str]
Roles = dict[str, ColumnRole]
"""Column name to role, in the order of the file."""


@dataclass(frozen=True)
class ColumnQuestion:
    """An open or answered question about columns.

    ``kind``: "choice" (one of ``choices``, each (answer, label)); "values" (for each of ``values`` one of
    ``choices``); "giver" (one of ``choices``, or any "human:NAME" or "judge:NAME"). ``answer`` is None while it is
    open. ``options`` are the command's options, one that answers it for each column.
    """

    id: str
    kind: str
    columns: tuple[str, ...]
    text: str
    choices: tuple[tuple[str, str], ...]
    answer: Any
    options: tuple[str, ...]
    values: tuple[tuple[str, int], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the import waits for its answer."""
        return self.answer is None


# Reading ----------------------------------------------------------------------------------------------------------


def scan_table(
    paths: Sequence[Path],
    read_options: dict[str, Any],
    report: ImportReport,
    most_rows: int | None = None,
    project: ProjectItems | None = None,
) -> TableScan:
    """Read the files to their end, or the first ``most_rows`` of each, and count what each column holds.

    Raises: InputError; what ``report.beat`` raises.
    """
    columns: dict[str, TableColumn] = {}
    rows: list[Element] = []
    row_count, shown_characters = 0, 0
    for path in paths:
        for element in islice(sources.elements(path, read_options, report), most_rows):
            if element.number % BEAT == 0:
                report.beat()
            row_count += 1
            if len(rows) < MOST_ROWS_SHOWN and shown_characters < sources.MOST_LOOKED_AT:
                rows.append(element)
                shown_characters += sum(len(text) for text in _texts(element.value))
            row_values = list(_leaves(element.value))
            for name, column_path, value in row_values:
                if name not in columns:
                    list_path = f"{column_path.rpartition('[]')[0]}[]" if "[]" in column_path else None
                    columns[name] = TableColumn(name, column_path, list_path=list_path)
                    if list_path is None:
                        columns[name].count_blank(row_count - 1)
                columns[name].count(value)
            present = {name for name, _, _ in row_values}
            if len(present) < len(columns):
                for name, column in columns.items():
                    if name not in present and column.list_path is None:
                        column.count_blank()
    if not row_count:
        raise InputError(sources.NO_ROWS.format(path=paths[0]))
    for number, column in enumerate(columns.values(), 1):
        column.letter = _letter(number)
    notes = [note.text for note in report.notes]
    return TableScan(tuple(paths), dict(read_options), columns, row_count, rows, notes, project)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _leaves(value: Any, name: str = "", path: str = "", depth: int = 0) -> Iterator[tuple[str, str, Any]]:
    """Name, mapping path and value of each field of a record, nested ones too."""
    if isinstance(value, dict) and depth < MOST_DEPTH:
        for field_name, inner in value.items():
            inner_path = f"{path}.{field_name}" if path else record_paths.quote(str(field_name))
            inner_name = f"{name}.{field_name}" if name else str(field_name)
            if isinstance(inner, dict | list):
                yield from _leaves(inner, inner_name, inner_path, depth + 1)
            elif inner_path:
                yield inner_name, inner_path, inner
    elif isinstance(value, list) and depth < MOST_DEPTH and path:
        for inner in value:
            yield from _leaves(inner, f"{name}[]", f"{path}[]", depth + 1)
    elif path:
        yield name, path, value


def _letter(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


# Guessing ---------------------------------------------------------------------------------------------------------

FIELD_NAMES: dict[str, tuple[str, ...]] = {
    "key": ("key", "id", "item", "itemid", "docid", "documentid", "uid", "name"),
    "dataset": ("dataset",),
    "split": ("split", "cut"),
    "dialogue": ("dialogue", "dialog", "transcript", "conversation", "discussion", "turns", "messages"),
    "article": ("article", "source", "sourcetext", "document", "doc", "articles", "sources", "body", "context"),
    "reference": ("reference", "referencesummary", "goldsummary", "references", "highlights"),
    "text": ("summary", "systemoutput", "systemsummary", "generatedsummary", "automaticsummary", "summaries"),
    "system": ("system", "model", "modelname", "systemid", "summarizer"),
}
SEVERAL_SUMMARIES = re.compile(
    r"(?:(summar(?:y|ies)|output)[ _./-](?P<behind>.+)|(?P<before>.+)[ _.-](summary|output))", re.I
)
_CONTAINER = re.compile(r"(?:fields|data|record|row|example|inputs?)\.(?=.)", re.I)
"""An object that only holds the fields of a record, as in Argilla and Label Studio: it names no system."""
_USER = re.compile(r"(?<![a-z])user[ _-]?(id|name)(?![a-z])", re.I)
"""Who answered, in a list of answers; elsewhere it may be who wrote a dialogue."""
_MODEL = re.compile(
    r"(?<![a-z])(gpt[-\w.]*|chatgpt|claude|llama|gemini|mistral|mixtral|qwen|deepseek|gemma|judge|model|llm|ai|auto)"
    r"(?![a-z])",
    re.I,
)
_FLAG = re.compile(
    r"flag|error|halluc|faithful|consisten|factual|wrong|correct|support|verdict|label|issue|problem|mistake|accura",
    re.I,
)
_GOLD = re.compile(r"(?<![a-z])(gold|truth|adjudicat\w*|consensus|final)(?![a-z])", re.I)
_DETAILS = {
    Role.EXPLANATION: re.compile(
        r"comment|expla|reason|rational|justif|remark|(?<![a-z])(why|note|notes)(?![a-z])", re.I
    ),
    Role.CONFIDENCE: re.compile(r"confiden|probab|certain|(?<![a-z])prob(?![a-z])", re.I),
    Role.EVIDENCE: re.compile(r"evidence|(?<![a-z])source (sentence|passage|quote)", re.I),
    Role.QUOTE: re.compile(r"quote|(?<![a-z])(span|excerpt)(?![a-z])", re.I),
    Role.ANNOTATOR: re.compile(r"annotator|rater|reviewer|labell?er|(?<![a-z])(coder|judged by|by)(?![a-z])", re.I),
}
_KEY = re.compile(r"(?<![a-z])id(?![a-z])|(?<=[a-z])I[dD]$|^(?i:nr|no|number|#)\.?$")
_GROUP = re.compile(r"(dataset|group|batch|corpus)", re.I)
_ERROR_WORDS = frozenset(
    "error errors wrong incorrect bad hallucinated hallucination unfaithful unsupported inconsistent fail failed"
    " fehler falsch".split()
)
_RIGHT_WORDS = frozenset(
    "ok okay right correct good fine faithful supported consistent pass passed agree agreed accept accepted richtig"
    " none clean".split()
)
_WRONG_WORDS = _ERROR_WORDS | frozenset("disagree disagreed reject rejected".split())
_YES_WORDS = frozenset("yes y true 1 x ja oui si".split())
_NO_WORDS = frozenset("no n false 0 nein non".split())
_UNSURE_WORDS = frozenset("? unsure maybe unclear".split())
_ANSWER_WORDS = _ERROR_WORDS | _RIGHT_WORDS | _WRONG_WORDS | _YES_WORDS | _NO_WORDS | _UNSURE_WORDS | {"n/a", "na", "-"}
_NAMED_ROLES = {
    "key": Role.ID,
    "dialogue": Role.DIALOGUE,
    "article": Role.ARTICLE,
    "reference": Role.REFERENCE,
    "text": Role.SUMMARY,
    "system": Role.SYSTEM,
    "dataset": Role.GROUP,
}


def guess_roles(scan: TableScan) -> Roles:
    """A role for each column, from its name and what it holds, with the reason."""
    roles: Roles = {}
    outer = {name: column for name, column in scan.columns.items() if column.list_path is None}
    nested = {name: column for name, column in scan.columns.items() if column.list_path is not None}
    _guess_texts(scan, outer, roles)
    _guess_nested(nested, roles)
    if scan.project is not None and is_about_project(scan, roles):
        for name, column in scan.columns.items():
            if name not in roles and column.counts and scan.project.summaries.keys() >= column.counts.keys():
                roles[name] = ColumnRole(Role.SYSTEM, reason="Its values are the systems of the project.")
                break
    systems = list_systems(scan, roles)
    rest = [column for name, column in scan.columns.items() if name not in roles]
    for column in rest:
        if role := _guess_verdict(column, systems):
            roles[column.name] = role
    has_flags = any(role.role is Role.FLAG for role in roles.values())
    for column in rest:
        if column.name not in roles:
            roles[column.name] = _guess_detail(column, scan, roles, has_flags, systems)
    if not any(role.role in VERDICT_ROLES for role in roles.values()):
        for column in rest:
            if roles[column.name].role is Role.METADATA and _DETAILS[Role.EXPLANATION].search(column.name):
                roles[column.name] = _undecided(
                    column, systems, "its name is that of comments, and no column is a flag"
                )
    return {name: roles[name] for name in scan.columns}


def find_named_fields(names: Sequence[str]) -> dict[str, str]:
    """The fields whose names tell a role, by the role (see ``FIELD_NAMES``); of two of one name the outer one."""
    order = sorted(reversed(names), key=lambda name: _CONTAINER.match(name) is None)
    names_by_form = {re.sub(r"[\W_]+", "", _CONTAINER.sub("", name.casefold(), 1)): name for name in order}
    return {
        role: names_by_form[n]
        for role, role_names in reversed(FIELD_NAMES.items())
        for n in reversed(role_names)
        if n in names_by_form
    }


def _guess_texts(scan: TableScan, columns: dict[str, TableColumn], roles: Roles) -> None:
    names = list(columns)
    for name in names:
        if is_ours(name):
            roles[name] = ColumnRole(Role.IGNORE, reason="Galley wrote this column into an earlier table.")
    names_by_role = find_named_fields([name for name in names if name not in roles])
    for native_role, name in names_by_role.items():
        if native_role in _NAMED_ROLES and (native_role != "system" or "text" in names_by_role):
            roles[name] = ColumnRole(_NAMED_ROLES[native_role], reason="Its name says so.")
    if "text" not in names_by_role:
        for name in names:
            match = SEVERAL_SUMMARIES.fullmatch(_CONTAINER.sub("", name, 1))
            column = columns[name]
            if match and name not in roles and column.text_count and not _looks_like_answers(column):
                system = (match["behind"] or match["before"]).strip()
                roles[name] = ColumnRole(Role.SUMMARY, system, reason="It is named like a summary of one system.")
    if not any(role.role is Role.ID for role in roles.values()):
        for name, column in columns.items():
            if name not in roles and column.is_unique and _KEY.search(name):
                roles[name] = ColumnRole(Role.ID, reason="It is named like a key, and each value is unique.")
                break
    if not any(role.role is Role.ARTICLE for role in roles.values()):
        others = (_FLAG, *_DETAILS.values())
        rest = [
            column
            for name, column in columns.items()
            if name not in roles and not any(pattern.search(name) for pattern in others)
        ]
        longest = max(rest, key=lambda column: column.mean_length, default=None)
        if longest and longest.mean_length >= LONG_ARTICLE:
            reason = f"Its texts are the longest ({longest.mean_length:,} characters)."
            roles[longest.name] = ColumnRole(Role.ARTICLE, reason=reason)


def _guess_nested(columns: dict[str, TableColumn], roles: Roles) -> None:
    """Turns of a dialogue and lists of summaries."""
    by_list: dict[str, list[TableColumn]] = {}
    for column in columns.values():
        by_list.setdefault(column.list_path or "", []).append(column)
    for list_path, fields in by_list.items():
        list_name = re.sub(r"[\W_]+", "", list_path.rpartition(".")[2].casefold())
        last_names = {column.name.rpartition("[]")[2].removeprefix(".").casefold(): column for column in fields}
        for role in (Role.DIALOGUE, Role.ARTICLE):
            if list_name in FIELD_NAMES[role.value] and not any(r.role is role for r in roles.values()):
                words = next(
                    (last_names[n] for n in ("text", "content", "utterance", "words", "") if n in last_names), None
                )
                if words is not None:
                    roles[words.name] = ColumnRole(role, reason="It is the text of each part of such a list.")
                    for speaker_name in ("speaker", "role", "name", "who"):
                        if role is Role.DIALOGUE and speaker_name in last_names:
                            reason = "It is the speaker of each turn."
                            roles[last_names[speaker_name].name] = ColumnRole(role, system="speaker", reason=reason)
                            break
        if not any(r.role is Role.SUMMARY for r in roles.values()):
            is_named = list_name in FIELD_NAMES["text"]
            text_names = ("text", "summary", "content", "output", "") if is_named else ("summary",)
            words = next((last_names[n] for n in text_names if n in last_names), None)
            if words is not None:
                roles[words.name] = ColumnRole(Role.SUMMARY, reason="It is the text of each summary of a list.")
                system = next((last_names[n] for n in FIELD_NAMES["system"] if n in last_names), None)
                if system is not None:
                    roles[system.name] = ColumnRole(Role.SYSTEM, reason="It names the system of each summary.")


def list_systems(scan: TableScan, roles: Mapping[str, ColumnRole]) -> list[str]:
    """The systems whose summaries are columns, or stand in the project that the answers of the table are about."""
    if is_about_project(scan, roles) and scan.project is not None:
        return [system for system in scan.project.summaries if system]
    return [role.system for role in roles.values() if role.role is Role.SUMMARY and role.system]


def is_about_project(scan: TableScan, roles: Mapping[str, ColumnRole]) -> bool:
    """Whether the table holds no summaries, and its IDs are those of items in the project."""
    if scan.project is None or any(role.role is Role.SUMMARY or role.about == NO_SUMMARIES for role in roles.values()):
        return False
    return not all(scan.project.rows_by_key.keys().isdisjoint(texts) for texts in _list_ids(scan, roles).values())


def find_missing_ids(scan: TableScan, roles: Mapping[str, ColumnRole]) -> list[str]:
    """The IDs of a table about the items of the project that the project does not have, as far as they are counted."""
    if scan.project is None or not is_about_project(scan, roles):
        return []
    return [id for id, texts in _list_ids(scan, roles).items() if scan.project.rows_by_key.keys().isdisjoint(texts)]


def _list_ids(scan: TableScan, roles: Mapping[str, ColumnRole]) -> dict[str, set[str]]:
    """The different IDs of a table, each as it is written."""
    name = next((name for name, role in roles.items() if role.role is Role.ID), None)
    return scan.columns[name].spellings if name else {}


def split_system(name: str, systems: Sequence[str]) -> tuple[str, str]:
    """A column's name without the system that it names, and that system ("" for none)."""
    for system in sorted(systems, key=len, reverse=True):
        pattern = rf"(?<![^\W_]){re.escape(system)}(?![^\W_])"
        if len(matches := list(re.finditer(pattern, name, re.I))) == 1:
            bare = (name[: matches[0].start()] + " " + name[matches[0].end() :]).strip(" _-./()[]:")
            if bare:
                return re.sub(r"[ _]{2,}|_ | _", " ", bare), system
    return name, ""


def _looks_like_answers(column: TableColumn) -> bool:
    """Whether a column has few short values with words for answers among them; of numbers all must be such words."""
    enough = all if _is_number_column(column) else any
    return (
        0 < len(column.counts) <= FEW
        and not column.has_many_values
        and enough(text.casefold() in _ANSWER_WORDS for text in column.counts)
        and all(len(text) < LONG for text in column.counts)
    )


def _guess_verdict(column: TableColumn, systems: Sequence[str]) -> ColumnRole | None:
    bare, system = split_system(column.name, systems)
    bare = bare.rpartition("[]")[2].removeprefix(".") or bare
    if any(pattern.search(bare) for pattern in _DETAILS.values()) and not _looks_like_answers(column):
        return None
    few_values = 0 < len(column.counts) <= FEW and not column.has_many_values and column.mean_length < LONG
    if _GOLD.search(bare) and few_values:
        return ColumnRole(Role.GOLD, system, _criterion_name(bare, _GOLD), meanings=_guess_meanings(column),
                          reason="Its name says that these are the agreed answers.")  # fmt: skip
    model = _MODEL.search(bare)
    if _looks_like_answers(column) or (few_values and _FLAG.search(bare)):
        if model or _FLAG.search(bare):
            giver, giver_kind = (_giver_name(model[0]), "judge") if model else ("", "")
            values = ", ".join(list(column.counts)[:3])
            return ColumnRole(Role.FLAG, system, bare, meanings=_guess_meanings(column),
                              giver=giver, giver_kind=giver_kind,
                              reason=f"Its name and its values ({values}) are those of a flag.")  # fmt: skip
        return _undecided(column, systems, "its values are those of an answer")
    return None


def _undecided(column: TableColumn, systems: Sequence[str], why: str) -> ColumnRole:
    bare, system = split_system(column.name, systems)
    return ColumnRole(Role.UNDECIDED, system, bare, was_asked=True, reason=f"To be answered: {why}.")


def _giver_name(word: str) -> str:
    return "model" if word.casefold() in ("judge", "model", "llm", "ai", "auto") else word


def _criterion_name(bare: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub("", bare).strip(" _-./()[]:") or bare


def _guess_meanings(column: TableColumn) -> dict[str, str]:
    """What the values mean, where the words of all of them say so; {} else."""
    meanings = {}
    for text in column.counts:
        word = text.casefold()
        if word in _ERROR_WORDS:
            meanings[text] = "yes"
        elif word in _RIGHT_WORDS:
            meanings[text] = "no"
    return meanings if len(meanings) == len(column.counts) and not column.has_many_values else {}


def _is_number_column(column: TableColumn) -> bool:
    return bool(column.counts) and all(re.fullmatch(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", text) for text in column.counts)


def _guess_detail(
    column: TableColumn, scan: TableScan, roles: Roles, has_flags: bool, systems: Sequence[str]
) -> ColumnRole:
    bare, system = split_system(column.name, systems)
    if has_flags:
        for role, pattern in _DETAILS.items():
            is_named = pattern.search(bare) or (role is Role.ANNOTATOR and column.list_path and _USER.search(bare))
            if is_named and (role is not Role.CONFIDENCE or not column.counts or _is_number_column(column)):
                flag = _find_flag(column.name, system, roles, scan)
                if flag:
                    reason = f"Its name says so; it belongs to “{flag}” by name and place."
                    return ColumnRole(role, roles[flag].system, flag_column=flag, reason=reason)
    if _GROUP.fullmatch(bare) and not (
        any(role.role is Role.GROUP for role in roles.values()) or is_about_project(scan, roles)
    ):
        return ColumnRole(Role.GROUP, reason="Its name says so.")
    if _FLAG.search(bare) and column.filled_count:
        return _undecided(column, systems, "its name is that of a flag")
    return ColumnRole(Role.METADATA, reason="Nothing in its name or values suggests a role.")


def _find_flag(name: str, system: str, roles: Mapping[str, ColumnRole], scan: TableScan) -> str:
    """The flag column that a column belongs to: of the same list and system, with most words in common, then the
    nearest at the left."""
    order = list(scan.columns)
    words = set(re.findall(r"\w+", name.casefold()))
    candidates = [
        flag
        for flag, role in roles.items()
        if role.role is Role.FLAG
        and flag != name
        and (not system or role.system in ("", system))
        and scan.columns[flag].list_path == scan.columns[name].list_path
    ]
    at = order.index(name)

    def distance(flag: str) -> tuple[int, int]:
        offset = at - order.index(flag)
        common = words & set(re.findall(r"\w+", flag.casefold()))
        return -len(common), offset if offset > 0 else 1_000 - offset

    return min(candidates, key=distance, default="")


# Questions --------------------------------------------------------------------------------------------------------


def list_questions(scan: TableScan, roles: Mapping[str, ColumnRole]) -> list[ColumnQuestion]:
    """All questions, answered or not, in the order of the columns; columns with the same values share one."""
    questions: list[ColumnQuestion] = []
    if not any(role.role is Role.SUMMARY for role in roles.values()) and not is_about_project(scan, roles):
        questions.append(_ask_summary(scan, roles))
    questions += _ask_about_repeated_rows(scan, roles)
    groups = _group_columns(scan, roles)
    for names in groups:
        questions += _ask_about_group(scan, roles, names)
    return questions


def _ask_about_repeated_rows(scan: TableScan, roles: Mapping[str, ColumnRole]) -> Iterator[ColumnQuestion]:
    """Rows with the texts of another row, unless one item is made of them already and they agree."""
    flat = {name: role.role for name, role in roles.items() if scan.columns[name].list_path is None}
    summaries = [name for name, role in flat.items() if role is Role.SUMMARY]
    if not summaries or len(flat) < len(roles):
        return
    texts = [name for name, role in flat.items() if role in (Role.DIALOGUE, Role.ARTICLE, Role.SUMMARY, Role.SYSTEM)]
    ids = [name for name, role in flat.items() if role is Role.ID]
    names_rater = any(role is Role.ANNOTATOR for role in flat.values())
    answers = [name for name, role in flat.items() if role in (*VERDICT_ROLES, Role.UNDECIDED)]
    if not answers:
        return
    separate_counts: list[int] = []
    contradicting_counts: list[int] = []
    for rows in scan.find_repeated_rows(tuple(texts)):
        answer_values = [{scan.columns[name].row_hashes[row] for row in rows} - {_BLANK} for name in answers]
        if not ids or len({scan.columns[ids[0]].row_hashes[row] for row in rows}) > 1:
            separate_counts.append(len(rows))
        elif not names_rater and any(len(values) > 1 for values in answer_values):
            contradicting_counts.append(len(rows))
    is_apart = len(separate_counts) > (1 if ids else 0)  # one text that two IDs share is no pattern
    if not (count := sum(contradicting_counts) + (sum(separate_counts) if is_apart else 0)):
        return
    first = summaries[0]
    choices = [(RATERS, "Several raters of one item"), (FIRST, "Only the first row counts")]
    if is_apart:
        choices.append((ITEMS, "Separate items"))
    text = f"{format_count(count, 'rows')} have the same texts as another row" + (
        ". What are they?" if is_apart else " and other answers. What are they?"
    )
    yield ColumnQuestion(
        f"repeated:{first}", "choice", (first,), text, tuple(choices), roles[first].repeated or None,
        tuple(_write_option(first, Role.SUMMARY, f"repeated={choice}") for choice, _ in choices),
    )  # fmt: skip


def _ask_summary(scan: TableScan, roles: Mapping[str, ColumnRole]) -> ColumnQuestion:
    names = [name for name, column in scan.columns.items() if column.text_count and column.mean_length > 20]
    choices = tuple((name, name) for name in names)
    answer = "none" if any(role.about == NO_SUMMARIES for role in roles.values()) else None
    options = ("--role COLUMN=summary",)
    text = "Which column holds the summaries?"
    return ColumnQuestion("summary", "choice", (), text, (*choices, ("none", "There are none")), answer, options)


def _group_columns(scan: TableScan, roles: Mapping[str, ColumnRole]) -> list[list[str]]:
    groups: dict[tuple[Any, ...], list[str]] = {}
    systems = list_systems(scan, roles)
    for name, role in roles.items():
        if role.role not in VERDICT_ROLES and not role.was_asked:
            continue
        bare = split_system(name, systems)[0]
        column = scan.columns[name]
        values = tuple(sorted(column.counts)) if len(column.counts) > FEW else ()
        groups.setdefault((bare, role.role, role.reading, values), []).append(name)
    return list(groups.values())


def count_values(scan: TableScan, names: Sequence[str]) -> tuple[Counter[str], int]:
    """How often each value stands in these columns, and how many cells are empty."""
    counts: Counter[str] = Counter()
    for name in names:
        counts += scan.columns[name].counts
    return counts, sum(scan.columns[name].blank_count for name in names)


def describe_counts(counts: Counter[str], blank_count: int) -> str:
    """Counts in words: "23 yes, 57 no, 26 empty"; a value that is a number stands in quotes, for it follows one."""
    parts = [f"{count:,} " + (f"“{text[:30]}”" if text[:1].isdigit() else text[:30])
             for text, count in counts.most_common(FEW)]  # fmt: skip
    if len(counts) > FEW:
        parts = [f"{sum(counts.values()):,} texts"]
    return ", ".join(parts + ([f"{blank_count:,} empty"] if blank_count else []))


def _names(names: Sequence[str]) -> str:
    if len(names) > 3:
        return f"{names[0]} and {len(names) - 1} others like it"
    return " and ".join(names)


def _ask_about_group(
    scan: TableScan, roles: Mapping[str, ColumnRole], names: Sequence[str]
) -> Iterator[ColumnQuestion]:
    first, role = names[0], roles[names[0]]
    columns = tuple(names)
    counts, blank_count = count_values(scan, names)
    counted = f"{_names(names)}: {describe_counts(counts, blank_count)}."
    is_free_text = len(counts) > FEW or any(scan.columns[name].has_many_values for name in names)
    if not counts:
        return
    if role.was_asked:
        yield _ask_what(scan, roles, columns, f"{counted} What is it?", is_free_text)
    if role.role not in VERDICT_ROLES:
        return
    systems = list_systems(scan, roles)
    if (
        len(systems) > 1
        and scan.columns[first].list_path is None
        and not any(other.role is Role.SYSTEM for other in roles.values())
    ):
        for name in names:
            if not split_system(name, systems)[1]:
                yield ColumnQuestion(
                    f"system:{name}", "choice", (name,), f"{name}: which summary is it about?",
                    tuple((system, system) for system in systems), roles[name].system or None,
                    tuple(_write_option(name, roles[name].role, f"system={system}") for system in systems),
                )  # fmt: skip
    option = partial(_write_option, first, role.role)
    values = tuple(sorted(counts.items(), key=lambda entry: (entry[0].casefold() not in _YES_WORDS, -entry[1])))
    if role.role in (Role.ANSWER, Role.GOLD):
        if role.flag_column or role.about:
            yield from _ask_about_answer(role, columns, counted, values, option)
        else:
            yield _ask_meanings(role, columns, counted, values, option)
    elif is_free_text or role.reading:
        choices = ((ANY_TEXT, "Any text is a flag"), (NAMES_OF_ERRORS, "Names of errors, divided by “;”"))
        yield ColumnQuestion(
            f"reading:{first}", "choice", columns, f"{counted} How does it say that there is an error?", choices,
            role.reading or None, tuple(option(f"reading={choice}") for choice, _ in choices),
        )  # fmt: skip
    else:
        yield _ask_meanings(role, columns, counted, values, option)
    if role.role is not Role.GOLD and not _has_detail(roles, names, Role.ANNOTATOR):
        yield _ask_giver(role, columns, option)
    elif role.role is not Role.GOLD:
        choices = (("judge", "Models"), ("human", "People"))
        yield ColumnQuestion(
            f"kind:{first}", "choice", columns, f"{_names(names)}: are the annotators models or people?", choices,
            role.giver_kind or None, tuple(option(f"by={kind}") for kind, _ in choices),
        )  # fmt: skip
    if role.role is Role.FLAG and role.meanings and blank_count and "no" not in role.meanings.values():
        choices = (("open", "Not asked"), ("no", "There is no error"))
        yield ColumnQuestion(
            f"blank:{first}", "choice", columns, f"{_names(names)}: {blank_count:,} are empty. What does that mean?",
            choices, role.blank or None, tuple(option(f"blank={choice}") for choice, _ in choices),
        )  # fmt: skip


def _write_option(name: str, role: str, *details: str) -> str:
    """The command's option that gives a column a role, as a shell reads it."""
    return f"--role {shlex.quote(','.join([f'{name}={role}', *details]))}"


def _has_detail(roles: Mapping[str, ColumnRole], names: Sequence[str], detail: Role) -> bool:
    return any(role.role is detail and role.flag_column in names for role in roles.values())


def _ask_what(
    scan: TableScan, roles: Mapping[str, ColumnRole], columns: tuple[str, ...], text: str, is_free_text: bool
) -> ColumnQuestion:
    role = roles[columns[0]]
    systems = list_systems(scan, roles)
    bare = split_system(columns[0], systems)[0]
    person = _person_name(bare)
    choices: list[tuple[str, str]] = []
    flag_column = _find_flag(columns[0], split_system(columns[0], systems)[1], roles, scan)
    if flag_column and not is_free_text:
        flag = roles[flag_column].criterion
        choices.append(("answer", f"{person}’s answer to {flag}" if person else f"A person’s answer to {flag}"))
    choices.append(("flag", "A flag"))
    if not is_free_text:
        choices.append(("gold", "Gold"))
    choices.append(("metadata", "Metadata"))
    options = tuple(_write_option(columns[0], answer) for answer, _ in choices)
    answer = None if role.role is Role.UNDECIDED else role.role.value
    return ColumnQuestion(f"what:{columns[0]}", "choice", columns, text, tuple(choices), answer, options)


def _person_name(bare: str) -> str:
    return bare if re.fullmatch(r"[^\W\d_][\w'’-]*( [^\W\d_][\w'’-]*)?", bare) and bare[0].isupper() else ""


def _ask_meanings(
    role: ColumnRole, columns: tuple[str, ...], counted: str, values: tuple[tuple[str, int], ...], option: WriteOption
) -> ColumnQuestion:
    answered = role.meanings if role.meanings.keys() >= {value for value, _ in values} else None
    if len(values) == 2:
        errors = [value for value, meaning in (answered or {}).items() if meaning == "yes"]
        return ColumnQuestion(
            f"error:{columns[0]}", "choice", columns, f"{counted} Which means that there is an error?",
            tuple((value, value) for value, _ in values), errors[0] if len(errors) == 1 else None,
            tuple(option(f"error={value}") for value, _ in values),
        )  # fmt: skip
    choices = (("yes", "an error"), ("no", "no error"), ("unsure", "unsure"), (LEAVE_OUT, "leave out"))
    return ColumnQuestion(
        f"values:{columns[0]}", "values", columns, f"{counted} What does each value mean?", choices, answered,
        (option(*(f"{value}=yes|no|unsure|leave out" for value, _ in values[:FEW])),), values,
    )  # fmt: skip


def _ask_about_answer(
    role: ColumnRole, columns: tuple[str, ...], counted: str, values: tuple[tuple[str, int], ...], option: WriteOption
) -> Iterator[ColumnQuestion]:
    positive = find_positive_value([value for value, _ in values])
    choices: tuple[tuple[str, str], ...] = (("flag", "The flag is right"), ("summary", "The summary is right"))
    if any(value.casefold() in _YES_WORDS | _NO_WORDS for value, _ in values):
        choices += (("error", "There is an error"),)
    yield ColumnQuestion(
        f"about:{columns[0]}", "choice", columns, f"{_names(columns)}: what does “{positive}” mean?", choices,
        role.about or None, tuple(option(f"about={choice}") for choice, _ in choices),
    )  # fmt: skip
    if not is_plain_pair([value for value, _ in values]):
        yield _ask_answer_meanings(role, columns, counted, values, option)


def _ask_answer_meanings(
    role: ColumnRole, columns: tuple[str, ...], counted: str, values: tuple[tuple[str, int], ...], option: WriteOption
) -> ColumnQuestion:
    answered = role.meanings if role.meanings.keys() >= {value for value, _ in values} else None
    choices = (("right", "right"), ("wrong", "wrong"), ("unsure", "unsure"), (LEAVE_OUT, "leave out"))
    return ColumnQuestion(
        f"values:{columns[0]}", "values", columns, f"{counted} What does each value mean?", choices, answered,
        (option(*(f"{value}=right|wrong|unsure|leave out" for value, _ in values[:FEW])),), values,
    )  # fmt: skip


def find_positive_value(values: Sequence[str]) -> str:
    """The value that says that something is so: ok, right, yes; else the first."""
    for words in (_RIGHT_WORDS, _YES_WORDS):
        for value in values:
            if value.casefold() in words:
                return value
    return values[0]


def is_plain_pair(values: Sequence[str]) -> bool:
    """Whether the values are one positive word and one negative word, so that nobody need ask which is which."""
    words = [value.casefold() for value in values]
    positive = [word for word in words if word in _RIGHT_WORDS | _YES_WORDS]
    negative = [word for word in words if word in _WRONG_WORDS | _NO_WORDS]
    return len(positive) <= 1 and len(negative) <= 1 and len(positive) + len(negative) == len(words)


def guess_answer_meanings(values: Sequence[str]) -> dict[str, str]:
    """Right and wrong for values that are a plain pair; {} else."""
    if not is_plain_pair(values):
        return {}
    return {value: "right" if value.casefold() in _RIGHT_WORDS | _YES_WORDS else "wrong" for value in values}


def _ask_giver(role: ColumnRole, columns: tuple[str, ...], option: WriteOption) -> ColumnQuestion:
    model, person = _MODEL.search(role.criterion), _person_name(role.giver or role.criterion)
    choices = []
    if role.role is Role.FLAG:
        model_name = role.giver if role.giver_kind == "judge" else _giver_name(model[0]) if model else "model"
        choices.append((f"judge:{model_name}", f"A model: {model_name}"))
    if role.giver_kind == "human":
        choices.append((f"human:{role.giver}", role.giver))
    elif role.role is Role.ANSWER and person:
        choices.append((f"human:{person}", person))
    choices.append(("human:", "A person…"))
    what = "flags" if role.role is Role.FLAG else "answers"
    answer = f"{role.giver_kind}:{role.giver}" if role.giver and role.giver_kind else None
    options = tuple(option(f"by={choice}" + ("NAME" if choice.endswith(":") else "")) for choice, _ in choices)
    text = f"{_names(columns)}: who gave these {what}?"
    return ColumnQuestion(f"giver:{columns[0]}", "giver", columns, text, tuple(choices), answer, options)


def answer_question(scan: TableScan, roles: Mapping[str, ColumnRole], question: ColumnQuestion, answer: Any) -> Roles:
    """The roles in which a question has this answer, for all its columns; None takes an answer back.

    ``answer`` is a choice; for "values" a dict from value to choice; for "giver" "human:NAME" or "judge:NAME".
    """
    answered_roles = dict(roles)
    what = question.id.partition(":")[0]
    if what == "summary":
        return _answer_summary(answered_roles, answer)
    for name in question.columns:
        role = answered_roles[name]
        counts = scan.columns[name].counts
        if what == "what":
            answered_roles[name] = _decide(scan, answered_roles, name, answer)
        elif what == "error":
            values = count_values(scan, question.columns)[0]
            meanings = {value: "yes" if value == answer else "no" for value in values} if answer else {}
            answered_roles[name] = replace(role, meanings=meanings)
        elif what == "values":
            answered_roles[name] = replace(role, meanings=dict(answer or {}))
        elif what == "about":
            meanings = guess_answer_meanings(list(counts)) | dict(role.meanings)
            answered_roles[name] = replace(role, about=answer or "", meanings=meanings)
        elif what == "giver":
            kind, _, giver = (answer or "").partition(":")
            answered_roles[name] = replace(role, giver=giver, giver_kind=kind if giver else "")
        elif what == "kind":
            answered_roles[name] = replace(role, giver_kind=answer or "")
        elif what == "reading":
            answered_roles[name] = replace(role, reading=answer or "")
        elif what == "repeated":
            answered_roles[name] = replace(role, repeated=answer or "")
        elif what == "blank":
            answered_roles[name] = replace(role, blank=answer or "")
        elif what == "system":
            answered_roles[name] = replace(role, system=answer or "")
        else:
            raise InputError(f"There is no question “{question.id}”; list the questions again.")
    return answered_roles


def _answer_summary(roles: Roles, answer: Any) -> Roles:
    cleared = {name: replace(role, about="") if role.about == NO_SUMMARIES else role for name, role in roles.items()}
    if answer == "none":
        first = next(iter(cleared))
        cleared[first] = replace(cleared[first], about=NO_SUMMARIES)
    elif answer is not None:
        cleared[answer] = ColumnRole(Role.SUMMARY)
    return cleared


def _decide(scan: TableScan, roles: Mapping[str, ColumnRole], name: str, answer: str | None) -> ColumnRole:
    bare, own_system = split_system(name, list_systems(scan, roles))
    column = scan.columns[name]
    role = ColumnRole(Role.UNDECIDED, own_system, bare, was_asked=True, reason=roles[name].reason)
    if answer in (None, "metadata"):
        return replace(role, role=Role.METADATA if answer else Role.UNDECIDED)
    if answer == "flag":
        is_comment = not _FLAG.search(role.criterion) and len(column.counts) > FEW
        return replace(role, role=Role.FLAG, meanings=_guess_meanings(column),
                       reading=ANY_TEXT if is_comment else "")  # fmt: skip
    flag_column = _find_flag(name, split_system(name, list_systems(scan, roles))[1], roles, scan)
    flag = roles[flag_column] if flag_column else None
    criterion = flag.criterion if flag else role.criterion
    system = flag.system if flag else role.system
    person = _person_name(role.criterion) if answer == "answer" else ""
    return replace(role, role=Role(answer), flag_column=flag_column, criterion=criterion, system=system, giver=person,
                   giver_kind="human" if person else "")  # fmt: skip


def list_role_choices(scan: TableScan, roles: Mapping[str, ColumnRole], name: str) -> list[ColumnRole]:
    """The roles that a column can have, in the order of a menu."""
    systems = list_systems(scan, roles)
    bare, system = split_system(name, systems)
    match = SEVERAL_SUMMARIES.fullmatch(_CONTAINER.sub("", name, 1))
    summary_system = ((match["behind"] or match["before"]) if match else name) if systems else ""
    choices = [
        ColumnRole(Role.ID),
        ColumnRole(Role.DIALOGUE),
        ColumnRole(Role.ARTICLE),
        ColumnRole(Role.SUMMARY, summary_system),
        ColumnRole(Role.SYSTEM),
        ColumnRole(Role.REFERENCE),
    ]
    about_systems = [system] if system or not systems else systems
    choices += [ColumnRole(Role.FLAG, about, bare) for about in about_systems]
    flags = [flag for flag, role in roles.items() if role.role is Role.FLAG and flag != name]
    for flag in flags:
        choices += [ColumnRole(detail, roles[flag].system, flag_column=flag) for detail in DETAIL_ROLES]
    for flag in flags:
        for role in (Role.ANSWER, Role.GOLD):
            choices.append(ColumnRole(role, roles[flag].system, roles[flag].criterion, flag))
    if not flags:
        choices += [ColumnRole(Role.GOLD, about, bare) for about in about_systems]
    if _is_number_column(scan.columns[name]):
        choices += [ColumnRole(Role.SCORE, about, bare) for about in about_systems]
    return [*choices, ColumnRole(Role.GROUP), ColumnRole(Role.METADATA), ColumnRole(Role.IGNORE)]


def set_role(scan: TableScan, roles: Mapping[str, ColumnRole], name: str, role: ColumnRole) -> Roles:
    """The roles with another one for a column. Of ID, dialogue, article, reference, system and group there is one: the
    column that had it before is metadata then; details of a flag that is none any more are, too, and its answers are
    asked about again."""
    changed_roles = dict(roles)
    single = (Role.ID, Role.DIALOGUE, Role.ARTICLE, Role.REFERENCE, Role.SYSTEM, Role.GROUP)
    for other, other_role in roles.items():
        if other != name and role.role in single and other_role.role is role.role and other_role.system == role.system:
            changed_roles[other] = ColumnRole(Role.METADATA, reason=f"“{name}” is the {role.role} now.")
        if other_role.flag_column == name and role.role is not Role.FLAG:
            reason = f"“{name}” is no longer a flag."
            changed_roles[other] = ColumnRole(Role.METADATA, reason=reason)
            if other_role.role in VERDICT_ROLES:  # an answer is never dropped without a question
                changed_roles[other] = replace(_decide(scan, roles, other, None), reason=reason)
    changed_roles[name] = role
    summaries = [other for other, other_role in changed_roles.items() if other_role.role is Role.SUMMARY]
    if role.role is Role.SUMMARY and len(summaries) > 1:  # a second summary: each needs the name of its system
        for other in summaries:
            changed_roles[other] = replace(changed_roles[other], system=changed_roles[other].system or other)
    return _find_systems(scan, changed_roles)


def _find_systems(scan: TableScan, roles: Roles) -> Roles:
    """The roles with the system that each flag, answer or detail names, now that it may be known as one: a summary
    column was given its role after them."""
    systems = list_systems(scan, roles)
    if len(systems) < 2:
        return roles
    known_roles = dict(roles)
    for name, role in roles.items():
        bare, system = split_system(name, systems)
        if system and not role.system and role.role in (*VERDICT_ROLES, *DETAIL_ROLES, Role.UNDECIDED):
            criterion = bare if role.criterion == name else role.criterion
            known_roles[name] = replace(role, system=system, criterion=criterion)
    return known_roles


# The mapping ------------------------------------------------------------------------------------------------------


def keep_texts(roles: Mapping[str, ColumnRole]) -> Roles:
    """The roles of texts and of what names them; all that is about answers is metadata."""
    about_texts = (Role.ID, Role.DIALOGUE, Role.ARTICLE, Role.SUMMARY, Role.SYSTEM, Role.REFERENCE, Role.GROUP)
    others = (*about_texts, Role.METADATA, Role.IGNORE)
    return {name: role if role.role in others else ColumnRole(Role.METADATA) for name, role in roles.items()}


def refuse_open_questions(scan: TableScan, roles: Mapping[str, ColumnRole]) -> None:
    """Raises: QuestionsOpen with each open question and its options, where there is one."""
    open_questions = [question for question in list_questions(scan, roles) if question.is_open]
    if open_questions:
        raise QuestionsOpen(
            f"{scan.paths[0]}: {format_count(len(open_questions), 'questions')} must be answered before the import:"
            f" {' '.join(question.text for question in open_questions)} Nothing was imported.",
            [f"{question.text}  {'  or  '.join(question.options)}" for question in open_questions],
        )


def build_mapping(scan: TableScan, roles: Mapping[str, ColumnRole]) -> TableMapping:
    """The mapping that roles and answers make. Raises: QuestionsOpen; InputError for roles that do not fit together."""
    refuse_open_questions(scan, roles)
    return parse_mapping(build_raw_mapping(scan, roles), "the roles of the columns")


def build_raw_mapping(scan: TableScan, roles: Mapping[str, ColumnRole]) -> dict[str, Any]:
    """The mapping as it is written (JSON); what is not answered is left open in it."""
    path = {name: column.path for name, column in scan.columns.items()}
    by_role: dict[Role, list[str]] = {}
    for name, role in roles.items():
        by_role.setdefault(role.role, []).append(name)
    key_names = by_role.get(Role.ID, [])
    raw_mapping: dict[str, Any] = {"key": path[key_names[0]] if key_names else NUMBERED}
    if Role.GROUP in by_role and is_about_project(scan, roles):  # an item stays in the group that it came in
        name = by_role[Role.GROUP][0]
        raise InputError(f"“{name}” cannot be a group, for the items are in the project already; make it metadata.")
    if Role.GROUP in by_role:
        raw_mapping["dataset"] = _optional(path[by_role[Role.GROUP][0]])
    for kind in (Role.DIALOGUE, Role.ARTICLE, Role.REFERENCE):
        if kind in by_role:
            raw_mapping[kind.value] = _build_text(scan, roles, by_role[kind], kind)
    system_columns = by_role.get(Role.SYSTEM, [])
    summaries = []
    for name in by_role.get(Role.SUMMARY, []):
        list_path, inner = split_list_path(path[name])
        block: dict[str, Any] = {"text": inner if list_path else _optional(inner)}
        if list_path:
            block["each"] = list_path
        if system_columns:
            block["system"] = _optional(make_relative(list_path, path[system_columns[0]]))
        elif roles[name].system:
            block["system"] = f"={roles[name].system}"
        summaries.append(block)
    if is_about_project(scan, roles):
        raw_mapping["onto"] = "project"
    else:
        raw_mapping["summaries"] = summaries
    criteria: dict[str, str] = {}
    verdicts = [block for name, role in roles.items() for block in _build_verdicts(scan, roles, name, role, criteria)]
    if criteria:
        scheme = build_scheme(criteria)
        if scheme.raw_scheme["criteria"]:  # else all are of schemes that there are
            raw_mapping["scheme"] = scheme.raw_scheme
        for block in verdicts:
            block["criterion"] = f"={scheme.find_criterion(block['criterion'])}"
    if verdicts:
        raw_mapping["verdicts"] = verdicts
    scores = [_build_score(scan, roles, name) for name in by_role.get(Role.SCORE, [])]
    if scores:
        raw_mapping["scores"] = scores
    raw_mapping["meta"] = _build_metadata(scan, roles)
    if repeated := next((role.repeated for role in roles.values() if role.repeated), ""):
        raw_mapping["repeated"] = repeated
    if scan.read_options:
        raw_mapping["read"] = scan.read_options
    return raw_mapping


def _build_score(scan: TableScan, roles: Mapping[str, ColumnRole], name: str) -> dict[str, Any]:
    list_path, inner = split_list_path(scan.columns[name].path)
    block = {"each": list_path} if list_path else {}
    block |= {"metric": f"={roles[name].criterion}", "value": _optional(inner)}
    system_column = next((other for other, entry in roles.items() if entry.role is Role.SYSTEM), None)
    if system_column:
        block["system"] = make_relative(list_path, scan.columns[system_column].path)
    else:
        block |= _name_summary(scan, roles, roles[name])
    return block


def _name_summary(scan: TableScan, roles: Mapping[str, ColumnRole], role: ColumnRole) -> dict[str, str]:
    """The fields of a block that name the summary which a column is about, where the row does not tell."""
    is_there = scan.project is not None and is_about_project(scan, roles)
    if is_there and scan.project and (document := scan.project.find_summary(role.system)):
        return {"document": f"={document}"}
    return {"system": f"={role.system}"} if role.system else {}


def _build_metadata(scan: TableScan, roles: Mapping[str, ColumnRole]) -> dict[str, str]:
    """Metadata by name; of a list that nothing else reads, the whole field, else all values of one field of it."""
    first = {name: record_paths.parse(column.path).first for name, column in scan.columns.items()}
    used = {first[name] for name, role in roles.items() if role.role is not Role.METADATA}
    meta = {}
    for name, role in roles.items():
        if role.role is not Role.METADATA:
            continue
        if scan.columns[name].list_path is None or first[name] in used:
            meta[name] = _optional(scan.columns[name].path)
        else:
            meta[first[name]] = _optional(record_paths.quote(first[name]))
    return meta


def _optional(path: str) -> str:
    return f"{path}?"


def _build_text(scan: TableScan, roles: Mapping[str, ColumnRole], names: Sequence[str], role: Role) -> Any:
    words = next((name for name in names if not roles[name].system), names[0])
    list_path, inner = split_list_path(scan.columns[words].path)
    if list_path is None:
        return _optional(inner)
    block = {"turns" if role is Role.DIALOGUE else "paragraphs": list_path, "text": inner}
    speaker = next((name for name in names if roles[name].system == "speaker"), None)
    if speaker and role is Role.DIALOGUE:
        block["speaker"] = make_relative(list_path, scan.columns[speaker].path)
    return block


def _build_verdicts(
    scan: TableScan, roles: Mapping[str, ColumnRole], name: str, role: ColumnRole, criteria: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """The blocks of one column of judgements; the criterion in words, for the scheme gives the ids."""
    if role.role not in VERDICT_ROLES:
        return
    column = scan.columns[name]
    list_path, inner = split_list_path(column.path)
    outer_optional = inner if list_path and inner == "." else _optional(inner)
    block: dict[str, Any] = {"each": list_path} if list_path else {}
    annotators = _find_details(roles, name, Role.ANNOTATOR)
    if role.role is Role.GOLD:
        block |= {"annotator": "=gold", "kind": "=gold"}
    else:
        block["annotator"] = (
            make_relative(list_path, scan.columns[annotators[0]].path) if annotators else f"={role.giver}"
        )
        if role.giver_kind:
            block["kind"] = f"={role.giver_kind}"
    system_column = next((other for other, entry in roles.items() if entry.role is Role.SYSTEM), None)
    if system_column:
        block["system"] = make_relative(list_path, scan.columns[system_column].path)
    else:
        block |= _name_summary(scan, roles, role)
    for detail in DETAIL_ROLES:
        if detail is Role.ANNOTATOR:
            continue
        for other in _find_details(roles, name, detail)[:1]:
            block[detail.value] = _optional(make_relative(list_path, scan.columns[other].path))
    if role.reading == ANY_TEXT:
        criteria.setdefault(role.criterion, role.criterion)
        block.setdefault("explanation", outer_optional)
        yield block | {
            "criterion": role.criterion,
            "value": {"of": outer_optional, "map": {"*": "yes"} | _map_blanks(column)},
            "silence": "open",
        }
        return
    if role.reading == NAMES_OF_ERRORS:
        yield from _build_named_errors(column, block, outer_optional, criteria)
        return
    criteria.setdefault(role.criterion, role.criterion)
    value = _build_value(scan, roles, name, role, outer_optional)
    block |= {"criterion": role.criterion, "value": value}
    if isinstance(value, dict) and "unsure" in value["map"].values():  # unsure is not a value but the reason for none
        block["reason"] = {
            "of": value["of"],
            "map": {text: "unsure" if target == "unsure" else None for text, target in value["map"].items()},
        }
        value["map"] = {text: None if target == "unsure" else target for text, target in value["map"].items()}
    targets = set(value["map"].values()) if isinstance(value, dict) else set()
    if "yes" in targets and "no" not in targets:
        block["silence"] = role.blank if column.blank_count else "open"
        if annotators and role.blank == "no":
            block["read_by"] = block["annotator"]
    yield block


def _find_details(roles: Mapping[str, ColumnRole], flag: str, detail: Role) -> list[str]:
    own = [name for name, role in roles.items() if role.role is detail and role.flag_column == flag]
    if own or detail is not Role.ANNOTATOR:
        return own
    return [name for name, role in roles.items() if role.role is detail and not role.flag_column]


def _build_value(scan: TableScan, roles: Mapping[str, ColumnRole], name: str, role: ColumnRole, path: str) -> Any:
    if not role.meanings:
        return path
    blank_map = _map_blanks(scan.columns[name])
    if role.role is Role.FLAG or not role.about:
        meaning_map = {value: _target(meaning) for value, meaning in role.meanings.items()}
        return {"of": path, "map": meaning_map | blank_map}
    if role.about != "flag":
        right, wrong = ("no", "yes") if role.about == "summary" else ("yes", "no")
        targets = {"right": right, "wrong": wrong, "unsure": "unsure"}
        meaning_map = {value: targets.get(meaning) for value, meaning in role.meanings.items()}
        return {"of": path, "map": meaning_map | blank_map}
    flag, flag_column = roles[role.flag_column], scan.columns[role.flag_column]
    opposite = {"yes": "no", "no": "yes"}
    pair_map: dict[str, str | None] = {}
    for flag_value, flag_meaning in flag.meanings.items():
        for value, meaning in role.meanings.items():
            target = {"right": flag_meaning, "wrong": opposite.get(flag_meaning), "unsure": "unsure"}.get(meaning)
            target = target if target in ("yes", "no", "unsure") else None
            for flag_text in flag_column.spellings.get(flag_value, {flag_value}):
                for text in scan.columns[name].spellings.get(value, {value}):
                    pair_map[f"{flag_text} | {text}"] = target
    if blank_map:
        pair_map |= {f"{text} |": None for texts in flag_column.spellings.values() for text in sorted(texts)}
    if flag_column.has_blank_texts:
        answer_texts = [text for texts in scan.columns[name].spellings.values() for text in sorted(texts)]
        pair_map |= {f"| {text}".strip(): None for text in answer_texts + [""] * bool(blank_map)}
    list_path, _ = split_list_path(scan.columns[name].path)
    flag_path = make_relative(list_path, flag_column.path)
    return {"of": f"{{{flag_path}?}} | {{{path}}}", "map": pair_map}


def _map_blanks(column: TableColumn) -> dict[str, str | None]:
    """What a map says of blank texts, where a column has any: they are no answer."""
    return {"": None} if column.has_blank_texts else {}


def _target(meaning: str) -> str | None:
    return meaning if meaning in ("yes", "no", "unsure") else None


def _build_named_errors(
    column: TableColumn, block: dict[str, Any], path: str, criteria: dict[str, str]
) -> Iterator[dict[str, Any]]:
    texts_by_error: dict[str, list[str]] = {}
    for text in column.counts:
        for error in filter(None, (part.strip() for part in text.split(";"))):
            if error.casefold() not in _RIGHT_WORDS | _NO_WORDS:
                texts_by_error.setdefault(error.casefold(), []).append(text)
    if column.has_many_values:
        raise InputError(
            f"“{column.name}” holds more than {MOST_VALUES} different texts, too many for names of errors; say that any"
            " text is a flag."
        )
    for texts in texts_by_error.values():
        error = next(
            part.strip() for part in texts[0].split(";") if part.strip().casefold() in texts_by_error
            and texts_by_error[part.strip().casefold()] is texts
        )  # fmt: skip
        criteria.setdefault(error, error)
        value_map: dict[str, str | None] = {**dict.fromkeys(texts, "yes"), "*": None}
        yield dict(block) | {"criterion": error, "value": {"of": path, "map": value_map}, "silence": "open"}


def describe_import(scan: TableScan, roles: Mapping[str, ColumnRole]) -> str:
    """What an import makes: "Makes 40 items with 80 summaries by A and B, and 23 flags GPT flag on whole summaries,
    with their explanations."""
    id_column = next((scan.columns[name] for name, role in roles.items() if role.role is Role.ID), None)
    item_count = id_column.different_count if id_column else scan.row_count
    missing_ids = find_missing_ids(scan, roles)
    is_added = is_about_project(scan, roles)
    item_count -= len(missing_ids)
    sentence = f"{'Adds to' if is_added else 'Makes'} {format_count(item_count, 'items')}"
    sentence += " of the project" if is_added else ""
    summaries = [(scan.columns[name], role) for name, role in roles.items() if role.role is Role.SUMMARY]
    if summaries:
        sentence += f" with {format_count(sum(column.filled_count for column, _ in summaries), 'summaries')}"
        systems = list_systems(scan, roles)
        if systems:
            sentence += f" by {join_names(systems)}"
    flags: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    is_explained, is_quoted = False, False
    for name, role in roles.items():
        column = scan.columns[name]
        if role.role is Role.FLAG:
            if not role.reading and not role.meanings:
                continue  # nobody said yet which value is a flag
            if role.reading:
                flags[role.criterion] += column.filled_count
            else:
                flags[role.criterion] += sum(
                    count for value, count in column.counts.items() if role.meanings.get(value) == "yes"
                )
            is_explained |= bool(_find_details(roles, name, Role.EXPLANATION)) or role.reading == ANY_TEXT
            is_quoted |= bool(_find_details(roles, name, Role.QUOTE))
        elif role.role is Role.ANSWER:
            answers[role.giver or "a person"] += column.filled_count
        elif role.role is Role.GOLD:
            answers["gold"] += column.filled_count
    parts = [f"{format_count(count, 'flags')} {criterion}" for criterion, count in flags.items()]
    if parts:
        sentence += f"{':' if is_added else ', and'} {join_names(parts)}" + ("" if is_quoted else " on whole summaries")
        sentence += ", with their explanations" if is_explained else ""
    given = [
        f"{count:,} gold answers" if who == "gold" else f"{format_count(count, 'answers')} by {who}"
        for who, count in answers.items()
    ]
    if given:
        sentence += f"{':' if is_added and not parts else '; and'} {join_names(given)}"
    if missing_ids:
        listed = ", ".join(missing_ids[:FEW]) + (" and others" if len(missing_ids) > FEW else "")
        sentence += f". {format_count(len(missing_ids), 'IDs')} not in the project: {listed}"
    return sentence + "."


def join_names(names: Sequence[str]) -> str:
    """Names in a sentence: "A", "A and B", "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


# Roles as text ----------------------------------------------------------------------------------------------------


def dump_roles(roles: Mapping[str, ColumnRole]) -> dict[str, dict[str, Any]]:
    """Roles for JSON: what a project keeps, so that an import can be changed."""
    return {name: {key: value for key, value in asdict(role).items() if value} for name, role in roles.items()}


def load_roles(raw_roles: Mapping[str, Mapping[str, Any]]) -> Roles:
    """The roles of `dump_roles`. Raises: InputError."""
    try:
        return {name: ColumnRole(**{**entry, "role": Role(entry["role"])}) for name, entry in raw_roles.items()}
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(f"The roles of the columns cannot be read ({error}); choose them again.") from None


_FIRST_ROLES = re.compile(r"(?<!,about)(?<!,flag)=(flag|summary)(?=,|$)")
_LAST_ROLES = re.compile(r"=(answer|gold)(?=,|$)")


def sort_role_texts(role_texts: Sequence[str]) -> list[str]:
    """Texts of `apply_role_text`: summaries and flags first, for details and answers belong to them; answers last, for
    a column that becomes a detail is no flag that they could belong to."""
    return sorted(role_texts, key=lambda text: 0 if _FIRST_ROLES.search(text) else 2 if _LAST_ROLES.search(text) else 1)


def apply_role_text(scan: TableScan, roles: Mapping[str, ColumnRole], text: str) -> Roles:
    """The roles under what a command says: ``COLUMN=ROLE`` with details behind commas (``error=yes``, ``by=judge:GPT``,
    ``about=summary``, ``system=A``, ``flag=COLUMN``, ``criterion=NAME``, ``VALUE=no``). Raises: InputError."""
    names = [name for name in scan.columns if text.startswith(f"{name}=")]
    if not names:
        raise InputError(f"“{text}” names no column; there are: {', '.join(scan.columns)}.")
    name = max(names, key=len)
    role_word, *detail_texts = re.split(r",(?=[^,=]+=)", text[len(name) + 1 :])
    details = dict(detail.split("=", 1) for detail in detail_texts)
    try:
        role_kind = Role(role_word.strip())
    except ValueError:
        known_roles = ", ".join(role for role in Role if role is not Role.UNDECIDED)
        raise InputError(f"“{role_word}” is not a role of a column; there are: {known_roles}.") from None
    changed_roles = dict(roles)
    if changed_roles[name].role is not role_kind:
        if changed_roles[name].was_asked and role_kind in (*VERDICT_ROLES, Role.METADATA):
            changed_roles[name] = _decide(scan, changed_roles, name, role_kind.value)
        else:
            choices = [role for role in list_role_choices(scan, roles, name) if role.role is role_kind]
            flag = details.get("flag", _find_flag(name, split_system(name, list_systems(scan, roles))[1], roles, scan))
            choices = [role for role in choices if role.flag_column in ("", flag)] or choices
            if not choices:
                raise InputError(
                    f"“{name}” can be {role_kind} only beside a flag column; give another column that role."
                )
            changed_roles = set_role(scan, changed_roles, name, choices[0])
    role = changed_roles[name]
    flag = details.pop("flag", "")
    if flag and flag not in scan.columns:
        raise InputError(f"“{flag}” is not a column; there are: {', '.join(scan.columns)}.")
    changed_roles[name] = replace(
        role,
        system=details.pop("system", role.system),
        criterion=details.pop("criterion", role.criterion),
        flag_column=flag or role.flag_column,
    )
    return _apply_details(scan, _find_systems(scan, changed_roles), name, details)


def _apply_details(scan: TableScan, roles: Roles, name: str, details: dict[str, str]) -> Roles:
    """Answer the questions about a column; an answer can bring the next question."""
    remaining = dict(details)
    while remaining:
        questions = {q.id.partition(":")[0]: q for q in list_questions(scan, roles) if name in q.columns}
        if (about := questions.get("about")) and "values" not in questions:  # guessed, but a command may say it
            values = tuple(count_values(scan, about.columns)[0].items())
            option = partial(_write_option, name, roles[name].role)
            questions["values"] = _ask_answer_meanings(roles[name], about.columns, f"{name}:", values, option)
        before = len(remaining)
        for what in ("repeated", "about", "reading", "blank", "error", "kind", "giver", "values"):
            if (question := questions.get(what)) is None:
                continue
            key = "by" if what in ("kind", "giver") else what
            answer: Any = remaining.pop(key, None)
            if what == "values":
                errors = {canonical(remaining.pop("error")): "yes"} if "error" in remaining else {}
                if errors and len(question.values) == 1:  # it is the error, or it is none
                    errors = {value: errors.get(value, "no") for value, _ in question.values}
                meanings = {value: remaining.pop(value) for value, _ in question.values if value in remaining} | errors
                answer = {value: _check_choice(question, meaning) for value, meaning in meanings.items()}
                answer = {**roles[name].meanings, **answer} if answer else None
            elif answer is not None and what == "giver":
                if not re.fullmatch(r"(human|judge):.+", answer):
                    raise InputError(f"“by={answer}” names no annotator; write by=human:NAME or by=judge:NAME.")
            elif answer is not None:
                answer = _check_choice(question, canonical(answer) if what == "error" else answer)
            if answer is not None:
                roles = answer_question(scan, roles, question, answer)
                break
        if len(remaining) == before:
            raise InputError(f"“{min(remaining)}” is asked of no column “{name}”; leave it out of --role.")
    return roles


def _check_choice(question: ColumnQuestion, choice: str) -> str:
    choices = [answer for answer, _ in question.choices]
    if choice not in choices:
        raise InputError(f"“{choice}” does not answer: {question.text} Say one of: {', '.join(choices)}.")
    return choice


# What becomes of each field ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldAccount:
    """How many values of a column or nested field are read, kept as metadata and dropped, with its role."""

    name: str
    role: str
    read_count: int = 0
    metadata_count: int = 0
    dropped_count: int = 0


def account_for_fields(scan: TableScan, mapping: TableMapping) -> list[FieldAccount]:
    """What becomes of the values of each column and nested field under a mapping."""
    raw_mapping = mapping.raw_mapping
    roles = field_roles.roles(raw_mapping, list(scan.columns))
    dropped: dict[str, int] = {}
    for block in mapping.verdicts:
        value = block.values["value"]
        for path in value.paths():
            name = field_roles.make_absolute(block.list_path.text if block.list_path else None, path.text)
            is_mapped = value.map is not None and value.of is not None and value.of.path is not None
            if name not in scan.columns or not is_mapped or value.match or value.map is None:
                continue
            others = value.map.get("*")
            counts = scan.columns[name].counts
            reasons = reason.map or {} if (reason := block.values.get("reason")) is not None else {}
            null_count = sum(
                n for text, n in counts.items() if value.map.get(text, others) is None and not reasons.get(text)
            )
            dropped[name] = min(dropped.get(name, null_count), null_count)
    accounts = []
    for name, column in scan.columns.items():
        role, count = roles[name], column.filled_count
        first = record_paths.parse(column.path).first
        if role == field_roles.LEFT and first in (raw_mapping.get("meta") or {}):
            role = field_roles.META
        if role == field_roles.META:
            accounts.append(FieldAccount(name, role, metadata_count=count))
        elif role == field_roles.LEFT:
            accounts.append(FieldAccount(name, role, dropped_count=count))
        else:
            lost = dropped.get(name, 0)
            accounts.append(FieldAccount(name, role, read_count=count - lost, dropped_count=lost))
    return accounts


def find_useless_answers(accounts: Sequence[FieldAccount]) -> list[FieldAccount]:
    """Columns of answers with values of which a mapping reads none."""
    return [
        account
        for account in accounts
        if account.role.startswith(field_roles.VERDICT) and account.dropped_count and not account.read_count
    ]


def find_unread_answers(accounts: Sequence[FieldAccount]) -> list[FieldAccount]:
    """Nested fields that a mapping drops and that stand beside the answers which it reads, under another name: answers
    to another question (``responses.b[].value`` where it reads ``responses.a[].value``)."""
    read_names = [_split_steps(a.name) for a in accounts if a.role.startswith(field_roles.VERDICT) and a.read_count]
    return [
        account
        for account in accounts
        if account.role == field_roles.LEFT and account.dropped_count
        and any(_is_sibling(_split_steps(account.name), steps) for steps in read_names)
    ]  # fmt: skip


def _split_steps(name: str) -> list[str]:
    return name.replace("[]", "").split(".")


def _is_sibling(steps: list[str], others: list[str]) -> bool:
    differences = [one == other for one, other in zip(steps, others, strict=False)].count(False)
    return len(steps) == len(others) > 2 and differences == 1 and steps[-1] == others[-1]


def describe_accounts(accounts: Sequence[FieldAccount]) -> list[str]:
    """A line each for what is read, kept as metadata, dropped and empty, with counts of values."""
    lines = []
    for what, counts in (
        ("read", {account.name: account.read_count for account in accounts}),
        ("kept as metadata", {account.name: account.metadata_count for account in accounts}),
        ("dropped", {account.name: account.dropped_count for account in accounts}),
    ):
        if parts := [f"{name} {count:,}" for name, count in counts.items() if count]:
            lines.append(f"{what}: {', '.join(parts)}")
    empty = [a.name for a in accounts if not a.read_count + a.metadata_count + a.dropped_count]
    return lines + ([f"empty: {', '.join(empty)}"] if empty else [])
