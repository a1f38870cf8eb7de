"""``python -m core.cli``: the same as the command ``galley``."""

import sys

from core.cli import main

sys.exit(main())
