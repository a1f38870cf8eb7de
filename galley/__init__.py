"""Galley, a desk for reviewing machine-written summaries: ``galley.core`` without a window, ``galley.gui`` the window.

In a checkout the folders of these two packages stand at the top, where people look for them; here the checkout is
laid under this package, so that the program runs without being installed. An installed wheel holds all in one folder.
"""

import os.path

_HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_HERE, "core")):
    __path__.append(os.path.dirname(_HERE))
