"""The theme in force: colours by role, fonts by style, and a signal when either changes."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle

from galley.gui.theme import contrast
from galley.gui.theme.fonts import LARGEST_SCALE, SMALLEST_SCALE, Type, load_fonts, make_font
from galley.gui.theme.roles import Roles, load_roles
from galley.gui.theme.style import palette, style_sheet

_MOST_ADVANCES = 2_000


class Mode(StrEnum):
    """Which theme the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Mode.SYSTEM: Qt.ColorScheme.Unknown,
    Mode.LIGHT: Qt.ColorScheme.Light,
    Mode.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """Colours, fonts and sizes for every widget; one object for the whole application.

    ``changed`` is emitted after the mode, the system's colour scheme or the text size changed: widgets that
    hold colours or fonts take them afresh then.
    """

    changed = Signal()

    def __init__(self, mode: Mode = Mode.SYSTEM, scale: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        load_fonts()
        self._mode = Mode(mode)
        self._scale = min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))
        self._still = False
        self._roles = load_roles("dark" if self._wants_dark() else "light")
        self._fonts: dict[Type, QFont] = {}
        self._metrics: dict[Type, QFontMetricsF] = {}
        self._advances: dict[tuple[Type, str | tuple[str, ...]], float] = {}
        self._colors: dict[str, QColor] = {}
        self._application: QApplication | None = None
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def mode(self) -> Mode:
        """What the user asked for."""
        return self._mode

    @property
    def scale(self) -> float:
        """The text size factor, 0.8 to 2.0."""
        return self._scale

    @property
    def roles(self) -> Roles:
        """The colours in force as ``#RRGGBB``."""
        return self._roles

    @property
    def still(self) -> bool:
        """Whether nothing may glide: the user said so here or, where Qt can tell, in the system's settings."""
        style = QApplication.style()
        system_is_still = (
            self._application is not None and style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
        )
        return self._still or system_is_still

    def set_still(self, still: bool) -> None:
        """Reduce motion whatever the system's settings say, or follow them."""
        self._still = still

    @property
    def dark(self) -> bool:
        """Whether the dark theme is shown now."""
        return self._roles == load_roles("dark")

    def set_mode(self, mode: Mode) -> None:
        """Show light, dark, or what the system asks for."""
        self._mode = Mode(mode)
        self._tell_system()
        self._take_roles()

    def set_scale(self, scale: float) -> None:
        """Set the text size factor; values outside 0.8 to 2.0 are clamped."""
        scale = min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))
        if scale == self._scale:
            return
        self._scale = scale
        for sizes in (self._fonts, self._metrics, self._advances):
            sizes.clear()
        self._announce()

    def apply(self, application: QApplication) -> None:
        """Dress the application (Fusion, palette, font, style sheet) and keep it dressed from now on."""
        self._application = application
        # With a style sheet Qt's style is one around Fusion, without a name; setting it again lays out every widget.
        if not application.styleSheet() and application.style().name().lower() != "fusion":
            application.setStyle("Fusion")
        self._tell_system()
        self._dress()

    def color(self, role: str) -> QColor:
        """The colour of a role by its name, for painters."""
        color = self._colors.get(role)
        if color is None:
            color = self._colors[role] = QColor(getattr(self._roles, role))
        return QColor(color)

    def font(self, style: Type) -> QFont:
        """The font of a style at the text size in force."""
        font = self._fonts.get(style)
        if font is None:
            font = self._fonts[style] = make_font(style, self._scale)
        return QFont(font)

    def metrics(self, style: Type) -> QFontMetricsF:
        """The metrics of that font. They are shared."""
        metrics = self._metrics.get(style)
        if metrics is None:
            metrics = self._metrics[style] = QFontMetricsF(self.font(style))
        return metrics

    def advance(self, style: Type, text: str) -> float:
        """How wide a short text is in that font, in pixels; kept, since layouts ask for the same words all the time."""
        width = self._advances.get((style, text))
        if width is None:
            if len(self._advances) >= _MOST_ADVANCES:
                self._advances.clear()
            width = self._advances[style, text] = self.metrics(style).horizontalAdvance(text)
        return width

    def widest(self, style: Type, words: tuple[str, ...]) -> float:
        """How wide the widest of some words is; kept in the same way."""
        width = self._advances.get((style, words))
        if width is None:
            widest = max(self.advance(style, word) for word in words)
            width = self._advances[style, words] = widest
        return width

    def px(self, pixels: float) -> float:
        """A length that grows with the text size."""
        return pixels * self._scale

    def mark(self, colour: str) -> QColor:
        """A criterion's colour for lines and fills: at least 3:1 on the panel and every tint."""
        return QColor(contrast.adapt(colour, self._roles.grounds(), contrast.GRAPHIC_CONTRAST))

    def mark_text(self, colour: str) -> QColor:
        """A criterion's colour for letters and words: at least 4.5:1 on the panel and every tint."""
        return QColor(contrast.adapt(colour, self._roles.grounds(), contrast.TEXT_CONTRAST))

    def text_color_on(self, colour: QColor) -> QColor:
        """White or black, whichever reads better on ``colour``."""
        return QColor(contrast.pick_text_color(colour.name().upper()))

    def _tell_system(self) -> None:
        """Have the title bar and the system's own dialogs be dark or light where Galley is, else as they like."""
        if self._application is not None:
            QGuiApplication.styleHints().setColorScheme(_SCHEMES[self._mode])

    def _wants_dark(self) -> bool:
        if self._mode is Mode.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self._mode is Mode.DARK

    def _system_changed(self) -> None:
        if self._mode is Mode.SYSTEM:
            self._take_roles()

    def _take_roles(self) -> None:
        roles = load_roles("dark" if self._wants_dark() else "light")
        if roles != self._roles:
            self._roles = roles
            self._colors.clear()
            self._announce()

    def _announce(self) -> None:
        self._dress()
        self.changed.emit()

    def _dress(self) -> None:
        if self._application is None:
            return
        self._application.setFont(self.font(Type.BODY))
        self._application.setPalette(palette(self._roles))
        if (sheet := style_sheet(self._roles, self._scale)) != self._application.styleSheet():
            self._application.setStyleSheet(sheet)
