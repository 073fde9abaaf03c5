"""Why are two a pair, and who was passed over, in half a line? For anyone judging a whole round.

Each text claims no more than the comment beside it; `tests/pairing/truth/in_short.py` checks each
without the engine. A reason without a text here has none that is as short and still true; its page
has the whole sentence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from pairing.core.explanation import Answer
from pairing.core.reason import Plural, Reason, Refusal, Text, gettext_noop, ngettext_lazy
from pairing.core.types import PlayerId
from pairing.reasons import (
    attacalc,
    berger,
    dutch,
    every_system,
    keizer,
    resistance,
    resistance_refused,
    swiss,
    swiss_groups,
)
from pairing.reasons import attacalc_refusals as refusals


class Short(NamedTuple):
    """Half a sentence. Its claim is true of each of `others` alone, as an opponent of `player` or
    instead of `player`, who has the bye."""

    text: Text
    player: PlayerId
    others: tuple[PlayerId, ...] = ()

    def written(self, name: Callable[[Sequence[PlayerId]], str]) -> str:
        """In the reader's language; `name` writes players."""
        if not isinstance(self.text, Plural):
            return gettext(self.text)
        words = ngettext(self.text.singular, self.text.plural, len(self.others))
        return words % {"others": name(self.others), "player": name([self.player])}


# Why a pair is one --------------------------------------------------------------------------------

#: Nobody but the two was left when the pair was made.
ONLY_TWO_LEFT = gettext_noop("left over")
#: They have met too recently, or too often, for the limits of the regulation.
GAVE_WAY = gettext_noop("the limit for meeting again gave way")
#: Of all who take part, only these two have this many points.
ONLY_TWO_WITH = gettext_noop("the only two with these points")
#: Of all who take part, nobody else has as many points as this player.
ALONE_WITH = ngettext_lazy(
    "%(others)s is alone with those points", "%(others)s are each alone with their points", "number"
)
#: In a group above that of the pair there was no possible opponent for this player.
NO_OPPONENT = ngettext_lazy(
    "%(others)s had nobody to play higher up", "%(others)s had nobody to play higher up", "number"
)
#: They were in a group above that of the pair, or of the bye, and were not paired there.
STAYED_OVER = ngettext_lazy(
    "%(others)s was left over higher up", "%(others)s were left over higher up", "number"
)

_GAVE_WAY = dict.fromkeys(
    (
        attacalc.MetSoon,
        keizer.MetSoon,
        keizer.MetAgo,
        keizer.MetTimes,
        keizer.MetTimesInPeriod,
        keizer.MetEarly,
    ),
    GAVE_WAY,
)
_STAYED_OVER = dict.fromkeys(
    (
        swiss_groups.StayedOver,
        swiss_groups.LowestStayedOver,
        swiss_groups.StayedOverNot,
        resistance.LeftOver,
        resistance.MustBeLeftOver,
    ),
    STAYED_OVER,
)
#: By reason, the most telling first; if a text has a number, it is about its `player`.
_OF_PAIR: Mapping[type[Reason], Text] = {
    attacalc.OnlyTwoLeft: ONLY_TWO_LEFT,
    **_GAVE_WAY,
    **_STAYED_OVER,
    swiss_groups.NoOpponentThere: NO_OPPONENT,
    every_system.OnlyTwoWith: ONLY_TWO_WITH,
    every_system.OnlyOneWith: ALONE_WITH,
}

# Who was passed over as an opponent ---------------------------------------------------------------

