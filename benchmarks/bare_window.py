"""A bare Qt window of four panes, a list and three texts; started by ``benchmarks.window``.

python -m benchmarks.bare_window start BEGUN        milliseconds from BEGUN to its first paint
python -m benchmarks.bare_window steps PROJECT      reads item after item and sets the texts; then commits a row and
                                                    paints the panes again; 95th percentiles. Writes to PROJECT
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import time

from PySide6.QtCore import QEvent, QStringListModel
from PySide6.QtWidgets import QApplication, QHBoxLayout, QListView, QPlainTextEdit, QWidget

STEPS = 100


class Bare(QWidget):
    """The panes side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0.0
        layout = QHBoxLayout(self)
        self.queue = QListView(self)
        self.queue.setModel(QStringListModel([f"item {n}" for n in range(60)], self))
        layout.addWidget(self.queue)
        self.texts = [QPlainTextEdit(self) for _ in range(3)]
        for text in self.texts:
            text.setReadOnly(True)
            layout.addWidget(text)
        self.resize(1440, 900)

    def event(self, event: QEvent) -> bool:
        """Leave after the first paint where the start is measured."""
        handled = super().event(event)
        if self.begun and event.type() == QEvent.Type.Paint:
            print(json.dumps({"painted": (time.monotonic() - self.begun) * 1_000}), flush=True)
            self.begun = 0.0
            QApplication.quit()
        return handled


def start(begun: float) -> None:
    """Show the window and leave once it is painted."""
    window = Bare()
    window.begun = begun
    window.show()
    QApplication.exec()


def steps(project: str) -> None:
    """Read an item with bare selects and put its texts into the panes; then decide: a row on disk, all painted anew."""
    from benchmarks.figures import quantile, resident
    from benchmarks.painted import Painted

    connection = sqlite3.connect(project)
    last = connection.execute("SELECT max(id) FROM item").fetchone()[0]
    window = Bare()
    painted = Painted(window)
    painted.after(window.show, lambda: True)
    chance = random.Random(1)
    took: list[float] = []

    def step(item: int) -> None:
        for document, text in connection.execute("SELECT role, text FROM document WHERE item_id = ?", (item,)):
            window.texts[("dialogue", "article", "summary").index(document)].setPlainText(text)
        connection.execute("SELECT * FROM verdict WHERE item_id = ?", (item,)).fetchall()

    for _ in range(STEPS):
        took.append(painted.after(lambda: step(chance.randrange(last) + 1), lambda: True))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (flag INTEGER)")

    def decide() -> None:
        with connection:
            connection.execute("INSERT INTO bare VALUES (1)")
        for pane in (window.queue, *window.texts):
            pane.viewport().update()

    decided = [painted.after(decide, lambda: True) for _ in range(STEPS)]
    found = {"next": quantile(took, 0.95), "decide": quantile(decided, 0.95), "resident": resident()}
    print(json.dumps(found))


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    if sys.argv[1] == "start":
        start(float(sys.argv[2]))
    else:
        steps(sys.argv[2])
