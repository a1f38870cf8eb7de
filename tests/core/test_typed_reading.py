"""Data from outside against a type: what is refused, and the sentence that says where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Required, TypedDict

import pytest
from msgspec import Meta

from galley.core.domain import Role
from galley.core.errors import InputError
from galley.core.storage import native_record
from galley.core.typed_reading import check, fits
from tests.core.building import record


class Part(TypedDict, total=False):
    name: Required[str]
    role: Role | None
    span: tuple[int, int]
    sort: Literal["old", "new"]


class Whole(TypedDict, total=False):
    parts: list[Part]
    share: Annotated[float, Meta(ge=0, le=1)]
    by: dict[str, int]
    short: Annotated[str, Meta(max_length=3)]
    either: list[int] | str


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "it must be an object, not a list of 0"),
        ({"parts": {}}, "parts must be a list, not an object"),
        ({"parts": [{"name": "a"}, {"name": 3}]}, "parts[1].name must be text, not 3"),
        ({"parts": [{}]}, "parts[0] lacks name"),
        ({"parts": [{"name": "a", "role": "poem"}]}, "parts[0].role cannot be 'poem'; use one of: article, dialogue"),
        ({"parts": [{"name": "a", "sort": "odd"}]}, "parts[0].sort cannot be 'odd'; use one of: new, old"),
        ({"parts": [{"name": "a", "span": [1]}]}, "parts[0].span must be a list of 2, not a list of 1"),
        ({"parts": [{"name": "a", "span": [1, True]}]}, "parts[0].span[1] must be a whole number, not True"),
        ({"share": 1.5}, "share must be a number to 1, not 1.5"),
        ({"share": float("nan")}, "share must be a number from 0, not nan"),
        ({"by": {"a": "x"}}, "a value of by must be a whole number, not text"),
        ({"short": "long"}, "short must be text of at most 3 characters, not 'long'"),
        ({"either": 7}, "either must be text or a list, not 7"),
    ],
)
def test_what_is_not_of_the_type_is_refused_with_its_place(given: Any, said: str) -> None:
    assert not fits(given, Whole)
    with pytest.raises(InputError) as caught:
        check(given, Whole)
    assert str(caught.value).startswith(said)
    with pytest.raises(InputError, match=r"^the file: "):
        check(given, Whole, "the file")


def test_what_is_of_the_type_may_have_more() -> None:
    sound = {"parts": [{"name": "a", "role": None, "span": (1, 2), "more": [1]}], "share": 1, "else": 3}
    assert fits(sound, Whole)
    check(sound, Whole)


def test_every_field_of_a_record_is_one_that_the_docs_name(docs: str) -> None:
    """And the other way round: what the page names can be given."""
    for kind in vars(native_record).values():
        if isinstance(kind, type) and kind.__module__ == native_record.__name__:
            fields = getattr(kind, "__annotations__", ())
            missing = [name for name in fields if f"`{name}`" not in docs and f'"{name}"' not in docs]
            assert missing == [], kind.__name__
    check(record("a"), native_record.RecordItem)


@pytest.fixture
def docs() -> str:
    return (Path(__file__).resolve().parents[2] / "docs" / "native-record.md").read_text("utf-8")
