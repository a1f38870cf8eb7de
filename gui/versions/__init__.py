"""A refined summary as a difference against the version before it, to be accepted sentence by sentence."""
