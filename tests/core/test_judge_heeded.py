"""An order for a judge says nothing that its method passes over, and names nothing that is not in the project."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.cli import galley
from galley.core.errors import InputError
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods._votes import ask_and_vote
from galley.core.judges.methods.base import Choices
from galley.core.judges.methods.registry import REGISTRY
from galley.core.judges.order import OPTION_NAMES, USUAL_CHOICES, Order, refuse_unused
from galley.core.judges.qa.questions import QuestionAsker
from tests.core import building

GIVEN: dict[str, Any] = {"samples": 7, "systems": ("a",), "all_criteria": True, "scheme": "dial-summer"}


@pytest.mark.parametrize("name", REGISTRY.names())
def test_a_choice_is_read_by_the_method_or_refused(tmp_path: Path, name: str) -> None:
    method = REGISTRY.get(name)
    read: set[str] = set()

    with building.project(tmp_path) as project:
        for word, value in GIVEN.items():
            order = Order(name, choices=Choices(**{word: value}))
            if word in getattr(method, "heeds", USUAL_CHOICES):
                refuse_unused(method, order, project.read_connection())
                read.add(word)
            else:
                with pytest.raises(InputError, match=f"does not use {OPTION_NAMES[word]}; it uses: "):
                    refuse_unused(method, order, project.read_connection())
    sources = [Path(__import__(type(method).__module__, fromlist=["x"]).__file__)]
    sources += [sources[0].with_name("_sumie.py")] if "_sumie" in sources[0].read_text("utf-8") else []
    text = "".join(path.read_text("utf-8") for path in sources)
    shared = [getattr(type(method), each) for each in ("inquiries", "work")]
    shared += [ask_and_vote] * ("ask_and_vote(" in text) + [QuestionAsker.__init__] * (" QuestionAsker(" in text)
    text += "".join(inspect.getsource(each) for each in shared)  # what a method has from those that are like it
    for word in GIVEN:  # the declaration is held against what the file reads of its choices
        reads = {"samples": "context.samples"}.get(word, f"choices.{word}")
        assert (reads in text) == (word in read), word


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("offline --model x", "offline asks no model; leave --model out."),
        ("offline --temperature 0.5", "offline asks no model; leave --temperature out."),
        ("offline --samples 3", "offline does not use --samples; it uses: --system, --scheme."),
        ("offline --system nobody", "The project has no system 'nobody'; it has: a, b."),
        ("offline --dataset nothing", "The project has no dataset 'nothing'; it has: made-up."),
        ("offline --replies f.jsonl", "An address and recorded replies belong to a provider; name it with --provider."),
        ("finesure --provider openai --model m --replies f", "The provider openai reads no recorded replies; leave"),
        ("finesure --provider replay --base-url http://x --replies f", "The provider replay reaches no address; leave"),
    ],
)
def test_the_command_refuses_with_a_sentence(tmp_path: Path, given: str, words: str) -> None:
    with building.project(tmp_path) as project:
        path = project.path
    done = CliRunner().invoke(galley, ["judge", *given.split(), "--project", str(path), "--dry-run"])
    assert isinstance(done.exception, InputError) and str(done.exception).startswith(words), done.output


def test_a_source_that_is_whole_passes() -> None:
    assert Source("replay", replies="f").check().name == "replay"
