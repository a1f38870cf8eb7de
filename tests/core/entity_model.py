"""A stand-in for a model that knows made-up entities: it does what the prompts of the sumie methods ask, by rule."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.core.fake_models import Answer, Seen

SENTENCE = re.compile(r"The ([\w ]+?) of ([\w' ]+?) is ([\w ]+?)\.")


def prompt(seen: Seen) -> str:
    """The user's part of a request to either API."""
    content = seen.body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def between(name: str, text: str) -> str:
    """What stands between the tags of that name."""
    found = re.search(rf"<{name}-[0-9a-f]+>\n?(.*?)\n?</{name}-[0-9a-f]+>", text, re.DOTALL)
    return found[1] if found else ""


def lines(name: str, text: str) -> list[dict[str, Any]]:
    """The JSON lines between those tags."""
    return [json.loads(line) for line in between(name, text).splitlines() if line.strip()]


def said_of(entity: str, paragraph: str) -> list[dict[str, str]]:
    """The entries of a paragraph that are of this entity."""
    return [
        {"attribute": attribute, "value": value, "evidence": whole}
        for whole, attribute, name, value in ((m[0], m[1], m[2], m[3]) for m in SENTENCE.finditer(paragraph))
        if name == entity
    ]


def reply(text: str, wrong: set[str] | None = None) -> dict[str, Any]:
    """What the model says to the user's part of a prompt. ``wrong`` takes sentences that the check has called wrong
    once, so that it calls the first of each paragraph wrong and is content with the next."""
    named = re.search(r"(?:The entity|The thing) is ([\w' ]+?)(?: \(|\.)", text)
    entity = named[1] if named else ""
    if "common and" in text:
        return {"common": [f"Common {n}" for n in range(40)], "uncommon": [f"Rare {n}" for n in range(40)]}
    if "Invent" in text and "names" in text:
        return {"names": [f"The Grand Inn {n}" for n in range(40)]}
    if "The sentiment is" in text:
        mood = re.search(r"The sentiment is (\w+)", text)[1]  # type: ignore[index]
        wanted = between("attributes", text).splitlines()
        return {"entries": [{"attribute": a, "values": [f"{mood} {a} {n}" for n in range(3)]} for a in wanted]}
    if "The style:" in text and "of each kind" not in text:
        rows = lines("entries", text)
        return {
            "sentences": [
                {"text": f"The {r['attribute']} of {entity} is {r['value']}.", "entry": r["number"]} for r in rows
            ]
        }
    if "of each kind" in text:
        other = re.search(r"The other thing is called (\w+)", text)[1]  # type: ignore[index]
        return {
            "others": [f"The Bar of {other} is loud{n}." for n in "ab"],
            "metaphors": [f"HUMAN's heart is a quiet garden {n}." for n in "ab"],
        }
    if between("pairs", text):
        rows = lines("pairs", text)
        checked = []
        for row in rows:
            bad = wrong is not None and row["number"] == 1 and row["sentence"] not in wrong
            if bad and wrong is not None:
                wrong.add(row["sentence"])
            better = row["sentence"] if bad else ""
            checked.append({"number": row["number"], "reasoning": "r", "right": not bad, "revised": better})
        return {"sentences": checked}
    if between("reference", text):
        golden = lines("reference", text)
        answers = []
        for row in lines("entries", text):
            same = next((g for g in golden if g["value"].split()[-1] == row["value"].split()[-1]), None)
            nothing = {"attribute": "", "value": "", "evidence": ""}
            answers.append({"entry": row["entry"], "reasoning": "r", "found": same is not None, **(same or nothing)})
        return {"answers": answers}
    if between("news", text):
        table, news = json.loads(between("table", text)), json.loads(between("news", text))
        return {"entries": table + [row for row in news if row not in table]}
    if between("paragraph", text):
        table = json.loads(between("table", text) or "[]")
        new = said_of(entity, between("paragraph", text))
        return {"entries": table + [row for row in new if row not in table]}
    rows = lines("entries", text)
    return {"entries": [{"number": row["number"], "value": f"unlike {row['value']}"} for row in rows]}


class Script:
    """The model as a server's script; ``asked`` counts its requests."""

    def __init__(self) -> None:
        self.wrong: set[str] = set()

    def __call__(self, seen: Seen, number: int) -> Answer:
        return Answer(json.dumps(reply(prompt(seen), self.wrong)))
