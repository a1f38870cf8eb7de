"""Packages and answers that only one person can read: the age form (age-encryption.org/v1), by the library pyrage."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from galley.core import new_files
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_ANSWERS, MOST_SETTINGS, read_whole

SUFFIX = ".age"
HEAD = b"age-encryption.org/v1"
STRANGER = "No matching keys"
"""What the library says of a file that is somebody else's, and not of a broken one."""


def _library() -> ModuleType:
    try:
        import pyrage
    except ImportError:
        raise InputError(
            "Encryption needs the library pyrage, which is not installed here; install galley[encryption]."
        ) from None
    module: ModuleType = pyrage
    return module


def recipients(key_options: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Public keys by reviewer, from ``NAME=KEY`` or, where there is one reviewer, the key alone.

    Raises: InputError for a name that is not there, a key that is none, a reviewer without one, and without pyrage.
    """
    if not key_options:
        return {}
    key_by_name = {}
    for words in key_options:
        name, _, key = words.rpartition("=")
        name = name.strip() or (names[0] if len(names) == 1 else "")
        if name not in names:
            raise InputError(f"Name the key's owner, as in NAME=KEY; the reviewers are {', '.join(names)}.")
        check(key)
        key_by_name[name] = key.strip()
    bare = [name for name in names if name not in key_by_name]
    if bare:
        raise InputError(f"There is no key for {', '.join(bare)}; name one, or pack for them without encryption.")
    return key_by_name


def check(key: str) -> None:
    """Raises: InputError where this is not a public key of age, or without pyrage"""
    library = _library()
    try:
        library.x25519.Recipient.from_str(key.strip())
    except library.RecipientError:
        raise InputError(
            f"{key.strip()!r} is not a public age key (it must begin with age1); ask for it again."
        ) from None


def is_encrypted(path: Path) -> bool:
    """Whether a file is of this form."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(HEAD)) == HEAD
    except OSError:
        return False


def encrypt(path: Path, key: str) -> None:
    """Put a file that only ``key`` can read in the place of ``path``."""
    library = _library()
    with new_files.replace_file(path.with_name(path.name + SUFFIX), path) as output:
        library.encrypt_file(str(path), str(output), [library.x25519.Recipient.from_str(key)])
    path.with_name(path.name + SUFFIX).replace(path)


def decrypt(path: Path, identity: Path, out: Path, overwrite: bool = False) -> None:
    """Write what is in an encrypted file to ``out``; ``identity`` is a file with a private key (``AGE-SECRET-KEY-…``).

    Raises: InputError where it is not encrypted, the key is wrong, or ``out`` is there; and without pyrage
    """
    library = _library()
    try:
        path.open("rb").close()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    if not is_encrypted(path):
        raise InputError(f"{path} is not encrypted in the form of age; it can be used as it is.")
    if out.exists() and not overwrite:
        raise InputError(f"{out} already exists; move it or choose another name.")
    keys = _keys(library, identity)
    try:
        with new_files.replace_file(out, path, identity) as output:
            _decrypt_file(library, path, output, keys)
    except library.DecryptError as error:
        raise _not_yours(path, error) from None


def _decrypt_file(library: ModuleType, path: Path, output: Path, keys: list[Any]) -> None:
    try:
        library.decrypt_file(str(path), str(output), keys)
    except OSError as error:
        if error.errno is not None:  # the disk's; what age says of a file has no number
            raise
        raise _not_yours(path, error) from None


def decrypt_bytes(path: Path, identity: Path) -> bytes:
    """What is in an encrypted file, which is written nowhere. Raises: see ``decrypt``, and OSError"""
    library = _library()
    keys = _keys(library, identity)
    try:
        return bytes(library.decrypt(read_whole(path, MOST_ANSWERS), keys))
    except library.DecryptError as error:
        raise _not_yours(path, error) from None


def _keys(library: ModuleType, identity: Path) -> list[Any]:
    try:
        lines = [line.strip() for line in read_whole(identity, MOST_SETTINGS).decode().splitlines()]
        keys = [library.x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except (OSError, UnicodeDecodeError, library.IdentityError):
        keys = []
    if not keys:
        raise InputError(f"{identity} contains no private age key; name the file that age-keygen wrote.")
    return keys


def readable(identity: Path) -> str:
    """A sentence where others on this machine may read a private key; "" where they may not, and on Windows."""
    try:
        mode = identity.stat().st_mode
    except OSError:
        return ""
    if os.name == "nt" or not mode & 0o077:
        return ""
    return f"{identity} is a private key that other users of this machine can read; run chmod 600 {identity.name}."


def _not_yours(path: Path, error: Exception) -> InputError:
    if str(error).startswith(STRANGER):
        return InputError(f"{path} cannot be read with this key ({error}); ask for it encrypted to yours.")
    return InputError(f"{path} was changed after it was encrypted, or is a part of a file ({error}); ask for it again.")


def add_suffixes(targets: Mapping[str, Path], keys: Mapping[str, str]) -> dict[str, Path]:
    """Where packages go: those that are encrypted end in ``SUFFIX``."""
    return {name: path.with_name(path.name + SUFFIX) if name in keys else path for name, path in targets.items()}
