"""The names of rounds and evenings."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Evening
from clubcomp.words.values import day
from pairing.sentences.words import listed


def round_of(evening: Evening, number: int) -> str:
    """A round's name and the number of rounds: "game 2 of 7", "round 5 of 9"; only "round 5" in a
    cup, or for a round planned beyond the number of rounds."""
    name, count = evening.round_name(number), number_of_rounds(evening.competition)
    is_beyond = count is not None and evening.first_round + number - 1 > count
    if is_beyond or (count is None and not uses_tempos(evening.competition)):
        return name
    facts = {"round": name, "count": count or evening.games}
    return gettext("%(round)s of %(count)s") % facts


def rounds_named(evening: Evening, numbers: Sequence[int]) -> str:
    """Rounds in a sentence: "game 1 and game 4"; more than two in a row are "games 2 to 7"."""
    names = []
    for _key, items in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [number for _index, number in items]
        runs = [(run[0], run[-1])] if len(run) > 2 else [(number, number) for number in run]
        names += [evening.rounds_name(*ends) for ends in runs]
    return listed(names)


def known_by(evening: Evening, number: int) -> str:
    """A round beside its day: "blitz, game 3", "blitz", "round 5 of 9"."""
    if not evening.competition.abilities.uses_tempos:
        return round_of(evening, number)
    if evening.games == 1:
        return str(evening.tempo)
    facts = {"tempo": evening.tempo, "game": evening.round_name(number)}
    return gettext("%(tempo)s, %(game)s") % facts


def uses_tempos(competition: Any) -> bool:
    """Whether a round is a game of the evening here, and not a round of the competition."""
    return bool(competition.abilities.uses_tempos)


def games_of(evening: Evening) -> int:
    """How many games an evening has; of a closed evening how many were played, if any.

    A list of evenings has counted these already (`paired`).
    """
    played = getattr(evening, "paired", None) if evening.is_closed else 0
    if played is None:
        played = len(cached_rows(evening.competition).rounds_of(evening))
    return int(played or evening.games)


def tempo_or_rounds(evening: Evening) -> str:
    """The tempo of an evening, "blitz"; in systems without tempos its rounds, "round 5 of 9"."""
    if evening.competition.abilities.uses_tempos:
        return str(evening.tempo)
    games = games_of(evening)
    first, last = evening.first_round, evening.first_round + games - 1
    count = number_of_rounds(evening.competition)
    if count is None or last > count:
        return evening.rounds_name(1, games)
    facts = {"first": first, "last": last, "count": count}
    if first == last:
        return gettext("round %(first)s of %(count)s") % facts
    return gettext("rounds %(first)s to %(last)s of %(count)s") % facts


def evening_name(evening: Evening) -> str:
    """The name of an evening within a sentence: "Tuesday 24 November, blitz".

    In small letters if the language writes days so: at the beginning of a line use `capfirst`.
    Without the tempo if the competition has the same name.
    """
    when = day(evening.date) or gettext("evening %(number)s") % {"number": evening.number}
    tempo = tempo_or_rounds(evening)
    if _is_called_as_competition(tempo, evening):
        return when
    return gettext("%(day)s, %(tempo)s") % {"day": when, "tempo": tempo}


def _is_called_as_competition(tempo: str, evening: Evening) -> bool:
    return tempo.casefold() == str(evening.competition.name).casefold()


def programme(evening: Evening) -> str:
    """The programme of an evening: "blitz, 7 games", "rounds 5 to 6 of 9".

    Without the tempo if the competition has the same name.
    """
    if not evening.competition.abilities.uses_tempos:
        return tempo_or_rounds(evening)
    if _is_called_as_competition(str(evening.tempo), evening):
        words = ngettext("%(count)s game", "%(count)s games", evening.games)
        return words % {"count": evening.games}
    words = ngettext("%(tempo)s, %(games)s game", "%(tempo)s, %(games)s games", evening.games)
    return words % {"tempo": evening.tempo, "games": evening.games}


def evening_title(evening: Evening) -> str:
    """The heading of an evening above its pairing: today, the next one, or just open.

    Evenings are opened beforehand, so that players can sign off, and stay open past midnight.
    """
    today = timezone.localdate()
    if evening.is_planned or (evening.date and evening.date > today):
        return gettext("The next evening")
    return gettext("Today") if evening.date == today else gettext("The open evening")


def evening_state(evening: Evening) -> str:
    """The state of an evening: "being played", or the name of its status."""
    if evening.is_open and not (evening.date and evening.date > timezone.localdate()):
        return gettext("being played")
    return str(evening.get_status_display())


def not_paired(progress: Any) -> str:
    """The games of the evening not played: "6 of 7 games are not paired: games 2 to 7."."""
    evening = progress.evening
    left = progress.games_left
    if not left:
        return ""
    words = ngettext(
        "%(left)s of %(all)s is not paired: %(games)s.",
        "%(left)s of %(all)s are not paired: %(games)s.",
        left,
    )
    counted = ngettext("%(count)s game", "%(count)s games", evening.games)
    if not evening.competition.abilities.uses_tempos:
        counted = ngettext("%(count)s round", "%(count)s rounds", evening.games)
    return words % {
        "left": left,
        "all": counted % {"count": evening.games},
        "games": evening.rounds_name(progress.next_number, evening.games),
    }


def left_unplayed(progress: Any) -> str:
    """What happens to those games if the evening is closed now: only rounds are played later."""
    evening = progress.evening
    if not evening.competition.abilities.uses_tempos:
        words = ngettext(
            "Close now, and %(games)s is played on another evening.",
            "Close now, and %(games)s are played on another evening.",
            progress.games_left,
        )
    else:
        words = ngettext(
            "Close now, and %(games)s counts for nobody.",
            "Close now, and %(games)s count for nobody.",
            progress.games_left,
        )
    return words % {"games": evening.rounds_name(progress.next_number, evening.games)}
