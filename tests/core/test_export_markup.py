"""The marked page: every text whole, every mark on its words, nothing that a text could smuggle in."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.exports._places import Places
from galley.core.exports.base import ExportChoices
from galley.core.exports.registry import export
from galley.core.judges.run_report import place
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.text.visible import visible_lines
from tests.core import building
from tests.core.made import NASTY, bring


class Seen(HTMLParser):
    """The words of a page, the underlined pieces, the elements and their attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words, self.marked, self.tags, self.depth = "", [], [], 0
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.hidden |= tag in ("style", "sup")
        if tag == "span":
            if self.depth or ("class", "m") in attrs:
                self.depth += 1
            if self.depth == 1:
                self.marked.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "sup"):
            self.hidden = False
        if tag == "span" and self.depth:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words += data
            if self.depth:
                self.marked[-1] += data


def page(project: Project, folder: Path, **wishes: Any) -> Seen:
    export(project, "markup", folder / "out.html", choices=ExportChoices(**wishes))
    seen = Seen()
    seen.feed((folder / "out.html").read_text("utf-8"))
    return seen


def test_marks_stand_on_their_words_and_all_texts_are_whole(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("a"), building.record("b")) as project:
        view = items.load_item_view(project.read_connection(), 1)
        flag = next(f for f in view.flags() if f.explanation)
        DecisionWriter(project, "Ann Secret").override(1, flag).result()
        DecisionWriter(project, "Ann Secret").note(1, flag.cell, "why <not>?").result()
        seen = page(project, tmp_path)
        for document in view.documents:
            for unit in document.units:
                assert unit.text in seen.words
        assert seen.marked == ["Ann asked.", "ine.", "Good."] * 2, "what is judged first; a whole unit without words"
        assert "other: yes" in seen.words and "nine, not ten" in seen.words and "Ann Secret: no" in seen.words
        assert "“at ten”" in seen.words and "Ann Secret noted: why <not>?" in seen.words
        assert seen.words.count("The ferry leaves at ten.") == 2, "one article an item"
        one = page(project, tmp_path, keys=("b",), pseudonyms=True)
        assert [words for words in one.words.splitlines() if words in ("a", "b")] == ["b"]
        assert not (tmp_path / "out2.html.card.json").exists()
        hidden = page(project, tmp_path, pseudonyms=True, notes=False)
        assert "Secret" not in hidden.words and "person-1: no" in hidden.words and "<not>" not in hidden.words
        with pytest.raises(InputError, match="no item 'z'"):
            page(project, tmp_path, keys=("z",))


def test_notes_are_joined_to_their_marks_and_the_legend_is_last(tmp_path: Path) -> None:
    """What is judged comes first; the label under the words is that of the answers, and that of the evidence."""
    with building.project(tmp_path, building.record("a")) as project:
        page(project, tmp_path, keys=("a",))
    text = (tmp_path / "out.html").read_text("utf-8")
    heads = [re.sub(r"\W.*", "", head) for head in re.findall("<h3>(.*?)</h3>", text)]
    assert heads[0] == "Summary" and "Summary" not in heads[heads.index("Article") :]
    under = set(re.findall("<sup>(.*?)</sup>", text))
    beside = set(re.findall('<div class=a><p><span class="x"[^>]*>(.*?)</span>', text))
    assert under and under <= beside
    names = re.findall('<div class=a><p><span class="x"[^>]*>.*?</span> <b>(.*?)</b>', text)
    legend = text.partition("</section>\n<h2>Marks</h2>")[2]
    assert legend and set(re.findall("<b>(.*?)</b>", legend)) <= set(names) and "<section" not in legend


