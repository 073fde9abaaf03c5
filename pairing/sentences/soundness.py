"""What do all systems say about problems, and about a search that was given up?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.words import Table

SENTENCES: Table = {
    # A reason is said of the colours by the rules, which these are not.
    "colours": lambda f, w: w.say(
        _("By the rules the colours would be the other way round; then one would read: “%(why)s”")
        if f["why"]
        else _("By the rules the colours would be the other way round."),
        f,
    ),
    "nothing_to_pair": _("There is no round to be paired."),
    "missing": _("%(player)s is there and has no board."),
    "twice": _("%(player)s is on two boards."),
    "not_present": _("%(player)s is not there."),
    "no_bye": _("%(present)d players are present, an odd number: somebody must have the bye."),
    "bye_though_even": _(
        "%(player)s has the bye, but %(present)d players are present, an even number."
    ),
    "forbidden": _("%(white)s and %(black)s may never be paired."),
    "other_group": _(
        "%(white)s and %(black)s are in different groups, so they do not meet. Pair each in their"
        " own group, or move one of them on the page “Groups”."
    ),
    "fixed_changed": _(
        "The competition leader fixed %(white)s against %(black)s, and that board is not there."
    ),
    "all_gone": _(
        "Fewer than two players are still in the competition, so there is nothing left to play. "
        "Take back a withdrawal under Players if one was a mistake."
    ),
    "too_hard": lambda f, w: w.say(
        _(
            "This round is too hard to finish: among %(count)d players so many pairs are ruled out"
            " that the search for the pairing by the rules was given up. The competition leader can"
            " take the best pairing that was found."
        ),
        {"count": len(f["players"])},
    ),
}
