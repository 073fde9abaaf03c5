"""Who plays whom, with which colour, and where the points come from."""
