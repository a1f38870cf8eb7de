"""What of the window belongs to one work alone: its charts and its surfaces, a folder each."""
