"""The charts of the Scores view, one file a chart, found by registration.

A chart reads the project on the reader thread and answers with a ``Picture``: plain data without a widget, which
``galley.gui.scores`` draws, prints in a table and exports.

A mark leads to the items behind it by the entries of its row (``gui/scores/figure_cells.py``). A row of a metric over
cells has ``scheme`` and ``criterion``; any other puts the row ids of its items into ``items``. Unless ``intervals``
says what they are about, a chart that is declared speaks of intervals by source document, even if none is drawn.
"""
