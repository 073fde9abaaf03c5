"""What a checker must see: a claim with one of its facts changed."""

from dataclasses import fields, replace
from fractions import Fraction

from pairing.core.reason import Kind, kinds_of
from pairing.core.types import Colour


def falsified(claim, world, random):
    """(name of the field, the claim with another value in it), for each field that can be false."""
    kinds = kinds_of(claim.reason)
    for field in fields(claim.reason):
        value = getattr(claim.reason, field.name)
        for other in _others(value, kinds.get(field.name), world, random):
            yield field.name, replace(claim, reason=replace(claim.reason, **{field.name: other}))


def _others(value, kind, world, random):
    if kind is Kind.PLAYER:
        yield from _somebody_but({value}, world, random)
    elif kind is Kind.PLAYERS:
        if len(value) > 1:
            yield value[1:]
        yield from ((*value, one) for one in _somebody_but({*value}, world, random))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, Colour):
        yield value.opposite
    elif isinstance(value, int | Fraction):
        yield value + 1


def _somebody_but(these, world, random):
    others = sorted(world.taking_part - these)
    return random.sample(others, min(1, len(others)))
