"""Items with discussion summaries and a verifier's verdicts, written out."""

from __future__ import annotations

from typing import Any

from tests.core import building

JUDGE = "a verifier"


def sample(
    key: str, *, taken: list[int], supporting: list[int], facts: dict[str, str], opinions: dict[str, bool | None],
    written: bool = False, system: str = "s", paradigm: str = "structured-prompt", paragraphs: int = 5,
) -> dict[str, Any]:  # fmt: skip
    """An item with one background and one opinion summary. ``facts``: name to "key+", "key-", "key?" (held, missing,
    unscored) or "other+", "other-"; ``opinions``: name to covered, not covered or unscored."""
    pattern = "abs-aos" if written else "ebs-aos"
    meta = {"pattern": pattern, "paradigm": paradigm, "turn": 1}
    texts = [f"Paragraph {n} of {key}." for n in range(paragraphs)]
    background: dict[str, Any] = {"id": f"b-{system}-{pattern}-{paradigm}", "role": "summary", "system": system}
    background |= {"part": "background", "meta": meta if written else {**meta, "paragraphs": taken}}
    background |= {"text": "A background."} if written else {"paragraphs": [texts[n] for n in taken]}
    opinion = {"id": background["id"].replace("b-", "o-", 1), "role": "summary", "system": system, "part": "opinion"}
    opinion |= {"meta": meta, "text": "Ann is glad."}
    made = building.record(key, verdicts=[], judged=[])
    made["documents"] = [
        made["documents"][0], {"id": "article", "role": "article", "paragraphs": texts}, background, opinion
    ]  # fmt: skip
    made["units"] = [
        {"id": name, "kind": "fact", "text": f"Fact {name}.", "from": [["article", 0]],
         "type": {"key": "key", "other": "non-supporting", "mask": "masked"}[kind[:-1]]}
        for name, kind in facts.items()
    ] + [
        {"id": name, "kind": "opinion", "text": f"Ann thinks {name}.", "from": [["dialogue", 0]]} for name in opinions
    ]  # fmt: skip
    experts = {"annotator": "experts", "kind": "gold", "scheme": "kgds-paragraph"}
    judge = {"annotator": JUDGE, "kind": "judge"}
    fact, view = {**judge, "scheme": "kgds-fact"}, {**judge, "scheme": "kgds-opinion"}
    made["verdicts"] = [
        {**experts, "criterion": "supporting", "document": "article", "unit": n, "value": "yes"} for n in supporting
    ]
    for name, kind in facts.items() if written else ():
        criterion = {"key": "key-fact-missing", "other": "non-supporting-fact-included"}.get(kind[:-1])
        bad = {"key-": "yes", "other+": "yes"}.get(kind)
        if criterion and (bad or kind.endswith("?")):
            more = {"value": bad} if bad else {"value": None, "reason": "truncated"}
            made["verdicts"].append({**fact, "criterion": criterion, "about": background["id"], "unit": name, **more})
    for name, covered in opinions.items():
        if not covered:
            more = {"value": "yes"} if covered is False else {"value": None, "reason": "refused"}
            made["verdicts"].append({**view, "criterion": "not-covered", "about": opinion["id"], "unit": name, **more})
    made["judged"] = [
        {**experts, "criteria": ["supporting"], "documents": ["article"]},
        {**view, "criteria": ["not-covered"], "documents": [opinion["id"]]},
    ]
    if written:
        criteria = ["key-fact-missing", "non-supporting-fact-included"]
        made["judged"].append({**fact, "criteria": criteria, "documents": [background["id"]]})
    return made
