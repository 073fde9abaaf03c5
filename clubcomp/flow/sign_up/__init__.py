"""How does a club that nobody here knows come to be on this site?"""
