"""Semantic colours, the type scale, the palette and style sheet, icons."""

from galley.gui.theme.fonts import READING_LEADING, Type
from galley.gui.theme.roles import Roles
from galley.gui.theme.theme import Mode, Theme

__all__ = ["READING_LEADING", "Mode", "Roles", "Theme", "Type"]
