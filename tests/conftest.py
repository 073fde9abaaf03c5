"""What every test may ask for: the three people, and a club that they know.

Anna leads and owns, Bob is a member, Carla belongs to another club.
"""

import os

# A browser test drives its live server and the database from one thread each.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
