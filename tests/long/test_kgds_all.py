"""The whole KGDS benchmark, replayed and through the loopback servers of both APIs (``make long``; some minutes)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.judging import KEY
from tests.core.test_kgds_runs import through_an_interface, through_replay


@pytest.mark.timeout(900)
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_all_records_through_an_interface(
    shared_data: Path, tmp_path: Path, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    through_an_interface(shared_data, tmp_path, provider, None)


@pytest.mark.timeout(900)
def test_all_records_through_replay(shared_data: Path, tmp_path: Path) -> None:
    through_replay(shared_data, tmp_path, None)
