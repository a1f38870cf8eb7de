"""Protocols: those that ship ask what the studies asked, and one that cannot work gets a sentence with its line."""

from __future__ import annotations

import dataclasses
import random
import re
import tomllib
from pathlib import Path

import pytest

from galley.core.definitions import protocol_files, schemes
from galley.core.definitions.protocols import Condition, Criteria, Draw, Kind, Protocol, Task, UnmarkedMeaning, terms
from galley.core.definitions.task_owners import OwnedCells, answers, list_criteria, owners_of
from galley.core.errors import InputError, ProtocolError
from galley.core.judges.methods.registry import REGISTRY
from galley.core.rules.rule import ANY, FLAGS, UNMET, AdjudicationTerms, Response, Rule, State
from galley.core.rules.scalar import rule_on

SHIPPED = ["dial-summer", "flags", "frank", "kgds", "long-sum-eval", "sumie"]

GOOD = """\
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "wrong"
name = "Wrong sentences"
ask = "Is it wrong?"
kind = "answer"
criteria = ["basic/hallucination", "frank/*"]
people = 3
silence = "open"
rule = "majority"
shows = ["dialogue", "background", "system:bart", "names"]
deal = "speaker"
because = "yes"

[[task.criterion]]
id = "frank/*"
when = "basic/hallucination = yes"
unmet = "no"
examples = ["One.", "Two."]

[[task]]
id = "training"
kind = "answer"
criteria = ["basic/hallucination"]
known = true
mark = 0.8

[[task]]
id = "rate"
kind = "answer"
criteria = ["likert/overall"]
unit = "whole"
people = "any"
rule = "median"
known = 0.1
same = "wrong"
where = ["basic/hallucination = yes", "frank/out-e = no"]

[[task]]
id = "drawn"
kind = "answer"
criteria = ["sumie-entry/redundant"]
voters = ["people", "judge:m"]
people = 2
rule = "none"
once = "attribute"
draw = { n = 30, of = "attribute", within = "system", seed = 7, least = 3 }

[[task]]
id = "whole"
kind = "answer"
criteria = ["dial-summer/missed-turn"]
places = "turn"

[[task]]
id = "flagged"
kind = "verify"
criteria = ["finesure/*"]
silence = "no"

[[task]]
id = "opinions"
kind = "write"
unit = "opinion"
step = "main"

[[task]]
id = "better"
kind = "compare"
criteria = ["kgds-paragraph/better-extract"]

[[task]]
id = "summaries"
method = "summarize"
after = ["opinions"]

[[task]]
id = "third"
kind = "settle"
of = ["wrong", "whole"]
rule = "majority"

[[task]]
id = "last"
kind = "settle"
of = "rate"
all = true
"""


def parsed(*changes: tuple[str, str]) -> Protocol:
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return protocol_files.parse(text, "mine.toml")


