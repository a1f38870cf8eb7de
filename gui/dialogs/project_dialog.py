"""What a project is for those who lead it: roles, figures by person, whether it is confidential, whether it is frozen.

Each section has one button, and says what came of it. What cannot be revoked, or closes the project for everybody,
wants a word typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QWidget

from galley.core.campaign import package, reviewer_quality
from galley.core.definitions.task_owners import full
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.errors import GalleyError
from galley.core.project import level_settings, outgoing, role_settings
from galley.core.project.freeze import freeze_project, read_freeze_record, unfreeze_project
from galley.core.project.project import Project
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.tasks import levels
from galley.core.tasks.levels import Level
from galley.core.tasks.roles import Duty, read_roles, require_duty
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import Button
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.hairline import Hairline

LEAD = tr("Roles prevent mistakes. They are not access control: anybody can type any name.")
DUTIES: tuple[tuple[str, Duty | None], ...] = (
    (tr("no role"), None),
    (tr("reviewer"), Duty.READER),
    (tr("adjudicator"), Duty.ADJUDICATOR),
    (tr("lead"), Duty.LEAD),
)
FREEZE, UNFREEZE, CONFIDENTIAL, DELETE = tr("freeze"), tr("unfreeze"), tr("confidential"), tr("delete")
"""What is typed."""
SHOWN = 6
"""Records of what left the project that are listed."""


class ProjectDialog(Dialog):
    """``leave`` closes the project in the window and ``enter`` opens it again: freezing and thawing count from the next
    opening."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        session: Session,
        leave: Callable[[], object],
        enter: Callable[[Path], object],
    ) -> None:
        super().__init__(parent, theme, tr("Project settings"), LEAD, width=640)
        self.session, self._leave, self._enter = session, leave, enter
        connection = session.connection()
        self.writable = session.project.writable
        self.frozen = read_freeze_record(connection)
        if self.writable:
            self._roles(connection)
            self._figures(connection)
            self._levels(connection)
            self._privacy(connection)
        self._frozen()
        self.is_erasing = False
        if self.writable:
            self._erase()
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(
        cls,
        parent: QWidget | None,
        theme: Theme,
        session: Session,
        leave: Callable[[], object],
        enter: Callable[[Path], object],
    ) -> bool:
        """Show it until it is closed. Returns whether something is to be erased next, in a dialog of its own."""
        dialog = cls(parent, theme, session, leave, enter)
        dialog.exec()
        dialog.deleteLater()
        return dialog.is_erasing

    # Sections --------------------------------------------------------------------------------------------------

    def _roles(self, connection: Connection) -> None:
        self._head(tr("Roles"))
        self._roles_status = self._say(
            tr("Only an adjudicator or the lead sets gold, and only the lead assigns work. Without roles "
            "everybody may do everything.")
        )  # fmt: skip
        roles = read_roles(connection)
        people = [a.name for a in names.annotators(connection).values() if a.kind is AnnotatorKind.HUMAN]
        package_reviewers = [issue.package.reviewer for issue in package.read_package_records(connection).values()]
        own = [self.session.reviewer_name] if self.session.is_named else []
        everybody = sorted({*people, *package_reviewers, *roles, *own})
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        self.roles: list[tuple[str, QComboBox]] = []
        self.other = QLineEdit(self)
        self.other.setPlaceholderText(tr("Somebody else"))
        self.other.setAccessibleName(tr("Somebody else"))
        for at, name in enumerate([*everybody, ""]):
            box = QComboBox(self)
            for words, duty in DUTIES:
                box.addItem(words, duty)
            box.setCurrentIndex([duty for _, duty in DUTIES].index(roles.get(name)))
            box.setAccessibleName(tr("Role of {name}", name=make_visible(name) or tr("Somebody else")))
            self.roles.append((name, box))
            grid.addWidget(Label(self.theme, make_visible(name)) if name else self.other, at, 0)
            grid.addWidget(box, at, 1)
        self.column.addLayout(grid)
        self._button(tr("Save roles"), self.give_roles)

    def give_roles(self) -> None:
        """Keep the roles as they are chosen."""
        choices = {name or self.other.text().strip(): box.currentData() for name, box in self.roles}
        duties_by_name = {name: Duty(duty) if duty else None for name, duty in choices.items() if name}

        def job(connection: Connection) -> tuple[dict[str, Duty], ChangeSet]:
            return role_settings.put(connection, duties_by_name, self.session.reviewer_name)

        self._write(job, self._roles_status, lambda roles: tr_n(
            "{n:,} person has a role now.", "{n:,} people have a role now.", len(roles)))  # fmt: skip

    def _figures(self, connection: Connection) -> None:
        self._head(tr("Figures by person"))
        watch = reviewer_quality.read_monitoring(connection)
        self._figures_status = self._say(
            make_visible(watch.describe)
            if watch
            else tr("Seconds a decision, drift by day and unusual patterns by person are off until you give a "
            "purpose, which every package then shows. Only that reviewer and the lead see them.")
        )  # fmt: skip
        if watch is None:
            self.purpose = self._field(tr("Purpose"))
            self._button(tr("Turn on"), self.watch)
        else:
            self.forget = self._confirm_field(DELETE, tr("Turn off and delete"), self.stop_watching)

    def watch(self) -> None:
        """Switch figures by person on."""
        purpose, name = self.purpose.text(), self.session.reviewer_name
        self._write(
            lambda c: reviewer_quality.start_monitoring(c, purpose, name),
            self._figures_status,
            lambda watch: make_visible(watch.describe),
        )

    def stop_watching(self) -> None:
        """Switch them off, and delete what was kept for them."""
        name = self.session.reviewer_name
        self._write(lambda c: reviewer_quality.stop_monitoring(c, name), self._figures_status, lambda count: tr_n(
            "Figures by person are off; {n:,} repeated answer is deleted.",
            "Figures by person are off; {n:,} repeated answers are deleted.", count))  # fmt: skip

    def _levels(self, connection: Connection) -> None:
        current = levels.find_choices(connection)
        if not current:
            return
        self._head(tr("Implicit “no”"))
        self._levels_status = self._say(
            tr("When you finish an item, what you left unmarked counts as “no”. This sets the level where the "
            "judge flags whole summaries. A change applies to items finished from now on.")
        )  # fmt: skip
        titles = {full(c): c.name for c in names.criteria(connection).values()}
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        self.levels: list[tuple[str, QComboBox]] = []
        for at, (name, level) in enumerate(current.items()):
            box = QComboBox(self)
            box.addItem(tr("whole summaries"), Level.WHOLE.value)
            box.addItem(tr("units of summaries"), Level.UNITS.value)
            box.setCurrentIndex(box.findData(level))
            box.setAccessibleName(tr("Implicit “no” is about: {name}", name=make_visible(titles.get(name, name))))
            self.levels.append((name, box))
            grid.addWidget(Label(self.theme, make_visible(titles.get(name, name))), at, 0)
            grid.addWidget(box, at, 1)
        self.column.addLayout(grid)
        self._button(tr("Apply from now on"), self.set_levels)

    def set_levels(self) -> None:
        """Set the levels as they are chosen."""
        level_choices = {name: box.currentData() for name, box in self.levels}

        def job(connection: Connection) -> tuple[None, ChangeSet]:
            return level_settings.put(connection, level_choices, self.session.reviewer_name)

        self._write(job, self._levels_status, lambda _: tr("It applies to items finished from now on."))

    def _privacy(self, connection: Connection) -> None:
        self._head(tr("Confidential"))
        providers = outgoing.named_providers(connection)
        self._privacy_status = self._say(
            tr("Galley writes copies only beside the project and asks only the named providers. This cannot be undone. "
            "It also applies to packages and native records.")
            if providers is None
            else self._confidential(providers)
        )  # fmt: skip
        self.allowed_field = self._field(tr("Allowed providers or addresses, separated by commas"))
        if providers is None:
            self.secret = self._confirm_field(CONFIDENTIAL, tr("Make confidential"), self.make_confidential)
        else:
            self._button(tr("Allow these too"), self.make_confidential)
        transfers = outgoing.list_sent(connection)
        if transfers:
            lines = [f"{at[:16].replace('T', ' ')}  {what}  {to}" for at, what, to in transfers[-SHOWN:]]
            if len(transfers) > SHOWN:
                lines.append(tr("and {n:,} more", n=len(transfers) - SHOWN))
            self._say(tr("What was exported:") + "\n" + make_visible("\n".join(lines)))

    @staticmethod
    def _confidential(providers: tuple[str, ...]) -> str:
        return tr(
            "The project is confidential. Allowed providers: {who}.",
            who=make_visible(", ".join(providers)) or tr("none"),
        )

    def make_confidential(self) -> None:
        """Make it so, or name whom it may ask."""
        new_names = [name.strip() for name in self.allowed_field.text().split(",") if name.strip()]
        providers = outgoing.named_providers(self.session.connection())
        everybody = tuple(sorted({*(providers or ()), *new_names}))
        self._write(lambda c: (everybody, outgoing.declare(c, everybody)), self._privacy_status, self._confidential)

    def _frozen(self) -> None:
        self._head(tr("Frozen"))
        name = self.session.project.path.name
        self._frozen_status = self._say(
            make_visible(self.frozen.words(name))
            if self.frozen
            else tr("A frozen project can be read and exported. Nothing is saved in it until you unfreeze it.")
        )
        if self.frozen:
            self.confirm_field = self._confirm_field(UNFREEZE, tr("Unfreeze"), self.unfreeze)
        elif self.writable:
            self.why = self._field(tr("Reason, shown to everybody who opens it"))
            self.confirm_field = self._confirm_field(FREEZE, tr("Freeze"), self.freeze)

    def _erase(self) -> None:
        self._head(tr("Erase"))
        self._say(tr("An item or a person's answers are erased for good, also from backups."))
        self._button(tr("Erase an item or a person…"), self.ask_erase)

    def ask_erase(self) -> None:
        """Close these settings, and ask what to erase."""
        self.is_erasing = True
        self.accept()

    def freeze(self) -> None:
        """Freeze the project and open it as it is then."""
        why = self.why.text()
        self._turn(lambda connection, who: freeze_project(connection, who, why))

    def unfreeze(self) -> None:
        """Let the project be written again, and open it so."""
        self._turn(unfreeze_project)

    def _turn(self, what: Callable[[Any, str], tuple[Any, ChangeSet]]) -> None:
        path, who = self.session.project.path, self.session.reviewer_name

        def job(connection: Connection) -> tuple[Any, ChangeSet]:
            require_duty(connection, who, Duty.LEAD, "freezes or unfreezes a project")
            return what(connection, who)

        try:  # whoever may not is told before the window lets go of it
            require_duty(self.session.connection(), who, Duty.LEAD, "freezes or unfreezes a project")
        except GalleyError as error:
            self._frozen_status.setText(str(error))
            return
        self.accept()
        self._leave()
        try:
            with Project.open(path, thaw=True) as opened:
                opened.write(job).result()
        finally:
            self._enter(path)

    # Pieces ----------------------------------------------------------------------------------------------------

    def _head(self, words: str) -> None:
        if self.column.count():
            self.column.addSpacing(8)
            self.column.addWidget(Hairline(self.theme))
            self.column.addSpacing(4)
        self.column.addWidget(Label(self.theme, words, Type.BODY_STRONG))

    def _say(self, words: str) -> Label:
        label = Label(self.theme, words, Type.BODY, "second")
        self.column.addWidget(label)
        return label

    def _field(self, words: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(words)
        field.setPlaceholderText(words)
        self.column.addWidget(field)
        return field

    def _button(self, words: str, does: Callable[[], object], beside: QWidget | None = None) -> Button:
        button = Button(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: does())
        row = QHBoxLayout()
        if beside is not None:
            row.addWidget(beside, 1)
        else:
            row.addStretch(1)
        row.addWidget(button)
        self.column.addLayout(row)
        return button

    def _confirm_field(self, word: str, words: str, does: Callable[[], object]) -> QLineEdit:
        """A button that works once ``word`` is typed beside it."""
        field = QLineEdit(self)
        prompt = tr("Type “{word}” to do it", word=word)
        field.setPlaceholderText(prompt)
        field.setAccessibleName(f"{words}: {prompt}")
        button = self._button(words, does, field)
        button.setEnabled(False)
        field.textChanged.connect(lambda typed: button.setEnabled(typed.strip().casefold() == word.casefold()))
        return field

    def _write(self, job: Callable[[Connection], Any], status: Label, words: Callable[[Any], str]) -> None:
        """Do a job of the writer, and say in ``told`` what came of it."""

        def both(result: Any) -> None:
            status.setText(words(result))
            self.fit()

        self.session.watch(self.session.project.write(job), both, lambda error: status.setText(str(error)))
