"""The built-in judge: features of a sentence and its sources, the fitted model, and its explanations."""
