"""The panels of the review window, one a module. What a panel is stands in ``galley.gui.desk.panel``."""
