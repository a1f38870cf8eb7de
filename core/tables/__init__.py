"""Tables and trees of other programs: reading them, guessing what each column is, and making records of them."""
