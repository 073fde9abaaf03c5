"""Is a competition held by FIDE's rules, and what did the arbiter do in it?

From round 1 on such a competition stays as it was announced, and a page and the remarks of the
report list whatever the arbiter corrects or does by hand. The trail has it all, so nothing is kept
twice.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.competitions.start_order import must_be_of_fide
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, TrailEntry, User

#: What FIDE's remarks call the things an arbiter does, by step.
KINDS = {
    "import_document": "Import",
    "change_options": "Configuration",
    "mark_by_fide": "Configuration",
    "forbid_pair": "Configuration",
    "allow_pair": "Configuration",
    "keep_apart": "Configuration",
    "end_apart": "Configuration",
    "number_players": "Configuration",
    **dict.fromkeys(
        (
            *("swap_players", "fix_board", "release_board", "name_bye", "take_way_out"),
            *("swap_published", "add_board", "take_board_back", "withdraw_round"),
        ),
        "MPA",
    ),
    "put_off": "Adjournment",
    "correct_result": "Correction",
    "correct_notice": "Correction",
}


@all_or_nothing
def mark_by_fide(competition: Competition, *, by_fide_rules: bool, by: User | None) -> None:
    """Hold a competition by FIDE's rules, or no longer; from round 1 on that stays as it is."""
    with step_on(competition, "mark_by_fide", by=by) as step:
        now = step.competition
        must_be_possible(now)
        if now.has_begun() and now.by_fide_rules != by_fide_rules:
            raise StepError(_("Round 1 has been paired, so this stays as it was announced."))
        before = now.by_fide_rules
        if by_fide_rules:
            must_be_of_fide(now.rules)
        now.by_fide_rules = by_fide_rules
        if step.note_change({"by_fide_rules": before}, {"by_fide_rules": by_fide_rules}):
            now.save(update_fields=["by_fide_rules"])


def must_be_possible(competition: Competition) -> None:
    """StepError where FIDE has no rules for such a competition."""
    if not may_be_marked(competition):
        words = _(
            "Only a competition in chess under a system of FIDE’s own can be held by FIDE’s rules."
        )
        raise StepError(words)


def may_be_marked(competition: Competition) -> bool:
    """Whether FIDE has rules for such a competition."""
    is_chess = competition.game == Competition.GameKind.CHESS
    return is_chess and competition.abilities.is_of_fide


def reason_for_pair(competition: Competition, reason: str) -> tuple[str, dict[str, bool]]:
    """The reason to forbid a pair or allow it again, and further facts for the trail.

    By FIDE's rules that is a correction once round 1 has been paired: StepError without a reason.
    """
    if not (competition.by_fide_rules and competition.has_begun()):
        return reason.strip(), {}
    return checked_reason(reason), {"is_correction": True}


def doings_of(competition: Competition) -> list[TrailEntry]:
    """What the arbiter did, oldest first; forbidden pairs only as corrections."""
    lines = TrailEntry.objects.filter(competition=competition, action__in=KINDS)
    lines = lines.select_related("competition", "evening").order_by("pk")
    return [
        line
        for line in lines
        if line.action not in TrailEntry.PAIR_STEPS or line.facts.get("is_correction")
    ]


def remarks_of(competition: Competition) -> Sequence[str]:
    """What the arbiter did as remarks of a report (TRF), a line each; none unless it is marked."""
    if not competition.by_fide_rules:
        return ()
    return [_remark(line) for line in doings_of(competition)]


def _remark(line: TrailEntry) -> str:
    facts = line.facts or {}
    number = facts.get("round") or facts.get("game") or 0
    in_words = ", ".join(_facts_in_words(line))
    reason = f" ({line.reason})" if line.reason else ""
    text = f"### {KINDS[line.action]} @ Round {number}: {line.action.replace('_', ' ')}: {in_words}"
    return " ".join(f"{text.removesuffix(': ')}{reason}".split())


def _facts_in_words(line: TrailEntry) -> Iterator[str]:
    """The facts of a line in words: the board and the players, the values before and after."""
    facts, before, after = line.facts or {}, line.before or {}, line.after or {}
    if "board" in facts:
        yield f"board {facts['board']}"
    people = [str(facts[name]) for name in ("white", "black", "one", "other") if name in facts]
    if people:
        yield " - ".join(people)
    if differing := facts.get("differing"):
        yield f"rounds not paired as the system does: {', '.join(map(str, differing))}"
    for names in (before.get("players"), after.get("players")):
        if isinstance(names, list):
            yield " - ".join(map(str, names))
    for name in ("player", "bye", "seats"):
        if isinstance(facts.get(name), str):
            yield f"{name} {facts[name]}"
    for name in sorted({*before, *after}):
        was, became = before.get(name), after.get(name)
        if was != became and all(isinstance(value, str | int | None) for value in (was, became)):
            yield f"{name} {'-' if was is None else was} became {'-' if became is None else became}"
