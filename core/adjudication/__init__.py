"""What an adjudicator adjudicates: ties and other conflicts as a queue, and many cells at once by a rule."""