def test_every_field_is_read() -> None:
    protocol = parsed()
    assert (protocol.id, protocol.name, protocol.version, protocol.toml) == ("mine", "Mine", "1", GOOD)
    tasks = {task.id: task for task in protocol.tasks}
    condition = Condition("basic/hallucination", "yes")
    assert tasks["wrong"] == Task(
        id="wrong",
        protocol="mine",
        kind=Kind.ANSWER,
        name="Wrong sentences",
        ask="Is it wrong?",
        criteria=(Criteria("basic/hallucination"), Criteria("frank/*", condition, "no", ("One.", "Two."))),
        people=3,
        rule=Rule.MAJORITY,
        shows=("dialogue", "background", "system:bart", "names"),
        deal="speaker",
        because="yes",
        line=5,
    )
    assert tasks["wrong"].full == "mine/wrong"
    training = tasks["training"]
    assert (training.is_training, training.known_share, training.mark, training.owns) == (True, 0.0, 0.8, False)
    rate = tasks["rate"]
    assert (rate.people, rate.unit, rate.is_training, rate.known_share) == (ANY, "whole", False, 0.1)
    assert (rate.same, rate.conditions) == ("wrong", (condition, Condition("frank/out-e", "no")))
    assert (tasks["drawn"].once, tasks["drawn"].voters) == ("attribute", ("people", "judge:m"))
    assert tasks["drawn"].draw == Draw(30, "attribute", "system", 7, 3)
    assert (tasks["flagged"].unmarked_meaning, tasks["flagged"].name) == (UnmarkedMeaning.NO, "flagged")
    assert (tasks["opinions"].unit, tasks["opinions"].step) == ("opinion", "main")
    assert (tasks["summaries"].kind, tasks["summaries"].method) == (Kind.JUDGE, "summarize")
    assert (tasks["third"].of, tasks["third"].all) == (("wrong", "whole"), False)
    assert (tasks["last"].of, tasks["last"].all, tasks["last"].rule) == (("rate",), True, Rule.ADJUDICATOR)
    assert (
        protocol.find_adjudication_task(tasks["whole"]) is tasks["third"]
        and protocol.find_adjudication_task(tasks["drawn"]) is None
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        tasks["wrong"].people = 2  # type: ignore[misc]


def test_the_owner_of_each_cell() -> None:
    owners = owners_of([parsed()], schemes.read_built_in_schemes())
    assert {owners[OwnedCells(f"frank/{c.id}", "sentence")].id for c in schemes.find_scheme("frank").criteria} == {
        "wrong"
    }
    assert owners[OwnedCells("basic/hallucination", "sentence")].id == "wrong", "training owns nothing"
    assert owners[OwnedCells("sumie-entry/redundant", "group")].id == "drawn"
    assert OwnedCells("sumie-entry/redundant", "entry") not in owners
    assert owners[OwnedCells("dial-summer/missed-turn", "whole")].id == "whole"
    assert owners[OwnedCells("dial-summer/missed-turn", "turn")].id == "whole"
    assert owners[OwnedCells("kgds-paragraph/better-extract", "pair")].id == "better"
    rest = parsed(
        ('"frank/*"]', '"frank/gram-e"]'),
        ('id = "frank/*"', 'id = "frank/gram-e"'),
        ("frank/out-e", "frank/gram-e"),
        ('criteria = ["finesure/*"]', 'criteria = ["finesure/*", "frank/*"]'),
    )
    flagged = rest.task("flagged")
    assert flagged is not None
    names = [
        criterion.id
        for criterion, _ in list_criteria(flagged, rest, schemes.read_built_in_schemes())
        if criterion.scheme == "frank"
    ]
    assert names == ["pred-e", "ent-e", "circ-e", "coref-e", "link-e", "out-e"], "those that no other task names"
    trained = parsed(
        ('criteria = ["basic/hallucination"]\nknown', 'criteria = ["basic/hallucination", "frank/*"]\nknown')
    )
    training = trained.task("training")
    assert training is not None and len(list_criteria(training, trained, schemes.read_built_in_schemes())) == 8, (
        "training asks all of them"
    )


def test_two_protocols_must_not_ask_the_same() -> None:
    mine, frank, flags = parsed(), protocol_files.find_protocol("frank"), protocol_files.find_protocol("flags")
    owners = owners_of([mine, flags], schemes.read_built_in_schemes())
    assert owners[OwnedCells("frank/out-e", "sentence")].full == "mine/wrong"
    assert (
        owners[OwnedCells("tofueval/" + schemes.find_scheme("tofueval").criteria[0].id, "sentence")].full
        == "flags/flags"
    )
    assert owners == owners_of([flags, mine], schemes.read_built_in_schemes()), (
        "the default task takes what is left, whoever is first"
    )
    with pytest.raises(ProtocolError, match=r"frank\.toml, line 11: .* belongs to mine/wrong; a cell has one owner\."):
        owners_of([mine, frank], schemes.read_built_in_schemes())


TASK = '\n[[task]]\nid = "new"\nkind = "answer"\n'
BEFORE = GOOD.count("\n")

# What is replaced in GOOD, by what, the line that must be named and a piece of the sentence.
BROKEN = [
    ("format = 1", "format = 2", 1, "format 2, and this Galley reads up to 1; update Galley"),
    ("format = 1", 'format = "1"', 1, "whole number"),
    ('id = "mine"', 'id = "Mine"', 2, "kebab case"),
    ('name = "Mine"', 'nam = "Mine"', 3, "unknown key “nam”"),
    ('name = "Mine"', 'name = "Mine', 3, "not valid TOML"),
    ('kind = "answer"', 'kind = "judge"', 9, "unknown kind “judge”"),
    ('kind = "answer"', 'kind = "answer"\ncolour = 1', 10, "unknown key “colour”"),
    ('kind = "answer"', 'kind = "answer"\nof = "rate"', 10, "of the kind “answer”, which has no “of”"),
    ('method = "summarize"', 'method = "summarise"', 77, "unknown method “summarise”"),
    ('method = "summarize"', 'method = "summarize"\nkind = "answer"', 78, "a judge's task has no kind"),
    ('method = "summarize"', 'method = "summarize"\npeople = 2', 78, "of a judge, which has no “people”"),
    ("frank/*", "franc/*", 10, "the scheme “franc”, which is not there; there are: basic"),
    ("basic/hallucination", "basic/mistake", 10, "“basic/mistake”, which is not there; basic has: hallucination"),
    ("basic/hallucination", "hallucination", 10, "write a criterion in full"),
    ('criteria = ["finesure/*"]', "criteria = []", 61, "has no criteria"),
    ('criteria = ["finesure/*"]\n', "", 58, "has no criteria"),
    ("people = 3", "people = 0", 11, "whole number from 1"),
    ("people = 3", 'people = "many"', 11, "or “any”"),
    ("people = 3", "people = true", 11, "whole number from 1"),
    ('silence = "open"', 'silence = "yes"', 12, "unknown silence “yes”"),
    ('rule = "majority"', 'rule = "most"', 13, "unknown rule “most”"),
    ('"dialogue", ', '"letter", ', 14, "shows “letter”"),
    ('deal = "speaker"', 'deal = "turn"', 15, "unknown deal “turn”"),
    ('because = "yes"', 'because = "key"', 16, "“key”, which is not an answer to what it asks"),
    ('because = "yes"', "because = true", 16, "must be an answer"),
    ('id = "frank/*"', 'id = "frank/out-e"', 19, "not among the criteria of the task “wrong”"),
    ('when = "basic/hallucination = yes"', 'when = "basic/hallucination is yes"', 20, "must read like"),
    ('when = "basic/hallucination = yes"', 'when = "basic/hallucination = 3"', 20, "“3” is not an answer to basic"),
    ('when = "basic/hallucination = yes"', 'when = "finesure/entity-error = yes"', 10, "does not ask finesure/entity"),
    ('when = "basic/hallucination = yes"\n', "", 20, "“unmet” but no “when”"),
    ('unmet = "no"', 'unmet = "none"', 21, "“none” is not an answer"),
    ('examples = ["One.", "Two."]', 'example = "One."', 22, "unknown key “example”"),
    ("known = true", "known = 1.5", 28, "number above 0 and at most 1"),
    ("known = true", "known = 1", 28, "which makes it training"),
    ("known = true\n", "", 28, "a pass mark but no known answers"),
    ("mark = 0.8", "mark = 0", 29, "number above 0"),
    ('unit = "whole"', 'unit = "sentence"', 35, "unknown unit “sentence”"),
    ('same = "wrong"', 'same = "wring"', 39, "names the task “wring”, which is not there"),
    ('same = "wrong"', 'same = "third"', 39, "has none of its own"),
    ('"frank/out-e = no"', '"frank/out-e = 5"', 40, "“5” is not an answer to frank/out-e"),
    ('"frank/out-e = no"', '"tofueval/extrinsic-information = no"', 40, "but no task of the protocol asks that"),
    ('"frank/out-e = no"', '"sumie-entry/redundant = no"', 40, "the task “drawn” makes no gold"),
    ('voters = ["people", "judge:m"]', 'voters = ["judges"]', 46, "use “people” or “judge:NAME”"),
    (
        'voters = ["people", "judge:m"]\npeople = 2\nrule = "none"',
        'voters = ["judge:m"]\npeople = 2',
        46,
        "can never apply",
    ),
    ("n = 30, ", "", 50, "has no “n”"),
    ("n = 30, ", "n = 0, ", 50, "whole number from 1"),
    ("n = 30, ", "m = 1, n = 30, ", 50, "unknown key “m”"),
    ("{ n = 30", "30 # { n = 30", 50, "must read like"),
    ('places = "turn"', 'places = "sentence"', 56, "not a yes/no question of that unit"),
    ('places = "turn"', 'places = "turn"\nonce = "source"', 57, "choose one of them"),
    ('places = "turn"', 'places = "turn"\nunit = "whole"', 57, "choose one of them"),
    ('unit = "opinion"', 'unit = "sentence"', 67, "unknown unit “sentence”"),
    ('id = "better"', 'id = "wrong"', 71, "the id “wrong” is used twice"),
    ('after = ["opinions"]', 'after = ["opinion"]', 78, "names the task “opinion”, which is not there"),
    ('after = ["opinions"]', 'after = ["summaries"]', 78, "names itself"),
    ('of = ["wrong", "whole"]', 'of = ["opinions"]', 83, "which collects no answers"),
    ('of = ["wrong", "whole"]', 'of = ["training"]', 83, "which collects no answers"),
    ('of = ["wrong", "whole"]\n', "", 80, "adjudicates nothing"),
    ('of = "rate"', 'of = "wrong"', 89, "“wrong” is adjudicated by “third” already"),
    ('of = "rate"', 'of = "rate"\npeople = 2', 90, "an adjudicator is one person"),
    ('of = "rate"', 'of = "rate"\nrule = "none"', 90, "resolves nothing"),
    ('of = "rate"', 'of = "drawn"\nrule = "majority"', 90, "only an adjudicator can resolve it"),
    ('of = "rate"', 'of = "rate"\nbecause = "yes"', 90, "not an answer to what it asks"),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), BROKEN, ids=[f"{n}-{b[3][:30]}" for n, b in enumerate(BROKEN)])
