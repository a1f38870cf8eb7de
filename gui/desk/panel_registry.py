"""Which panels there are, and which of them an item has."""

from __future__ import annotations

from dataclasses import replace

from galley.core.domain import Criterion
from galley.core.protocols.study import Kind
from galley.core.registry import Registry
from galley.core.tasks.questioning import Asked
from galley.gui.desk.opened import Opened
from galley.gui.desk.panel import PanelSpec, Where

REGISTRY: Registry[PanelSpec] = Registry("galley.gui.panels", "PANEL", "panel")


def panels() -> list[PanelSpec]:
    """All panels in their order."""
    return sorted(REGISTRY.all().values(), key=lambda spec: (spec.order, spec.name))


def claim(opened: Opened) -> Opened:
    """The item with the panels that want it, and without the tabs of the unit kinds and the marks of the forms that
    they show."""
    wanted = [spec for spec in panels() if spec.wants(opened) and _serves(spec, opened.asked)]
    if not wanted:
        return opened
    taken = {kind for spec in wanted for kind in spec.kinds}
    tabs = tuple(tab for tab in opened.tabs if tab.kind is None or tab.kind not in taken)
    forms = {scheme for spec in wanted for scheme in spec.forms}
    entries = tuple(entry for entry in opened.entries if not (entry.own and _names(entry.criterion) & forms))
    return replace(opened, tabs=tabs, entries=entries, panels=tuple(spec.name for spec in wanted))


def _serves(spec: PanelSpec, asked: Asked) -> bool:
    """Whether a panel is one for the task that is worked on: what it lets people write, or the form for what is
    asked."""
    task = asked.task
    if task is None:
        return True
    if task.kind is Kind.WRITE:
        return task.unit in spec.kinds
    if spec.where is Where.BELOW:
        return any(criterion.scale == "ordinal" for criterion in asked.criteria)
    return any(_names(criterion) & spec.forms for criterion in asked.criteria)


def _names(criterion: Criterion) -> set[str]:
    """How a form may name a criterion: with its whole scheme, or alone."""
    return {criterion.scheme, f"{criterion.scheme}/{criterion.id}"}
