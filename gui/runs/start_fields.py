"""What one can choose of a run."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from galley.core.domain import ItemId
from galley.core.judges import method_settings, order
from galley.core.judges.clients.registry import PROVIDERS, Source
from galley.core.judges.inquiry import written_judge
from galley.core.judges.methods._overlap_share import count_sentences
from galley.core.judges.methods.base import Choices, Method
from galley.core.judges.methods.own import JUDGE as OWN_JUDGE
from galley.core.judges.methods.own import METHOD as OWN_METHOD
from galley.core.judges.methods.registry import REGISTRY, find
from galley.core.judges.order import DOLLARS, MOST_CONCURRENT, USUAL, Order
from galley.core.judges.request_options import apply_settings, list_settings
from galley.core.review import task_choice
from galley.core.review.queue import Filter, Sort
from galley.core.storage.queries import filter_choices
from galley.core.storage.queries.items import count_items
from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button, CheckBox
from galley.gui.runs.estimate import ADDRESSES
from galley.gui.runs.run_figures import method_label
from galley.gui.runs.start_settings import MethodSettings
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout

FIRST = "offline"
OWN = OWN_METHOD.name
SHARE = "share"
"""The setting of the built-in judge that has a slider of its own."""
ALL_AT_ONCE = ("dial-summer-fine",)
"""Methods that can ask all criteria in one call."""


def methods_in_order() -> list[list[Method]]:
    """What most people start, the built-in judge first; then what one of the works brings."""
    methods = sorted(REGISTRY.all().values(), key=lambda method: (method.name != FIRST, method_label(method)))
    of_work = [method for method in methods if type(method).__module__.startswith("galley.core.papers.")]
    return [[method for method in methods if method not in of_work], of_work]


class StartFields(QWidget):
    """``changed()`` follows every other choice; ``order()`` is what they add up to. ``resized()`` follows settings
    that are shown or put away."""

    changed = Signal()
    resized = Signal()
    models_wanted = Signal()
    file_wanted = Signal()
    judge_wanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = session.theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(9)
        self._grid.setColumnStretch(1, 1)
        self._lines: dict[str, list[QWidget]] = {}
        self._holders: dict[str, QWidget] = {}
        self.method, self.provider, self.model = QComboBox(self), QComboBox(self), QComboBox(self)
        self.url, self.replies = QLineEdit(self), QLineEdit(self)
        self.judge, self.write_judge = QComboBox(self), Button(tr("Write a judge…"), self)
        self.about = Label(self._theme, "", Type.SMALL, "second")
        self.models_said = Label(self._theme, "", Type.SMALL, "second")
        self.models_said.hide()
        self.list_models = Button(tr("List its models"), self)
        self.choose = Button(tr("Choose…"), self)
        self.criteria = QWidget(self)
        self._flow = FlowLayout(self.criteria)
        self._flow.setContentsMargins(0, 3, 0, 3)
        self.chips: dict[str, Chip] = {}
        self._wire_provider = ""
        self.settings, self.wire = MethodSettings(self._theme, self), MethodSettings(self._theme, self)
        self.samples, self.concurrency, self.requests = QSpinBox(self), QSpinBox(self), QSpinBox(self)
        self.budget = QDoubleSpinBox(self)
        self.batch = CheckBox(tr("As a batch: half the price, within a day"), self)
        self.stream = CheckBox(tr("Stream replies: for long replies and slow servers"), self)
        self.at_once = CheckBox(tr("All criteria in one call: cheaper, but a separate judge"), self)
        self.items = ItemFields(session, self)
        self.share, self.share_words = QSlider(Qt.Orientation.Horizontal), Label(self._theme, "", Type.SMALL, "second")
        self._fill()
        self._lay_out()
        self.show_judges()
        self._wire()

    def order(self) -> Order:
        """What is chosen. Only good where ``missing`` says nothing."""
        method = find(self.method.currentData())
        if method.local:
            choices = Choices(self._checked_criteria(), systems=self.items.systems, options=self._options())
            return self._about(Order(method.name, choices=choices))
        provider = self.provider.currentData()
        source = Source(
            provider,
            self.url.text().strip() if provider != "replay" else "",
            self.replies.text().strip() if provider == "replay" else "",
        )
        at_once = method.name in ALL_AT_ONCE and self.at_once.isChecked()
        batch = self.batch.isChecked() and self.batch.isEnabled()
        choices = Choices(
            self._checked_criteria(), self.samples.value(), at_once, "", self.items.systems, self._options()
        )
        run_order = Order(
            method.name,
            source,
            self.model.currentText().strip(),
            choices,
            self.concurrency.value(),
            self._budget(),
            self.requests.value() or None,
            batch,
            stream=self.stream.isChecked() and self.stream.isEnabled() and not batch,
        )
        return self._about(apply_settings(run_order, self.wire.options()))

    def _budget(self) -> float | None:
        """The usual one as long as nobody touched it, so that a model without a price is not refused for it."""
        if not self.budget.isEnabled():
            return USUAL
        return USUAL if self.budget.value() == DOLLARS else self.budget.value() or None

    def _about(self, run_order: Order) -> Order:
        """The order with the items that are chosen."""
        items = self.items
        return replace(
            run_order, items=items.items, datasets=items.datasets, only_unjudged=items.only_unjudged.isChecked()
        )

    def missing(self) -> str:
        """What must be filled in first, in a sentence; "" where nothing."""
        if find(self.method.currentData()).local:
            return ""
        provider = PROVIDERS[self.provider.currentData()]
        if provider.name == "compatible" and not self.url.text().strip():
            return tr("Give the address of the server.")
        if provider.name == "replay" and not self.replies.text().strip():
            return tr("Choose the file with the recorded replies.")
        if provider.needs_model and not self.model.currentText().strip():
            return tr("Name a model, or list the available ones.")
        return ""

    def show_models(self, names: list[str]) -> None:
        """Offer these models; what was typed stays."""
        typed = self.model.currentText()
        self.model.blockSignals(True)
        self.model.clear()
        self.model.addItems(names)
        self.model.blockSignals(False)
        self.model.setCurrentText(typed or (names[0] if names else ""))
        self.say_models(tr("{count:,} models; any other name can be typed.", count=len(names)))
        self.changed.emit()

    def say_models(self, words: str, bad: bool = False) -> None:
        """A line under the model."""
        self.models_said.setText(words)
        self.models_said.setVisible(bool(words))
        palette = self.models_said.palette()
        palette.setColor(self.models_said.foregroundRole(), self._theme.color("negative" if bad else "second"))
        self.models_said.setPalette(palette)

    def _checked_criteria(self) -> tuple[str, ...]:
        return tuple(name for name, chip in self.chips.items() if chip.isChecked())

    def choose_method(self, method: str) -> None:
        """Choose a method by its name in the registry."""
        self.method.setCurrentIndex(self.method.findData(method))

    def _fill(self) -> None:
        for group in methods_in_order():
            if self.method.count():
                self.method.insertSeparator(self.method.count())
            for method in group:
                self.method.addItem(method_label(method), method.name)
        for provider in PROVIDERS.values():
            self.provider.addItem(provider.title, provider.name)
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.share.setRange(0, 50)
        self.share.setPageStep(5)
        self.samples.setRange(0, 99)
        self.concurrency.setRange(1, MOST_CONCURRENT)
        self.concurrency.setValue(8)
        self.requests.setRange(0, 9_999_999)
        self.requests.setSpecialValueText(tr("no cap"))
        self.requests.setGroupSeparatorShown(True)
        self.budget.setRange(0, 100_000)
        self.budget.setPrefix("$")
        self.budget.setSpecialValueText(tr("no cap"))
        self.budget.setGroupSeparatorShown(True)
        self.budget.setValue(DOLLARS)

    def _lay_out(self) -> None:
        self._line("method", tr("Method"), self.method)
        self._line("about", "", self.about)
        self._line("judge", tr("Judge"), self.judge, self.write_judge)
        self._line("provider", tr("Provider"), self.provider)
        self._line("address", tr("Address"), self.url)
        self._line("replies", tr("Replies"), self.replies, self.choose)
        self._line("model", tr("Model"), self.model, self.list_models)
        self._line("models", "", self.models_said)
        self._line("items", tr("Items"), self.items)
        self._line("criteria", tr("Criteria"), self.criteria)
        triage = QWidget(self)
        triage_row = QHBoxLayout(triage)
        triage_row.setContentsMargins(0, 0, 0, 0)
        triage_row.setSpacing(14)
        triage_row.addWidget(self.share, 1)
        triage_row.addWidget(self.share_words, 2)
        self._line("share", tr("Doubtful"), triage)
        self.share.setAccessibleName(tr("Share of sentences that the word-overlap score flags, in percent"))
        self._line("settings", tr("Settings"), self.settings)
        self._line("wire", tr("Requests"), self.wire)
        numbers = QWidget(self)
        row = QHBoxLayout(numbers)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        for name, words, field in (
            ("samples", tr("Replies per question"), self.samples),
            ("at-a-time", tr("At a time"), self.concurrency),
            ("budget", tr("Budget"), self.budget),
            ("requests", tr("Most requests"), self.requests),
        ):
            holder = QWidget(numbers)
            block = QVBoxLayout(holder)
            block.setContentsMargins(0, 0, 0, 0)
            block.setSpacing(4)
            block.addWidget(Label(self._theme, words, Type.SMALL_STRONG, "second"))
            block.addWidget(field)
            self._holders[name] = holder
            field.setAccessibleName(words)
            field.setMinimumWidth(round(self._theme.px(90)))
            row.addWidget(holder, 1)
        self._line("limits", tr("Limits"), numbers)
        self._line("at-once", "", self.at_once)
        self._line("batch", "", self.batch)
        self._line("stream", "", self.stream)

    def _line(self, name: str, words: str, field: QWidget, button: Button | None = None) -> None:
        row = self._grid.rowCount()
        label = Label(self._theme, words, Type.SMALL_STRONG, "second")
        label.setFixedWidth(round(max(self._theme.px(66), self._theme.advance(Type.SMALL_STRONG, words) + 2)))
        if name == "items":  # level with the first line of what stands beside it
            label.setContentsMargins(0, round(self._theme.px(7)), 0, 0)
        high = name in ("items", "criteria", "limits", "settings", "wire")
        top = Qt.AlignmentFlag.AlignTop if high else Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(label, row, 0, top)
        self._grid.addWidget(field, row, 1, 1, 1 if button else 2)
        if words:
            label.setBuddy(field)
            field.setAccessibleName(words)
        if button is not None:
            button.setAutoDefault(False)
            self._grid.addWidget(button, row, 2)
        self._lines[name] = [label, field, *([button] if button else [])]

    def _show_line(self, name: str, is_visible: bool) -> None:
        for widget in self._lines[name]:
            widget.setVisible(is_visible)

    def _wire(self) -> None:
        self.method.currentIndexChanged.connect(self._method_chosen)
        self.provider.currentIndexChanged.connect(self._provider_chosen)
        for line in (self.url, self.replies):
            line.textChanged.connect(self._emit_changed)
        self.model.editTextChanged.connect(self._emit_changed)
        for number in (self.samples, self.concurrency, self.requests, self.budget):
            number.valueChanged.connect(self._emit_changed)
        self.share.valueChanged.connect(self._show_share)
        self.share.valueChanged.connect(self._emit_changed)
        for box in (self.batch, self.at_once, self.stream):
            box.toggled.connect(self._emit_changed)
        self.items.changed.connect(self._emit_changed)
        for block in (self.settings, self.wire):
            block.changed.connect(self._emit_changed)
            block.folded.connect(self.resized)
        self.list_models.clicked.connect(self.models_wanted)
        self.choose.clicked.connect(self.file_wanted)
        self.judge.currentIndexChanged.connect(self._method_chosen)
        self.write_judge.clicked.connect(self.judge_wanted)

    def show_judges(self, judge_id: str = "") -> None:
        """Offer the judges that the project keeps, or none of them; ``chosen`` is an id."""
        judge_id = judge_id or self.judge.currentData() or ""
        self.judge.blockSignals(True)
        self.judge.clear()
        self.judge.addItem(tr("No judge file: a scheme's criteria by their definitions"), "")
        for judge in written_judge.read_judges(self._session.connection()).values():
            self.judge.addItem(f"{judge.name} ({judge.version})", judge.id)
        self.judge.setCurrentIndex(max(self.judge.findData(judge_id), 0))
        self.judge.blockSignals(False)
        self._method_chosen()

    def _options(self) -> dict[str, str]:
        """The settings of the method, with the judge of the user's own where one is chosen."""
        options = self.settings.options()
        if self.method.currentData() == FIRST and self.share.value():
            options[SHARE] = str(self.share.value())
        judge_id = self.judge.currentData() if self.method.currentData() == OWN else ""
        if judge_id:
            options[OWN_JUDGE] = written_judge.find(self._session.connection(), judge_id).text
        return options

    def _show_share(self) -> None:
        """Say what the share of the slider comes to in this project."""
        share, count = self.share.value(), count_sentences(self._session.connection())
        if share:
            words = tr(
                "Flags also the {share} % with the highest word-overlap score in each data set: at most {flags:,} of"
                " {count:,} sentences.",
                share=share,
                flags=round(share / 100 * count),
                count=count,
            )
        else:
            words = tr("Only the checks flag. Move the slider to flag doubtful sentences by word overlap, too.")
        self.share_words.setText(words)

    def _emit_changed(self) -> None:
        self.changed.emit()

    def _method_chosen(self) -> None:
        method = find(self.method.currentData())
        own = method.name == OWN
        self._show_line("judge", own)
        choices = Choices(options=self._options()) if own else Choices()
        offered = order.list_criterion_offers(self._session.connection(), method, choices)
        words = tr("Choose what to ask below. Without a choice the default set is asked.") if offered else ""
        self.about.setText(" ".join(part for part in (f"{method.title}.", getattr(method, "note", ""), words) if part))
        usual = getattr(method, "usual_samples", None)
        count = usual(choices) if usual else method.samples
        self.samples.setSpecialValueText(tr("default ({count})", count=count))
        for chip in self.chips.values():
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {}
        for offer in offered:
            chip = self.chips[offer.id] = Chip(self._theme, offer.name, parent=self.criteria)
            chip.clicked.connect(self._emit_changed)
            chip.show()
            self._flow.addWidget(chip)
        self._show_line("criteria", bool(self.chips))
        self._show_share()
        self._show_line("share", method.name == FIRST)
        offered_settings = [s for s in method_settings.get_settings(method) if not own and s.name != SHARE]
        self.settings.show_settings(offered_settings)
        self._show_line("settings", bool(offered_settings))
        for line in ("provider", "limits"):
            self._show_line(line, not method.local)
        self._show_line("at-once", method.name in ALL_AT_ONCE)
        self._provider_chosen()

    def _provider_chosen(self) -> None:
        local = find(self.method.currentData()).local
        provider = PROVIDERS[self.provider.currentData()]
        replay = provider.name == "replay"
        self._show_line("address", not local and not replay)
        self._show_line("replies", not local and replay)
        self._show_line("model", not local)
        self._show_line("models", False)
        self._show_line("batch", not local and provider.batches)
        self._show_line("stream", not local and not replay)
        self.stream.setEnabled(not replay)
        self.list_models.setVisible(not local and not replay)
        self.batch.setEnabled(provider.batches)
        if self._wire_provider != provider.name:
            self._wire_provider = provider.name
            self.wire.show_settings(list_settings(provider.name))
        self._show_line("wire", not local and not replay)
        self.budget.setEnabled(not replay)
        self._holders["budget"].setVisible(not replay)
        usual = ADDRESSES.get(provider.name, "")
        self.url.setPlaceholderText(
            tr("{address} (the provider's own)", address=usual) if usual else "http://localhost:11434/v1"
        )
        line = self.model.lineEdit()
        if line is not None:
            line.setPlaceholderText(tr("name for the replies in this file") if replay else tr("name of a model"))
        self.changed.emit()


