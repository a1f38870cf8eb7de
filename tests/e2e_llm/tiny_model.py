"""Writes a tiny random Llama as a GGUF file: ``python tiny_model.py FILE``. Runs in the server's own environment.

0.4 MB: 259 tokens (unknown, begin, end and the 256 bytes), 64 wide, 2 layers, random weights from a fixed seed. What it
writes means nothing; the server's grammar gives it its form. One coordinate of the hidden state is the same for every
token and no layer writes into it, so that its column of the last matrix is a bias: letters are likelier than control
bytes, and quotes, commas and brackets so likely that strings and lists end after a few tokens.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gguf
import numpy as np

WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 32_768
SPECIAL = ("<unk>", "<s>", "</s>")
TOKENS = [*SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256))]
CONSTANT = 4.0
"""The coordinate that is the same for every token; the others are normal with variance 1."""

LIKELY = {'",{': 5.0, "]": 4.2, "123YN": 3.5, "abcdefghijklmnopqrstuvwxyz ": 2.5}
"""How much likelier (logits) a byte is than the others."""


def write(path: Path) -> None:
    """Write the model to ``path``."""
    random = np.random.default_rng(20_261)

    def weights(rows: int, columns: int, scale: float) -> np.ndarray:
        return random.normal(0.0, scale, (rows, columns)).astype(np.float32)

    def into_hidden(columns: int) -> np.ndarray:
        matrix = weights(WIDTH, columns, 0.3 / columns**0.5)
        matrix[0] = 0.0
        return matrix

    ones = np.ones(WIDTH, dtype=np.float32)
    embedding = weights(len(TOKENS), WIDTH, 1.0)
    embedding[:, 0] = CONSTANT
    tensors = {"token_embd.weight": embedding, "output_norm.weight": ones, "output.weight": _output(random)}
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        tensors |= {f"{block}{name}.weight": ones for name in ("attn_norm", "ffn_norm")}
        tensors |= {f"{block}attn_{name}.weight": weights(WIDTH, WIDTH, WIDTH**-0.5) for name in "qkv"}
        tensors |= {f"{block}ffn_{name}.weight": weights(INNER, WIDTH, WIDTH**-0.5) for name in ("gate", "up")}
        tensors |= {f"{block}attn_output.weight": into_hidden(WIDTH), f"{block}ffn_down.weight": into_hidden(INNER)}
    _save(path, tensors)


def _output(random: np.random.Generator) -> np.ndarray:
    matrix = random.normal(0.0, 0.05, (len(TOKENS), WIDTH)).astype(np.float32)
    size = CONSTANT / np.sqrt((CONSTANT**2 + WIDTH - 1) / WIDTH)  # of the constant, after the last norm
    matrix[:, 0] = 0.0
    for characters, logits in LIKELY.items():
        for character in characters:
            matrix[len(SPECIAL) + ord(character), 0] = logits / size
    return matrix


def _save(path: Path, tensors: dict[str, np.ndarray]) -> None:
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL, *[gguf.TokenType.BYTE] * 256]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny random Llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(TOKENS))
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types(kinds)
    for name, token in (("unk", 0), ("bos", 1), ("eos", 2)):
        getattr(writer, f"add_{name}_token_id")(token)
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
