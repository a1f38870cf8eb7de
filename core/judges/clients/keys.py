"""API keys: from the environment, else from the system's keyring. Never stored anywhere else, never shown."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field

from galley.core.errors import GalleyError, InputError

SERVICE = "galley"
HIDDEN = "[key]"
"""What stands in a text in the place of a key."""

VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "compatible": "GALLEY_COMPATIBLE_API_KEY",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it came from ("environment" or "keyring"). Its text is not in its ``repr``."""

    secret: str = field(repr=False)
    source: str


def find(provider: str) -> Key | None:
    """The key for a provider, or None. A machine without a keyring has none there."""
    variable = VARIABLES.get(provider)
    if variable is None:
        return None
    secret = os.environ.get(variable, "").strip()
    if secret:
        return Key(secret, "environment")
    import keyring
    import keyring.errors

    try:
        stored = keyring.get_password(SERVICE, provider)
    except keyring.errors.KeyringError:
        return None
    return Key(stored.strip(), "keyring") if stored and stored.strip() else None


def require(provider: str) -> Key:
    """The key for a provider. Raises: GalleyError that says where to put it."""
    key = find(provider)
    if key is None:
        raise GalleyError(
            f"There is no key for {provider}; set {VARIABLES[provider]} in the environment, or store one in Settings."
        )
    return key


def store(provider: str, secret: str) -> None:
    """Put a key into the system's keyring.

    Raises: InputError for an empty key, GalleyError where there is no keyring or it refuses.
    """
    import keyring
    import keyring.errors

    if provider not in VARIABLES or not secret.strip():
        raise InputError("The key is empty; paste the whole key.")
    try:
        keyring.set_password(SERVICE, provider, secret.strip())
    except keyring.errors.KeyringError as error:
        raise _no_keyring(provider) from error


def forget(provider: str) -> None:
    """Take a key out of the keyring; nothing happens if none is there. Raises: GalleyError without a keyring."""
    import keyring
    import keyring.errors

    try:
        if keyring.get_password(SERVICE, provider) is not None:
            keyring.delete_password(SERVICE, provider)
    except keyring.errors.KeyringError as error:
        raise _no_keyring(provider) from error


def sound(provider: str, secret: str) -> str:
    """The key as it is. Raises: GalleyError, which does not hold it, for one that no request can carry."""
    if secret and not (secret.isascii() and secret.isprintable() and " " not in secret):
        raise GalleyError(f"The key for {provider} contains an invalid character; copy it again.")
    return secret


def hide(text: str, secrets: Iterable[str]) -> str:
    """``text`` without the keys: servers repeat what they were sent in their error messages."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN) if len(secret) >= 8 else text
    return text


def _no_keyring(provider: str) -> GalleyError:
    return GalleyError(
        f"This machine has no keyring that can be used; set {VARIABLES[provider]} in the environment instead."
    )
