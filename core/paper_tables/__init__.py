"""Tables of published papers, filled from metrics. A paper's own tables are in ``core/papers/PAPER/tables``."""
