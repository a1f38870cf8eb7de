"""Views of a task in the middle of Review, found by registration."""
