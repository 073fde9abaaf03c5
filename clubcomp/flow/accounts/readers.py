"""Who may read a club's pages, and how much of a name: what club, competition and player choose."""

from typing import Any

from clubcomp.flow.people.members import change_member
from clubcomp.flow.step import all_or_nothing, club_held, raise_version, step_on, write_trail
from clubcomp.models import Audience, Club, Competition, Doer, NameShown, Player, User


@all_or_nothing
def show_club_to(
    club: Club,
    *,
    audience: str,
    names_shown: str,
    shows_youth_names: bool = False,
    is_findable: bool = False,
    by: User | None,
) -> Club:
    """Change who may read the club's pages, and how much of a name strangers read."""
    values: dict[str, Any] = {
        "audience": Audience(audience).value,
        "names_shown": NameShown(names_shown).value,
        "shows_youth_names": shows_youth_names,
        "is_findable": is_findable,
    }
    with club_held(club) as now:
        before = _changed(now, values)
        if before:
            now.save(update_fields=list(values))
            after = {name: values[name] for name in before}
            write_trail(now, "show_club_to", by=by, before=before, after=after)
    return now


@all_or_nothing
def show_competition_to(
    competition: Competition, *, audience: str, names_shown: str, by: User | None
) -> Competition:
    """Change the same for one competition; "" follows the club."""
    values = {
        "audience": audience and Audience(audience).value,
        "names_shown": names_shown and NameShown(names_shown).value,
    }
    with step_on(
        competition, "show_competition_to", holds_club=True, at_any_stage=True, by=by
    ) as step:
        before = _changed(step.competition, values)
        if before:
            step.competition.save(update_fields=list(values))
            step.note(before=before, after={name: values[name] for name in before})
            # Pages that list competitions are cached by the club's version alone.
            raise_version(step.competition.club_id)
    return step.competition


@all_or_nothing
def renew_club_link(club: Club, *, seen: int | None = None, by: User | None) -> Club:
    """Give the club a new link; the old one no longer works.

    `seen` is the generation of the link that the page showed: a second press renews nothing.
    """
    with club_held(club) as now:
        if seen is None or seen == now.link_generation:
            now.link_generation += 1
            now.save(update_fields=["link_generation"])
            write_trail(now, "renew_club_link", by=by)
    return now


@all_or_nothing
def set_shown_name(player: Player, shown_as: str, *, by: Doer) -> Player:
    """Choose how much of a player's name strangers read; "" follows the club."""
    return change_member(player, shown_as=shown_as and NameShown(shown_as).value, by=by)


def _changed(row: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Set these values on a row; returns the previous values of those that changed."""
    before = {name: getattr(row, name) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return {name: value for name, value in before.items() if value != values[name]}
