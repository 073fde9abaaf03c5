"""What does something earn, and what is a kind of absence called, in the words of a regulation?"""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from pairing.core.amounts import GLYPHS, AbsenceKind, Amount, Tier
from pairing.sentences.words import NARROW_SPACE, capitalised, listed

#: A part with a greater denominator is read as a percentage.
_FINEST = 12


def part_text(part: Fraction | None) -> str:
    """A part of a value: "⅓", "7/6", "66.7 %"; nothing if there is none."""
    if part is None:
        return ""
    if part.denominator <= _FINEST and part.denominator not in (10,):
        return GLYPHS.get(part) or str(part)
    hundredths = number_format(float(100 * part), 2 if (1000 * part).denominator > 1 else None)
    return f"%{hundredths}" if get_language() == "tr" else f"{hundredths}{NARROW_SPACE}%"


def amount_text(amount: Amount) -> str:
    """An amount inside a sentence: "half of one's own value", "20 points", "nothing"."""
    parts = []
    if amount.opponent:
        parts.append(
            {
                Fraction(1): _("the value of the opponent"),
                Fraction(1, 2): _("half of the value of the opponent"),
            }.get(amount.opponent)
            or _("%(part)s of the value of the opponent") % {"part": part_text(amount.opponent)}
        )
    if amount.own:
        parts.append(
            {
                Fraction(1): _("one’s own value"),
                Fraction(1, 2): _("half of one’s own value"),
            }.get(amount.own)
            or _("%(part)s of one’s own value") % {"part": part_text(amount.own)}
        )
    if amount.points:
        words = ngettext("%(points)s point", "%(points)s points", 1 if amount.points == 1 else 2)
        parts.append(words % {"points": points_of(amount.points)})
    return listed(parts) or _("nothing")


def points_of(points: Fraction) -> str:
    """Points inside a sentence: "20", "2½", "−3"."""
    whole, rest = divmod(abs(points), 1)
    sign = "−" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    glyph = GLYPHS.get(rest)
    return f"{sign}{whole or ''}{glyph}" if glyph else f"{sign}{number_format(float(abs(points)))}"


def exact_points(points: Fraction) -> str:
    """Points as the tables of other programs write them: "23.15", "18.5", "9"; as a fraction if two
    decimals cannot say them exactly: "8⅓", "7 5/7"."""
    hundredths = 100 * points
    if hundredths.denominator == 1:
        digits = 0 if points.denominator == 1 else 1 if (10 * points).denominator == 1 else 2
        return str(number_format(float(points), digits))
    whole, rest = divmod(abs(points), 1)
    part = GLYPHS.get(rest) or f" {rest}"
    return f"{'−' if points < 0 else ''}{whole or ''}{part}".replace("  ", " ").strip()


def amount_in_short(amount: Amount, bare: str = "own") -> str:
    """An amount in a line of numbers: "⅓", "20 points"; the name of the value `bare` is left
    out."""
    named = {
        "own": pgettext("amount", "own"),
        "opponent": pgettext("amount", "opponent"),
        "points": pgettext("amount", "points"),
    }
    parts = [
        part_text(part) if of == bare else f"{part_text(part)} {named[of]}"
        for of in ("opponent", "own")
        if (part := getattr(amount, of))
    ]
    if amount.points:
        parts.append(f"{points_of(amount.points)} {named['points']}")
    return " + ".join(parts) or "0"


def kind_name(kind: AbsenceKind) -> str:
    """What a kind of absence is called: the club's name for it, or the usual one."""
    usual = {
        "absent": _("absent with notice"),
        "external": _("playing elsewhere for the club"),
        "no_notice": _("absent without notice"),
    }
    return kind.name or usual.get(kind.key) or kind.key.replace("_", " ")


def kind_in_short(kind: AbsenceKind) -> str:
    """A kind in a line of numbers: "absent with notice 5 × ⅓"."""
    tiers = ", ".join(map(_tier_in_short, kind.tiers)) or "0"
    return f"{kind_name(kind)} {tiers}"


def _tier_in_short(tier: Tier) -> str:
    amount = amount_in_short(tier.amount)
    return amount if tier.times is None else f"{tier.times} × {amount}"


def kind_in_words(kind: AbsenceKind, then: AbsenceKind | None) -> str:
    """What a kind earns, how often and until when, in whole sentences; `then`: the kind that a use
    beyond those turns into."""
    name = {"kind": capitalised(kind_name(kind))}
    after = _("as “%(kind)s”") % {"kind": kind_name(then)} if then else _("nothing")
    if not kind.tiers:
        return _("%(kind)s: %(amount)s.") % {**name, "amount": after}
    sentences = [_("%(kind)s: %(amount)s.") % {**name, "amount": _tiers(kind, after)}]
    if kind.tiers[0].times is not None:
        if kind.per == "period":
            sentences.append(_("The times are counted anew in each period."))
        if kind.counted == "evening":
            sentences.append(_("All games of an evening together count as one time."))
    if kind.until_round:
        words = _("This holds until round %(round)s of a period; after that: %(amount)s.")
        sentences.append(words % {"round": kind.until_round, "amount": after})
    for words, amount in (
        (_("If they win there: %(amount)s."), kind.win),
        (_("If they draw there: %(amount)s."), kind.draw),
        (_("If they lose there: %(amount)s."), kind.loss),
    ):
        if amount is not None:
            sentences.append(words % {"amount": amount_text(amount)})
    return " ".join(sentences)


def _tiers(kind: AbsenceKind, after: str) -> str:
    """How much the first times, the next, and after that."""
    parts = []
    for number, tier in enumerate(kind.tiers):
        facts = {"times": tier.times, "amount": amount_text(tier.amount)}
        if tier.times is None:
            words = _("after that %(amount)s each time") if number else _("%(amount)s each time")
        elif number:
            words = ngettext(
                "the next time %(amount)s", "the next %(times)s times %(amount)s", tier.times
            )
        else:
            words = ngettext(
                "the first time %(amount)s", "the first %(times)s times %(amount)s", tier.times
            )
        parts.append(words % facts)
    if kind.tiers[-1].times is not None:
        parts.append(_("after that %(amount)s") % {"amount": after})
    return ", ".join(parts)
