"""The texts of an item side by side, with marks, evidence and coverage, and what Review and Adjudicate share around
them."""
