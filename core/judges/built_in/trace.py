"""The names of what is measured of a sentence, and what measuring keeps for the explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from galley.core.judges.built_in.edits import Edit

FEATURES = (
    "words",
    "position",
    "last",
    "novel_content",
    "novel_content_count",
    "novel_rarity",
    "novel_rarity_max",
    "novel_hard",
    "novel_hard_count",
    "novel_pairs",
    "novel_names",
    "novel_names_share",
    "names",
    "numbers",
    "novel_numbers",
    "number_context",
    "novel_time",
    "coverage",
    "density",
    "longest",
    "run_count",
    "run_mean",
    "run_sentences",
    "run_spread",
    "single_short",
    "copied_start",
    "copied_end",
    "stitch",
    "stitch_sum",
    "leaps",
    "leap_max",
    "backward",
    "path_sentences",
    "best_sentence",
    "best_pair",
    "fusion_gap",
    "lead",
    "name_far",
    "name_number_far",
    "neighbour_far",
    "neighbour_far_max",
    "negation_here",
    "negation_missing",
    "negation_added",
    "opposite",
    "hedge_missing",
    "hedge_added",
    "pronoun_first",
    "pronouns",
    "reference_gap",
    "pronoun_unanchored",
    "speech_dropped",
    "conjunction_first",
    "dangling",
    "repeated_words",
    "repeated_pairs",
    "repeats_before",
    "unknown_mark",
    "surprise",
    "surprise_max",
    "surprise_join",
    "surprise_relative",
    "speaker_share",
    "speaker_other",
    "source_words",
    "unfinished",
    "lcs_best",
    "lcs_pair",
    "window",
    "window_missing",
    "edit_gap",
    "apart",
    "apart_near",
    "apart_names",
    "apart_neighbours",
    "skipped",
    "skipped_most",
    "skipped_name",
    "joins_far",
    "novel_facts",
    "edits",
    "opposite_loose",
    "certain",
    "novel_words",
    "novel_triples",
    "novel_quadruples",
    "density_log",
    "copied_long",
    "copied_first",
    "predicate_apart",
    "subject_far",
    "subject_apart",
    "order",
    "compression",
    "inflected",
    "auxiliary_added",
    "rarity",
    "novel_weight",
    "names_far_apart",
    "alone",
)


@dataclass(slots=True)
class SignTrace:
    """What was seen on the way, kept for the explanation. Indices count tokens of the sentence.

    ``code_text`` are the words in the source's code, ``content`` are the words with a meaning of their own,
    ``known_tokens`` those
    of them that the source has, ``names`` those that are names there; ``sentence_bits`` are the source sentences
    that hold each
    of ``known_tokens``, as bits; ``inside`` says of each two neighbours whether they are neighbours in the source,
    ``weights`` of each word of ``content`` its rarity, ``weight`` is their sum.
    """

    tokens: list[str]
    words: list[str]
    code_text: str
    content: list[int]
    known_tokens: Sequence[int] = ()
    names: Sequence[int] = ()
    inside: Sequence[bool] = ()
    sentence_bits: dict[int, int] = field(default_factory=dict)
    weights: dict[int, float] = field(default_factory=dict)
    weight: float = 0.0
    novel: list[int] = field(default_factory=list)
    novel_names: list[int] = field(default_factory=list)
    novel_numbers: list[int] = field(default_factory=list)
    loose_numbers: list[tuple[int, int]] = field(default_factory=list)
    way: Sequence[tuple[int, int]] = ()
    steps: Sequence[float] = ()
    best: int = -1
    far_names: list[tuple[int, int]] = field(default_factory=list)
    far_neighbours: list[tuple[int, int, int]] = field(default_factory=list)
    negation_added: int = -1
    negation_missing: int = -1
    opposite: tuple[int, int] = (-1, -1)
    hedge_added: int = -1
    hedge_missing: int = -1
    pronoun: int = -1
    other_speaker: tuple[int, str, int] = (-1, "", -1)
    repeated_token: int = -1
    edits: Sequence[Edit] = ()
    joins: Sequence[int] = ()
    values: Sequence[float] = ()

    @property
    def certain(self) -> bool:
        """Whether a sign was seen that flags the sentence whatever its score: a changed fact, an unknown number."""
        return bool(self.edits or self.novel_numbers)


@dataclass(slots=True)
class Earlier:
    """What the sentences before in the same summary left behind."""

    pairs: set[tuple[str, str]] = field(default_factory=set)
    last_best: int = -1
    last_names: frozenset[str] = frozenset()
