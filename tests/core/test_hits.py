"""Where a search's words stand in the texts, against SQLite's own index."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.review.search_hits import places, snippet
from galley.core.storage.text_index import query, searchable


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The ferry left. Ferries leave.", "ferr", ["ferry", "Ferries"]),
        ("The ferry left. A ferryman.", '"ferry"', ["ferry"]),
        ("a blue boat, blue sea", '"blue boat"', ["blue boat"]),
        ("Blue? A boat is blue", "blue boat", ["Blue", "boat", "blue"]),
        ("Über den Fluß, über allem", "uber", ["Über", "über"]),
        ("😀 café 😀", "cafe", ["café"]),
        ("昨日は東京駅で会った", "東京", ["東京"]),
        ("שלום לעולם", "לעולם", ["לעולם"]),
        ("nothing here", "zebra", []),
        ("nothing", "  ", []),
    ],
)
def test_hits_are_exact_slices(text: str, words: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in places(text, words)] == found


@given(
    st.lists(st.sampled_from(["ferry", "Ferry", "boat", "blüe", "blue", "東京", "x", ",", "42", "😀"]), max_size=8),
    st.lists(st.sampled_from(["ferry", "blue", "bo", "東", '"blue boat"', "4"]), min_size=1, max_size=2),
)
def test_a_text_that_the_index_finds_has_a_hit_for_every_word(text: list[str], asked: list[str]) -> None:
    whole, words = " ".join(text), " ".join(asked)
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5 (text, content = '', tokenize = 'unicode61 remove_diacritics 2')")
    db.execute("INSERT INTO t (rowid, text) VALUES (1, ?)", (searchable([whole]),))
    matched = db.execute("SELECT 1 FROM t WHERE t MATCH ?", (query(words),)).fetchone() is not None
    db.close()
    exact = [f'"{one.strip(chr(34))}"' for one in asked[:-1]] + asked[-1:]
    assert matched == all(places(whole, one) for one in exact)


def test_a_snippet_begins_before_its_hit_at_a_word() -> None:
    text = "word " * 40 + "the ferry\nleft " + "more " * 60
    found = snippet(text, "ferry")
    assert found.startswith("… word") and "the ferry left" in found and len(found) < 150
    assert snippet("the ferry", "ferry") == "the ferry" and snippet("none", "ferry") == ""
