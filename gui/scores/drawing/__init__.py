"""How charts are drawn: intervals by row, matrices, planes and small multiples."""
