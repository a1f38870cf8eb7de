"""How many cells to draw next until the estimate is as narrow as wanted: a pilot first, then what the pilot says.

Two stages (Stein 1945): the pilot covers at least ``LEAST`` source documents, the second stage has the size that its
interval asks for. Looking again is allowed from then on, because the interval of an estimate is smoothed by imagined
reviews (Agresti and Coull 1998): ``make replay`` and ``make coverage`` measure what it covers where one stops.
"""

from __future__ import annotations

from dataclasses import replace

from galley.core.errors import InputError
from galley.core.metrics import sampling
from galley.core.metrics.registry import compute
from galley.core.metrics.sampling import STRATA
from galley.core.stats.strata import second_stage
from galley.core.storage.connection import Connection

LEAST, PILOT = 20, 50
"""Source documents before which nobody stops, and the cells of a pilot."""


def next_size(
    connection: Connection, judge: str, scheme: str, criterion: str, half_width: float, level: str = ""
) -> int:
    """How many cells to draw next, so that the 95 % interval of the estimate about this project is ``half_width`` (0 to
    1) to either side; ``level`` is as in ``sampling.find_level``.

    Raises: InputError where that is reached, where drawn cells are not reviewed yet, and for unknown names.
    """
    if not 0 < half_width < 1:
        raise InputError("The wanted half width must lie between 0 and 100 points.")
    reader, question, who = sampling.stratum(connection, judge, scheme, criterion)
    level = sampling.find_level(reader, question, who, level)
    params = replace(reader.params, schemes=(question.scheme,), resamples=0, target="project", level=level)
    row = next((row for row in compute("estimate", connection, params).rows if row["system"] is None), None)
    if row is None:
        raise InputError(f"{judge} was not asked for a yes or no on {criterion!r}, so there is nothing to draw from.")
    draw_key = (STRATA, row["judge"], row["scheme"], row["criterion"], level)
    drawn_count = sum(len(draw.places) for draw in sampling.draws(connection) if sampling.is_same_draw(draw, *draw_key))
    waiting = drawn_count - row["n"] - row["open"]
    if drawn_count and waiting > 0:
        raise InputError(
            f"{waiting:,} of {drawn_count:,} drawn cells are not reviewed yet; how many more depends on them."
        )
    if not drawn_count or not row["valid"] or row["low"] is None or row.get("documents", 0) < LEAST:
        return PILOT
    half = (row["high"] - row["low"]) / 2
    if half <= half_width:
        raise InputError(
            f"The estimate is within ± {100 * half:.1f} points after {row['n']:,} reviews; nothing more need be drawn"
            f" for ± {100 * half_width:g}."
        )
    return max(1, second_stage(row["n"], half, half_width, row["cells"]) - row["n"])
