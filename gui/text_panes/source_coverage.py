"""The coverage of the sources by the summary in front: at once where that is quick, else as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QTimer

from galley.gui.session import Session
from galley.gui.text_panes.evidence import EvidenceReader, is_linking_loaded
from galley.gui.text_panes.item import Tab
from galley.gui.text_panes.row import PanesRow

_PAINTED = 40
"""Milliseconds after which the first item has been painted."""


def coverage(
    session: Session,
    panes: PanesRow,
    evidence: EvidenceReader | None,
    tab: Tab | None,
    still: Callable[[EvidenceReader], bool],
    refocus: Callable[[], object],
) -> Mapping[int, bool | None]:
    """Source unit to whether ``tab`` covers it. What takes long is worked out in the background and shown in ``panes``
    when it is there, if ``still`` says that the same item is open; ``refocus`` then tints the flag in front again."""
    if evidence is None or tab is None or not tab.target or tab.document is None:
        return {}
    document = tab.document
    if not evidence.can_link_now(document):

        def show_links(document_links: Any) -> None:
            evidence.store_links(document, document_links)
            if still(evidence) and panes.tab is not None and panes.tab.target == document.id:
                panes.set_coverage(evidence.coverage(panes.tab))
                if not panes.focus.places:
                    refocus()

        def ask() -> None:
            if still(evidence):
                session.read(lambda _: evidence.make(document), show_links, slot=f"links-{id(panes)}")

        if is_linking_loaded():
            ask()
        else:  # the program has just started: what linking needs is loaded once the item has been painted
            QTimer.singleShot(_PAINTED, panes, ask)
    return evidence.coverage(tab)
