"""The panels of the review window, one a module. What a panel is stands in ``gui.review.panels.base``."""
