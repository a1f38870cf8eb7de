"""Models as judges of factuality on FRANK (the FRANK study): what the window has of it."""
