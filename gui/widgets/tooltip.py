"""The text of a tooltip, shown as it is: Qt would take what looks like markup for markup."""

from __future__ import annotations


def plain(text: str) -> str:
    """``text`` as a tooltip; none for an empty one. (Not ``html.escape``: that module loads all named entities.)"""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{escaped}</span>" if text else ""
