"""Pack for reviewers: who gets which items, what goes along, what they are told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from galley.core.campaign import (
    cell_selection,
    encryption,
    pack,
    task_plan,
    workload,
)
from galley.core.campaign.cell_selection import FREE_SLOTS, UNASSIGNED, UNDECIDED, UNSURE
from galley.core.campaign.pack import PackageOptions, WrittenPackage
from galley.core.campaign.reassign import reassign
from galley.core.campaign.shared_folder import deliver_packages
from galley.core.campaign.workload import AssignmentOptions
from galley.core.definitions.protocols import Kind, Task
from galley.core.errors import GalleyError
from galley.core.import_types import Note
from galley.core.project.project import Project
from galley.core.storage.queries.items import count_items
from galley.core.tasks import task_book
from galley.core.text.visible import make_visible
from galley.gui.dialogs.background_task import Progress
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import choose_folder
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button, CheckBox
from galley.gui.settings import Settings
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

LEAD = tr("Each reviewer gets a project file with their assigned items. It does not contain other reviewers' answers.")
NAMES = {"dataset": tr("each dataset"), "split": tr("each split"), "system": tr("each system")}
BY = (
    (tr("all items alike"), ""),
    *((NAMES[name], name) for name in workload.COLUMNS[:-1]),
    (tr("each number of flags"), "flags"),
)
MOST = 1_000_000


class PackFor(WorkingDialog):
    """``packages`` is there after a success. No file is replaced: one that is there is said."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        settings: Settings,
        preset: PackageOptions | None = None,
        who: str = "",
    ) -> None:
        """``preset`` says of which task, and which of its cells, packages are wanted; ``who`` whose unfinished items go
        to others."""
        self.preset = preset or PackageOptions()
        self.who = "" if self.preset.only_changed else who
        lead = " ".join(filter(None, (_lead(self.preset, self.who), _unresolvable_note(self.preset, project))))
        super().__init__(
            parent, theme, _title(self.preset, self.who), lead, verb=tr("Write packages"), in_bytes=False, width=680
        )
        self.go.setProperty("primary", True)
        self.project = project
        self.settings = settings
        self.packages: list[WrittenPackage] = []
        self._items = count_items(project.read_connection())
        self._tasks = self._list_tasks()
        self.set_first_page(self._page())
        self.people.setText(who if self.preset.only_changed else ", ".join(self._readers()))
        self.go.clicked.connect(self.start)
        self._estimate()
        self.people.setFocus()

    @classmethod
    def ask(
        cls,
        parent: QWidget | None,
        theme: Theme,
        project: Project,
        settings: Settings,
        preset: PackageOptions | None = None,
        who: str = "",
    ) -> list[WrittenPackage]:
        """Show it until it is closed; the packages that were written."""
        dialog = cls(parent, theme, project, settings, preset, who)
        dialog.exec()
        dialog.deleteLater()
        return dialog.packages

    def _readers(self) -> list[str]:
        """Who has read what is discussed."""
        return task_plan.discussing(self.project.read_connection(), self.preset.task) if self.preset.discuss else []

    def _list_tasks(self) -> list[Task]:
        """The tasks of people that may be chosen; none where it was said already what goes to whom."""
        if self.who or self.preset.only or self.preset.discuss or not self.preset.task:
            return []
        tasks = task_book.read_task_book(self.project.read_connection()).tasks.values()
        return [task for task in tasks if task.kind is not Kind.JUDGE]

    def _choose_task(self) -> None:
        self.preset = replace(self.preset, task=self.task_choice.currentData())
        self.set_title(_title(self.preset, self.who), _lead(self.preset, self.who))
        self.also_untrained.setVisible(self._needs_training())

    def _needs_training(self) -> bool:
        """Whether people are trained for what is handed out."""
        if not self.preset.task or self.preset.only_changed:
            return False
        book = task_book.read_task_book(self.project.read_connection())
        task = book.find(self.preset.task)
        if task is None or task.is_training:
            return False
        return any(other.is_training and other.mark for other in book.protocol(task).tasks)

    def names(self) -> list[str]:
        """The reviewers, one a line or with commas between them."""
        parts = self.people.text().split(",")
        return [name.strip() for name in parts if name.strip()]

    def build_options(self) -> PackageOptions:
        """What was asked for."""
        order = AssignmentOptions(
            size=self.size_.value(), by=self.by.currentData(), each=self.people_per_item.value(), seed=self.seed.value()
        )  # fmt: skip
        return replace(
            self.preset,
            order=order,
            only=UNASSIGNED if self.only_unassigned.isChecked() else self.preset.only,
            flags=self.flags.isChecked(),
            judges=self.judges.isChecked(),
            others=self.others.isChecked(),
            gold=self.gold.isChecked(),
            sets=self.sets.isChecked(),
            pseudonyms=self.others.isChecked() and self.pseudonyms.isChecked(),
            untrained=self.preset.untrained or self.also_untrained.isChecked(),
            instructions=self.instructions.toPlainText(),
        )

    def start(self) -> None:
        """Write the packages in the background and show how far it is."""
        folder, options, people = Path(self.folder.text().strip()).expanduser(), self.build_options(), self.names()
        try:
            targets = pack.list_package_paths(people, folder, self.project.path)
            keys = encryption.recipients(self.keys.text().split(), list(targets))
        except GalleyError as error:
            self.complain(str(error))
            return
        self.settings.set_folder(folder)

        def write(package_paths: dict[str, Path], progress: Progress) -> list[WrittenPackage]:
            if self.who:
                by = self.settings.reviewer
                over = partial(reassign, self.project, self.who, package_paths, options, by, keys=keys)
                return over(progress=progress)[1]
            return pack.pack(self.project, package_paths, options, progress=progress, keys=keys)

        if self.shared_folder.isChecked():
            self.work(
                lambda progress: deliver_packages(
                    self.project, folder, people, lambda package_paths: write(package_paths, progress)
                ),
                self._show_report,
            )
        else:
            self.work(lambda progress: write(targets, progress), self._show_report)

    def _page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        self.people = QLineEdit(self)
        self.people.setPlaceholderText(tr("ann, ben, cat"))
        self.size_, self.people_per_item, self.seed = (QSpinBox(self) for _ in range(3))
        self.size_.setRange(0, MOST)
        self.size_.setSpecialValueText(tr("all of them"))
        self.size_.setGroupSeparatorShown(True)
        self.people_per_item.setRange(0, 99)
        self.people_per_item.setValue(1 if self.who else 0)  # a seat that was given up is one person's
        self.people_per_item.setSpecialValueText(
            tr("as many as the task needs") if self.preset.task else tr("everybody")
        )
        self.seed.setRange(0, MOST)
        self.by = QComboBox(self)
        for words, name in BY:
            self.by.addItem(words, name)
        self.folder = QLineEdit(str(self.project.path.parent), self)
        self.instructions = QPlainTextEdit(self)
        self.instructions.setTabChangesFocus(True)
        self.instructions.setFixedHeight(round(self.theme.px(64)))
        self.instructions.setPlaceholderText(tr("Shown when the package is opened"))
        self.task_choice = QComboBox(self)
        for task in self._tasks:
            self.task_choice.addItem(" ".join(make_visible(task.name or task.id).split()), task.full)
        self.task_choice.setCurrentIndex(self.task_choice.findData(self.preset.task))
        self._add_field(column, tr("Task"), self.task_choice).setVisible(len(self._tasks) > 1)
        self.task_choice.setVisible(len(self._tasks) > 1)
        self.task_choice.currentIndexChanged.connect(self._choose_task)
        self._add_field(column, tr("Reviewers, with commas between their names"), self.people)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        fields = (
            (tr("Items"), self.size_),
            (tr("Drawn from"), self.by),
            (tr("Each item goes to"), self.people_per_item),
            (tr("Seed"), self.seed),
        )
        fills_slots = self.preset.discuss or self.preset.only == FREE_SLOTS
        for at, (words, field) in enumerate(fields):
            if self.preset.only_changed or (
                fills_slots and field is self.people_per_item
            ):  # that says itself who gets what
                field.hide()
                continue
            grid.addWidget(Label(self.theme, words, Type.SMALL_STRONG, "second"), 0, at)
            grid.addWidget(field, 1, at)
            grid.setColumnStretch(at, 2 if field is self.by else 1)
            field.setAccessibleName(words)
        column.addSpacing(4)
        column.addLayout(grid)
        self.outlook = Label(self.theme, "", Type.SMALL, "second")
        column.addWidget(self.outlook)
        column.addSpacing(4)
        column.addLayout(self._boxes())
        column.addSpacing(4)
        self._add_field(column, tr("Instructions"), self.instructions)
        choose = Button(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        column.addSpacing(4)
        column.addWidget(Label(self.theme, tr("Folder"), Type.SMALL_STRONG, "second"))
        self.folder.setAccessibleName(tr("Folder"))
        column.addLayout(row)
        self.keys = QLineEdit(self)
        self.keys.setPlaceholderText(tr("ann=age1… ben=age1…"))
        self._add_field(column, tr("Encrypt to public keys of age (empty: not encrypted)"), self.keys)
        self.shared_folder = CheckBox(tr("It is shared with the reviewers: each has a folder in it"), self)
        column.addWidget(self.shared_folder)
        column.addWidget(self.fault)
        self.people.textChanged.connect(self._estimate)
        for number in (self.size_, self.people_per_item):
            number.valueChanged.connect(self._estimate)
        return page

    def _add_field(self, column: QVBoxLayout, words: str, field: QWidget) -> Label:
        """Add a field under its name; gives the name."""
        field.setAccessibleName(words)
        label = Label(self.theme, words, Type.SMALL_STRONG, "second")
        column.addWidget(label)
        column.addWidget(field)
        return label

    def _boxes(self) -> QGridLayout:
        self.flags = CheckBox(tr("What the judges flagged"), self)
        self.judges = CheckBox(tr("Letters for the judges' names"), self)
        self.others = CheckBox(tr("Other people's answers"), self)
        self.gold = CheckBox(tr("Gold"), self)
        self.only_unassigned = CheckBox(tr("Only items that are not in a package yet"), self)
        self.pseudonyms = CheckBox(tr("Pseudonyms instead of their names"), self)
        self.also_untrained = CheckBox(tr("Include people who have not passed the training"), self)
        self.also_untrained.setVisible(self._needs_training())
        self.pseudonyms.setEnabled(False)
        self.others.toggled.connect(self.pseudonyms.setEnabled)
        self.sets = CheckBox(tr("Several flags may be decided at once"), self)
        self.flags.setChecked(True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        boxes = (self.flags, self.others, self.judges, self.pseudonyms, self.gold, self.sets, self.only_unassigned)
        for box in boxes if self.preset.task else ():
            is_special = self.preset.only or self.preset.discuss or self.preset.only_changed
            box.setVisible(box in (self.others, self.pseudonyms) and not is_special)  # the task says what goes along
        self.only_unassigned.setVisible(not (self.preset.task or self.who))
        self.others.setChecked(self.preset.others)
        for at, box in enumerate(boxes):
            grid.addWidget(box, at // 2, at % 2)
        grid.addWidget(self.also_untrained, (len(boxes) + 1) // 2, 0, 1, 2)
        return grid

    def _estimate(self) -> None:
        people = len(self.names())
        item_count = min(self.size_.value() or self._items, self._items)
        per_item = min(self.people_per_item.value() or people, people)
        if self.preset.task or self.who:  # what it asks now is counted when it is packed
            words = ""
        elif not people:
            words = tr_n("The project has {n:,} items.", "The project has {n:,} items.", self._items)
        else:
            load = round(item_count * per_item / people)
            exact = item_count * per_item % people == 0
            words = (
                tr_n("One package of {items:,} items.", "{n} packages of {items:,} items.", people, items=load)
                if exact
                else tr_n(
                    "One package of about {items:,} items.",
                    "{n} packages of about {items:,} items.",
                    people,
                    items=load,
                )
            )
        self.outlook.setText(words)
        self.outlook.setVisible(bool(words))
        self.go.setEnabled(people > 0)

    def _choose(self) -> None:
        folder = choose_folder(self, tr("Where the packages go"), Path(self.folder.text()))
        if folder is not None:
            self.folder.setText(str(folder))

    def _show_report(self, packed: list[WrittenPackage]) -> None:
        self.packages = packed
        self.set_title(tr("Packed"), tr("Send each reviewer their file. Import their answers with “Merge answers…”."))
        lines = [Note("", 0, _line(one, self.shared_folder.isChecked())) for one in packed]
        counts = {tr("packages"): len(packed), tr("items assigned"): sum(one.package.items for one in packed)}
        folder = packed[0].path.parent
        self.finish(
            counts, lines, tr("In {folder}", folder=folder.parent if self.shared_folder.isChecked() else folder)
        )


def _title(preset: PackageOptions, who: str) -> str:
    if preset.only_changed:
        return tr("Show them what was adjudicated differently")
    if who:
        return tr("Reassign unfinished items")
    if preset.discuss:
        return tr("Discuss undecided items again")
    return {
        UNDECIDED: tr("Assign undecided items to a third reviewer"),
        UNSURE: tr("Assign unsure items to another reviewer"),
        FREE_SLOTS: tr("Fill free slots"),
    }.get(preset.only, tr("Assign"))


def _lead(preset: PackageOptions, who: str) -> str:
    """What the packages will hold, in a sentence."""
    if preset.only_changed:
        return tr("A read-only file with each answer of theirs that was adjudicated differently, and why.")
    if who:
        return tr("Unfinished items of {who} are revoked and assigned to the people you name.", who=make_visible(who))
    if preset.discuss:
        return tr("What reviewers left undecided goes back to them, with the others' answers and reasons.")
    which = {
        UNDECIDED: tr("What reviewers left undecided, for somebody who has not reviewed it."),
        UNSURE: tr("What somebody is unsure about, for another reviewer."),
        FREE_SLOTS: tr("Items with fewer reviewers than the task needs."),
    }.get(preset.only, "")
    if which or not preset.task:
        return which or LEAD
    return tr("The package holds what the task “{task}” asks now, and no answers of the others.", task=preset.task)


def _unresolvable_note(preset: PackageOptions, project: Project) -> str:
    """A sentence where a third reader cannot resolve what is sent to them, else ""."""
    if preset.only != UNDECIDED or preset.discuss or not preset.task:
        return ""
    book = task_book.read_task_book(project.read_connection())
    task = book.find(preset.task)
    return (
        "" if task is None or book.find_adjudication_task(task) is not None else cell_selection.resolves_nothing(task)
    )


def _line(packed: WrittenPackage, shared: bool) -> str:
    name, items = packed.path.name, packed.package.items
    if shared:
        name = f"{packed.path.parent.name}/{name}"
    if not packed.earlier_decision_count:
        return tr_n("{name}: {n:,} items", "{name}: {n:,} items", items, name=name)
    return tr_n(
        "{name}: {n:,} items, with {own:,} earlier decisions of {who} (give another name if this is another person)",
        "{name}: {n:,} items, with {own:,} earlier decisions of {who} (give another name if this is another person)",
        items,
        name=name,
        own=packed.earlier_decision_count,
        who=packed.package.reviewer,
    )
