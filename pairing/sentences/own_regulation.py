"""How does a club's own Keizer regulation read, article by article, in the club's own numbers?

A club can adopt the text as its own: every option stands in it as a sentence. It also has each
chapter in one line, for the form.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.sentences import keizer
from pairing.sentences.amounts import (
    amount_in_short,
    amount_text,
    kind_in_short,
    kind_in_words,
    kind_name,
    part_text,
)
from pairing.sentences.option_words import Chapter
from pairing.sentences.words import listed

#: The options of `keizer`; the sentences know no engine.
Options = Any


def chapters_of(options: Options) -> list[Chapter]:
    """The whole regulation, in the order of the options."""
    written = (_values, _results, _absences, _bye, _periods, _meeting, _colours, _standing)
    short = (
        _values_in_short,
        _results_in_short,
        _absences_in_short,
        _bye_in_short,
        _periods_in_short,
        _meeting_in_short,
        _colours_in_short,
        _standing_in_short,
    )
    return [
        Chapter(str(group.title), [*write(options)], say(options))
        for group, write, say in zip(keizer.GROUPS, written, short, strict=True)
    ]


def _values(options: Options) -> Iterator[str]:
    values = options.values
    if values.by == "rating":
        words = _(
            "Everybody has a value, by rating: the rating divided by %(divisor)s and rounded, at"
            " least %(lowest)s and at most %(highest)s. Whoever has no rating has the value"
            " %(lowest)s. A value stays the same all season."
        )
        facts = {"divisor": values.divisor, "lowest": values.lowest, "highest": values.highest}
        yield words % facts
    else:
        yield _("Everybody has a value, by their place in the ranking.")
        if values.first is not None:
            yield _("The first has the value %(first)s.") % {"first": values.first}
        elif values.ratio is not None:
            words = _("The first has about %(ratio)s times the value of the last.")
            yield words % {"ratio": part_text(values.ratio)}
        else:
            yield _("The first has one and a half times as much as there are players.")
        words = _("Each next place is worth %(step)s less; nobody has less than %(last)s.")
        yield words % {"step": values.step, "last": values.last}
        yield {
            "stable": _(
                "After every round all points are counted anew with the new values, until the"
                " order no longer changes; so what was earned before goes along with the values."
            ),
            "chained": _(
                "After every round all points are counted anew, round by round, until the order no"
                " longer changes."
            ),
            "previous": _(
                "After every round all points are counted once more, with the values of the table"
                " before."
            ),
            "fixed": _("The values stay those of the start order, all season."),
        }[values.revaluation]
    if values.own:
        words = _("In the table everybody begins with %(amount)s.")
        yield words % {"amount": amount_text(values.own)}
    else:
        yield _("One’s own value does not count in the table.")


def _results(options: Options) -> Iterator[str]:
    results = options.results
    yield _("A win earns %(amount)s.") % {"amount": amount_text(results.win)}
    yield _("A draw earns %(amount)s.") % {"amount": amount_text(results.draw)}
    yield _("A loss earns %(amount)s.") % {"amount": amount_text(results.loss)}
    if results.forfeit_win is None:
        yield _("A win by forfeit earns as much as a win on the board.")
    else:
        words = _("A win by forfeit earns %(amount)s.")
        yield words % {"amount": amount_text(results.forfeit_win)}
    if results.forfeit_loss is None:
        yield _("A loss by forfeit earns as much as a loss on the board.")
    else:
        words = _("A loss by forfeit earns %(amount)s.")
        yield words % {"amount": amount_text(results.forfeit_loss)}
    yield _("A game that is not finished earns nothing yet.")


def _absences(options: Options) -> Iterator[str]:
    absences = options.absences
    table = absences.table
    yield _("Whoever does not play earns, by the reason:")
    for kind in table.values():
        yield kind_in_words(kind, table.get(kind.then or ""))
    if absences.late_join is None:
        yield _("The rounds before somebody joins earn nothing.")
    else:
        words = _("The rounds before somebody joins count as “%(kind)s”.")
        yield words % {"kind": kind_name(table[absences.late_join])}
    if absences.after_leaving is None:
        yield _("Whoever leaves keeps the points and earns nothing more.")
    else:
        words = _("After somebody has left the rounds count as “%(kind)s”.")
        yield words % {"kind": kind_name(table[absences.after_leaving])}


def _bye(options: Options) -> Iterator[str]:
    bye = options.bye
    words = _("If an odd number of players is there, one of them has a bye. It earns %(amount)s.")
    yield words % {"amount": amount_text(bye.amount)}
    fewest = {
        ("byes", "season"): _("Whoever has had the fewest byes in the season comes first."),
        ("byes", "period"): _("Whoever has had the fewest byes in the period comes first."),
        ("unplayed", "season"): _(
            "Whoever has had the fewest byes and absences in the season comes first."
        ),
        ("unplayed", "period"): _(
            "Whoever has had the fewest byes and absences in the period comes first."
        ),
    }
    if bye.fewest == "none":
        yield (
            _("The lowest in the ranking has it, however many byes they have had.")
            if bye.who == "lowest"
            else _("The highest in the ranking has it, however many byes they have had.")
        )
    else:
        among = (
            _("Among equals the lowest in the ranking has it.")
            if bye.who == "lowest"
            else _("Among equals the highest in the ranking has it.")
        )
        yield f"{fewest[bye.fewest, bye.per]} {among}"
    if bye.owed:
        table = options.absences.table
        named = [
            _("a loss by forfeit") if key == "forfeit_loss" else kind_name(table[key])
            for key in bye.owed
        ]
        words = _(
            "Each of these costs a bye: the next one comes at once and earns nothing: %(kinds)s."
        )
        yield words % {"kinds": listed(named)}


def _periods(options: Options) -> Iterator[str]:
    periods = options.periods
    if len(periods.starts) == 1:
        yield _("The season is one whole.")
        return
    words = _("The season has %(count)s periods; they begin on the evenings %(starts)s.")
    starts = listed([str(start) for start in periods.starts])
    yield words % {"count": len(periods.starts), "starts": starts}
    if periods.points == "on":
        yield _("Points go on from one period into the next.")
        return
    yield _("Each period begins anew, without points.")
    yield (
        _("Its start order is the table of the period before.")
        if periods.order == "table"
        else _("Its start order is that of the season.")
    )
    yield (
        _("The table of the season is the sum of the periods.")
        if periods.total == "sum"
        else _("The table is that of the last period.")
    )


def _meeting(options: Options) -> Iterator[str]:
    meeting = options.meeting
    yield (
        _("Before each round the order is that of the points.")
        if meeting.order == "points"
        else _("Before each round the order is drawn by lot.")
    )
    yield _("From the top down everybody meets the next in it whom they may meet.")
    if meeting.gap == 0:
        yield _("The same two may meet again at once.")
    elif meeting.gap_counts == "rounds":
        yield ngettext(
            "Between two games of the same players there is at least %(count)s round.",
            "Between two games of the same players there are at least %(count)s rounds.",
            meeting.gap,
        ) % {"count": meeting.gap}
    else:
        yield ngettext(
            "Between two games of the same players each plays at least %(count)s other game.",
            "Between two games of the same players each plays at least %(count)s other games.",
            meeting.gap,
        ) % {"count": meeting.gap}
    if meeting.times is not None:
        yield ngettext(
            "In the season two meet at most %(count)s time.",
            "In the season two meet at most %(count)s times.",
            meeting.times,
        ) % {"count": meeting.times}
    if meeting.times_in_period is not None:
        yield ngettext(
            "In a period two meet at most %(count)s time.",
            "In a period two meet at most %(count)s times.",
            meeting.times_in_period,
        ) % {"count": meeting.times_in_period}
    if meeting.not_in_first:
        yield ngettext(
            "In the first round nobody meets somebody again.",
            "In the first %(count)s rounds nobody meets somebody again.",
            meeting.not_in_first,
        ) % {"count": meeting.not_in_first}
    words = _(
        "If not all of this can be kept, the least important gives way first, and no more than it"
        " has to. The most important comes first: %(limits)s."
    )
    limits = {
        "times": _("how often in the season"),
        "times_in_period": _("how often in a period"),
        "not_in_first": _("not again in the first rounds"),
        "gap": _("the rounds in between"),
        "colours": _("the limits of colours"),
    }
    yield words % {"limits": listed([limits[limit] for limit in meeting.importance])}


def _colours(options: Options) -> Iterator[str]:
    colours = options.colours
    rules = {
        "met": _("if they have met, the colours of that game are reversed"),
        "balance": _("white for whoever had white less often than black, compared with the other"),
        "whites": _("white for whoever had it less often"),
        "alternate": _("the colours of the last round in which theirs differed are reversed"),
        "higher": _("white for the higher in the order"),
        "lower": _("white for the lower in the order"),
    }
    if colours.rules:
        words = _("Colours go by the first of these that decides: %(rules)s.")
        yield words % {"rules": "; ".join(rules[rule] for rule in colours.rules)}
        yield _("If none of them decides, the lower in the order has white.")
    else:
        yield _("The lower in the order has white.")
    if colours.in_a_row is not None:
        yield ngettext(
            "Nobody has the same colour more than once running.",
            "Nobody has the same colour more than %(count)s times running.",
            colours.in_a_row,
        ) % {"count": colours.in_a_row}
    if colours.balance is not None:
        words = _("The numbers of games with white and with black differ at most by %(count)s.")
        yield words % {"count": colours.balance}


def _standing(options: Options) -> Iterator[str]:
    standing = options.standing
    ties = keizer.GROUPS[7].options["standing.ties"].words
    if standing.ties:
        words = _("With equal points decides, in turn: %(ties)s; after that the start order.")
        yield words % {"ties": listed([str(ties[tie]) for tie in standing.ties])}
    else:
        yield _("With equal points the start order decides.")
    if standing.min_games:
        yield ngettext(
            "From evening %(evening)s on only who has played at least %(count)s game has a place;"
            " a bye counts. The others stand below.",
            "From evening %(evening)s on only who has played at least %(count)s games has a place;"
            " byes count. The others stand below.",
            standing.min_games,
        ) % {"count": standing.min_games, "evening": standing.min_games_from}


# The same in one line each -----------------------------------------------------------------------


def _values_in_short(options: Options) -> str:
    values = options.values
    own = _("one’s own value counts") if values.own else _("one’s own value does not count")
    if values.by == "rating":
        words = _("rating divided by %(divisor)s; %(own)s")
        return words % {"divisor": values.divisor, "own": own}
    first = str(values.first) if values.first is not None else _("1½ times the players")
    if values.first is None and values.ratio is not None:
        first = _("%(ratio)s times the last") % {"ratio": part_text(values.ratio)}
    words = _("the first %(first)s, each next %(step)s less; %(own)s")
    return words % {"first": first, "step": values.step, "own": own}


def _results_in_short(options: Options) -> str:
    results = options.results
    return _("win %(win)s, draw %(draw)s, loss %(loss)s") % {
        name: amount_in_short(getattr(results, name), "opponent")
        for name in ("win", "draw", "loss")
    }


def _absences_in_short(options: Options) -> str:
    return "; ".join(map(kind_in_short, options.absences.table.values()))


def _bye_in_short(options: Options) -> str:
    bye = options.bye
    who = keizer.GROUPS[3].options["bye.who"].words[bye.who]
    return _("%(amount)s, to %(who)s") % {"amount": amount_in_short(bye.amount), "who": who}


def _periods_in_short(options: Options) -> str:
    periods = options.periods
    if len(periods.starts) == 1:
        return _("none")
    points = keizer.GROUPS[4].options["periods.points"].words[periods.points]
    return _("%(count)s, points %(points)s") % {"count": len(periods.starts), "points": points}


def _meeting_in_short(options: Options) -> str:
    meeting = options.meeting
    parts = [
        ngettext("%(count)s round in between", "%(count)s rounds in between", meeting.gap)
        % {"count": meeting.gap}
    ]
    if meeting.times is not None:
        parts.append(_("in the season at most %(count)s ×") % {"count": meeting.times})
    if meeting.times_in_period is not None:
        parts.append(_("in a period at most %(count)s ×") % {"count": meeting.times_in_period})
    if meeting.order == "lot":
        parts.append(_("by lot"))
    return ", ".join(parts)


def _colours_in_short(options: Options) -> str:
    rules = keizer.GROUPS[6].options["colours.rules"].words
    return ", ".join(str(rules[rule]) for rule in options.colours.rules) or _(
        "the lower in the order has white"
    )


def _standing_in_short(options: Options) -> str:
    ties = keizer.GROUPS[7].options["standing.ties"].words
    parts = [", ".join(str(ties[tie]) for tie in options.standing.ties) or _("the start order")]
    if options.standing.min_games:
        words = ngettext(
            "a place from %(count)s game on",
            "a place from %(count)s games on",
            options.standing.min_games,
        )
        parts.append(words % {"count": options.standing.min_games})
    return _("at equal points: %(ties)s") % {"ties": "; ".join(parts)}