#: They have met, in this tempo or another, in a game that counts as a meeting.
MET = ngettext_lazy(
    "%(others)s has met %(player)s already", "%(others)s have met %(player)s already", "number"
)
#: They met, and the limit of rounds or games in between keeps them apart in this round.
MET_LATELY = ngettext_lazy(
    "%(others)s met %(player)s too recently", "%(others)s met %(player)s too recently", "number"
)
#: They met, and the limit of how often keeps them apart in this round.
MET_OFTEN = ngettext_lazy(
    "%(others)s met %(player)s too often", "%(others)s met %(player)s too often", "number"
)
#: By the regulation both must have the same colour.
NEEDS_COLOUR = ngettext_lazy(
    "%(others)s needs the same colour as %(player)s",
    "%(others)s need the same colour as %(player)s",
    "number",
)
#: Both prefer the same colour.
WANTS_COLOUR = ngettext_lazy(
    "%(others)s wants the same colour as %(player)s",
    "%(others)s want the same colour as %(player)s",
    "number",
)
#: The leader wants the two never to be paired.
NEVER = ngettext_lazy(
    "%(others)s never plays %(player)s", "%(others)s never play %(player)s", "number"
)
#: With the two as a pair, not all players left can be paired.
LEAVES = ngettext_lazy(
    "with %(others)s somebody would be left over",
    "with %(others)s somebody would be left over",
    "number",
)
#: With the two as a pair their group, which is not the last one, has fewer pairs.
FEWER = ngettext_lazy(
    "with %(others)s fewer pairs in the group", "with %(others)s fewer pairs in the group", "number"
)
# What follows compares the pairing that was made with the best one, by the regulation, that has the
# two as a pair.
#: There, two others who prefer the same colour are a pair, and are not in the one made; it has more
#: such pairs.
OTHERS_WANT = ngettext_lazy(
    "with %(others)s two others would want the same colour",
    "with %(others)s two others would want the same colour",
    "number",
)
#: There, a player floats as in one of the last two rounds, and does not in the one made.
FLOATS_AGAIN = ngettext_lazy(
    "with %(others)s somebody would float again",
    "with %(others)s somebody would float again",
    "number",
)
#: There, a player left over higher up is left over again, and is not in the one made.
OVER_AGAIN = ngettext_lazy(
    "with %(others)s somebody would be left over again",
    "with %(others)s somebody would be left over again",
    "number",
)
#: There is none: only two who have met would be left.
MEET_AGAIN = ngettext_lazy(
    "with %(others)s two others would meet again",
    "with %(others)s two others would meet again",
    "number",
)
#: It is as good, and comes later in the order in which the regulation tries them.
LATER = ngettext_lazy(
    "with %(others)s a pairing later in the order",
    "with %(others)s a pairing later in the order",
    "number",
)
#: Their pair was made before that of `player`.
EARLIER = ngettext_lazy("%(others)s was paired earlier", "%(others)s were paired earlier", "number")
#: Whichever of the two has white, one of them breaks the limits of colours.
NO_COLOURS = ngettext_lazy(
    "no colours fit %(others)s and %(player)s", "no colours fit %(others)s and %(player)s", "number"
)
#: This was settled before anybody was paired.
HAS_BYE = ngettext_lazy("%(others)s has the bye", "%(others)s have the bye", "number")
#: The leader made their pair.
FIXED = ngettext_lazy("%(others)s is on a fixed board", "%(others)s are on a fixed board", "number")

#: The most telling comes first; the last ones are about a single player who is passed over, in the
#: field of this name.
_OF_TWO: Mapping[type[Refusal], Plural] = {
    every_system.Forbidden: NEVER,
    every_system.Met: MET,
    keizer.MetBefore: MET,
    refusals.MetWithin: MET_LATELY,
    keizer.TooSoon: MET_LATELY,
    keizer.MetOften: MET_OFTEN,
    keizer.MetOftenInPeriod: MET_OFTEN,
    refusals.SameColour: NEEDS_COLOUR,
    swiss.BothMust: NEEDS_COLOUR,
    swiss.BothWant: WANTS_COLOUR,
    swiss.NoColours: NO_COLOURS,
    keizer.NoColours: NO_COLOURS,
    every_system.RestNotPaired: LEAVES,
    swiss.FewerPairs: FEWER,
    resistance_refused.MeetAgain: MEET_AGAIN,
    swiss.OthersWant: OTHERS_WANT,
    swiss.FloatsAgain: FLOATS_AGAIN,
    resistance_refused.LeftOverAgain: OVER_AGAIN,
    every_system.TurnOfAnother: LATER,
    swiss.NeedsExchange: LATER,
}
_OF_ONE: Mapping[type[Refusal], tuple[Plural, str]] = {
    every_system.HasBye: (HAS_BYE, "other"),
    every_system.OnFixedBoard: (FIXED, "other"),
    every_system.AlreadyPaired: (EARLIER, "other"),
    refusals.WasChosen: (EARLIER, "player"),
    refusals.WasChosenFromAbove: (EARLIER, "player"),
    refusals.ChoseOther: (EARLIER, "player"),
    refusals.ChoseLower: (EARLIER, "player"),
}

