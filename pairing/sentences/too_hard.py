"""What is said when a pairing is given up because it is too much work? The same in every system."""

from django.utils.translation import gettext as _

from pairing.sentences.words import Facts, Words


def too_hard(f: Facts, w: Words) -> str:
    """That the search was given up, and which boards to choose from."""
    return _(
        "This round is too hard to finish: among %(count)d players so many pairs are ruled out that"
        " the search for the pairing by the rules was given up. Fix one of these boards by hand,"
        " then the rest is paired again: %(boards)s."
    ) % {"count": len(f["players"]), "boards": w.pairs(f["boards"])}
