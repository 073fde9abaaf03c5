"""What leaves the site: the letters, the ways they go, and who sends what waits."""
