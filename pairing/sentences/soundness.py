"""Sentences for what `pairing.core.invariants` finds, and for wrong colours, in any system."""

from django.utils.translation import gettext as _

from pairing.sentences.words import Facts, Table, Words


def other_group(f: Facts, w: Words) -> str:
    """Two who cannot be paired since they play in different groups, and what can be done."""
    return _(
        "%(white)s and %(black)s are in different groups, so they do not meet. Pair each in their"
        " own group, or move one of them on the page “Groups”."
    ) % {"white": w.name(f["white"]), "black": w.name(f["black"])}


PROBLEMS: Table = {
    "colours": lambda f, w: (
        _("By the rules the colours would be the other way round. %(rule)s")
        % {"rule": f.get("why", "")}
    ).rstrip(),
    "nothing_to_pair": lambda f, w: _("There is no round to be paired."),
    "missing": lambda f, w: (
        _("%(player)s is there and has no board.") % {"player": w.name(f["player"])}
    ),
    "twice": lambda f, w: _("%(player)s is on two boards.") % {"player": w.name(f["player"])},
    "not_present": lambda f, w: _("%(player)s is not there.") % {"player": w.name(f["player"])},
    "no_bye": lambda f, w: (
        _("%(present)d players are present, an odd number: somebody must have the bye.") % f
    ),
    "bye_though_even": lambda f, w: (
        _("%(player)s has the bye, but %(present)d players are present, an even number.")
        % {"player": w.name(f["player"]), "present": f["present"]}
    ),
    "forbidden": lambda f, w: (
        _("%(white)s and %(black)s may never be paired.")
        % {"white": w.name(f["white"]), "black": w.name(f["black"])}
    ),
    "other_group": other_group,
    "fixed_changed": lambda f, w: (
        _("The competition leader fixed %(white)s against %(black)s, and that board is not there.")
        % {"white": w.name(f["white"]), "black": w.name(f["black"])}
    ),
}
