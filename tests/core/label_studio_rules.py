"""What Label Studio wants of a configuration and its tasks, as its own validation says it.

Recorded from the import of the server (``tasks/validation.py``, ``core/label_config.py``) and from ``LabelInterface``
of its SDK 2.1.2 (``validate``, ``validate_task``, ``validate_prediction``), against which these rules were held.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

LABELLED = {"Labels": "labels", "Choices": "choices"}


def faults(config: str, tasks: list[dict[str, Any]]) -> list[str]:
    """What Label Studio would say against the configuration, and against the tasks under it."""
    root = ElementTree.fromstring(config)
    return [*_config(root, config), *(fault for task in tasks for fault in _task(root, task))]


def _config(root: ElementTree.Element, config: str) -> Iterator[str]:
    names = Counter(re.findall(r'(?:^|[^\w])name="([^"]*)"', config))
    yield from (f"the name {name} is there {count} times" for name, count in names.items() if count > 1)
    for tag in root.iter():
        if tag.get("toName") and tag.get("toName") not in names:
            yield f"toName={tag.get('toName')} is not a name"
        if any(_number(tag.get(which, "x")) for which in ("name", "toName")):
            yield f"the name {tag.get('name')} is read as a number"
        if tag.tag in LABELLED and not len(tag):
            yield f"{tag.get('name')} has nothing to choose from"


def _number(text: str) -> bool:
    """Whether its reader (the convention called BadgerFish) would make a number or a truth value of a text."""
    for kind in (int, float):
        try:
            kind(text)
        except ValueError:
            continue
        return True
    return text.lower() in ("true", "false")


def _task(root: ElementTree.Element, task: dict[str, Any]) -> Iterator[str]:
    tags = {tag.get("name"): tag for tag in root.iter() if tag.get("name")}
    for tag in tags.values():
        value = tag.get("value", "")
        if value.startswith("$") and not isinstance(task["data"].get(value[1:]), str):
            yield f'"{value[1:]}" key is expected in task data'
    for entry in (*task["predictions"], *task["annotations"]):
        for result in entry["result"]:
            control, shown = tags.get(result["from_name"]), tags.get(result["to_name"])
            if control is None or shown is None or control.get("toName") != result["to_name"]:
                yield f"{result['from_name']} is no control of {result['to_name']}"
                continue
            if result["type"] != control.tag.lower():
                yield f"{result['type']} is not the type of {result['from_name']}"
            value, what = result["value"], LABELLED.get(control.tag, "text")
            offered = {each.get("value") for each in control}
            given = value.get(what)
            if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
                yield f"{result['from_name']} has no list of texts"
            elif offered and not set(given) <= offered:
                yield f"{set(given) - offered} is not among what {result['from_name']} offers"
            if control.tag == "Labels" and not all(isinstance(value.get(end), int) for end in ("start", "end")):
                yield f"{result['from_name']} has a region without ends"
