"""An opinion as it is read: without the asterisks around what was cleared up, which stay in what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.domain import Unit, UnitKind
from galley.core.review import flag_lines
from galley.core.text.clarified import as_read, strip_marks
from tests.core import building


@given(st.text(st.sampled_from("a*😀 \n"), max_size=24), st.data())
def test_a_part_loses_the_asterisks_of_the_whole(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    gone: set[int] = set()
    at = 0
    while (first := text.find("**", at)) >= 0 and (last := text.find("**", first + 3)) >= 0:  # one sign at least within
        gone |= {first, first + 1, last, last + 1}
        at = last + 2
    assert strip_marks(text, start, end) == "".join(text[i] for i in range(start, end) if i not in gone)


@pytest.mark.parametrize("kind", [UnitKind.SENTENCE, UnitKind.FACT, UnitKind.OPINION])
def test_only_an_opinion_is_marked_so(kind: UnitKind) -> None:
    text = "Ann likes the **ferry** best."
    unit = Unit(1, 1, kind, 0, 0, len(text), text)
    cleared = kind is UnitKind.OPINION
    assert as_read(unit) == ("Ann likes the ferry best." if cleared else text)
    assert as_read(unit, 10, 23) == ("the ferry" if cleared else "the **ferry**")
    assert as_read(unit, 16, 28) == ("ferry best" if cleared else "ferry** best")


def test_the_list_of_one_criterions_flags_quotes_an_opinion_as_it_is_read(tmp_path: Path) -> None:
    row = {
        "key": "k",
        "documents": [
            {"id": "d", "role": "dialogue", "turns": [{"speaker": "Ann", "text": "I like it."}]},
            {"id": "s", "role": "summary", "system": "one", "part": "opinion", "sentences": ["She likes **it**."]},
        ],
        "units": [{"id": "o", "kind": "opinion", "text": "Ann likes the **ferry**.", "from": [["d", 0]]}],
        "verdicts": [
            {"annotator": "j", "kind": "judge", "scheme": "kgds-opinion", "criterion": "not-covered", "unit": "o",
             "about": "s", "value": "yes"},
        ],
    }  # fmt: skip
    with building.project(tmp_path, row) as made:
        reader = made.read_connection()
        flags = [row[0] for row in reader.execute("SELECT id FROM verdict")]
        assert [each.quote for each in flag_lines.rows(reader, flags, 0)] == ["Ann likes the ferry."]
