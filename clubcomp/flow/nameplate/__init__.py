"""How does a club look? Its crest, colour and photo, and the lines about it."""
