"""A scheme out of the labels, choices and ratings of Label Studio's files, which name no definitions.

A label becomes a yes/no criterion of the kind of unit that it marks, a control for choices one with these choices (a
yes/no criterion for each choice where several may hold), a rating or number an ordinal one. The scheme's id ends in a
hash of what is in it, so that the same labels make the same scheme and others another.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from string import ascii_uppercase, digits

from galley.core.definitions.schemes import LINE_PATTERNS, MOST_CRITERIA
from galley.core.errors import InputError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
YES_NO = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}
WIDEST = 20
"""Steps of a rating that may still be one scale."""

Key = tuple[str, str, str, str]
"""What a criterion is made of: "label", "choice", "rating" or "one of"; its name; the kind of unit; the role."""


@dataclass(slots=True)
class LabelNames:
    """What the files name. ``see`` everything first; then ``criterion`` says what each is called."""

    values: dict[Key, dict[str, None]] = field(default_factory=dict)
    numbers: dict[Key, tuple[int, int]] = field(default_factory=dict)
    several: set[Key] = field(default_factory=set)
    scheme: str = ""
    ids: dict[Key, str] = field(default_factory=dict)

    def see_label(self, name: str, kind: str, role: str) -> None:
        """A region of this kind has the label ``name``."""
        self.values.setdefault(("label", name, kind, role), {})

    def see_choices(self, control: str, choices: list[str], role: str) -> None:
        """A control for whole documents holds these choices."""
        key = ("choice", control, "whole", role)
        self.values.setdefault(key, {}).update(dict.fromkeys(choices))
        if len(choices) > 1:
            self.several.add(key)

    def see_number(self, control: str, number: int, role: str) -> None:
        """A control for whole documents holds this number."""
        key = ("rating", control, "whole", role)
        low, high = self.numbers.get(key, (1, 5))
        self.numbers[key] = min(low, number), max(high, number)

    def source(self) -> str:
        """The scheme as TOML; "" where the files name nothing. Sets ``scheme`` and ``ids``.

        Raises: InputError where there are more criteria than a scheme holds.
        """
        tables = [*self._labels(), *self._choices(), *self._ratings()]
        if not tables:
            return ""
        if len(tables) > MOST_CRITERIA:
            raise InputError(
                f"The file has {len(tables)} labels and choices, more than the {MOST_CRITERIA} criteria of a scheme; "
                "import a file with fewer, or its parts."
            )
        letters = self._letters([name for _, name, _ in tables])
        lines: list[str] = []
        used_ids: set[str] = set()
        for number, ((key, name, more), letter) in enumerate(zip(tables, letters, strict=True)):
            _, _, kind, role = key
            ident = _free(name if len({k[2:] for k in self._keys_of_name(key)}) == 1 else f"{name} {kind}", used_ids)
            self.ids[(*key[:1], f"{key[1]}\0{name}", *key[2:]) if key[0] == "one of" else key] = ident
            about = "summary" if role in ("summary", "table") else "self"
            fields = {"id": ident, "name": name, "definition": f"“{name}”, as labelled in Label Studio.", "unit": kind}
            fields |= {"letter": letter, "colour": COLOURS[number % len(COLOURS)], "about": about}
            fields |= {"line": LINE_PATTERNS[number // len(COLOURS) % len(LINE_PATTERNS)]}
            lines += ["", "[[criterion]]", *(f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in fields.items())]
            lines += [f"roles = [{json.dumps(role)}]", *more]
        body = "\n".join(lines)
        self.scheme = f"label-studio-{hashlib.sha256(body.encode()).hexdigest()[:6]}"
        head = {"id": self.scheme, "name": "Label Studio", "version": "1", "source": "Label Studio"}
        head["description"] = "The labels and choices of a Label Studio project."
        return "\n".join([*(f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in head.items()), body]) + "\n"

    def label(self, name: str, kind: str, role: str) -> dict[str, str]:
        """The criterion of a label, as a record names it."""
        return {"scheme": self.scheme, "criterion": self.ids["label", name, kind, role]}

    def choice_fields(self, control: str, choices: list[str], role: str) -> list[dict[str, str]]:
        """Criterion and value for what a control holds."""
        key = ("choice", control, "whole", role)
        if key in self.ids:
            value = choices[0] if choices else ""
            return [{"scheme": self.scheme, "criterion": self.ids[key], "value": YES_NO.get(value.casefold(), value)
                     if self._plain(key) else value}]  # fmt: skip
        return [
            {"scheme": self.scheme, "criterion": self.ids["one of", f"{control}\0{value}", "whole", role],
             "value": "yes" if value in choices else "no"}
            for value in self.values[key]
        ]  # fmt: skip

    def rating_fields(self, control: str, number: int, role: str) -> dict[str, object]:
        """Criterion and value of a rating."""
        return {"scheme": self.scheme, "criterion": self.ids["rating", control, "whole", role], "value": number}

    def _keys_of_name(self, key: Key) -> list[Key]:
        return [k for k in self.values if k[0] == key[0] == "label" and k[1] == key[1]] or [key]

    def _plain(self, key: Key) -> bool:
        return set(map(str.casefold, self.values[key])) <= set(YES_NO) and key not in self.several

    def _labels(self) -> list[tuple[Key, str, list[str]]]:
        return [(key, key[1], []) for key in self.values if key[0] == "label"]

    def _choices(self) -> list[tuple[Key, str, list[str]]]:
        choice_keys: list[tuple[Key, str, list[str]]] = []
        for key, values in self.values.items():
            if key[0] != "choice":
                continue
            if self._plain(key):
                choice_keys.append((key, key[1], []))
            elif key in self.several or len(values) < 2:
                choice_keys += [(("one of", key[1], *key[2:]), value, []) for value in values]
            else:
                choices = f"choices = {json.dumps(list(values), ensure_ascii=False)}"
                choice_keys.append((key, key[1], ['scale = "choice"', choices]))
        return choice_keys

    def _ratings(self) -> list[tuple[Key, str, list[str]]]:
        return [
            (key, key[1], ['scale = "ordinal"', f"low = {low}", f"high = {high}"])
            for key, (low, high) in self.numbers.items()
            if high - low < WIDEST
        ]

    @staticmethod
    def _letters(names: list[str]) -> list[str]:
        """A letter or digit for each: its first letter where that is free."""
        used_letters: set[str] = set()
        letters = []
        for name in names:
            wished = [c for c in name.upper() if c in ascii_uppercase + digits]
            letter = next(c for c in (*wished, *ascii_uppercase, *digits) if c not in used_letters)
            used_letters.add(letter)
            letters.append(letter)
        return letters


def _free(name: str, used_ids: set[str]) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "label"
    free_id, number = plain, 1
    while free_id in used_ids:
        number += 1
        free_id = f"{plain}-{number}"
    used_ids.add(free_id)
    return free_id
