"""A held file is copied byte for byte, by the system where it can, else by hand, and from where the system stopped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from galley.core import file_descriptors


@pytest.mark.parametrize("size", [0, 1, file_descriptors.PART, 3 * file_descriptors.PART + 7])
@pytest.mark.parametrize("good", [0, 1, 100])
def test_copied_whatever_the_system_does(tmp_path: Path, monkeypatch: Any, size: int, good: int) -> None:
    """``good`` calls go well and give a part each; then the system refuses, as macOS does from the first on."""
    source, out = tmp_path / "source", tmp_path / "out"
    data = os.urandom(size)
    source.write_bytes(data)
    calls = iter(range(good))

    def parts(to: int, of: int, at: int, count: int) -> int:
        if next(calls, None) is None:
            raise OSError(38, "not for files")
        return os.write(to, data[at : at + min(count, file_descriptors.PART + 3)])

    monkeypatch.setattr(os, "sendfile", parts, raising=False)
    taken = file_descriptors.hold_file(source)
    try:
        taken.copy_to(out)
        assert out.read_bytes() == data
        monkeypatch.undo()
        taken.copy_to(out)
        assert out.read_bytes() == data
        monkeypatch.delattr(os, "sendfile", raising=False)
        taken.copy_to(out)
        assert out.read_bytes() == data
    finally:
        taken.release()
