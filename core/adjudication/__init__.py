"""What an adjudicator settles: ties and other conflicts as a queue, and many cells at once by a rule."""
