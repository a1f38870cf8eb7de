"""The surfaces of tasks, one a module; see ``galley.gui.review.surface``."""
