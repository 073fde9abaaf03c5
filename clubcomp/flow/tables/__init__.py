"""Tables beside the standing, and what changed in it. Only reads."""
