"""What a model thought before it answered: told apart from the answer, and kept with the reply.

Servers hand thoughts over in three ways: between tags in the text, in a field of their own, or with the opening tag
left out because the prompt had it. A tag inside the JSON of the answer (a quote of a source that holds one) is text.
"""

from __future__ import annotations

import re

from galley.core.replies import replies

_NAMES = "think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis"
_TAG = re.compile(rf"<(/?)({_NAMES})(?:\s[^<>]{{0,200}})?>|\[(/?)(THINK)\]", re.IGNORECASE)
_TOKEN = re.compile(rf"(?P<tag>{_TAG.pattern})|(?P<value>[\[{{])", re.IGNORECASE)
_FINAL = re.compile(r"<\|channel\|>\s*final\b[^<]*<\|message\|>")
_END = re.compile(r"<\|(?:end|return|call)\|>\s*\Z")
_MOST_TRIES = 4
"""So many brackets that open nothing readable are looked into; a tag behind them counts wherever it stands."""


def join_thoughts(thoughts: str, text: str) -> str:
    """Thoughts from a field of their own before the text, in the form in which ``split_thoughts`` takes them out
    again."""
    if not thoughts.strip():
        return text
    harmless = _TAG.sub(lambda tag: tag[0].replace("<", "< ").replace("[", "[ "), thoughts.strip())
    return f"<reasoning>\n{harmless}\n</reasoning>\n\n{text}"


def split_thoughts(reply: str) -> tuple[str, str]:
    """(the answer, the thoughts) of a reply. A tag that is never closed leaves no answer behind it, one that was never
    opened makes thoughts of all that stands before it."""
    thoughts: list[str] = []
    channels = list(_FINAL.finditer(reply))
    if channels:
        thoughts.append(reply[: channels[-1].start()])
        reply = _END.sub("", reply[channels[-1].end() :])
    if _TAG.search(reply) is None:
        return reply, "\n".join(thoughts)
    answer: list[str] = []
    start = at = tries = 0
    while token := _TOKEN.search(reply, at):
        at = token.end()
        if token["value"] is not None:
            end = replies.find_value_end(reply, token.start()) if tries < _MOST_TRIES else None
            tries += end is None
            at = end or at
            continue
        tag = _TAG.fullmatch(token[0])
        assert tag is not None
        if tag[1] or tag[3]:  # closed and never opened
            thoughts += [*answer, reply[start : token.start()]]
            answer, start = [], at
            continue
        answer.append(reply[start : token.start()])
        closing = re.compile(rf"[<\[]/{tag[2] or tag[4]}\s*[>\]]", re.IGNORECASE).search(reply, at)
        thoughts.append(reply[at : closing.start() if closing else len(reply)])
        start = at = closing.end() if closing else len(reply)
    answer.append(reply[start:])
    return "".join(answer).strip(), "\n".join(filter(None, map(str.strip, thoughts)))
