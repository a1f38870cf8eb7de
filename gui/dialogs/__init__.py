"""Dialogs: one column, plain sentences, the safe button as default. Each has a classmethod ``ask`` that shows it and
gives what the user answered, so that a test can answer in the user's place."""
