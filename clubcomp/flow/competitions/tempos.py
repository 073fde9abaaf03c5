"""Which tempos does a competition have, and with which numbers?"""

import re
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_lengths
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.reread import tempo_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Tempo, User
from pairing.core.types import OVERALL

#: The numbers of a tempo, with the least and the most that they can be.
NUMBERS = {"games_per_evening": (1, 20), "last_n": (0, 99), "absence_limit": (0, 99)}
_KEY = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)


@all_or_nothing
def add_tempo(competition: Competition, *, key: str, by: User | None, **values: Any) -> Tempo:
    """Another tempo; `values` as in `start_competition`."""
    with step_on(competition, "add_tempo", by=by) as step:
        now = step.competition
        if not now.abilities.uses_tempos:
            raise StepError(_("Under this system a competition has one tempo."))
        if now.tempos.filter(key=key).exists():
            raise StepError(
                _("There is already a tempo with the short name “%(key)s”.") % {"key": key}
            )
        tempo = checked_tempo(Tempo(competition=now), key=key, **values)
        tempo.save()
        step.note(facts={"tempo": str(tempo)}, after=tempo_as_json(tempo))
        return tempo


@all_or_nothing
def change_tempo(tempo: Tempo, *, by: User | None, **values: Any) -> Tempo:
    """Another name or other numbers of a tempo; its short name stays."""
    with step_on(tempo.competition, "change_tempo", by=by) as step:
        now = tempo_now(step, tempo)
        before = tempo_as_json(now)
        checked_tempo(now, **{**values, "key": now.key})
        if tempo_as_json(now) != before:
            now.save()
            step.note(facts={"tempo": str(now)}, before=before, after=tempo_as_json(now))
            renew_proposal(step)
        return now


@all_or_nothing
def remove_tempo(tempo: Tempo, *, by: User | None) -> None:
    """Remove a tempo that no evening has."""
    with step_on(tempo.competition, "remove_tempo", by=by) as step:
        now = tempo_now(step, tempo)
        if now.evenings.exists():
            raise StepError(
                _("There are evenings with the tempo %(tempo)s. Give them another tempo first.")
                % {"tempo": now}
            )
        if step.competition.tempos.count() == 1:
            raise StepError(_("A competition needs at least one tempo."))
        before = tempo_as_json(now)
        now.delete()
        step.note(facts={"tempo": str(now)}, before=before)


def checked_tempo(tempo: Tempo, *, key: str, **values: Any) -> Tempo:
    """The tempo with these values. StepError when one is impossible."""
    if not _KEY.fullmatch(key) or key == OVERALL:
        raise StepError(
            _(
                "“%(key)s” cannot be the short name of a tempo: it has 1 to 40 letters without"
                " accents, digits, dots, hyphens or underscores, and is not “all”."
            )
            % {"key": key}
        )
    tempo.key = key
    tempo.name = values.pop("name", tempo.name).strip()
    check_lengths(tempo)
    tempo.weight = _weight(values.pop("weight", tempo.weight))
    for name, (low, high) in NUMBERS.items():
        number = values.pop(name, getattr(tempo, name))
        if not low <= number <= high:
            labels = {field.name: field.verbose_name for field in Tempo._meta.concrete_fields}
            raise StepError(
                _("“%(name)s” of a tempo lies between %(low)s and %(high)s.")
                % {"name": labels[name], "low": low, "high": high}
            )
        setattr(tempo, name, number)
    if values:
        raise TypeError(f"a tempo has no {', '.join(values)}")
    return tempo


def _weight(written: object) -> str:
    """A weight as it is stored: an integer or "p/q", from 0 to 10."""
    try:
        weight = Fraction(str(written))
    except (ValueError, ZeroDivisionError):
        weight = Fraction(-1)
    if not 0 <= weight <= 10 or len(str(weight)) > 13:
        raise StepError(_("The weight of a tempo is a number or fraction from 0 to 10, like 1/2."))
    return str(weight)


def tempo_as_json(tempo: Tempo) -> dict[str, Any]:
    """What the trail keeps of a tempo."""
    return {name: getattr(tempo, name) for name in ("key", "name", *NUMBERS, "weight")}
