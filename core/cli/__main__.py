"""``python -m galley.core.cli``: the same as the command ``galley``."""

import sys

from galley.core.cli import main

sys.exit(main())
