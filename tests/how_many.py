"""How much is tried: a seeded part by default, all of it with EXHAUSTIVE=1."""

import os

from hypothesis import settings

IS_EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"


def how_many(usually: int, *, exhaustive: int) -> int:
    """The number of random competitions, races and the like."""
    return exhaustive if IS_EXHAUSTIVE else usually


def examples(usually: int) -> settings:
    """As many examples of hypothesis's; ten times as many, and others each time, if exhaustive."""
    return settings(max_examples=how_many(usually, exhaustive=10 * usually))
