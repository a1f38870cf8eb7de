"""The extra ``embeddings`` end to end, with a package of the same form that holds a tiny model with random weights.

The weights that are really published are held against their documentation in ``test_qa_words.py``, where they are
installed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from galley.core.errors import InputError
from galley.core.judges.qa import embeddings
from galley.core.judges.qa.similarity import cossim
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.papers.sumie import golden_matching
from tests.core.qa_making import EVALUATION, made, replay, scores

SIZE = 24
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "19", "##12", "##13", "ida", "falk", "the", "harrow", "bridge"]


def tensors() -> dict[str, np.ndarray]:
    """All that one layer of the model takes, by the names of the published file."""
    rng = np.random.default_rng(3)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), SIZE),
        "embeddings.position_embeddings.weight": (embeddings.MOST_TOKENS, SIZE),
        "embeddings.token_type_embeddings.weight": (2, SIZE),
        "embeddings.LayerNorm.weight": (SIZE,),
        "embeddings.LayerNorm.bias": (SIZE,),
    }
    layer = "encoder.layer.0"
    for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
        shapes |= {f"{layer}.{name}.weight": (SIZE, SIZE), f"{layer}.{name}.bias": (SIZE,)}
    for name in ("attention.output.LayerNorm", "output.LayerNorm"):
        shapes |= {f"{layer}.{name}.weight": (SIZE,), f"{layer}.{name}.bias": (SIZE,)}
    shapes |= {f"{layer}.intermediate.dense.weight": (4 * SIZE, SIZE), f"{layer}.intermediate.dense.bias": (4 * SIZE,)}
    shapes |= {f"{layer}.output.dense.weight": (SIZE, 4 * SIZE), f"{layer}.output.dense.bias": (SIZE,)}
    return {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def package(folder: Path) -> None:
    """A package as the published one lays its files out."""
    model = folder / embeddings.PACKAGE / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").write_text("", "utf-8")
    (model / "vocab.txt").write_text("\n".join(WORDS), "utf-8")
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, tensor in tensors().items():
        raw = tensor.tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    said = json.dumps(header).encode()
    (model / "model.safetensors").write_bytes(len(said).to_bytes(8, "little") + said + body)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(embeddings, "LAYERS", 1)
    monkeypatch.setattr(embeddings, "SIZE", SIZE)
    for cache in (embeddings._model, embeddings.vector):
        cache.cache_clear()
    yield
    for cache in (embeddings._model, embeddings.vector):
        cache.cache_clear()


def test_a_package_of_weights_is_found_and_read(installed: None) -> None:
    assert embeddings.available()
    assert np.linalg.norm(embeddings.vector("Ida Falk")) == pytest.approx(1, abs=1e-5)
    assert cossim("Ida FALK", "ida falk") == pytest.approx(1, abs=1e-5) and cossim("1912", "the bridge") < 0.999
    assert cossim("", "Ida Falk") == 0 and 0 <= cossim("1912", "1913") <= 1


def test_questions_are_scored_by_the_cosine(installed: None, tmp_path: Path) -> None:
    """The two answers of the summary against those of the source, by the same recorded replies as ever."""
    with made(tmp_path) as project:
        assert replay(project, "qa-evaluation", EVALUATION, options={"similarity": "cossim"}).state == "done"
        wanted = (cossim("1913", "1912") + cossim("Ida Falk", "Ida Falk")) / 2
        assert scores(project)["sum-a", "qa-consistency"] == pytest.approx(wanted)
        rows = compute("qa", project.read_connection(), Params(options=("similarity=cossim",), resamples=0)).rows
        found = {row["score"]: row["value"] for row in rows}
        assert found["consistency"] == pytest.approx(wanted) and found["coverage"] == pytest.approx(2 / 3)
        by_words = compute("qa", project.read_connection(), Params(options=("similarity=rouge",), resamples=0)).rows
        assert {row["score"]: row["value"] for row in by_words}["consistency"] == pytest.approx(0.5)


def test_rows_of_tables_are_found_by_the_cosine(installed: None) -> None:
    words, alike = golden_matching.choose_similarity()
    assert alike is cossim and "cosine" in words


def test_a_run_without_the_extra_is_refused_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embeddings, "available", lambda: False)
    assert "no embeddings are installed" in golden_matching.choose_similarity()[0]
    with made(tmp_path) as project:
        with pytest.raises(InputError, match="the extra “embeddings”, which is not installed"):
            replay(project, "qa-evaluation", EVALUATION, options={"similarity": "cossim"})
        assert project.read_connection().execute("SELECT count(*) FROM call").fetchone() == (0,)
