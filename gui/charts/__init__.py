"""The charts of the Scores view, one file a chart, found by registration.

A chart reads the project on the reader thread and answers with a ``Picture``: plain data without a widget, which
``galley.gui.scores`` draws, prints in a table and exports.
"""