def test_a_broken_protocol_gets_a_sentence_with_its_line(old: str, new: str, line: int, what: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parsed((old, new))
    said = str(caught.value)
    assert said.startswith(f"mine.toml, line {line}: "), said
    assert what in said
    assert said.endswith(".") and ".." not in said.replace("..5", "") and "\n" not in said


@pytest.mark.parametrize(
    ("task", "line", "what"),
    [
        ('criteria = ["basic/hallucination"]', 4, "basic/hallucination of a sentence belongs to the task “wrong”; a"),
        ('criteria = ["finesure/*"]', 4, "belongs to the task “flagged”; a cell has one owner"),
        ('criteria = ["dial-summer/missed-turn"]', 4, "missed-turn of a turn belongs to the task “whole”"),
        ('criteria = ["coverage/*"]\nafter = ["new"]', 5, "names itself"),
        ('criteria = ["coverage/*"]\nwhere = "coverage/uncovered-paragraph = yes"', 5, "wait for each other: new"),
        ('criteria = ["coverage/*"]\nsilence = "no"\nwhere = "frank/out-e = yes"', 6, "no, which excludes “where”"),
        ('criteria = ["coverage/*"]\nsilence = "no"\ndraw = { n = 1, of = "item" }', 6, "no, which excludes “draw”"),
        ('criteria = ["coverage/*"]\nsilence = "no"\nonce = "source"', 6, "unmarked means no, which excludes “once”"),
        ('criteria = ["likert/clarity"]\nsilence = "no"\nrule = "median"', 5, "likert/clarity has no “no”"),
        ('criteria = ["likert/clarity"]\nrule = "strict-yes"', 5, "can never resolve likert/clarity"),
        ('criteria = ["coverage/uncovered-paragraph"]\nrule = "median"', 5, "can never resolve coverage/uncovered-par"),
        ('criteria = ["coverage/uncovered-paragraph"]\nrule = "adjudicator"', 5, "no adjudication task with that rule"),
    ],
)  # fmt: skip
def test_a_task_that_cannot_stand_beside_the_others(task: str, line: int, what: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        protocol_files.parse(GOOD + TASK + task, "mine.toml")
    assert str(caught.value).startswith(f"mine.toml, line {BEFORE + 1 + line}: ") and what in str(caught.value)


def test_silence_and_when_do_not_go_together() -> None:
    task = (
        'criteria = ["coverage/uncovered-paragraph", "kgds-paragraph/supporting"]\nsilence = "no"\n[[task.criterion]]\n'
    )
    more = 'id = "kgds-paragraph/supporting"\nwhen = "coverage/uncovered-paragraph = yes"\n'
    with pytest.raises(ProtocolError, match=r"line 9\d: .* unmarked means no, which excludes “when”"):
        protocol_files.parse(GOOD + TASK + task + more, "mine.toml")
    open_ = protocol_files.parse(GOOD + TASK + task.replace('silence = "no"\n', "") + more, "mine.toml")
    assert open_.tasks[-1].criteria[1].when == Condition("coverage/uncovered-paragraph", "yes")


def test_a_circle_is_told_whole() -> None:
    circle = GOOD.replace('step = "main"', 'step = "main"\nafter = ["last"]').replace(
        'same = "wrong"', 'same = "wrong"\nafter = ["summaries"]'
    )
    with pytest.raises(ProtocolError, match=r"these tasks wait for each other: rate, summaries, opinions, last"):
        protocol_files.parse(circle, "mine.toml")


def test_who_settles_by_the_same_rule_can_never_settle() -> None:
    """Two who differ stay two who differ, whatever a third says, where all must agree."""
    unanimous = GOOD.replace('rule = "majority"\n', 'rule = "unanimous"\n')
    with pytest.raises(ProtocolError, match=r"line 84: the rule “unanimous” of the task “third” can never resolve"):
        protocol_files.parse(unanimous, "mine.toml")
    protocol_files.parse(
        unanimous.replace('of = ["wrong", "whole"]', 'of = ["wrong", "whole"]\nall = true'), "mine.toml"
    )


def test_files_that_are_none(tmp_path: Path) -> None:
    for name, data, what in (
        ("not-there.toml", None, "There is no protocol file"),
        ("latin.toml", 'id = "ä"'.encode("latin-1"), "line 1: this is not UTF-8 text"),
        ("long.toml", b"#" * 1_000_001, "at most 1,000,000"),
        ("empty.toml", b"", "has no “id”"),
        ("deep.toml", b"a = " + b"[" * 5000, ""),
        ("none.toml", b'id = "x"\nname = "X"\n', "has no tasks"),
        ("tasks.toml", b'id = "x"\nname = "X"\ntask = 3\n', "must be a list of tables"),
        ("inline.toml", b'id = "x"\nname = "X"\ntask = [{ id = "a", kind = "verify", criteria = ["*"], rule = "x" }]\n',
         "line 3: the task “a” has the unknown rule"),
    ):  # fmt: skip
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(ProtocolError) as caught:
            protocol_files.load(path)
        assert what in str(caught.value) and str(path) in str(caught.value)
    with pytest.raises(ProtocolError, match="is a folder"):
        protocol_files.load(tmp_path)
    with pytest.raises(InputError, match=r"no protocol “kgdz”.*dial-summer, flags, frank"):
        protocol_files.find_protocol("kgdz")
    good = tmp_path / "good.toml"
    good.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert protocol_files.find_protocol(good).tasks == parsed().tasks


def test_a_mutated_protocol_loads_or_is_refused_with_a_sentence() -> None:
    chance = random.Random(5)
    odd = ['""', "[]", "{}", "-1", "1e400", "nan", "true", "[[task]]", "=", '"*"', "\\", "'''"]
    words = [*sorted(set(GOOD.split())), *odd]
    for _ in range(600):
        pieces = GOOD.split(" ")
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(pieces))
            match chance.randrange(3):
                case 0:
                    pieces[at] = chance.choice(words)
                case 1:
                    del pieces[at]
                case 2:
                    pieces.insert(at, chance.choice(words))
        try:
            protocol_files.parse(" ".join(pieces), "mine.toml")
        except ProtocolError as error:
            assert str(error).startswith("mine.toml, line ") and str(error).endswith(".")


# What ships ----------------------------------------------------------------------------------------------------------


def task_of(protocol: str, name: str) -> Task:
    found = protocol_files.find_protocol(protocol).task(name)
    assert found is not None
    return found


def test_the_six_protocols_are_there() -> None:
    assert list(protocol_files.builtin()) == SHIPPED
    owners_of(list(protocol_files.builtin().values()), schemes.read_built_in_schemes())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_protocol_is_complete(name: str) -> None:
    protocol = protocol_files.find_protocol(name)
    assert protocol.id == name and protocol.description.endswith(".")
    assert protocol.source or name == "flags"
    for task in protocol.tasks:
        if task.kind is Kind.JUDGE:
            assert task.method in REGISTRY.names()
        else:
            assert task.ask.endswith(("?", "."))
        for criterion, _ in list_criteria(task, protocol, schemes.read_built_in_schemes()):
            assert answers(criterion)


def test_flags_is_what_the_program_does_without_a_protocol() -> None:
    flags = task_of("flags", "flags")
    assert terms(flags, flags.criteria[0]) == FLAGS
    assert (flags.people, flags.rule, flags.unmarked_meaning, flags.full) == (
        ANY,
        Rule.MAJORITY,
        UnmarkedMeaning.NO,
        "flags/flags",
    )
    cells = owners_of([protocol_files.find_protocol("flags")], schemes.read_built_in_schemes())
    assert len({cell.criterion for cell in cells}) == sum(
        len(s.criteria) for s in schemes.read_built_in_schemes().values()
    )


def test_kgds_asks_two_experts_and_settles_nothing() -> None:
    """Sections 4.3 and 4.4: a paragraph needs both, a key fact two yes; where the experts differ it is left out."""
    protocol = protocol_files.find_protocol("kgds")
    supporting, key = task_of("kgds", "supporting"), task_of("kgds", "key")
    assert (supporting.people, supporting.rule, protocol.find_adjudication_task(supporting)) == (
        2,
        Rule.UNANIMOUS,
        None,
    )
    assert (key.people, key.rule) == (2, Rule.STRICT_YES)
    assert key.conditions == (Condition("kgds-paragraph/supporting", "yes"),)
    entry = key.criteria[1]
    assert (entry.name, entry.when, entry.unmet) == ("kgds-fact/key", Condition("kgds-fact/repeated", "no"), "no")
    asked_of = terms(key, entry)
    assert rule_on([Response(1, "yes"), Response(2, UNMET)], asked_of).value == "no", "one or no yes: not key"
    assert [t.step for t in protocol.tasks if t.kind is Kind.WRITE] == ["main", "clarified", "atomic"]
    assert {t.deal for t in protocol.tasks if t.kind is Kind.WRITE} == {"speaker"}


def test_sumie_draws_and_has_shares_for_figures() -> None:
    """Section 3.3: 40 paragraphs, three people. Section 4.4: 30 attributes, two people, with more than two values."""
    golden, redundancy, support = (task_of("sumie", name) for name in ("golden", "redundancy", "support"))
    assert (golden.people, golden.draw) == (3, Draw(40, "paragraph"))
    assert [(t.people, t.rule, t.once) for t in (redundancy, support)] == [(2, Rule.NONE, "attribute")] * 2
    assert redundancy.draw is not None and redundancy.draw.least == 3 and redundancy.draw.n == 30
    split = rule_on([Response(1, "yes"), Response(2, "no")], terms(support, support.criteria[0]))
    assert (split.state, split.split) == (State.ANSWERED, True)


def test_long_sum_eval_asks_a_question_about_the_source_once() -> None:
    """Table IV: three people, and what is asked depends on what the same person said before."""
    form = task_of("long-sum-eval", "check-answers")
    whens = [str(entry.when or "") for entry in form.criteria]
    assert whens == [
        "",
        "qa-validation/answer-relevant = yes",
        "qa-validation/no-answer = yes",
        "qa-validation/no-answer = no",
    ]
    questions = task_of("long-sum-eval", "check-questions")
    assert (questions.once, questions.people, form.people) == ("source", 3, 3)
    ratings = task_of("long-sum-eval", "ratings")
    assert (ratings.people, ratings.rule) == (3, Rule.MEDIAN) and ratings.known_share and ratings.mark


def test_dial_summer_asks_one_error_at_a_time_and_settles_all() -> None:
    """Section 4: two people for each summary and error, reasons and places, one round by the authors."""
    protocol = protocol_files.find_protocol("dial-summer")
    errors = [task for task in protocol.tasks if task.places]
    assert [task.id for task in errors] == [
        criterion.id for criterion in schemes.find_scheme("dial-summer").criteria
    ] or sorted(task.id for task in errors) == sorted(
        criterion.id for criterion in schemes.find_scheme("dial-summer").criteria
    )
    assert {(t.people, t.rule, t.because) for t in errors} == {(2, Rule.UNANIMOUS, "yes")}
    assert all(entry.examples for task in errors for entry in task.criteria)
    authors = protocol.find_adjudication_task(errors[0])
    assert authors is not None and authors.all and set(authors.of) == {task.id for task in errors}
    asked_of = terms(errors[0], errors[0].criteria[0], voters=[1, 2], adjudication_task=authors, adjudicators=[3])
    assert asked_of.adjudication == AdjudicationTerms(
        Rule.ADJUDICATOR, 1, frozenset({3}), True
    ) and asked_of.voters == {1, 2}
    assert rule_on([Response(1, "no"), Response(2, "no")], asked_of).missing == 1, "all cells are gone over"


def test_frank_counts_who_finds_nothing_wrong_as_a_no_to_every_type() -> None:
    sentences = task_of("frank", "sentences")
    wrong, kinds = sentences.criteria
    assert (sentences.people, sentences.rule, kinds.name, kinds.unmet) == (3, Rule.MAJORITY, "frank/*", "no")
    assert kinds.when == Condition(wrong.name, "yes")
    ruling = rule_on([Response(1, "yes"), Response(2, "yes"), Response(3, UNMET)], terms(sentences, kinds))
    assert ruling == (State.SETTLED, "yes", 0, True)


def list_unprinted(toml: str, shown: str) -> list[str]:
    """The fields of the TOML text whose words, read by no code of the program, are not in what was printed."""
    words = {"kind": "", "silence": {"no": "means no", "open": "is open"}, "people": {"any": "any number"}, "id": ""}
    unprinted = []

    def compare(name: str, value: object) -> None:
        known = words.get(name)
        if isinstance(value, dict):
            for inner, one in value.items():
                compare(inner, one)
        elif isinstance(value, list):
            for one in value:
                compare(name, one)
        elif isinstance(value, bool):
            if not any(text in shown for text in (f"{name}: yes", "every cell", "Trains people")):
                unprinted.append(name)
        else:
            text = known.get(str(value), str(value)) if isinstance(known, dict) else str(value)
            if name in ("known", "mark"):
                text = f"{value:.0%}"
            if known != "" and text.strip() not in shown:
                unprinted.append(f"{name} = {value}")

    for task in tomllib.loads(toml)["task"]:
        compare("task", task)
    return unprinted


def test_the_command_lists_shows_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from galley.core.cli import main

    assert main(["campaign", "protocol", "list"]) == 0
    listed = capsys.readouterr().out
    assert [line.split()[0] for line in listed.splitlines()] == list(protocol_files.builtin())
    assert "(1 task)" in listed
    for name, protocol in protocol_files.builtin().items():
        assert main(["campaign", "protocol", "show", name]) == 0
        shown = capsys.readouterr().out
        assert [task.full for task in protocol.tasks] == re.findall(r"^\d+\. (\S+):", shown, re.MULTILINE)
        assert all(task.ask in shown for task in protocol.tasks)
        assert list_unprinted(protocol.toml, shown) == [], "a field of the file is not printed"
    (tmp_path / "mine.toml").write_text('id = "mine"\nname = "Mine"\n[[task]]\nid = "x"\n', "utf-8")
    assert main(["campaign", "protocol", "show", str(tmp_path / "mine.toml")]) == 1
    assert "mine.toml, line " in capsys.readouterr().err
