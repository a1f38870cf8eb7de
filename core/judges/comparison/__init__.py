"""Comparing judges: several prompts or models on the same items, held against gold."""
