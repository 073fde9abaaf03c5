"""What leaves the site: the letters, the ways they go, and the sender of those that wait."""
