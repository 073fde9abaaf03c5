"""The lines of the log about a pairing, with its boards before and after."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from clubcomp.models import Game
from clubcomp.words.trail_words import Facts, Sentence, Wording, field_value
from clubcomp.words.values import page_result
from pairing.core.types import Colour, Result
from pairing.sentences.words import named_first

RESULTS = frozenset(result.value for result in Result)


def _pairs(values: Facts, other: Facts) -> str:
    """The boards and the bye that are not in the `other` pairing too."""
    first = named_first(values.kind) is Colour.BLACK
    in_other = [tuple(pair[:2]) for pair in other.get("pairs") or []]
    boards = [
        _("%(white)s – %(black)s") % {"white": pair[first], "black": pair[not first]}
        for pair in values.get("pairs") or []
        if tuple(pair[:2]) not in in_other
    ]
    if values.get("bye") and values.get("bye") != other.get("bye"):
        boards.append(_("%(player)s has the bye") % {"player": values["bye"]})
    return "; ".join(boards) or "–"


def rearranged(sentence: Promise) -> Sentence:
    """A sentence about a pairing with the boards that changed, before and after."""

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        words = str(sentence) % facts
        if not after or not (before or after).get("pairs"):
            return words
        was, became = _pairs(before, after), _pairs(after, before)
        if was == became:
            return words
        boards = {"sentence": words, "before": was, "after": became}
        return _("%(sentence)s Before: %(before)s. Now: %(after)s.") % boards

    return sentence_of


def paired(sentence: Promise, **results: Promise) -> Sentence:
    """A sentence about a whole pairing: how many boards, and the player with the bye.

    `results` are sentences about how many results came or went with it, by the fact with the count.
    """

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        pairing = after or before
        boards = len(pairing.get("pairs") or [])
        count = ngettext("%(count)s board", "%(count)s boards", boards) % {"count": boards}
        words = str(sentence) % Facts(facts, boards=count)
        if pairing.get("bye"):
            words = _("%(sentence)s Bye: %(player)s.") % {
                "sentence": words,
                "player": pairing["bye"],
            }
        for name, counted in results.items():
            words += f" {counted % {'count': facts[name]}}" if facts.get(name) else ""
        return words

    return sentence_of


def released(facts: Facts, before: Facts, after: Facts) -> str:
    if facts.get("lapsed"):
        lapsed = _(
            "The fixed board %(white)s – %(black)s of %(game)s lapsed: one of them is no"
            " longer there, or the two may no longer meet."
        )
        return lapsed % facts
    released = _("The fixed board %(white)s – %(black)s of %(game)s was left to the system again.")
    return rearranged(released)(facts, before, after)


def bye_named(facts: Facts, before: Facts, after: Facts) -> str:
    if facts.get("lapsed"):
        lapsed = _("In %(game)s %(player)s no longer has the bye: the number is even, or left.")
        return lapsed % Facts(facts, player=before["player"])
    if "player" not in facts:
        left = _("The bye of %(game)s was left to the system again.")
        return rearranged(left)(facts, before, after)
    return rearranged(_("The bye of %(game)s was given to %(player)s."))(facts, before, after)


def board_result(values: Facts) -> str:
    """A board's result, or why it has none."""
    put_off = {choice.value: choice.label for choice in Game.PutOff if choice}
    written = values.get("result")
    result = page_result(written, values.kind) if written in RESULTS else ""
    result = result or str(put_off.get(values.get("put_off", ""), _("still playing")))
    if not values.get("played_on"):
        return result
    played = {"result": result, "day": field_value("date", values["played_on"])}
    return _("%(result)s, on %(day)s") % played


def with_result(sentence: Promise) -> Sentence:
    """A sentence about a board with its result, and its day if it has a day of its own."""

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        words = str(sentence) % facts
        written, kind = facts.get("result"), facts.kind
        result = page_result(written, kind) if written in RESULTS else ""
        if not result:
            return words
        if not facts.get("played_on"):
            return _("%(sentence)s Result: %(result)s.") % {"sentence": words, "result": result}
        day = field_value("date", facts["played_on"])
        played = {"sentence": words, "result": result, "day": day}
        return _("%(sentence)s Result: %(result)s, on %(day)s.") % played

    return sentence_of


