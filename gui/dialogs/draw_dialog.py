"""A random draw of cells for review, so that estimates of true rates and of recall are valid."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from galley.core.domain import JUDGES, ChangeSet
from galley.core.errors import GalleyError
from galley.core.metrics import sampling, stratified_samples
from galley.core.review.queue import Filter
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

KINDS = (
    (tr("What the judge did not flag (an audit finds what it missed)"), sampling.AUDIT),
    (tr("What nobody answered (a check of implicit “no”: corrects recall)"), sampling.IMPLICIT),
    (tr("What the judge flagged (how often it is right)"), sampling.FLAGS),
    (tr("Both, more often where a review is more informative (for the true rate)"), sampling.STRATA),
)
MOST = 100_000


class DrawCells(Dialog):
    """Draws by itself, so that a judge that was never asked is said where it is chosen."""

    def __init__(self, parent: QWidget | None, theme: Theme, session: Session, kind: str = "") -> None:
        super().__init__(
            parent,
            theme,
            tr("Draw a review sample"),
            tr(
                "Figures about a judge are valid only for a random sample. Review the sample in order; you can "
                "stop at any time."
            ),
        )
        self.session = session
        self.sample_filter: Filter | None = None
        self._has_left = False
        connection = session.connection()
        self.kind = QComboBox(self)
        for words, kind_name in KINDS:
            self.kind.addItem(words, kind_name)
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))
        self.field(tr("Draw from"), self.kind)
        self.judge = QComboBox(self)
        for annotator in names.annotators(connection).values():
            if annotator.kind in JUDGES:
                self.judge.addItem(annotator.name)
        self.field(tr("Judge"), self.judge)
        self.criterion = QComboBox(self)
        for scheme in names.schemes(connection):
            questions = [(one.name, one.id) for one in scheme.combined_criteria]
            questions += [(one.name, one.id) for one in scheme.criteria if one.scale == "yes-no"]
            for words, question in questions:
                self.criterion.addItem(f"{words}  ·  {scheme.name}", (scheme.id, question))
        self.field(tr("Criterion"), self.criterion)
        self.level = QComboBox(self)
        self.level.addItem(tr("Units; summaries if the judge answers only about those"), "")
        self.level.addItem(tr("Whole summaries"), sampling.SUMMARY)
        self.field(tr("Level"), self.level)
        self.cells = QSpinBox(self)
        self.cells.setRange(1, MOST)
        self.cells.setValue(50)
        self.field(tr("Cells"), self.cells, tr("Drawing again adds to the last sample."))
        self.meter = Label(theme, "", Type.SMALL, "second")
        self.meter.setAccessibleName(tr("Stop meter"))
        self.meter.hide()
        self.column.addWidget(self.meter)
        self.fault = Label(theme, "", Type.SMALL, "negative")
        self.fault.hide()
        self.column.addWidget(self.fault)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        go = self.button(tr("Draw and open"), default=True, primary=True)
        go.setEnabled(self.judge.count() > 0 and self.criterion.count() > 0 and session.project.writable)
        go.clicked.connect(self.draw)
        for choice in (self.kind, self.judge, self.criterion, self.level):
            choice.currentIndexChanged.connect(self.read_meter)
        session.changed.connect(self.read_meter)
        self.read_meter()

    def read_meter(self, *_: object) -> None:
        """Ask what earlier draws of this kind, judge and criterion have shown so far."""
        if self.criterion.currentData() is not None and self.judge.count():
            scheme, criterion = self.criterion.currentData()
            stratum = self.kind.currentData(), self.judge.currentText(), scheme, criterion, self.level.currentData()
            self.session.read(partial(_meter, stratum), self._show_meter, slot="draw-meter")

    def done(self, result: int) -> None:
        """Leave; an answer that is still on its way finds nobody."""
        self._has_left = True
        super().done(result)

    def _show_meter(self, words: str) -> None:
        if self._has_left:
            return
        self.meter.setText(words)
        self.meter.setVisible(bool(words))
        self.fit()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, session: Session, kind: str = "") -> Filter | None:
        """The queue of what was drawn, in the order of the draw; None where the dialog was left."""
        dialog = cls(parent, theme, session, kind)
        dialog.exec()
        dialog.deleteLater()
        return dialog.sample_filter

    def draw(self) -> None:
        """Keep the draw in the project and close; where nothing can be drawn, say why and stay."""
        scheme, criterion = self.criterion.currentData()
        kind, judge, size = self.kind.currentData(), self.judge.currentText(), self.cells.value()
        level = self.level.currentData()

        def job(connection: Connection) -> tuple[tuple[int, ...], ChangeSet]:
            make = stratified_samples.draw if kind == sampling.STRATA else partial(sampling.draw, kind=kind)
            sample, changes = make(connection, judge=judge, scheme=scheme, criterion=criterion, size=size, level=level)
            items = dict.fromkeys(item for item, _ in sampling.queue(connection, sample))
            return tuple(items), changes

        try:
            items = self.session.project.write(job).result()
        except GalleyError as error:
            self.fault.setText(str(error))
            self.fault.show()
            self.fit()
            return
        about = {
            sampling.AUDIT: tr("an audit of {judge}", judge=judge),
            sampling.IMPLICIT: tr("a check of implicit “no” for {judge}", judge=judge),
            sampling.FLAGS: tr("sampled flags of {judge}", judge=judge),
            sampling.STRATA: tr("stratified sample of {judge}", judge=judge),
        }
        self.sample_filter = Filter(items=items, about=about[kind])
        self.accept()


def _meter(stratum: tuple[str, str, str, str, str], connection: Connection) -> str:
    """The stop meter of one stratum in words; nothing where nothing was drawn from it."""
    from galley.core.metrics._stopping import meters
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader

    kind, judge, scheme, criterion, level = stratum
    reader = CellReader(connection, Params(judges=(judge,), schemes=(scheme,), criteria=(criterion,)))
    found = [meter for meter in meters(reader) if meter.kind == kind and level in ("", meter.level)]
    return tr("So far {words}", words=found[0].words()) if found else ""