class ItemFields(QWidget):
    """``changed()`` follows every other choice. What a project does not tell apart is not asked."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.which, self.dataset, self.system = QComboBox(self), QComboBox(self), QComboBox(self)
        self.only_unjudged = CheckBox(tr("Only items that this judge has not judged yet"), self)
        self._queue_items: tuple[ItemId, ...] = ()
        self._fill(session)
        row = QHBoxLayout()
        row.setSpacing(14)
        for name, field in ((tr("Items"), self.which), (tr("Data set"), self.dataset), (tr("System"), self.system)):
            field.setAccessibleName(name)
            field.setMinimumContentsLength(10)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            field.setVisible(field.count() > 1 or field is self.which)
            field.currentIndexChanged.connect(self._emit_changed)
            row.addWidget(field, 1)
        self.only_unjudged.toggled.connect(self._emit_changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.only_unjudged)

    @property
    def items(self) -> tuple[ItemId, ...]:
        """The row ids of the only items wanted; none for all."""
        return self._queue_items if self.which.currentData() else ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """The only data sets wanted; none for all."""
        return (self.dataset.currentData(),) if self.dataset.currentData() else ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The only systems whose summaries are wanted; none for all."""
        return (self.system.currentData(),) if self.system.currentData() else ()

    def _fill(self, session: Session) -> None:
        connection, queue_filter = session.connection(), session.queue_filter
        count = count_items(connection)
        self.which.addItem(
            tr("All {count:,} items", count=count) if count > 1 else tr_n("{n:,} item", "{n:,} items", count), False
        )
        if replace(queue_filter, sort=Sort.FILE) != Filter():
            self._queue_items = tuple(task_choice.ids(connection, queue_filter, session.reviewer))
            if self._queue_items:
                self.which.addItem(
                    tr_n("The {n:,} item in the queue", "The {n:,} items in the queue", len(self._queue_items)), True
                )
        for field, every, values in (
            (self.dataset, tr("All data sets"), filter_choices.list_choices(connection, "dataset")),
            (self.system, tr("All systems"), filter_choices.list_choices(connection, "system")),
        ):
            field.addItem(every, "")
            for value in values if len(values) > 1 else ():
                field.addItem(value, value)

    def _emit_changed(self) -> None:
        self.changed.emit()
