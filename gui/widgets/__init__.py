"""Small widgets that several views share. Each takes the ``Theme`` and follows its changes."""
