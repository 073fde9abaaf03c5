"""What is played, by which rules, and who is in it?

A competition's options, tempos, players and forbidden pairs. All of it may change during the
season, except what the record rests on: then the step says so, and what to do instead.
"""

from clubcomp.flow.competitions.competition import (
    advised_first_value,
    change_competition,
    change_options,
    check_slug,
    remove_competition,
    start_competition,
    unused_name,
)
from clubcomp.flow.competitions.entries import (
    add_entries,
    add_entry,
    allow_pair,
    change_entry,
    forbid_pair,
    next_evening_number,
    remove_entry,
    tell_pair,
)
from clubcomp.flow.competitions.numbers import (
    NewNumber,
    draw_lots,
    new_numbers,
    number_players,
    numbers_mark,
    stands_by_regulation,
)
from clubcomp.flow.competitions.preview import (
    Affected,
    ChangePreview,
    preview_options,
    preview_tempo,
)
from clubcomp.flow.competitions.start_order import (
    check_snapshot,
    has_begun,
    place_for,
    unused_key,
)
from clubcomp.flow.competitions.tempos import add_tempo, change_tempo, remove_tempo

__all__ = [
    "Affected",
    "ChangePreview",
    "NewNumber",
    "add_entries",
    "add_entry",
    "add_tempo",
    "advised_first_value",
    "allow_pair",
    "change_competition",
    "change_entry",
    "change_options",
    "change_tempo",
    "check_slug",
    "check_snapshot",
    "draw_lots",
    "forbid_pair",
    "has_begun",
    "new_numbers",
    "next_evening_number",
    "number_players",
    "numbers_mark",
    "place_for",
    "preview_options",
    "preview_tempo",
    "remove_competition",
    "remove_entry",
    "remove_tempo",
    "stands_by_regulation",
    "start_competition",
    "tell_pair",
    "unused_key",
    "unused_name",
]
