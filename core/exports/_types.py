"""The types of the columns that are published, said once for Parquet (pyarrow) and for the YAML of a data set.

A shape is the name of a type, or a dict of named shapes: a list of structs with these fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

TEXT, WHOLE, NUMBER, TIME = "string", "int32", "float64", "timestamp[us, tz=UTC]"
Shape = str | Mapping[str, Any]

COLUMNS: Mapping[str, Shape] = {
    "value_number": NUMBER,
    "confidence": NUMBER,
    "decided_at": TIME,
    "spans": {"start": WHOLE, "end": WHOLE},
    "evidence": {"document": TEXT, "unit": TEXT, "start": WHOLE, "end": WHOLE, "quote": TEXT}
    | dict.fromkeys(("match", "stance"), TEXT),
    "flagged_by": {"annotator": TEXT, "votes": TEXT, "explanation": TEXT},
}
"""The columns of a table of verdicts that are not texts."""


def schema(shapes: Mapping[str, Shape]) -> pyarrow.Schema:
    """The columns as pyarrow has them."""
    import pyarrow

    return pyarrow.schema({name: _arrow(shape) for name, shape in shapes.items()})


def _arrow(shape: Shape) -> Any:
    import pyarrow as pa

    if isinstance(shape, Mapping):
        return pa.list_(pa.struct({name: _arrow(field_shape) for name, field_shape in shape.items()}))
    return {TEXT: pa.string(), WHOLE: pa.int32(), NUMBER: pa.float64(), TIME: pa.timestamp("us", tz="UTC")}[shape]


def features(shapes: Mapping[str, Shape], indent: str) -> Iterator[str]:
    """The columns as the YAML of a data set says them, each line after ``indent``; times are texts, as in JSON."""
    for name, shape in shapes.items():
        yield f"{indent}- name: {name}"
        if isinstance(shape, Mapping):
            yield f"{indent}  list:"
            yield from features(shape, indent + "  ")
        else:
            yield f"{indent}  dtype: {TEXT if shape == TIME else shape}"
