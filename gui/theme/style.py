"""The Fusion palette and the small application style sheet made from a theme's roles."""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QColor, QPalette

from galley.core.paths import resources
from galley.gui.theme.contrast import mix
from galley.gui.theme.fonts import points
from galley.gui.theme.roles import Roles

_SHEET = Template("""
QToolTip { color: $text; background: $panel; border: 1px solid $hairline; padding: ${p4}px ${p6}px; }
QPushButton { color: $text; background: $panel; border: 1px solid $hairline; border-radius: 6px;
  padding: ${p5}px ${p12}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $chip; }
QPushButton:focus { border: 2px solid $accent; padding: ${p4}px ${p11}px; }
QPushButton:default { border: 1px solid $second; }
QPushButton:default:focus { border: 2px solid $accent; }
QPushButton[primary="true"] { color: $on_accent; background: $accent; border: 1px solid $accent; }
QPushButton[primary="true"]:hover { background: $accent_hover; }
QPushButton[primary="true"]:focus { border: 2px solid $text; padding: ${p4}px ${p11}px; }
QPushButton:disabled { color: $faint; background: $window; border: 1px solid $hairline; }
QPushButton:flat { border: none; background: transparent; color: $accent; }
QPushButton:flat:focus { border: 2px solid $accent; border-radius: 4px; }
QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QComboBox { color: $text; background: $panel;
  border: 1px solid $hairline; border-radius: 6px; padding: ${p5}px ${p9}px;
  selection-background-color: $selection; selection-color: $selection_text; }
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
  border: 2px solid $accent; padding: ${p4}px ${p8}px; }
QSpinBox, QDoubleSpinBox { padding: ${s1}px ${p9}px ${s2}px; }
QSpinBox:focus, QDoubleSpinBox:focus { padding: ${s2}px ${p8}px ${s3}px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
  color: $faint; background: $window; }
QComboBox::drop-down { border: none; width: ${p24}px; }
QComboBox::down-arrow { image: url("$arrow"); width: 12px; height: 12px; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  width: 0; border: none; }
QComboBox QAbstractItemView { background: $panel; color: $text; border: 1px solid $hairline; outline: none;
  selection-background-color: $row; selection-color: $text; }
QSlider { border: 2px solid transparent; border-radius: 4px; }
QSlider:focus { border: 2px solid $accent; }
QCheckBox { spacing: ${p7}px; color: $text; }
QCheckBox::indicator, QListView::indicator { width: ${p12}px; height: ${p12}px; background: $panel;
  border: 1px solid $second; border-radius: 3px; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $accent; border-color: $accent;
  image: url("$checked"); }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border: 2px solid $accent; width: ${p10}px;
  height: ${p10}px; }
QCheckBox::indicator:checked:focus { border: 2px solid $text; }
QCheckBox:disabled { color: $faint; }
QTabBar { background: transparent; }
QTabBar::tab { color: $second; background: transparent; border: none; border-bottom: 2px solid transparent;
  padding: ${p7}px ${p10}px ${p6}px ${p10}px; margin-right: 2px; }
QTabBar::tab:selected { color: $text; font-weight: 600; border-bottom: 2px solid $accent; }
QTabBar::tab:hover:!selected { color: $text; }
QTabBar::tab:focus { color: $accent; }
QMenuBar { background: $window; color: $text; }
QMenuBar::item { padding: ${p4}px ${p8}px; background: transparent; }
QMenuBar::item:selected { background: $chip; border-radius: 4px; }
QMenu { background: $panel; color: $text; border: 1px solid $hairline; padding: ${p4}px 0; }
QMenu::item { padding: ${p5}px ${p24}px ${p5}px ${p16}px; }
QMenu::item:selected { background: $row; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $hairline; margin: ${p4}px 0; }
QTableView, QTreeView, QListView { background: $panel; color: $text; border: none; outline: none;
  gridline-color: $hairline_soft; selection-background-color: $row; selection-color: $text;
  alternate-background-color: $panel; }
QHeaderView { background: $panel; }
QHeaderView::section { color: $second; background: $panel; border: none; border-bottom: 1px solid $hairline;
  padding: ${p5}px ${p8}px; font-weight: 600; font-size: ${f11}pt; }
QSplitter::handle { background: $hairline; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover, QSplitter::handle:pressed { background: $accent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; border: none; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; border: none; }
QScrollBar::handle { background: $scroll; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 2px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QStatusBar { background: $window; color: $second; border-top: 1px solid $hairline; }
QStatusBar::item { border: none; }
QProgressBar { background: $chip; border: none; border-radius: 2px; max-height: 4px; color: transparent; }
QProgressBar::chunk { background: $evidence_edge; border-radius: 2px; }
""")


def palette(roles: Roles) -> QPalette:
    """A complete Fusion palette: what no style rule reaches still follows the theme."""
    qt_palette = QPalette()
    table = {
        QPalette.ColorRole.Window: roles.window,
        QPalette.ColorRole.WindowText: roles.text,
        QPalette.ColorRole.Base: roles.panel,
        QPalette.ColorRole.AlternateBase: roles.hover,
        QPalette.ColorRole.Text: roles.text,
        QPalette.ColorRole.Button: roles.panel,
        QPalette.ColorRole.ButtonText: roles.text,
        QPalette.ColorRole.BrightText: roles.negative,
        QPalette.ColorRole.Highlight: roles.selection,
        QPalette.ColorRole.HighlightedText: roles.selection_text,
        QPalette.ColorRole.Link: roles.accent,
        QPalette.ColorRole.LinkVisited: roles.accent,
        QPalette.ColorRole.ToolTipBase: roles.panel,
        QPalette.ColorRole.ToolTipText: roles.text,
        QPalette.ColorRole.PlaceholderText: roles.second,
        QPalette.ColorRole.Accent: roles.accent,
        QPalette.ColorRole.Light: roles.panel,
        QPalette.ColorRole.Midlight: roles.hairline_soft,
        QPalette.ColorRole.Mid: roles.hairline,
        QPalette.ColorRole.Dark: roles.hairline,
        QPalette.ColorRole.Shadow: roles.hairline,
    }
    for role, value in table.items():
        qt_palette.setColor(role, QColor(value))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        qt_palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(roles.faint))
    return qt_palette


def style_sheet(roles: Roles, scale: float) -> str:
    """The style rules for stock controls. Widgets of our own paint themselves and need none."""
    lengths = {f"s{n}": str(round(5 * scale) - n) for n in (1, 2, 3)}  # a spin box is 3 pixels higher at any scale
    lengths |= {f"p{n}": str(round(n * scale)) for n in (4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24)}
    colours = {name: getattr(roles, name) for name in Roles.__slots__}
    return _SHEET.substitute(
        colours,
        **lengths,
        f11=f"{points(11 * scale):.2f}",
        # A style sheet can name a picture, but not tint it: one grey arrow for both themes, a tick for each ink.
        arrow=(resources() / "icons" / "combo-arrow.svg").as_posix(),
        checked=(resources() / "icons" / f"checked-{_tone(roles.on_accent)}.svg").as_posix(),
        scroll=mix(roles.panel, roles.faint, 0.55),
    )


def _tone(ink: str) -> str:
    """Which of the two ticks has this ink."""
    return "light" if QColor(ink).lightness() > 127 else "dark"
