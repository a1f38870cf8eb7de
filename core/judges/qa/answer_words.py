"""What an answer says in plain words: none at all, the question again, or something.

Models say "UNANSWERABLE" in many ways and languages. A text counts as no answer where it is one of the known phrases,
or one sentence that says of the text itself that it does not tell. Where "none" could be either, nothing is decided.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from galley.core.stats.rouge import tokens

UNANSWERABLE = "UNANSWERABLE"
"""What the prompts ask for where a text does not answer."""


class AnswerKind(StrEnum):
    """What an answer is."""

    ANSWER = "answer"
    NONE = "no answer"
    UNCLEAR = "unclear"


_PHRASES = frozenset(
    " ".join(tokens(phrase))
    for phrase in (
        # English
        *("unanswerable", "not answerable", "no answer", "n/a", "na", "null", "nil", "not answered"),
        *("not mentioned", "not stated", "not specified", "not given", "not provided", "not available", "not said"),
        *("no information", "not enough information", "insufficient information", "cannot be answered"),
        *(
            "no answer found",
            "cannot answer",
            "can't be answered",
            "can't answer",
            "i don't know",
            "i do not know",
            "no mention",
        ),
        *("unspecified", "cannot be determined", "can't be determined", "not applicable"),
        # German, Dutch, Swedish, Danish
        *("unbeantwortbar", "nicht beantwortbar", "keine antwort", "keine angabe", "keine angaben"),
        *("nicht erwähnt", "nicht angegeben", "nicht genannt", "keine information", "keine informationen"),
        *("kann nicht beantwortet werden", "niet te beantwoorden", "geen antwoord", "niet vermeld"),
        *("kan inte besvaras", "inget svar", "nämns inte", "kan ikke besvares", "intet svar"),
        # French, Spanish, Italian, Portuguese, Romanian
        *("sans réponse", "pas de réponse", "aucune réponse", "non mentionné", "non précisé"),
        *("impossible de répondre", "sin respuesta", "no hay respuesta", "no se menciona", "no mencionado"),
        *("no especificado", "no se puede responder", "senza risposta", "nessuna risposta"),
        *("non menzionato", "non specificato", "non è possibile rispondere", "non rispondibile", "sem resposta"),
        *("não mencionado", "não especificado", "não é possível responder", "fără răspuns"),
        # Polish, Czech, Russian, Ukrainian, Turkish
        *("brak odpowiedzi", "nie podano", "nie wspomniano", "bez odpovědi", "neuvedeno"),
        *("нет ответа", "не указано", "не упоминается", "невозможно ответить", "немає відповіді"),
        *("cevaplanamaz", "yanıtlanamaz", "cevap yok", "belirtilmemiş"),
        # Arabic, Hebrew, Hindi
        *("لا يمكن الإجابة", "لا توجد إجابة", "غير مذكور", "אין תשובה", "לא ניתן לענות", "לא צוין"),
        *("कोई उत्तर नहीं", "उत्तर नहीं दिया जा सकता", "उल्लेख नहीं"),
        # Chinese, Japanese, Korean
        *("无法回答", "無法回答", "不能回答", "无答案", "沒有答案", "没有答案", "未提及", "没有提到"),
        *(
            "沒有提到",
            "未说明",
            "回答不能",
            "回答できません",
            "答えられません",
            "記載なし",
            "言及なし",
            "言及されていません",
            "未記載",
            "該当なし",
        ),
        *("답변할 수 없음", "답할 수 없음", "답할 수 없습니다", "답변할 수 없습니다", "언급되지 않음", "답변 없음"),
    )
)
_UNCLEAR = frozenset(
    " ".join(tokens(phrase))
    for phrase in (
        *("none", "nothing", "nobody", "unknown", "not known", "unclear", "undetermined", "it is unknown"),
        *("nichts", "keine", "unbekannt", "onbekend", "okänt", "ukendt", "rien", "aucun", "inconnu", "nada", "ninguno"),
        *("desconocido", "niente", "sconosciuto", "desconhecido", "nieznane", "neznámo", "неизвестно"),
        *("bilinmiyor", "غير معروف", "无", "未知", "なし", "不明", "없음", "알 수 없음"),
    )
)
"""What may be the answer itself: "how many?" none, "why?" for a cause that is unknown."""
_MARKS = re.compile(r"[\s\-–—_.?…*]*")
_TEXT = (
    r"(?:the|this|that|given|provided|above|source|news|\s)*"
    r"\b(?:summary|text|document|article|passage|source|context|dialogue|conversation|transcript|material|paragraph)\b"
)
_VERB = (
    r"(?:say|mention|state|specify|provide|give|contain|include|address|indicate|explain|discuss|answer|tell|describe|"
    r"cover|reveal|clarify|disclose|name|offer|make clear)"
)
_DONE = (
    r"(?:said|mentioned|stated|specified|provided|given|contained|included|addressed|indicated|explained|discussed|"
    r"answered|told|described|covered|revealed|clarified|disclosed|named|found|available|present|clear|known)"
)
_SENTENCES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:{_TEXT})\s+(?:does\s*n['’o]t|does not|do not|don['’]t|did not|didn['’]t|never)\s+(?:\w+ly\s+)?{_VERB}\b",
        rf"\b(?:is|are|was|were|been|be)\s*(?:not|n['’]t)\s+(?:\w+ly\s+)?{_DONE}\s+(?:in|by|from|within)\s+{_TEXT}",
        rf"^(?:not|never|nothing)\s+(?:(?:is|was)\s+)?(?:\w+ly\s+)?{_DONE}\b[^,;]*\b(?:in|by|from|within)\s+{_TEXT}",
        rf"^(?:there\s+is|there['’]s|{_TEXT}\s+(?:has|gives|contains|provides))\s+"
        r"(?:no|not\s+enough|insufficient)\s+(?:such\s+)?(?:information|answer|mention|details?)\b",
        r"^(?:no|not\s+enough|insufficient)\s+(?:such\s+)?(?:information|answer|mention|details?)\s+"
        r"(?:about|on|regarding|in|to|is|are|can|available|given|provided|found)\b",
        r"^(?:it|this|that|the question|this question|the answer|i)\s+(?:can\s*not|can['’]t|could\s*not|couldn['’]t)\s+"
        r"(?:be\s+)?(?:answer(?:ed)?|determine[d]?|infer(?:red)?|know[n]?|found)\b",
        r"^(?:the\s+answer|it|this|that)\s+(?:is|was)\s*(?:not|n['’]t|un)\s*(?:answerable|known|stated|mentioned|given|"
        r"specified|provided|clear|available)\b[^,;]*$",
        r"\b(?:das|der|die|dieser|diese|dieses)\s+(?:zusammenfassung|text|dokument|artikel|quelle|gespräch)\b.*\b"
        r"(?:nicht|keine)\b.*\b(?:erwähnt|genannt|sagt|beantwortet|nennt|angaben?|information(?:en)?)\b",
        r"^(?:(?:die|diese)\s+frage|das|dies|es)\s+(?:kann|lässt\s+sich|wird|ist)\b[^,;]*\bnicht\s+"
        r"(?:beantwort\w+|erwähnt|genannt|angegeben|bestimm\w+|gesagt)\b",
        r"^(?:nicht\s+(?:erwähnt|genannt|angegeben)|wird\s+nicht\s+(?:erwähnt|genannt|gesagt))\s+(?:im|in\s+der)\b",
        r"^(?:(?:cela|ce)\s+n['’]est|non)\s+(?:pas\s+)?(?:mentionné|précisé|indiqué)e?\s+dans\s+(?:le|la|l['’]|ce)",
        r"^(?:la\s+pregunta|esto|eso)?\s*no\s+se\s+(?:menciona|dice|indica|especifica|puede\s+responder)\b[^,;]*$",
        r"^(?:il|lo|la|l['’])\s*(?:riassunto|testo|documento|articolo|fonte)\s+non\s+(?:lo\s+)?"
        r"(?:menziona|dice|indica|specifica)",
        r"^(?:o|a|este|esta)\s+(?:resumo|texto|documento|artigo|fonte)\s+não\s+(?:menciona|diz|indica|especifica)",
        r"^(?:le|la|l['’]|ce|cet|cette)\s*(?:résumé|texte|document|article|source)\s+ne\s+.*\bpas\b",
        r"^(?:el|la|este|esta)\s+(?:resumen|texto|documento|artículo|fuente)\s+no\s+(?:menciona|dice|indica|especifica)",
        r"(?:摘要|文章|文中|原文|本文|文本|要約|記事)[^。]*(?:没有|沒有|未|ない|ません)[^。]{0,6}(?:提到|提及|说明|說明|回答|言及|記載|述べ)?",
    )
)
_BUT = re.compile(
    r"[,;.–—-]\s*(?:but|however|although|though|yet|aber|jedoch|mais|cependant|pero|sin embargo|ma|mas)\b"
    r"|但|不过|不過|しかし|하지만",
    re.IGNORECASE,
)
"""After a sentence that says that there is no answer: perhaps one comes all the same."""
_MOST_WORDS = 40
_MOST_CHARACTERS = 600
"""A text with more words or characters than these says something."""


def kind(answer: str, question: str = "") -> AnswerKind:
    """Whether ``answer`` answers, says that there is no answer, or cannot be told: "none" (which may be the answer to
    "how many"), nothing but ``question`` again, or no answer with a "but"."""
    text = " ".join(unicodedata.normalize("NFKC", answer).split()).strip("\"'“”‘’«»「」()[]{}<>*`").strip()
    if _MARKS.fullmatch(text):
        return AnswerKind.NONE
    words = tokens(text)
    phrase = " ".join(words)
    if phrase in _PHRASES or (UNANSWERABLE in answer and len(words) <= _MOST_WORDS):
        return AnswerKind.NONE
    if words and words[0] in ("unanswerable", "unbeantwortbar", "无法回答") and len(words) <= _MOST_WORDS:
        return AnswerKind.NONE
    if phrase in _UNCLEAR or (question and words == tokens(question)):
        return AnswerKind.UNCLEAR
    short = len(words) <= _MOST_WORDS and len(text) <= _MOST_CHARACTERS
    if not short or not any(pattern.search(text) for pattern in _SENTENCES):
        return AnswerKind.ANSWER
    return AnswerKind.UNCLEAR if _BUT.search(text) else AnswerKind.NONE


def without_question(answer: str, question: str) -> str:
    """``answer`` without the question that it begins with, where something follows."""
    text, question_text = answer.strip(), question.strip()
    if question_text and text.casefold().startswith(question_text.casefold()):
        rest = text[len(question_text) :].lstrip(" \t\r\n:-–—=>?.")
        return rest or text
    return text


# What a verdict's explanation says -------------------------------------------------------------------------------

SUMMARY, DOCUMENT = "summary", "document"
_ANSWERS = "The {who} answers: "
_NO_ANSWER = "The {who} gives no answer."
_AGAINST = "\nThe summary says: "


def say(who: str, answer: str, against: str = "") -> str:
    """The explanation of a verdict: what the summary or the document answers ("" for nothing), and ``against`` which
    answer of the summary that stands."""
    explanation = _ANSWERS.format(who=who) + answer if answer else _NO_ANSWER.format(who=who)
    return explanation + _AGAINST + " ".join(against.split()) if against else explanation


def answer_of(explanation: str) -> str:
    """The answer that ``say`` put into an explanation, "" for none; another's explanation as it is."""
    for who in (SUMMARY, DOCUMENT):
        begin, silent = _ANSWERS.format(who=who), _NO_ANSWER.format(who=who)
        text, mark, _ = explanation.rpartition(_AGAINST)
        text = text if mark else explanation
        if text.startswith(begin):
            return text.removeprefix(begin)
        if text == silent:
            return ""
    return explanation