def test_a_citation_has_the_number_that_the_window_shows(tmp_path: Path) -> None:
    """Data formats count units from 0, people from 1; a page, a note and a list say what the window says."""
    turns = [{"text": f"Turn number {n} is here.", "speaker": "Ann"} for n in range(4)]
    record = building.record("a")
    record["documents"].append({"id": "talk", "role": "dialogue", "turns": turns})
    flag = record["verdicts"][0] | {"evidence": [{"document": "talk", "quote": "Turn number 3 is here."}]}
    with building.project(tmp_path, record | {"verdicts": [flag]}) as project:
        (verdict,) = items.load_item_view(project.read_connection(), 1).flags()
        seen = page(project, tmp_path)
        unit = next(u for u in items.load_item_view(project.read_connection(), 1).document(
            next(d.id for d in items.load_item_view(project.read_connection(), 1).documents if d.name == "talk")).units
            if u.id == verdict.evidence[0].unit)  # fmt: skip
        assert unit.position == 3 and f"talk {unit.number}, " in seen.words and "talk 3, " not in seen.words
        assert Places.words({"document": "talk", "unit": unit.position}) == f"talk {unit.number}"
        assert place(unit.kind, unit.position).endswith(f" {unit.number}")


def test_no_text_becomes_markup_and_nothing_is_loaded(tmp_path: Path) -> None:
    evil = "</p><script>alert(1)</script><img src=x onerror=y>\"'&amp;"
    texts = [*(text for text in NASTY if text), evil]
    record = {
        "key": evil,
        "dataset": evil,
        "documents": [{"id": evil, "role": "summary", "system": evil, "sentences": texts}],
        "verdicts": [
            {"annotator": evil, "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": evil,
             "unit": n, "value": "yes", "explanation": text, "evidence": [{"quote": text}]}
            for n, text in enumerate(texts)
        ],
    }  # fmt: skip
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [record], tmp_path)
        seen = page(project, tmp_path)
    allowed = {"html", "head", "meta", "title", "style", "body", "section", "h1", "h2", "h3", "p", "div", "span", "sup",
               "b", "blockquote"}  # fmt: skip
    assert {tag for tag, _ in seen.tags} <= allowed
    policy = {"http-equiv", "content"}  # of the page, which lets nothing be loaded
    assert all((tag == "meta") == bool(policy & attrs.keys()) for tag, attrs in seen.tags if "charset" not in attrs)
    known = {"lang", "charset", "class", "style", "dir", "value", *policy}
    assert {name for _, attrs in seen.tags for name in attrs} <= known
    whole = (tmp_path / "out.html").read_text("utf-8")
    assert not re.search(r"url\((?!data:font/)|@import|https?://", whole.replace(html.escape(evil), ""))
    for text in texts:
        assert visible_lines(text) in seen.words, repr(text)


def test_marks_that_overlap_lie_under_each_other(tmp_path: Path) -> None:
    said = [
        building.flag("changed-meaning", "sum-a", 1, span=[4, 9]),
        building.flag("wrong-linking", "sum-a", 1, spans=[[0, 6], [17, 24]]),
    ]
    with building.project(tmp_path, building.record("a", verdicts=said, judged=[])) as project:
        seen = page(project, tmp_path)
    text = "The ferry leaves at nine."
    assert seen.marked == [text[0:4], text[4:6], text[6:9], text[17:24]]
    offsets = [attrs["style"] or "" for tag, attrs in seen.tags if tag == "span" and attrs.get("class") == "m"]
    assert ["2px" in style for style in offsets] == [True, False, True, True, True], "the second is 5 pixels below"


def test_a_rating_and_what_nobody_could_tell_stand_in_the_list(tmp_path: Path) -> None:
    ann = {"annotator": "ann", "kind": "human", "document": "sum-a"}
    said = [
        {**ann, "scheme": "likert", "criterion": "coherence", "unit": "whole", "value": 4},
        {**ann, "scheme": "dial-summer", "criterion": "wrong-linking", "unit": 0, "value": None, "reason": "unsure"},
        {**ann, "scheme": "dial-summer", "criterion": "extrinsic-context", "unit": 0, "value": "no"},
    ]
    with building.project(tmp_path, building.record("a", verdicts=said, judged=[])) as project:
        seen = page(project, tmp_path)
    assert seen.marked == [] and "ann: 4" in seen.words and "ann: unsure" in seen.words and "ann: no" not in seen.words