# Who has the bye, and who was passed over for it --------------------------------------------------

#: All others who take part are paired in higher groups, or on fixed boards.
NOBODY_ELSE = gettext_noop("nobody else was left")
#: The last in the order of the pairing, of those on no fixed board.
LOWEST = gettext_noop("the lowest of those to be paired")
#: The same, and none of those had fewer byes, as the regulation counts them.
LAST_FEWEST = gettext_noop("the last, and nobody had fewer byes")
#: A player with a bye to make up has it first.
OWES = gettext_noop("owes a bye")
#: The players who could: without one of them all others can be paired.
LAST_OF_FEWEST_BYES = gettext_noop("of those who could, the last with the fewest byes")
FIRST_OF_FEWEST_BYES = gettext_noop("of those who could, the first with the fewest byes")
LAST_OF_FEWEST_MISSED = gettext_noop("of those who could, the last of who missed least")
FIRST_OF_FEWEST_MISSED = gettext_noop("of those who could, the first of who missed least")
LAST_WHO_COULD = gettext_noop("the last of those who could")
FIRST_WHO_COULD = gettext_noop("the first of those who could")
#: In every way to pair the last group, this player has the bye.
ONLY_ONE = gettext_noop("nobody else in the last group could be free")
BY_LOT = gettext_noop("by lot")
BY_TABLE = gettext_noop("free by the table")

#: They stand lower, and had more byes than the player who has this one, as the regulation counts.
MORE_BYES = ngettext_lazy(
    "%(others)s stands lower but had more byes",
    "%(others)s stand lower but had more byes",
    "number",
)
#: They stand lower, and had more byes and absences together.
MISSED_MORE = ngettext_lazy(
    "%(others)s stands lower but missed more", "%(others)s stand lower but missed more", "number"
)
#: Points that they had without playing bar them from the bye.
HAD_POINTS = ngettext_lazy(
    "%(others)s had points without playing", "%(others)s had points without playing", "number"
)
#: They were in more rounds without a game than the player who has the bye.
WITHOUT_GAME = ngettext_lazy(
    "%(others)s was without a game more often",
    "%(others)s were without a game more often",
    "number",
)
#: Without this player, not all players left can be paired.
NEEDED = ngettext_lazy(
    "without %(others)s not everybody could be paired",
    "without one of %(others)s not everybody could be paired",
    "number",
)
# As above, for the best pairing in which one of them has the bye instead.
WANT_WITHOUT = ngettext_lazy(
    "without %(others)s two would want the same colour",
    "without one of %(others)s two would want the same colour",
    "number",
)
#: A bye counts as floating down.
FLOATS_WITHOUT = ngettext_lazy(
    "without %(others)s somebody would float again",
    "without one of %(others)s somebody would float again",
    "number",
)
MEET_WITHOUT = ngettext_lazy(
    "without %(others)s two would meet again",
    "without one of %(others)s two would meet again",
    "number",
)
LATER_WITHOUT = ngettext_lazy(
    "without %(others)s a pairing later in the order",
    "without one of %(others)s a pairing later in the order",
    "number",
)

