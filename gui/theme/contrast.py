"""Contrast as WCAG 2.2 defines it, and the smallest change of a colour that reaches a wanted contrast.

Relative luminance and contrast ratio: WCAG 2.2, definitions "relative luminance" and "contrast ratio"; the
limits are 4.5:1 for text (1.4.3, AA) and 3:1 for graphical objects (1.4.11).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

TEXT_CONTRAST = 4.5
GRAPHIC_CONTRAST = 3.0

_STEPS = 200


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of ``#RRGGBB`` in 0..1. Raises ``ValueError`` on anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is no colour of the form #RRGGBB")
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


@lru_cache(maxsize=512)
def luminance(colour: str) -> float:
    """Relative luminance of ``#RRGGBB``: 0 for black, 1 for white."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, in either order."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(colour: str, other: str, share: float) -> str:
    """``colour`` with ``share`` (0 to 1) of ``other`` in it, mixed channel by channel."""
    blend = (a + (b - a) * share for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{round(c * 255):02X}" for c in blend)


@lru_cache(maxsize=512)
def _adapt_colour(colour: str, grounds: tuple[str, ...], min_contrast: float) -> str:
    def stands_out(candidate: str) -> bool:
        return min(contrast(candidate, ground) for ground in grounds) >= min_contrast

    if stands_out(colour):
        return colour.upper()
    # Away from the grounds: darker on light grounds, lighter on dark ones. Mixing keeps the hue recognisable.
    pole = "#000000" if sum(map(luminance, grounds)) / len(grounds) > 0.18 else "#FFFFFF"
    steps = [step / _STEPS for step in range(1, _STEPS)]
    at = bisect_left(steps, True, key=lambda share: stands_out(mix(colour, pole, share)))
    return mix(colour, pole, steps[at]) if at < len(steps) else pole


def adapt(colour: str, grounds: Iterable[str], min_contrast: float = GRAPHIC_CONTRAST) -> str:
    """``colour``, made darker or lighter just enough to stand out from every ground by ``wanted``:1."""
    return _adapt_colour(colour.upper(), tuple(grounds), min_contrast)


def pick_text_color(ground: str, dark: str = "#000000", light: str = "#FFFFFF") -> str:
    """``dark`` or ``light``, whichever reads better on ``ground``; black or white is always 4.5:1."""
    return max((light, dark), key=lambda candidate: contrast(candidate, ground))
