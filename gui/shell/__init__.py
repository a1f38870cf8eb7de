"""The window itself: its bars, its menu, the welcome page, and what opens and closes projects. Nobody imports it."""
