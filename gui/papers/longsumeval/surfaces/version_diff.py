"""Versions of a refined summary: each change between what was before and what came, over the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from galley.core.tasks.questioning import Asked
from galley.gui.desk.opened import Opened
from galley.gui.review.surface import Ground, Surface, SurfaceSpec

if TYPE_CHECKING:
    from galley.gui.papers.longsumeval.version_page import VersionPage

_SCHEME = "refinement"


def _fits(asked: Asked) -> bool:
    return bool(asked.criteria) and all(criterion.scheme == _SCHEME for criterion in asked.criteria)


class VersionDiff(Surface):
    """A row that changed is a flag: accepted, the new words stand, else the old ones."""

    def __init__(self, ground: Ground, page: VersionPage) -> None:
        super().__init__(ground)
        self.page = page
        page.lit.connect(self.lit)
        page.read.connect(self.read)
        page.documentRead.connect(self.documentRead)

    def widget(self) -> QWidget:
        """Both versions over the sources."""
        return self.page

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Another item."""
        self.page.show_item(opened, lit, self.ground.session.reviewer)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """What is decided now, and the text that follows."""
        self.page.show_state(opened, lit, self.ground.session.reviewer)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Another change, with what it rests on."""
        self.page.set_lit(opened, lit, self.ground.session.reviewer)
        self.page.tint(self.ground.panes.focus.places)

    def stops(self) -> list[QWidget]:
        """The changes and the texts."""
        return self.page.stops()


def _make(ground: Ground) -> Surface:
    from galley.gui.papers.longsumeval.version_page import VersionPage

    return VersionDiff(ground, VersionPage(ground.session.theme))


SURFACE = SurfaceSpec(name="version-diff", order=1, fits=_fits, factory=_make)
