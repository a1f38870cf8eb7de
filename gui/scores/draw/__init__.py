"""The drawings: one plain picture each, painted alike on the screen, into PNG and into SVG."""
