"""Schemes: the built-in ones say what the papers say, and a broken one gets a sentence with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.definitions import schemes
from galley.core.domain import Role, Scheme, UnitKind
from galley.core.errors import InputError, SchemeError

BUILTIN = [
    "basic",
    "coverage",
    "dial-summer",
    "explanation",
    "finesure",
    "frank",
    "kgds-fact",
    "kgds-opinion",
    "kgds-paragraph",
    "likert",
    "qa-evaluation",
    "qa-validation",
    "refinement",
    "sumie-entry",
    "tofueval",
    "usable",
    "xsum-hallucination",
]
OKABE_ITO = {"#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"}

GOOD = """\
id = "mine"
name = "Mine"
version = "1"

[[criterion]]
id = "too-long"
name = "Too long"
definition = "The sentence could lose
half its words."
unit = "sentence"
letter = "l"
colour = "#d55e00"

[[criterion]]
id = "tone"
name = "Tone"
definition = "How friendly the summary is."
unit = "whole"
scale = "ordinal"
low = 1
high = 5
letter = "T"
colour = "#0072B2"
line = "wavy"

[[rollup]]
id = "any"
name = "Any"
criteria = ["too-long"]
""".replace("lose\n", "lose ")


def rollup(scheme: Scheme, name: str) -> set[str]:
    return next(set(r.criteria) for r in scheme.combined_criteria if r.id == name)


def test_every_scheme_of_the_design_is_there() -> None:
    assert sorted(schemes.read_built_in_schemes()) == BUILTIN


@pytest.mark.parametrize("name", BUILTIN)
def test_builtin_scheme_is_complete(name: str) -> None:
    scheme = schemes.find_scheme(name)
    assert scheme.id == name
    assert scheme.description.endswith((".", "?"))
    assert scheme.source
    for criterion in scheme.criteria:
        assert criterion.colour in OKABE_ITO
        assert criterion.definition.endswith(".")
        assert criterion.scheme == name
        assert criterion.group


def test_dial_summer_has_the_ten_errors_at_two_levels() -> None:
    scheme = schemes.find_scheme("dial-summer")
    levels = {criterion.id: criterion.level for criterion in scheme.criteria}
    assert [name for name, level in levels.items() if level == "dialogue"] == [
        "wrong-turn-sequence",
        "missed-turn",
        "speaker-misattribution",
        "speaker-identity-bias",
        "viewpoint-distortion",
    ]
    assert [name for name, level in levels.items() if level == "within-turn"] == [
        "wrong-linking",
        "changed-meaning",
        "extrinsic-conversation",
        "extrinsic-context",
        "missed-conversation",
    ]
    about_turns = {criterion.id for criterion in scheme.criteria if criterion.unit is UnitKind.TURN}
    assert about_turns == {"missed-turn", "missed-conversation"} == rollup(scheme, "incompleteness")
    assert rollup(scheme, "hallucination") == set(levels) - about_turns - {"viewpoint-distortion"}
    for name in about_turns:
        criterion = scheme.criterion(name)
        assert criterion and criterion.roles == (Role.DIALOGUE,) and criterion.about == "summary"


def test_frank_has_three_groups_and_knows_the_published_names() -> None:
    scheme = schemes.find_scheme("frank")
    assert rollup(scheme, "semantic-frame") == {"pred-e", "ent-e", "circ-e"}
    assert rollup(scheme, "discourse") == {"coref-e", "link-e"}
    assert rollup(scheme, "content-verifiability") == {"out-e", "gram-e"}
    assert rollup(scheme, "factual-error") == {criterion.id for criterion in scheme.criteria}
    names = {alias: criterion.id for criterion in scheme.criteria for alias in criterion.aliases}
    assert names["RelE"] == names["PredE"] == "pred-e"


def test_finesure_names_map_from_the_judge_and_from_frank() -> None:
    scheme = schemes.find_scheme("finesure")
    names = {alias: criterion.id for criterion in scheme.criteria for alias in criterion.aliases}
    assert names["out-of-context error"] == names["OutE"] == "out-of-context-error"
    assert names["other error"] == names["OtherE"] == "other-error"
    assert rollup(scheme, "factual-error") == {criterion.id for criterion in scheme.criteria}


def test_kgds_facts_have_a_type_of_their_own_and_a_presence_in_the_summary() -> None:
    kind, missing, included, present, *asked = schemes.find_scheme("kgds-fact").criteria
    assert [each.id for each in asked] == ["repeated", "key", "conflicting"]
    assert [(each.about, each.is_asked, each.types) for each in asked] == [("self", False, ())] * 3
    assert (missing.types, included.types, missing.is_asked, present.is_asked) == (
        ("key",),
        ("non-supporting",),
        True,
        False,
    )
    assert kind.choices == ("key", "non-key", "repeated", "non-supporting", "masked")
    assert (kind.about, present.about) == ("self", "summary")
    assert len(rollup(schemes.find_scheme("kgds-opinion"), "opinion-error")) == 5


def test_a_users_scheme_is_read_with_its_defaults() -> None:
    scheme = schemes.parse_scheme(GOOD)
    first, second = scheme.criteria
    assert (first.scale, first.line, first.letter, first.colour) == ("yes-no", "solid", "L", "#D55E00")
    assert first.roles == (Role.SUMMARY,)
    assert (second.scale, second.low, second.high, second.line) == ("ordinal", 1, 5, "wavy")


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert schemes.find_scheme(path).criteria == schemes.parse_scheme(GOOD).criteria


# What is replaced in GOOD, by what, the line that must be named and a piece of the sentence.
BROKEN = [
    ('id = "mine"', 'id = "mine"\ncolor = 1', 2, "unknown key “color”"),
    ('id = "mine"', 'id = "Mine Own"', 1, "not in kebab case"),
    ('name = "Mine"\n', "", 1, "has no “name”"),
    ('version = "1"', "version = 1", 3, "text in quotes"),
    ('version = "1"', 'version = "1', 3, "not valid TOML"),
    ('letter = "l"', 'leter = "l"', 10, "unknown key “leter”"),
    ('letter = "l"\n', "", 5, "criterion “too-long” has no “letter”"),
    ('letter = "l"', 'letter = "lo"', 10, "one letter or digit"),
    ('letter = "T"', 'letter = "L"', 21, "same letter “L” as “too-long”"),
    ('id = "tone"', 'id = "too-long"', 14, "“too-long” is used twice"),
    ('unit = "sentence"', 'unit = "word"', 9, "unknown unit “word”"),
    ('scale = "ordinal"', 'scale = "stars"', 18, "unknown scale “stars”"),
    ('scale = "ordinal"', 'scale = "choice"', 19, "only an ordinal scale has"),
    ("low = 1\n", "", 18, "no “low”"),
    ("low = 1", "low = true", 19, "whole number"),
    ("low = 1", "low = 7", 19, "smaller than “high”"),
    ('line = "wavy"', 'line = "zigzag"', 23, "unknown line “zigzag”"),
    ('colour = "#0072B2"\nline = "wavy"', 'colour = "#D55E00"', 13, "same colour and line pattern"),
    ('colour = "#d55e00"', 'colour = "red"', 11, "#RRGGBB"),
    ('unit = "sentence"', 'unit = "sentence"\nroles = ["poem"]', 10, "unknown roles “poem”"),
    ('unit = "sentence"', 'unit = "turn"\nroles = ["article"]', 10, "only role is “dialogue”"),
    ('unit = "sentence"', 'unit = "sentence"\nabout = "self"', 10, "must be “summary”"),
    ('unit = "sentence"', 'unit = "sentence"\nchoices = ["a", "b"]', 10, "only the scale “choice” has"),
    ('unit = "sentence"', 'unit = "sentence"\nscale = "choice"', 10, "at least two choices"),
    ('criteria = ["too-long"]', 'criteria = ["too-short"]', 28, "“too-short”, which is not there"),
    ('criteria = ["too-long"]', "criteria = []", 28, "names no criteria"),
    ('id = "any"', 'id = "tone"', 26, "“tone” is used twice"),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), BROKEN, ids=[case[3] for case in BROKEN])
def test_a_broken_scheme_gets_one_sentence_with_file_and_line(old: str, new: str, line: int, what: str) -> None:
    assert old in GOOD
    with pytest.raises(SchemeError) as caught:
        schemes.parse_scheme(GOOD.replace(old, new, 1), "mine.toml")
    message = str(caught.value)
    assert message.startswith(f"mine.toml, line {line}: ")
    assert what in message
    assert message.endswith(".") and "\n" not in message


def test_a_key_inside_a_long_text_is_not_taken_for_the_key() -> None:
    text = GOOD.replace('"The sentence could lose half its words."', '"""One\nunit = "word"\n"""')
    with pytest.raises(SchemeError, match=r"line 11: .*unknown unit"):
        schemes.parse_scheme(text.replace('unit = "sentence"', 'unit = "word"'), "mine.toml")


def test_a_scheme_without_criteria_or_with_too_many_is_refused() -> None:
    head = GOOD.split("\n\n", 1)[0]
    with pytest.raises(SchemeError, match="no criteria"):
        schemes.parse_scheme(head)
    with pytest.raises(SchemeError, match="line 4: “criterion” must be a list"):
        schemes.parse_scheme(head + '\ncriterion = "x"')
    with pytest.raises(SchemeError, match="line 76: the scheme has 37 criteria"):
        schemes.parse_scheme(head + "\n" + '[[criterion]]\nid = "x"\n' * 37)
    with pytest.raises(SchemeError, match=r"line 10001: .*at most 10,000 lines"):
        schemes.parse_scheme(GOOD + "\n" * 10_000)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'id = "x"\nname = "caf\xe9"\n')
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (schemes.MOST_BYTES + 1))
    for path, what in (
        (tmp_path / "none.toml", "no scheme file"),
        (tmp_path, "is a folder"),
        (latin, "line 2: this is not UTF-8"),
        (huge, "at most 1,000,000"),
    ):
        with pytest.raises(SchemeError, match=what) as caught:
            schemes.load_scheme(path)
        assert str(path) in str(caught.value)


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match=r"no scheme “dial-sumer”.*dial-summer"):
        schemes.find_scheme("dial-sumer")
