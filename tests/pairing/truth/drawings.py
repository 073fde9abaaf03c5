"""Do the drawings and the colour histories of an explanation show what is so?"""

from pairing.core.explanation import Halves, Ladder, Staircase


def badly_drawn(world, explanation):
    """What is wrong with the drawings of a round, and with which of them a pair is shown in."""
    drawings = list(explanation.drawings())
    shown = [set(pair) for drawing in drawings for pair in _pairs(drawing)]
    made = [{one, two} for one, two in world.opponents.items() if one < two]
    made = [pair for pair in made if not pair & set(world.fixed)]
    paired = [pair for pair in shown if not pair & set(world.fixed)]
    if sorted(map(sorted, paired)) != sorted(map(sorted, made)):
        yield f"drawn are {shown}, made were {made}"
    byes = [drawing.bye for drawing in drawings if drawing.bye is not None]
    if byes not in ([world.bye], []):
        yield f"drawn are the byes {byes}"
    for drawing in drawings:
        if isinstance(drawing, Halves):
            yield from _halves(world, drawing)
        yield from _seats(world, drawing)
    for pair in explanation.proposal.pairs:
        answer = explanation.answer(pair)
        yield from _history(world, pair, answer)
        if answer.drawing is not None:
            here = [set(two) for two in _pairs(drawings[answer.drawing])]
            if {pair.white, pair.black} not in here:
                yield f"{pair.white}-{pair.black} is not in drawing {answer.drawing}"


def _pairs(drawing):
    if isinstance(drawing, Staircase):
        return [pair for stair in drawing.stairs for pair in stair.pairs]
    return drawing.pairs


def seats_of(drawing):
    """Everybody with a seat in it."""
    if isinstance(drawing, Halves):
        return (*drawing.upper, *drawing.lower)
    if isinstance(drawing, Ladder):
        return drawing.seats
    return [seat for stair in drawing.stairs for seat in (*stair.seats, *stair.arrived)]


def _seats(world, drawing):
    for seat in seats_of(drawing):
        if seat.player not in world.taking_part:
            yield f"{seat.player} has a seat and is not there"
        if seat.score is not None and seat.score != world.points(seat.player):
            yield f"{seat}: has {world.points(seat.player)}"
        wish = world.wish(seat.player)
        if (seat.wish and seat.wish.value, seat.strength) != wish:
            yield f"{seat}: wants {wish}"
        if seat.floats != world.floats(seat.player):
            yield f"{seat}: floats {world.floats(seat.player)}"


def _halves(world, drawing):
    upper = [seat.player for seat in drawing.upper]
    lower = [seat.player for seat in drawing.lower]
    everybody = upper + lower
    if len(everybody) != len(set(everybody)):
        yield f"twice in {everybody}"
    paired = {one for pair in drawing.pairs for one in pair}
    leaving = {*drawing.leaving, *([drawing.bye] if drawing.bye else [])}
    if paired | leaving != set(everybody) or paired & leaving:
        yield f"paired {paired}, leaving {leaving}, of {everybody}"
    own = [one for one in everybody if one not in drawing.arrived]
    if any(world.points(one) != drawing.score for one in own):
        yield f"{own} have not all {drawing.score}"
    if any(world.points(one) <= drawing.score for one in drawing.arrived):
        yield f"{drawing.arrived} have not more than {drawing.score}"


def _history(world, pair, answer):
    """Right-aligned, the last game last; the column that decided has two colours, and where the
    last difference decides those behind it at most one."""
    history = answer.history
    if history is None:
        return
    if history.is_counted:
        yield from _counted(answer.colour, history)
    for player, told in ((pair.white, history.white), (pair.black, history.black)):
        had = world.colours_overall(player) if history.is_overall else world.colours(player)
        if told.replace("-", "") != had.replace("-", "") or len(told) > len(had):
            yield f"{player} had {had}, not {told}"
    if history.deciding is not None:
        white, black = history.white[::-1], history.black[::-1]
        at = history.deciding - 1
        alike = not world.last_difference_decides or _run_alike(white[:at], black[:at])
        if at >= min(len(white), len(black)) or not alike:
            yield f"column {history.deciding} did not decide {history}"
        elif (white[at], black[at]) != ("b", "w"):
            yield f"column {history.deciding} of {history} says otherwise"


def _counted(reason, history):
    """Where shares decide, those of the rows are those of the sentence."""
    rows = {reason.white: history.white, reason.black: history.black}
    told = {
        reason.white: (reason.whites, reason.games),
        reason.black: (reason.other_whites, reason.other_games),
    }
    for player, row in rows.items():
        if (row.count("w"), len(row.replace("-", ""))) != told[player]:
            yield f"{player} had {row}, and {told[player]} is told"


def _run_alike(white, black):
    return all({one, other} != {"w", "b"} for one, other in zip(white, black, strict=True))
