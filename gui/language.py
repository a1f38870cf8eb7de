"""The language of the window: every text of it passes through here, and English is the text itself.

``tr("Open {name}", name=path.name)`` is a whole sentence with named places; ``tr_n("{n:,} item", "{n:,} items", n)``
is one that counts. Qt's own tools find both calls (``make translations``; see docs/extending.md), so the words must be
literals: no f-string, no choice between two inside the brackets. Values are put in once, after the translation, so
that a text that holds braces stays what it is.

A module may hold translated texts as constants, because ``install`` runs before the window's modules are imported.
Where one is drawn into a page in English it passes through ``kept``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator

from galley.core.paths import resources

ENGLISH = "en"
SYSTEM = "system"

_CONTEXT = ""
"""The context under which Qt's lupdate files the texts of plain functions."""

_LARGEST = 1_000_000
"""Above this only the last six digits of a count choose the form of its words: Qt counts to 2³¹, tokens go on."""

Kept = TypeVar("Kept", bound=str)
_installed: list[QTranslator] = []
_shown = ENGLISH
_english: ContextVar[bool] = ContextVar("english", default=False)
_said: dict[str, str] = {}
"""The English of each plain text that was translated."""


@contextmanager
def in_english() -> Iterator[None]:
    """For what this thread draws meanwhile into a page that is written in English."""
    token = _english.set(True)
    try:
        yield
    finally:
        _english.reset(token)


def _now() -> str:
    return ENGLISH if _english.get() else _shown


def tr(text: str, meaning: str = "", /, **values: object) -> str:
    """``text`` in the language of the window, with ``values`` put into its {places}; braces are plain without any.

    ``meaning`` tells apart what is one word in English only ("Split" of a data set, to "Split" a fact); lupdate takes
    a text with a meaning and values for one that counts, so it has one or the other.
    """
    words = text
    if _now() != ENGLISH:
        words = QCoreApplication.translate(_CONTEXT, text, meaning or None)
        _said.setdefault(words, text)
    return _put(words, values) if values else words


def kept(text: Kept) -> Kept:
    """A translated text that a module holds as a constant, in the language of what is drawn now: see ``in_english``."""
    return type(text)(_said.get(text, text)) if _english.get() else text


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that counts: ``one`` where ``n`` is 1 in English, else ``many``, and as many forms as the language of the
    window has. ``n`` is among the values: "{n:,} items"."""
    words = one
    if _now() != ENGLISH:
        words = QCoreApplication.translate(_CONTEXT, one, many, n if n < _LARGEST else _LARGEST + n % _LARGEST)
    if words == one and n != 1:
        words = many
    return _put(words, {"n": n, **values})


def figure(text: str) -> str:
    """A figure as Python prints it ("1,432.50") with the separators of the language that is shown."""
    if _now() == ENGLISH:
        return text
    locale = QLocale(_now())
    return text.translate({ord("."): locale.decimalPoint(), ord(","): locale.groupSeparator()})


def moment(seconds: float, form: str) -> str:
    """A moment (seconds since 1970) on the clock here, in Qt's form ("d MMM yyyy"), months by their names in the
    language that is shown."""
    return QLocale(_now()).toString(QDateTime.fromSecsSinceEpoch(round(seconds)), form)


class _Figures(Formatter):
    """Puts values into a text; numbers with the separators of the language."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        """See ``figure``."""
        made = format(value, format_spec)
        return figure(made) if format_spec and isinstance(value, int | float) else made


def _put(words: str, values: Mapping[str, Any]) -> str:
    return words.format(**values) if _now() == ENGLISH else _Figures().vformat(words, (), values)


def current() -> str:
    """The code of the language that is shown."""
    return _now()


def languages() -> dict[str, str]:
    """The languages that there are, as each calls itself, by code; English first."""
    found = sorted(path.stem.partition("_")[2] for path in _folder().glob("galley_*.qm"))
    return {ENGLISH: "English"} | {code: QLocale(code).nativeLanguageName().capitalize() for code in found}


def chosen(setting: str) -> str:
    """The code of the language to show: what GALLEY_LANGUAGE says, else ``setting``, else the first language of the
    system that there is, else English."""
    known = languages()
    for wanted in (os.environ.get("GALLEY_LANGUAGE", ""), setting):
        if wanted in known:
            return wanted
    for locale in QLocale.system().uiLanguages():
        if (code := locale.partition("-")[0]) in known:
            return code
    return ENGLISH


def install(application: QCoreApplication, language: str) -> None:
    """Let every text be in ``language`` from now on; what was made before stays as it is. English loads nothing."""
    global _shown
    _shown = language
    for translator in _installed:
        application.removeTranslator(translator)
    _installed.clear()
    if language == ENGLISH:
        return
    for name, folder in ((f"qtbase_{language}", _qt_folder()), (f"galley_{language}", _folder())):
        translator = QTranslator(application)
        if translator.load(name, str(folder)):
            application.installTranslator(translator)
            _installed.append(translator)


def _folder() -> Path:
    return resources() / "translations"


def _qt_folder() -> str:
    return QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
