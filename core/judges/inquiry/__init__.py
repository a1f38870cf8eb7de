"""What every judge method asks with: prompts, texts as a model gets them, labels, prices, and how far a run is."""
