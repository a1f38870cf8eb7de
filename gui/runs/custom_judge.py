"""A judge of one's own, written in a form: scheme, instruction, scale, examples; tried on an item, then kept."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError, InputError
from galley.core.judges.inquiry import written_judge
from galley.core.judges.inquiry.written_judge import CustomJudge
from galley.core.judges.methods.own import JUDGE, METHOD
from galley.core.judges.order import Order, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.try_judge import TryOutcome, try_on
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import find_item, read_keys
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import Button
from galley.gui.runs.confirmation import ConfirmRun
from galley.gui.runs.estimate import address
from galley.gui.runs.run_figures import format_money
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr, tr_n

UNITS = {"sentence": tr("each sentence"), "whole": tr("the summary as a whole"), "turn": tr("each turn"),
         "paragraph": tr("each paragraph")}  # fmt: skip
SCALES = {"yes-no": tr("yes or no"), "ordinal": tr("a number, from – to"), "choice": tr("one of some words")}
FORM = ("source", "text", "answer", "why", "criterion", "item")
LINES = 12


class CustomJudgeDialog(Dialog):
    """``judge_id`` is the id of the judge once it is in the project. ``base`` gives the order of the dialog behind."""

    def __init__(self, parent: QWidget | None, session: Session, base: Callable[[], Order], start: str = "") -> None:
        lead = tr("Describe what to look for. Each saved version is a separate judge with its own verdicts.")
        super().__init__(parent, session.theme, tr("Write a judge"), lead, width=760)
        self._session, self._base = session, base
        self._tasks: list[BackgroundTask] = []
        self.judge_id = ""
        self._tables: list[dict[str, Any]] = []
        self._hidden_fields: dict[str, Any] = {}
        """What a kept judge has that the form does not show: its other criteria, and which it asks."""
        self.name, self.version, self.samples = QLineEdit(self), QLineEdit("1", self), QSpinBox(self)
        self.samples.setRange(1, written_judge.MOST_SAMPLES)
        self.scheme, self.item = QComboBox(self), QComboBox(self)
        self.criterion, self.definition, self.values = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.unit, self.scale = QComboBox(self), QComboBox(self)
        self.instruction, self.examples = QPlainTextEdit(self), QPlainTextEdit(self)
        self.status = Label(self.theme, "", Type.SMALL, "second")
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        self._fill()
        self._lay_out()
        self.test: Button = self.button(tr("Try on this item"), left=True)
        self.test.clicked.connect(self._try)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.keep = self.button(tr("Keep"), default=True)
        self.keep.clicked.connect(self._keep)
        self.scheme.currentIndexChanged.connect(self._scheme_chosen)
        judge = written_judge.read_judges(session.connection()).get(start)
        if judge is not None:
            self._show(judge)
        self._scheme_chosen()
        self.name.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session, base: Callable[[], Order], start: str = "") -> str:
        """Show it; the id of the judge that was kept, "" where none was."""
        dialog = cls(parent, session, base, start)
        dialog.exec()
        dialog.deleteLater()
        return dialog.judge_id

    def judge(self) -> CustomJudge:
        """What the form says. Raises: InputError."""
        name = self.name.text().strip()
        head: dict[str, Any] = {
            "id": re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "judge",
            "name": name,
            "version": self.version.text().strip(),
            "scheme": self.scheme.currentData(),
            "instruction": self.instruction.toPlainText().strip(),
            "samples": self.samples.value(),
            **self._hidden_fields,  # with its id: under another name it is still a version of the same judge
        }
        own = [] if self.scheme.currentData() else [self._criterion(), *self._tables[1:]]
        return written_judge.parse(
            written_judge.compose(head, own, parse_examples(self.examples.toPlainText())), tr("The judge")
        )

    def _criterion(self) -> dict[str, Any]:
        name = self.criterion.text().strip()
        stored_table = self._tables[0] if self._tables and self._tables[0].get("name") == name else {}
        table: dict[str, Any] = {
            "id": stored_table.get("id") or re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "criterion",
            "name": name,
            "definition": self.definition.text().strip(),
            "unit": self.unit.currentData(),
            "scale": self.scale.currentData(),
        }
        table = {name: value for name, value in stored_table.items() if name not in ("low", "high", "choices")} | table
        values = self.values.text()
        if table["scale"] == "ordinal":
            ends = re.findall(r"-?\d+", values)
            if len(ends) != 2:
                raise InputError(tr("Give both ends of the scale, for example 1 – 5."))
            table |= {"low": int(ends[0]), "high": int(ends[1])}
        elif table["scale"] == "choice":
            table["choices"] = [choice.strip() for choice in values.split(",") if choice.strip()]
        return table

    def _fill(self) -> None:
        self.scheme.addItem(tr("A new criterion"), "")
        scheme_names = {
            s.id: s.name for s in (*names.schemes(self._session.connection()), *read_built_in_schemes().values())
        }
        for id_, name in sorted(scheme_names.items(), key=lambda pair: pair[1].casefold()):
            self.scheme.addItem(name, id_)
        for combo, words in ((self.unit, UNITS), (self.scale, SCALES)):
            for value, text in words.items():
                combo.addItem(text, value)
        for key in read_keys(self._session.connection(), limit=500).values():
            self.item.addItem(key, key)
        self.values.setPlaceholderText(tr("1 – 5, or the words with commas"))
        shape = "\n".join(f"{name}: …" for name in FORM[:4])
        self.examples.setPlaceholderText(shape)
        for edit in (self.instruction, self.examples):
            edit.setFont(self.theme.font(Type.PROMPT))
            edit.setFixedHeight(round(self.theme.px(96)))
            edit.setTabChangesFocus(True)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self._rows: list[list[QWidget]] = []
        for words, fields in (
            (tr("Name"), (self.name,)),
            (tr("Version, replies"), (self.version, self.samples)),
            (tr("Scheme"), (self.scheme,)),
            (tr("Criterion"), (self.criterion,)),
            (tr("What it means"), (self.definition,)),
            (tr("Asked of, answered by"), (self.unit, self.scale, self.values)),
            (tr("Instruction"), (self.instruction,)),
            (tr("Examples"), (self.examples,)),
            (tr("Item to try"), (self.item,)),
        ):
            row = grid.rowCount()
            label = Label(self.theme, words, Type.SMALL_STRONG, "second")
            tall = isinstance(fields[0], QPlainTextEdit)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop if tall else Qt.AlignmentFlag.AlignVCenter)
            line = QHBoxLayout()
            line.setSpacing(10)
            for field in fields:
                field.setAccessibleName(words)
                line.addWidget(field, 1)
            grid.addLayout(line, row, 1)
            self._rows.append([label, *fields])
        self.column.addLayout(grid)
        self.column.addWidget(self.status)
        self.column.addWidget(self.fault)
        self.fault.hide()

    def _show(self, judge: CustomJudge) -> None:
        self.name.setText(judge.name)
        number = int(judge.version) + 1 if judge.version.isdigit() else 0
        self.version.setText(str(number) if number else f"{judge.version}-2")
        self.samples.setValue(judge.samples)
        self.instruction.setPlainText(judge.instruction)
        self.examples.setPlainText("\n\n".join(_example(e) for e in judge.examples))
        own_scheme = judge.brings()
        self.scheme.setCurrentIndex(max(self.scheme.findData("" if own_scheme else judge.scheme), 0))
        self._hidden_fields = {"id": judge.id, "criteria": list(judge.criteria), "shown": judge.examples_per_question}
        if own_scheme is not None:
            self._tables = tomllib.loads(judge.own)["criterion"]
            first = own_scheme.criteria[0]
            self.criterion.setText(first.name)
            self.definition.setText(first.definition)
            self.unit.setCurrentIndex(self.unit.findData(first.unit.value))
            self.scale.setCurrentIndex(self.scale.findData(first.scale))
            self.values.setText(f"{first.low} – {first.high}" if first.scale == "ordinal" else ", ".join(first.choices))

    def _scheme_chosen(self) -> None:
        own = not self.scheme.currentData()
        for row in self._rows[3:6]:
            for widget in row:
                widget.setVisible(own)
        self.fit()

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))
        self.fit()

    def _build_order(self) -> Order:
        """The order behind, of this judge. Raises: InputError."""
        judge, base = self.judge(), self._base()
        options = {JUDGE: judge.text}
        choices = replace(base.choices, criteria=(), samples=0, scheme="", options=options)
        return replace(base, method=METHOD.name, choices=choices, items=(), datasets=(), only_unjudged=False)

    def _try(self) -> None:
        self._refuse("")
        key = self.item.currentData() or ""
        try:
            order = self._build_order()
            project = self._session.project
            plan = prepare(project, order, write=False)
            row = find_item(project.read_connection(), key)
            if row is None:  # it was taken out of the project since
                raise InputError(f"The project has no item {key!r}; choose another one.")
            run_estimate = estimate(project, prepare(project, replace(order, items=(row,)), write=False))
        except GalleyError as error:
            self._refuse(str(error))
            return
        if address(order) and not ConfirmRun.ask(self, self.theme, plan, run_estimate):
            return
        self.test.setEnabled(False)
        self.status.setText(tr("Asking…"))
        task = BackgroundTask(lambda _: try_on(project, plan, key), self)
        self._tasks.append(task)

        def over(sentence: str) -> None:
            self.test.setEnabled(True)
            self.status.setText("")
            self._refuse(sentence)

        def on_tried(result: TryOutcome) -> None:
            over("")
            self.status.setText(describe_trial(result))
            self.fit()

        task.succeeded.connect(on_tried)
        task.failed.connect(lambda error: over(str(error)))
        task.start()

    def _keep(self) -> None:
        try:
            judge = self.judge()
            prepare(self._session.project, self._build_order(), write=False)

            def job(connection: Connection) -> ChangeSet:
                return written_judge.keep(connection, judge)

            self._session.project.write(job).result()
        except GalleyError as error:
            self._refuse(str(error))
            return
        self.judge_id = judge.id
        self.accept()


def parse_examples(text: str) -> list[Mapping[str, str]]:
    """Examples from lines "text: …", with an empty line between two of them. Raises: InputError."""
    examples: list[Mapping[str, str]] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        example: dict[str, str] = {}
        name = ""
        for line in filter(str.strip, block.splitlines()):
            head, colon, rest = line.partition(":")
            if colon and head.strip().lower() in FORM:
                name = head.strip().lower()
                example[name] = rest.strip()
            elif name:
                example[name] += "\n" + line.strip()
            else:
                raise InputError(tr("An example has lines that begin with source:, text:, answer: and why:."))
        if example:
            examples.append(example)
    return examples


def _example(example: written_judge.Example) -> str:
    return "\n".join(f"{name}: {getattr(example, name)}" for name in FORM if getattr(example, name))


def describe_trial(tried: TryOutcome) -> str:
    """What a judge said of the item that it was tried on."""
    first = tr_n("{n:,} request, {cost}. Nothing was stored.", "{n:,} requests, {cost}. Nothing was stored.",
                 tried.requests, cost=format_money(tried.cost))  # fmt: skip
    lines = [first]
    for line in tried.lines[:LINES]:
        value = tr("unscored, {why}", why=line.reason) if line.value is None else str(line.value)
        lines.append(f"{line.document}, {line.place}, {line.criterion}: {value}. {line.explanation}".rstrip())
    if tried.quiet:
        lines.append(tr_n("no for {n:,} other cell", "no for {n:,} other cells", tried.quiet))
    if tried.another:
        lines.append(tr("The model that answered is {model}, not the one asked.", model=tried.another))
    return "\n".join([*lines, *dict.fromkeys(tried.unread)])