def _reason_opened(facts: Facts, before: Facts, after: Facts) -> str:
    if facts.get("members_may_read"):
        return _("Members may read that %(one)s and %(other)s are never paired.") % facts
    return _("Only leaders read that %(one)s and %(other)s are never paired.") % facts


#: How a player dropped out; only leaders read that.
_WAYS = {
    "not_come": _("%(player)s did not come to %(game)s."),
    "went_home": _("%(player)s went home (%(game)s)."),
    "cannot": _("%(player)s could not go on (%(game)s)."),
}


def dropped_out(facts: Facts, before: Facts, after: Facts) -> str:
    """A player dropped out of a published round, with the boards before and after."""
    words = _WAYS.get(facts["way"], _("%(player)s dropped out of %(game)s."))
    booked = facts.get("kind")
    sentence = rearranged(words)(facts, before, after)
    if not booked:
        return sentence
    values = {"sentence": sentence, "kind": field_value("kind", booked)}
    return _("%(sentence)s Booked: %(kind)s.") % values


_PUBLISHED = paired(
    _("%(game)s was paired and published: %(boards)s."),
    restored=ngettext_lazy("%(count)s result came back.", "%(count)s results came back.", "count"),
)


def _kept_apart(facts: Facts, before: Facts, after: Facts) -> str:
    """Players who are kept apart, and how."""
    words = _("Never paired with each other from now on: %(players)s.")
    if facts.get("how") == "possible":
        words = _("Paired with each other only if it cannot be avoided: %(players)s.")
    elif facts.get("rounds"):
        words = _("Not paired with each other up to and including round %(rounds)s: %(players)s.")
    named = {"players": ", ".join(after.get("players") or ["–"]), "rounds": facts.get("rounds")}
    return str(words) % named


def _may_meet_again(facts: Facts, before: Facts, after: Facts) -> str:
    words = _("May be paired with each other again: %(players)s.")
    return str(words) % {"players": ", ".join(before.get("players") or ["–"])}


SENTENCES: dict[str, Wording] = {
    "forbid_pair": _("%(one)s and %(other)s are never paired from now on."),
    "allow_pair": _("%(one)s and %(other)s may be paired again."),
    "tell_pair": _reason_opened,
    "keep_apart": _kept_apart,
    "end_apart": _may_meet_again,
    "propose_round": paired(_("A proposal for %(game)s was made: %(boards)s.")),
    "swap_players": rearranged(
        _("%(one)s and %(other)s changed places in the proposal for %(game)s.")
    ),
    "fix_board": rearranged(_("%(white)s – %(black)s was fixed in the proposal for %(game)s.")),
    "take_way_out": rearranged(
        _("A way out was taken in the proposal for %(game)s: %(seats)s (%(why)s).")
    ),
    "release_board": released,
    "name_bye": bye_named,
    "discard_proposal": paired(_("The proposal for %(game)s was dropped: %(boards)s.")),
    "publish_round": _PUBLISHED,
    "publish_next": _PUBLISHED,
    "withdraw_round": paired(
        _("The pairing of %(game)s was withdrawn: %(boards)s."),
        results=ngettext_lazy("%(count)s result is kept.", "%(count)s results are kept.", "count"),
    ),
    "swap_published": rearranged(
        _("%(one)s and %(other)s changed places in the published %(game)s.")
    ),
    "drop_out": dropped_out,
    "add_board": with_result(
        _("One more board in %(game)s: board %(board)s, %(white)s – %(black)s.")
    ),
    "take_board_back": _("Board %(board)s of %(game)s, %(white)s – %(black)s, was taken back."),
    "play_ahead": with_result(_("%(white)s – %(black)s was played ahead for %(game)s.")),
    "take_ahead_back": _("%(white)s – %(black)s, played ahead for %(game)s, was taken back."),
}
