"""What do all Swiss systems say about a pair made by hand, and when no pairing is possible?"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from pairing.sentences.option_words import Option
from pairing.sentences.words import Facts, Table, Wording, Words

_SAME_FLOAT = {
    ("down", 1): _("%(player)s had a downfloat in the last round as well."),
    ("down", 2): _("%(player)s had a downfloat two rounds ago as well."),
    ("up", 1): _("%(player)s had an upfloat in the last round as well."),
    ("up", 2): _("%(player)s had an upfloat two rounds ago as well."),
}

#: Objections to pairs and byes that the leader made.
BY_HAND: Table = {
    "met_before": _("%(white)s and %(black)s have met before."),
    "second_bye": _("%(player)s has had points without playing before."),
    "absolute_denied": _(
        "%(player)s must have %(wanted)s: the other colour would be once too often."
    ),
    "score_difference": _(
        "%(down)s has %(down_score)s and %(up)s %(up_score)s: the difference should be as small as "
        "possible."
    ),
    "colour_denied": _("%(player)s preferred %(wanted)s (%(strength)s) and does not get it."),
    "same_float": lambda f, w: w.say(_SAME_FLOAT[f["float"], f["ago"]], f),
    "too_many_half": _(
        "%(player)s has asked for half-point bye number %(count)d; the competition gives %(most)d."
    ),
    "half_in_last": _(
        "%(player)s has asked for a half-point bye in the last round; the competition gives none "
        "there."
    ),
}


#: What can be done, by whether there are forbidden pairs and whether somebody must have the bye.
_WAYS_OUT = {
    (True, True): _("Allow a forbidden pair, fix a board by hand, or name a bye."),
    (True, False): _("Allow a forbidden pair, or fix a board by hand."),
    (False, True): _("Fix a board by hand, or name a bye."),
    (False, False): _("Fix a board by hand: two of them may meet again."),
}


def no_pairing(
    sentence: Promise,
    ways_out: Mapping[tuple[bool, bool], Promise] = _WAYS_OUT,
    by: str = "forbidden",
) -> Wording:
    """That `count` players cannot all be paired, who has no opponent left, and the ways out.

    The ways out go by whether there is a fact `by`, and whether somebody must have the bye.
    """

    def sentences_of(f: Facts, w: Words) -> str:
        sentences = [sentence % {"count": len(f["players"])}]
        if f.get("stuck"):
            sentences.append(_("Nobody is left for %(names)s.") % {"names": w.names(f["stuck"])})
        if f.get("forbidden"):
            pairs = w.pairs(f["forbidden"])
            sentences.append(_("These may never be paired: %(pairs)s.") % {"pairs": pairs})
        if f.get("may_have_bye") == []:
            sentences.append(_("Nobody may have the bye any more."))
        sentences.append(ways_out[bool(f.get(by)), "may_have_bye" in f])
        return " ".join(map(str, sentences))

    return sentences_of


#: Why no further round is paired.
NO_ROUND_LEFT = ngettext_lazy(
    "The competition has %(rounds)d round and it has been played. Set more in the options.",
    "The competition has %(rounds)d rounds and all have been played. Set more in the options.",
    "rounds",
)


# Their options, as sentences --------------------------------------------------------------------

ROUNDS = Option(_("number of rounds"), _("The competition has %(field)s rounds."))

BYE = Option(
    _("points for a bye"),
    _("Who is left without an opponent gets %(field)s"),
    words={1: _("a whole point"), "1/2": _("half a point"), 0: _("no point")},
)

#: Half-point byes on request.
BYES_ON_REQUEST = {
    "half_point_byes": Option(
        _("half-point byes on request"),
        _("Everybody may ask for %(field)s half-point byes; left empty: for as many as they wish."),
        empty=_("as many as are asked for"),
    ),
    "last_round_byes": Option(
        _("half-point byes in the last round"),
        _("A half-point bye in the last round is %(field)s"),
        words={True: _("given too"), False: _("not given")},
    ),
}

INITIAL_COLOUR = Option(
    _("the lot for the colours"),
    _("In the first round the first of the start list has %(field)s"),
    words={"white": _("White"), "black": _("Black")},
)

TIE_BREAKS = Option(
    _("tie-breaks"),
    _(
        "Who have equal points are ordered by, first to last: %(field)s Who is level in all of"
        " these shares a place."
    ),
    words={
        "resistance_points": _("resistance points (Buchholz)"),
        "resistance_points_cut_1": _("resistance points without the lowest"),
        "resistance_points_median": _("resistance points without highest and lowest"),
        "resistance_points_fore": _("resistance points, the last round drawn (Fore Buchholz)"),
        "opponents_resistance": _("average of the opponents’ resistance points"),
        "sonneborn_berger": _("Sonneborn-Berger"),
        "direct_encounter": _("the result between them"),
        "first_place_encounter": _("for the first place the result between them"),
        "wins": _("games won"),
        "rounds_won": _("rounds won, also without a game"),
        "black_games": _("games with Black"),
        "black_wins": _("games won with Black"),
        "rounds_elected": _("rounds one was there to play"),
        "average_rating": _("average rating of the opponents"),
        "performance": _("performance rating"),
        "rating": _("own rating, the highest first"),
        "progressive": _("progressive score"),
        "lot": _("the lower start number, as the lot"),
        "koya": _("points against who has half or more (Koya)"),
    },
    empty=_("nothing: who have equal points share a place"),
)
