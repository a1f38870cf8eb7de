"""The settings of a method: what may be set, what was set, and whether it is sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from galley.core.errors import InputError
from galley.core.judges.methods.base import Method, Setting


def get_settings(method: Method) -> tuple[Setting, ...]:
    """The settings that a method has; none for most."""
    settings: tuple[Setting, ...] = getattr(method, "settings", ())
    return settings


def parse_pairs(texts: Iterable[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping. Raises: InputError for one without a name or an equals sign."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise InputError(f"{text!r} is not a setting; write it as NAME=VALUE.")
        values[name.strip()] = value.strip()
    return values


def check_settings(method: Method, texts: Mapping[str, str]) -> dict[str, Any]:
    """A value for every setting of a method: the default, or what was given.

    Raises: InputError with one sentence for a name that there is not or a value that does not fit.
    """
    settings = {setting.name: setting for setting in get_settings(method)}
    for name in texts:
        if name not in settings:
            listing = f"; there are: {', '.join(settings)}" if settings else ""
            raise InputError(f"{method.name} has no setting {name!r}{listing}.")
    return {
        name: read(setting, texts[name]) if name in texts else setting.default for name, setting in settings.items()
    }


def read(setting: Setting, text: str) -> str | int | float:
    """What ``text`` says for a setting. Raises: InputError."""
    text = str(text).strip()
    if setting.values:
        if text not in setting.values:
            raise InputError(f"{setting.name} takes one of {', '.join(setting.values)}, not {text!r}.")
        return text
    if isinstance(setting.default, str):
        return text
    try:
        digits = text.removesuffix(setting.unit)
        number: int | float = int(digits) if isinstance(setting.default, int) else float(digits)
    except ValueError:
        what = "a whole number" if isinstance(setting.default, int) else "a number"
        raise InputError(f"{setting.name} takes {what}, not {text!r}.") from None
    if not setting.low <= number <= setting.high:  # False for NaN as well
        raise InputError(f"{setting.name} takes a number from {setting.low:g} to {setting.high:g}, not {text}.")
    return number
