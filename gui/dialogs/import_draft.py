"""What the import page knows of a table, without widgets: what was read, the roles and answers so far, and what a row
makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from galley.core.errors import Cancelled, InputError
from galley.core.import_types import ImportReport
from galley.core.project.project import Project
from galley.core.storage.connection import Connection
from galley.core.storage.queries import items
from galley.core.tables import column_roles, sources, stored_mappings, table_shape
from galley.core.tables.build import Builder
from galley.core.tables.column_roles import ANY_TEXT, ColumnQuestion, ColumnRole, Role, Roles, TableScan
from galley.core.tables.mapping import TableMapping, parse_mapping
from galley.core.tables.stored_mappings import MappingOffer
from galley.core.tables.table_shape import NO_HEADER, TableShape
from galley.core.text.visible import make_visible
from galley.gui.translation import tr, tr_n

MOST_VALUES = 12
"""Different values of a column that are asked about one by one; the rest are answered together."""
ENCODINGS = {
    "cp1252": tr("Western European"),
    "mac_roman": tr("Western European, Mac"),
    "cp1250": tr("Central European"),
    "cp1251": tr("Cyrillic"),
    "shift_jis": tr("Japanese"),
    "gb18030": tr("Chinese"),
}
"""Encodings that a text which is not UTF-8 may be in, with the languages that they are for."""
FLAG_COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
OTHERS, GUESS, OFFER = "*", "guess", "offer"
READ = "read:"
"""Before the name of an option of reading: a question whose answer is that option, so that the table is read again."""
_PART = "\x1f"
"""Between the id of a question and the value that one line of it is about."""

Words = Sequence[tuple[str, bool]]
"""Pieces of a line; the second says whether a piece is bold."""


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table that was read: its columns and rows, the names of its sheets, the mappings that it could come in by, and
    how it lies in its file (None for a tree)."""

    scan: TableScan
    sheets: tuple[str, ...]
    sheet: str
    offers: tuple[MappingOffer, ...]
    shape: TableShape | None


def read_table(
    paths: Sequence[Path], project: Project, how: dict[str, Any] | None, progress: Callable[[int, int], bool]
) -> TableRead:
    """Read a table to its end as ``how`` says (the ``read`` of a mapping). Where that is None: as the mapping says that
    the project keeps or that lies beside the file, else the first sheet that holds anything, as its shape proposes.

    Raises: InputError; Cancelled if ``progress`` returned False.
    """
    report = ImportReport()

    def check_cancelled() -> None:
        if not progress(report.done, report.total):
            raise Cancelled

    report.beat = check_cancelled
    sheet_names = tuple(sources.list_sheets(paths[0]))
    connection = project.read_connection()
    offers: list[MappingOffer] = []
    shape = None
    if how is None:
        with suppress(InputError):  # the file cannot be read without a word about it
            offers = stored_mappings.list_mapping_offers(paths, connection)
    if how is None and offers:
        how = offers[0].mapping.read
    elif how is None or how.keys() == {"sheet"}:
        how = how or ({"sheet": sheet_names[0]} if len(sheet_names) > 1 else {})
        if shape := table_shape.inspect_shape(paths[0], how):
            how |= shape.propose_reading() if len(paths) == 1 else {}
    shape = shape or table_shape.inspect_shape(paths[0], how)
    scan = column_roles.scan_table(paths, how, report, project=column_roles.ProjectItems.read(connection))
    return TableRead(scan, sheet_names, str(how.get("sheet", "")), tuple(offers), shape)


@dataclass(frozen=True, slots=True)
class RoleLook:
    """How the role of a column is shown. ``colour`` is a role of the theme or #RRGGBB, "" for none."""

    words: Words
    colour: str
    reason: str
    is_quiet: bool
    is_text: bool
    is_undecided: bool
    is_detail: bool = False


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """A question as it is shown: its pieces, the answers as (answer, words), the answer in force ("": none).

    ``asks_text``: what a field asks for whose text is the answer. ``name``: the name of a criterion, which can be
    changed beside the question.
    """

    id: str
    words: Words
    choices: tuple[tuple[str, str], ...] = ()
    answer: str = ""
    asks_text: str = ""
    name: str = ""
    columns: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PreviewText:
    """A document of the previewed row, as a native record has it, with its role and its system."""

    role: str
    document: dict[str, Any]
    system: str = ""


@dataclass(frozen=True, slots=True)
class PreviewFlag:
    """A flag of the previewed row; ``system`` names the summary that it is about, ``column`` where it stands ("": not
    known)."""

    criterion: str
    system: str
    annotator: str = ""
    explanation: str = ""
    colour: str = FLAG_COLOURS[0]
    column: str = ""