_OF_BYE: Mapping[type[Reason], Text] = {
    every_system.NobodyElse: NOBODY_ELSE,
    attacalc.LastInOrder: LAST_FEWEST,
    keizer.OwesBye: OWES,
    swiss_groups.LowestFirstRound: LOWEST,
    swiss_groups.LowestStaysOver: LOWEST,
    resistance.OnlyOneForBye: ONLY_ONE,
    resistance.ByeByLot: BY_LOT,
    berger.FreeByTable: BY_TABLE,
}
_FIRST_FOR_BYE: Mapping[tuple[str, str], Text] = {
    ("byes", "lowest"): LAST_OF_FEWEST_BYES,
    ("byes", "highest"): FIRST_OF_FEWEST_BYES,
    ("unplayed", "lowest"): LAST_OF_FEWEST_MISSED,
    ("unplayed", "highest"): FIRST_OF_FEWEST_MISSED,
    ("none", "lowest"): LAST_WHO_COULD,
    ("none", "highest"): FIRST_WHO_COULD,
}
#: Why a player does not have the bye: what would become of the players left.
_WITHOUT: Mapping[type[Refusal], Plural] = {
    every_system.RestNotPaired: NEEDED,
    swiss.NobodyToPlay: NEEDED,
    resistance_refused.MeetAgain: MEET_WITHOUT,
    swiss.OthersWant: WANT_WITHOUT,
    swiss.FloatsAgain: FLOATS_WITHOUT,
    every_system.TurnOfAnother: LATER_WITHOUT,
    swiss.NeedsExchange: LATER_WITHOUT,
}
#: The same about this player alone, who is then in a field `player`.
_NO_BYE: Mapping[type[Refusal], Plural] = {
    refusals.HadMoreByes: MORE_BYES,
    keizer.HadMore: MISSED_MORE,
    every_system.HadPointsUnplayed: HAD_POINTS,
    dutch.MissedMore: WITHOUT_GAME,
    resistance_refused.LeftOverAgain: STAYED_OVER,
}


# What is said of an answer ------------------------------------------------------------------------


def of_pair(answer: Answer) -> list[Short]:
    """Why the two are a pair, the most telling reason first."""
    reasons = [
        (text, getattr(reason, "player", ""))
        for reason in answer.first
        if (text := _OF_PAIR.get(type(reason)))
    ]
    return _together("", reasons, _OF_PAIR.values())


def passed_over(answer: Answer) -> list[Short]:
    """Who came before the opponent of the first player asked about, and why they are not the
    opponent, grouped by reason, the most telling first."""
    opponents = [refused for refused in answer.refused if not refused.in_place]
    asked = opponents[0].player if opponents else ""
    reasons = [
        (text, refused.other)
        for refused in opponents
        if refused.player == asked and (text := _refused(refused.why, refused.other))
    ]
    order = [*_OF_TWO.values(), *(text for text, _named in _OF_ONE.values())]
    return _together(asked, reasons, order)


def of_bye(answer: Answer, free: PlayerId) -> list[Short]:
    """Why `free` has the bye, and who was passed over for it."""
    why = [
        _FIRST_FOR_BYE[reason.fewest, reason.who]
        if isinstance(reason, keizer.FirstForBye)
        else _OF_BYE.get(type(reason))
        for reason in answer.first
    ]
    reasons = [
        (text, refused.other)
        for refused in answer.refused
        if (text := _not_free(refused.why, refused.other))
    ]
    passed = _together(free, reasons, [*_NO_BYE.values(), *_WITHOUT.values()])
    return [*(Short(text, free) for text in why if text), *passed]


def goes_by_places(answer: Answer) -> bool:
    """Whether the two were chosen by their places in one order."""
    return any(isinstance(reason, attacalc.HighestChose) for reason in answer.first)


def _refused(why: Refusal, opponent: PlayerId) -> Plural | None:
    """The text for a refusal of `opponent`; None if it has none, or is about the player asked
    about."""
    if type(why) in _OF_TWO:
        return _OF_TWO[type(why)]
    text, named = _OF_ONE.get(type(why), (None, ""))
    return text if text and getattr(why, named) == opponent else None


def _not_free(why: Refusal, player: PlayerId) -> Plural | None:
    """The text for why the player has no bye."""
    text = _NO_BYE.get(type(why))
    if text and getattr(why, "player", player) == player:
        return text
    return _WITHOUT.get(type(why))


def _together(
    player: PlayerId, reasons: Iterable[tuple[Text, PlayerId]], order: Iterable[Text]
) -> list[Short]:
    """One half sentence for each text, with all players it is about, in this order of the texts."""
    groups: dict[Text, list[PlayerId]] = {}
    for text, about in reasons:
        groups.setdefault(text, []).append(about)
    texts = [*order]
    return [Short(text, player, tuple(groups[text])) for text in sorted(groups, key=texts.index)]
