"""Models as judges of factuality on FRANK (the FRANK study): its half of the core."""
