"""What leaves the site: the queue, the letters, the ways."""
