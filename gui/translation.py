"""Qt's usual hook for the texts of the window: every text passes through ``tr`` or ``tr_n``. The window is in English.

``tr("Open {name}", name=path.name)`` is a whole sentence with named places; ``tr_n("{n:,} item", "{n:,} items", n)``
is one that counts. The words are literals, so that Qt's lupdate finds them. Values are put in after the translation,
so that a text that holds braces stays what it is.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_CONTEXT = ""
"""The context under which Qt's lupdate files the texts of plain functions."""


def tr(text: str, meaning: str = "", /, **values: object) -> str:
    """``text``, translated where a translator is installed, with ``values`` put into its {places}.

    ``meaning`` tells apart what is one word in English only ("Split" of a data set, to "Split" a fact).
    """
    words = QCoreApplication.translate(_CONTEXT, text, meaning or None)
    return words.format(**values) if values else words


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that counts: ``one`` where ``n`` is 1, else ``many``. ``n`` is among the values: "{n:,} items"."""
    words = one if n == 1 else many
    return QCoreApplication.translate(_CONTEXT, words).format(n=n, **values)


def moment(seconds: float, form: str) -> str:
    """A moment (seconds since 1970) on the clock here, in Qt's form ("d MMM yyyy"), months by their English names."""
    return QLocale(QLocale.Language.English).toString(QDateTime.fromSecsSinceEpoch(round(seconds)), form)
