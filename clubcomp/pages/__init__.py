"""What a page shows, as values made from rows and steps: no request, no HTML."""
