"""What does a page show? Values made from rows and flow: no request, no HTML."""
