"""Semantic colours, the type scale, the palette and style sheet, icons."""

from gui.theme.fonts import READING_LEADING, Type
from gui.theme.roles import Roles
from gui.theme.theme import Mode, Theme

__all__ = ["READING_LEADING", "Mode", "Roles", "Theme", "Type"]
