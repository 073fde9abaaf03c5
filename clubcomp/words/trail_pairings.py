"""What does a line of the trail say about a pairing: its boards, before and after?"""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubcomp.words.numbers import result_text
from clubcomp.words.trail_words import Facts, Sentence, field_value
from pairing.core.types import Result

RESULTS = frozenset(result.value for result in Result)


def _pairs(values: Facts, without: Facts) -> str:
    """The boards and the bye that are not in the pairing `without`."""
    others = [tuple(pair[:2]) for pair in without.get("pairs") or []]
    boards = [
        _("%(white)s – %(black)s") % {"white": pair[0], "black": pair[1]}
        for pair in values.get("pairs") or []
        if tuple(pair[:2]) not in others
    ]
    if values.get("bye") and values.get("bye") != without.get("bye"):
        boards.append(_("%(player)s has the bye") % {"player": values["bye"]})
    return "; ".join(boards) or "–"


def rearranged(sentence: str | Promise) -> Sentence:
    """A sentence about a pairing with the boards that it changed, before and after."""

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        words = str(sentence) % facts
        if not after or not (before or after).get("pairs"):
            return words
        was, became = _pairs(before, after), _pairs(after, before)
        if was == became:
            return words
        boards = {"sentence": words, "before": was, "after": became}
        return _("%(sentence)s It was %(before)s and became %(after)s.") % boards

    return sentence_of


def paired(sentence: str | Promise) -> Sentence:
    """A sentence about a whole pairing: how many boards, and who has the bye."""

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        pairing = after or before
        boards = len(pairing.get("pairs") or [])
        count = ngettext("%(count)s board", "%(count)s boards", boards) % {"count": boards}
        words = str(sentence) % Facts(facts, boards=count)
        if not pairing.get("bye"):
            return words
        return _("%(sentence)s Bye: %(player)s.") % {"sentence": words, "player": pairing["bye"]}

    return sentence_of


def published(facts: Facts, before: Facts, after: Facts) -> str:
    """A published pairing, and the results that came back with it."""
    sentence = gettext_lazy("%(game)s was paired and published: %(boards)s.")
    count = facts.get("restored") or 0
    results = ngettext("%(count)s result came back.", "%(count)s results came back.", count)
    return _with_results(paired(sentence)(facts, before, after), results, count)


def withdrawn(facts: Facts, before: Facts, after: Facts) -> str:
    """A withdrawn pairing, and the results that are kept for it."""
    sentence = gettext_lazy("The pairing of %(game)s was withdrawn: %(boards)s.")
    count = facts.get("results") or 0
    results = ngettext("%(count)s result is kept.", "%(count)s results are kept.", count)
    return _with_results(paired(sentence)(facts, before, after), results, count)


def _with_results(words: str, results: str, count: int) -> str:
    return f"{words} {results % {'count': count}}" if count else words


def released(facts: Facts, before: Facts, after: Facts) -> str:
    if facts.get("lapsed"):
        lapsed = _(
            "The fixed board %(white)s – %(black)s of %(game)s lapsed: one of them is no"
            " longer there, or the two may no longer meet."
        )
        return lapsed % facts
    released = gettext_lazy(
        "The fixed board %(white)s – %(black)s of %(game)s was left to the system again."
    )
    return rearranged(released)(facts, before, after)


def bye_named(facts: Facts, before: Facts, after: Facts) -> str:
    if facts.get("lapsed"):
        lapsed = _("In %(game)s %(player)s no longer has the bye: the number is even, or left.")
        return lapsed % Facts(facts, player=before["player"])
    if "player" not in facts:
        left = gettext_lazy("The bye of %(game)s was left to the system again.")
        return rearranged(left)(facts, before, after)
    return rearranged(gettext_lazy("The bye of %(game)s was given to %(player)s."))(
        facts, before, after
    )


def board_added(facts: Facts, before: Facts, after: Facts) -> str:
    """A board that came after publishing, with its result and its day where it has them."""
    words = _("One more board in %(game)s: board %(board)s, %(white)s – %(black)s.") % facts
    return _with_result(words, facts)


def board_taken_back(facts: Facts, before: Facts, after: Facts) -> str:
    return _("Board %(board)s of %(game)s, %(white)s – %(black)s, was taken back.") % facts


def played_ahead(facts: Facts, before: Facts, after: Facts) -> str:
    return _with_result(_("%(white)s – %(black)s was played ahead for %(game)s.") % facts, facts)


def ahead_taken_back(facts: Facts, before: Facts, after: Facts) -> str:
    return _("%(white)s – %(black)s, played ahead for %(game)s, was taken back.") % facts


def _with_result(words: str, facts: Facts) -> str:
    """A sentence about a board with its result, and its day where it has one of its own."""
    result = result_text(facts["result"]) if facts.get("result") in RESULTS else ""
    if not result:
        return words
    if not facts.get("played_on"):
        return _("%(sentence)s Result: %(result)s.") % {"sentence": words, "result": result}
    played = {"sentence": words, "result": result, "day": field_value("date", facts["played_on"])}
    return _("%(sentence)s Result: %(result)s, on %(day)s.") % played
