"""The notebook's door: ``import galley``, ``galley.open`` and ``galley.chart``. pandas is what it gives.

``book.py`` is the project as a notebook sees it, ``frames.py`` makes its tables. What it does is what the commands do.
"""
