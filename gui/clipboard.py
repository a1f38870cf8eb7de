"""The one way to the clipboard: nothing else in ``galley.gui`` touches it (``tests/gui/test_window_exits.py``).

While a confidential project is open, nothing of it is copied. What Qt's own widgets copy by themselves is taken off the
clipboard at once, but for what somebody copies out of a field that they type in.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from galley.gui.translation import tr


class Holder(Protocol):
    """What has a project open, and tells a failure in the window."""

    def is_confidential(self) -> bool:
        """Whether its project is."""
        ...

    def refuse_clipboard(self, words: str) -> None:
        """Say that nothing was copied."""
        ...


_ALONE = ("offscreen", "minimal")
"""Platforms with a clipboard of this program alone, which do not know who owns it."""
_holders: list[Holder] = []
_watched_clipboards: list[QClipboard] = []


def hold(holder: Holder) -> None:
    """Ask ``holder`` before anything is copied, until ``release``."""
    _holders.append(holder)
    clipboard = QGuiApplication.clipboard()
    if clipboard not in _watched_clipboards:
        _watched_clipboards[:] = [clipboard]
        clipboard.changed.connect(_on_clipboard_changed)


def release(holder: Holder) -> None:
    """Ask it no more."""
    if holder in _holders:
        _holders.remove(holder)


def is_refused(say: bool = False) -> bool:
    """Whether a confidential project is open; ``say`` it in its window."""
    refused = [holder for holder in _holders if holder.is_confidential()]
    for holder in refused if say else ():
        holder.refuse_clipboard(tr("The project is confidential, so nothing of it is copied to the clipboard."))
    return bool(refused)


def put(content: str | QMimeData, *, own: bool = False) -> bool:
    """Copy something, and give whether that may be; ``own``: a text of the program that holds nothing of a project."""
    clipboard = QGuiApplication.clipboard()
    if not own and is_refused(say=True):
        return False
    if own:
        clipboard.blockSignals(True)
    try:
        if isinstance(content, str):
            clipboard.setText(content)
        else:
            clipboard.setMimeData(content)
    finally:
        clipboard.blockSignals(False)
    return True


def _on_clipboard_changed(mode: QClipboard.Mode) -> None:
    clipboard = QGuiApplication.clipboard()
    ours = clipboard.ownsSelection() if mode is QClipboard.Mode.Selection else clipboard.ownsClipboard()
    ours = ours or QGuiApplication.platformName() in _ALONE
    content = clipboard.mimeData(mode)
    if not ours or content is None or not content.formats() or _is_typed_in():
        return
    if is_refused(say=mode is QClipboard.Mode.Clipboard):
        clipboard.clear(mode)


def _is_typed_in() -> bool:
    field = QApplication.focusWidget()
    return isinstance(field, (QLineEdit, QPlainTextEdit, QTextEdit)) and not field.isReadOnly()
