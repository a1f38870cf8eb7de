"""The semantic colours of a theme, read from ``resources/themes/NAME.toml``.

Widgets ask for a role (``panel``, ``flag_tint``), never for a colour, so that a theme is one file.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache

from galley.core.paths import resources
from galley.gui.theme.contrast import rgb


@dataclass(frozen=True, slots=True)
class Roles:
    """Every role as ``#RRGGBB``. ``*_tint`` lies behind whole units, ``*_span`` behind part of one."""

    window: str
    panel: str
    hairline: str
    hairline_soft: str
    text: str
    second: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    row: str
    hover: str
    flag_tint: str
    flag_span: str
    flag_edge: str
    evidence_tint: str
    evidence_span: str
    evidence_edge: str
    positive: str
    warning: str
    negative: str
    uncovered: str
    chip: str
    chip_text: str
    key: str
    key_text: str
    selection: str
    selection_text: str
    interval: str

    def grounds(self) -> tuple[str, ...]:
        """The surfaces that marks and letters of criteria are drawn on."""
        return (self.panel, self.row, self.flag_tint, self.evidence_tint)


@cache
def load_roles(name: str) -> Roles:
    """The roles of the shipped theme ``name`` ("light" or "dark").

    Raises ``ValueError`` naming the file if a role is missing, unknown or no colour: a broken installation.
    """
    path = resources() / "themes" / f"{name}.toml"
    with path.open("rb") as file:
        colours = tomllib.load(file)["roles"]
    role_names = {field.name for field in fields(Roles)}
    if colours.keys() != role_names:
        raise ValueError(f"{path.name} must name exactly these roles; see {sorted(colours.keys() ^ role_names)}.")
    for colour in colours.values():
        rgb(colour)
    return Roles(**colours)