class ImportDraft:
    """The roles of a table's columns and the answers so far, guessed at first."""

    def __init__(self, table: TableRead) -> None:
        self.table = table
        self.scan = table.scan
        self.names = list(table.scan.columns)
        self.roles: Roles = column_roles.guess_roles(table.scan)
        self.offer = table.offers[0] if table.offers else None
        self._is_offer_answered = False
        self._partial_answers: dict[str, dict[str, str]] = {}
        self._asked_names: dict[str, str] = {}
        self._questions: dict[str, ColumnQuestion] = {}
        self._text_builder: Builder | None = None

    # Roles ------------------------------------------------------------------------------------------------------

    def list_roles(self, name: str) -> list[tuple[str, list[ColumnRole]]]:
        """The roles that a column can have: (menu, roles); "" for those that stand in no menu of their own."""
        groups: dict[str, list[ColumnRole]] = {}
        choices = column_roles.list_role_choices(self.scan, self.roles, name)
        kinds = [choice.role for choice in choices]
        for choice in choices:
            menu = f"{choice.role.capitalize()}…" if kinds.count(choice.role) > 1 else choice.role.value
            groups.setdefault(menu, []).append(choice)
        return [(menu if len(roles) > 1 else "", roles) for menu, roles in groups.items()]

    def assign(self, name: str, role: ColumnRole) -> None:
        """Give a column another role."""
        self.offer, self._text_builder = None, None
        self.roles = column_roles.set_role(self.scan, self.roles, name, role)

    def describe_role(self, name: str) -> RoleLook:
        """How the role of a column is shown."""
        if self.offer is not None:
            return RoleLook(((tr("As the mapping says"), False),), "", "", True, False, False)
        role = self.roles[name]
        words: Words = ((make_visible(role.label), False),)
        if role.role is Role.SUMMARY and role.system:
            words = ((tr("Summary by "), False), (make_visible(role.system), True))
        elif role.role is Role.FLAG:
            about = tr(" on {system}", system=make_visible(role.system)) if role.system else ""
            words = ((tr("Flag "), False), (make_visible(role.criterion), True), (about, False))
        colours = {Role.SUMMARY: "accent", Role.DIALOGUE: "second", Role.ARTICLE: "second", Role.REFERENCE: "second",
                   Role.ID: "text", Role.SYSTEM: "accent", Role.GROUP: "second"}  # fmt: skip
        colour = colours.get(role.role, "")
        if role.role in (*column_roles.VERDICT_ROLES, *column_roles.DETAIL_ROLES):
            flag = self.roles.get(role.flag_column, role)
            colour = self._colour_of(flag.criterion)
        is_quiet = role.role in (Role.METADATA, Role.IGNORE)
        is_text = role.role in (Role.DIALOGUE, Role.ARTICLE, Role.SUMMARY, Role.REFERENCE)
        is_text |= role.role in (Role.EXPLANATION, Role.QUOTE)
        return RoleLook(
            words, colour, make_visible(role.reason), is_quiet, is_text, role.role is Role.UNDECIDED,
            role.role in column_roles.DETAIL_ROLES,
        )  # fmt: skip

    def _colour_of(self, criterion: str) -> str:
        criteria = list(dict.fromkeys(role.criterion for role in self.roles.values() if role.role is Role.FLAG))
        return FLAG_COLOURS[(criteria.index(criterion) if criterion in criteria else 0) % len(FLAG_COLOURS)]

    # Questions --------------------------------------------------------------------------------------------------

    def list_questions(self) -> list[QuestionWords]:
        """The questions in the order of the columns; one about many values has a line for each."""
        lines = [self._ask_offer()] if self.table.offers else list(self._ask_shape())
        if self.offer is not None:
            return lines
        self._questions = {}
        for question in column_roles.list_questions(self.scan, self.roles):
            self._questions[question.id] = question
            lines += self._list_lines(question)
        return lines

    @property
    def head_row(self) -> int:
        """The row or line that the names of the columns stand in, from 1; 0 for a file that has none."""
        shape = self.table.shape
        return 0 if shape is None else int(self.scan.read_options.get("header", shape.first_row))

    @property
    def item_count(self) -> int | None:
        """How many items the import makes; None where only the import can tell."""
        id_name = next((name for name, role in self.roles.items() if role.role is Role.ID), None)
        if self.offer is not None:
            return None
        if id_name is None:
            return self.scan.row_count
        column = self.scan.columns[id_name]
        return column.filled_count if column.is_unique else None if column.has_many_values else len(column.counts)

    def describe_import(self) -> str:
        """What the import makes, in a sentence."""
        if self.offer is not None:
            return tr_n(
                "Imports {n:,} row as the mapping says.", "Imports {n:,} rows as the mapping says.", self.scan.row_count
            )
        return make_visible(column_roles.describe_import(self.scan, self.roles))

    def answer(self, line: str, answer: str) -> None:
        """Answer the question of a line."""
        question_id, _, value = line.partition(_PART)
        if question_id == OFFER:
            self._choose_offer(answer)
            return
        question = self._questions[question_id]
        if question.kind == "values":
            answers = self._partial_answers.setdefault(question_id, dict(question.answer or {}))
            for one in self._list_others(question) if value == OTHERS else [value]:
                answers[one] = answer
            if all(one in answers for one, _ in question.values):
                self._answer(question, answers)
        elif question.kind == "giver" and answer.endswith(":"):
            self._asked_names[question_id] = answer
        elif question.kind == "giver" and question_id in self._asked_names:
            self._answer(question, self._asked_names.pop(question_id) + answer)
        else:
            self._answer(question, answer)

    def rename_criterion(self, line: str, criterion: str) -> None:
        """Give the criterion of the columns of a question another name."""
        columns = self._questions[line].columns
        self.roles = {
            name: replace(role, criterion=criterion)
            if name in columns or (role.flag_column in columns and role.criterion) else role
            for name, role in self.roles.items()
        }  # fmt: skip

    def _answer(self, question: ColumnQuestion, answer: Any) -> None:
        self._text_builder = None
        self.roles = column_roles.answer_question(self.scan, self.roles, question, answer)

    def _ask_offer(self) -> QuestionWords:
        first = self.table.offers[0]
        words = {
            stored_mappings.KEPT: tr("A file with these columns was imported before. Import it in the same way?"),
            stored_mappings.BESIDE: tr(
                "{file} is beside the file. Use it as the mapping?", file=make_visible(first.name)
            ),
            stored_mappings.SHIPPED: tr("Galley knows this format. Import it in this format?"),
        }[first.origin]
        if unread := self._find_unread_answers(first):
            words += " " + tr(
                "The answers in {columns} would be left out. Import without them?",
                columns=make_visible(", ".join(unread)),
            )
        choices = [
            (str(at), tr("Yes") if len(self.table.offers) == 1 else _describe_offer(offer))
            for at, offer in enumerate(self.table.offers)
        ]
        current = str(self.table.offers.index(self.offer)) if self.offer is not None else GUESS
        if unread and not self._is_offer_answered:  # what would be lost is never left out unasked
            current = ""
        return QuestionWords(OFFER, ((words, False),), (*choices, (GUESS, tr("Choose the roles"))), current)

    def _find_unread_answers(self, offer: MappingOffer) -> list[str]:
        """The fields with answers that an offered mapping drops; of a mapping that was imported by, none."""
        if offer.origin != stored_mappings.SHIPPED:
            return []
        accounts = column_roles.account_for_fields(self.scan, offer.mapping)
        return [account.name for account in column_roles.find_unread_answers(accounts)]

    def _ask_shape(self) -> Iterator[QuestionWords]:
        """What is unusual in the shape of the table, each with what is done about it. Whether hidden rows are wanted is
        not guessed."""
        shape, how = self.table.shape, self.scan.read_options
        if shape is None:
            return
        proposal = shape.propose_reading()
        if "header" in proposal:
            choices = [(str(shape.first_row), tr("Row {row}", row=shape.first_row))]
            if shape.header_row:
                words = tr("The header is in row {row}; the rows above are left out. Header:", row=shape.header_row)
                choices.append((str(shape.header_row), tr("Row {row}", row=shape.header_row)))
            else:
                words = tr("The first row looks like values, so the columns are named by letters. Header:")
            yield QuestionWords(
                f"{READ}header", ((words, False),), (*choices, (str(NO_HEADER), tr("None"))), str(self.head_row)
            )
        if shape.encoding:
            words = tr("The text is not UTF-8. It is read as")
            choices = [(codec, f"{languages} ({codec})") for codec, languages in ENCODINGS.items()]
            yield QuestionWords(f"{READ}encoding", ((words, False),), tuple(choices), str(how.get("encoding", "")))
        if shape.total_text:
            words = tr("The last row (“{text}”) looks like a total.", text=make_visible(shape.total_text[:30]))
            choices = [("1", tr("Leave it out")), ("0", tr("Import it"))]
            yield QuestionWords(f"{READ}footer", ((words, False),), tuple(choices), str(how.get("footer", 0)))
        if shape.merged_count:
            words = tr_n(
                "{n:,} range of merged cells. Its value is for",
                "{n:,} ranges of merged cells. The value of one is for",
                shape.merged_count,
            )  # fmt: skip
            choices = [("fill", tr("All its cells")), ("first", tr("The first cell"))]
            yield QuestionWords(f"{READ}merged", ((words, False),), tuple(choices), str(how.get("merged", "")))
        if shape.hidden_row_count:
            words = tr_n("{n:,} row is hidden.", "{n:,} rows are hidden.", shape.hidden_row_count)
            choices = [("keep", tr("Import too")), ("skip", tr("Leave out"))]
            yield QuestionWords(f"{READ}hidden", ((words, False),), tuple(choices), str(how.get("hidden", "")))

    def change_reading(self, option: str, answer: str) -> dict[str, Any]:
        """The options of reading with one of them as answered."""
        return {**self.scan.read_options, option: int(answer) if option in ("header", "footer") else answer}

    def continue_from(self, before: ImportDraft) -> None:
        """Take the roles of a draft with the same columns, which was read in another way."""
        if before.names == self.names and before.scan.paths == self.scan.paths:
            self.roles, self.offer = before.roles, before.offer if before.table.offers == self.table.offers else None
            self._is_offer_answered = before._is_offer_answered

    def restore_roles(self, raw_roles: Mapping[str, Any]) -> None:
        """Take the roles of an earlier import, as they were stored, for the columns of the same names."""
        stored_roles = column_roles.load_roles(raw_roles)
        self.roles = {name: stored_roles.get(name, role) for name, role in self.roles.items()}

    def dump_roles(self) -> dict[str, Any] | None:
        """The roles for storage; None where a mapping says what the columns are."""
        return None if self.offer is not None else column_roles.dump_roles(self.roles)

    def _choose_offer(self, answer: str) -> None:
        self.offer = None if answer == GUESS else self.table.offers[int(answer)]
        self._is_offer_answered = True
        self._text_builder = None

    def _list_lines(self, question: ColumnQuestion) -> list[QuestionWords]:
        columns = frozenset(question.columns)
        words = _embolden(make_visible(question.text), [make_visible(name) for name in question.columns])
        choices = tuple((answer, make_visible(label)) for answer, label in question.choices)
        if question.kind == "values":
            return self._list_value_lines(question, columns, words)
        if question.kind == "giver" and question.id in self._asked_names:
            return [QuestionWords(question.id, words, asks_text=tr("Name of the person"), columns=columns)]
        answer = question.answer or ""
        if answer and answer not in dict(choices):
            choices = ((answer, make_visible(answer.partition(":")[2] or answer)), *choices)
        name = ""
        if question.kind == "giver" and self.roles[question.columns[0]].role is Role.FLAG:
            name = self.roles[question.columns[0]].criterion
            words = ((tr("Who gave these flags?"), False),)
        return [QuestionWords(question.id, words, choices, answer, name=name, columns=columns)]

    def _list_value_lines(self, question: ColumnQuestion, columns: frozenset[str], words: Words) -> list[QuestionWords]:
        choices = tuple((answer, make_visible(label)) for answer, label in question.choices)
        answers = {**(question.answer or {}), **self._partial_answers.get(question.id, {})}
        names = make_visible(" and ".join(question.columns[:2]))
        lines = []
        for value, count in question.values[:MOST_VALUES]:
            asked = tr_n(": what does “{value}” mean? It appears once.",
                         ": what does “{value}” mean? It appears {n:,} times.",
                         count, value=make_visible(value[:40]))  # fmt: skip
            line_id = question.id + _PART + value
            lines.append(QuestionWords(
                line_id, ((names, True), (asked, False)), choices, answers.get(value, ""), columns=columns
            ))  # fmt: skip
        if others := self._list_others(question):
            asked = tr_n(": what does the other value mean?", ": what do the {n:,} other values mean?", len(others))
            lines.append(QuestionWords(question.id + _PART + OTHERS, ((names, True), (asked, False)), choices,
                                       answers.get(others[0], ""), columns=columns))  # fmt: skip
        return lines

    def _list_others(self, question: ColumnQuestion) -> list[str]:
        return [value for value, _ in question.values[MOST_VALUES:]]

    # Rows -------------------------------------------------------------------------------------------------------

    def read_row(self, row: int) -> list[str]:
        """What a row holds in each column."""
        element = self.scan.rows[row]
        return [self.scan.value(element, column) for column in self.scan.columns.values()]

    def preview_row(self, row: int, connection: Connection) -> tuple[list[PreviewText], list[PreviewFlag]]:
        """The documents and the flags that a row makes, or the documents of the project that its flags are about; no
        documents for a row that is not imported."""
        if self._text_builder is None:
            self._text_builder = Builder(self._make_preview_mapping())
        fragment = self._text_builder.fragment(self.scan.rows[row])
        if fragment is None:
            return [], []
        documents = fragment["documents"]
        project = self.scan.project
        if not documents and project is not None and (item := project.rows_by_key.get(fragment["key"])) is not None:
            documents = [
                {"id": stored.name, "role": stored.role, "text": stored.text, "system": stored.system}
                for stored in items.read_documents(connection, [item], texts=True)
            ]
        texts = [PreviewText(str(document["role"]), document, document.get("system") or "") for document in documents]
        texts.sort(key=lambda text: text.role != "dialogue")  # as in Review
        if self.offer is None:
            return texts, self._list_flags(row)
        flags = [
            PreviewFlag(str(entry["criterion"]), entry.get("system") or (texts[-1].system if texts else ""),
                        str(entry["annotator"]), entry.get("explanation") or "")
            for entry in fragment["verdicts"]
            if entry["value"] == "yes"
        ]  # fmt: skip
        return texts, flags

    def _make_preview_mapping(self) -> TableMapping:
        if self.offer is not None:
            return self.offer.mapping
        raw_mapping = column_roles.build_raw_mapping(self.scan, self.roles)
        wanted = ("key", "onto", "dialogue", "article", "reference", "summaries", "read")
        return parse_mapping({name: raw_mapping[name] for name in wanted if name in raw_mapping}, tr("the roles"))

    def _list_flags(self, row: int) -> list[PreviewFlag]:
        element = self.scan.rows[row]
        systems = column_roles.list_systems(self.scan, self.roles)
        flags = []
        for name, role in self.roles.items():
            if role.role is not Role.FLAG:
                continue
            value = self.scan.value(element, self.scan.columns[name]).strip()
            is_flag = bool(value) if role.reading else role.meanings.get(value) == "yes"
            if not is_flag:
                continue
            details = {
                other_role.role: self.scan.value(element, self.scan.columns[other])
                for other, other_role in self.roles.items()
                if other_role.flag_column == name and other_role.role in column_roles.DETAIL_ROLES
            }
            explanation = details.get(Role.EXPLANATION, "") or (value if role.reading == ANY_TEXT else "")
            system = role.system or (systems[0] if len(systems) == 1 else "")
            flags.append(PreviewFlag(
                role.criterion, system, details.get(Role.ANNOTATOR) or role.giver, explanation,
                self._colour_of(role.criterion), name,
            ))  # fmt: skip
        return flags

    def find_flagged(self, after: int) -> int | None:
        """The next row with a flag, from the start again after the last; None where there is none."""
        count = len(self.scan.rows)
        for step in range(1, count + 1):
            row = (after + step) % count
            if self.offer is None and self._list_flags(row):
                return row
        return None

    def account_for_fields(self) -> list[str]:
        """What becomes of the values of each column, in lines with counts. Raises: InputError where nothing would be
        read of a column of answers."""
        accounts = column_roles.account_for_fields(self.scan, self.build_mapping())
        if useless := [account.name for account in column_roles.find_useless_answers(accounts)]:
            raise InputError(
                tr(
                    "No answers would be imported from {columns}: say what their values mean, or keep the column as"
                    " metadata.",
                    columns=", ".join(useless),
                )
            )
        return column_roles.describe_accounts(accounts)

    def build_mapping(self) -> TableMapping:
        """The mapping that the table is imported by. Raises: InputError while a question is open."""
        return self.offer.mapping if self.offer is not None else column_roles.build_mapping(self.scan, self.roles)


def _describe_offer(offer: MappingOffer) -> str:
    return {
        stored_mappings.KEPT: tr("As before"),
        stored_mappings.BESIDE: make_visible(offer.name),
        stored_mappings.SHIPPED: make_visible(offer.name),
    }[offer.origin]


def _embolden(text: str, names: Sequence[str]) -> Words:
    """A question with the names of its columns in bold, as far as they begin it."""
    head, colon, rest = text.partition(": ")
    if not names or not colon or not head.startswith(names[0]):
        return ((text, False),)
    pieces: list[tuple[str, bool]] = []
    for name in names:
        if head.startswith(name):
            pieces.append((name, True))
            head = head.removeprefix(name)
            if head.startswith(" and "):
                pieces.append((" and ", False))
                head = head.removeprefix(" and ")
    return (*pieces, (head + colon + rest, False))
