"""Which lines of the trail?"""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import CompetitionField, offer_rows
from clubcomp.models import Club, Competition, Evening, Player, TrailEntry
from clubcomp.words.evenings import day


class EveningField(forms.ModelChoiceField):
    """An evening that the trail has lines of, by number within its competition."""

    def label_from_instance(self, evening: Evening) -> str:
        """Its date, or its number where it has none."""
        if evening.date:
            return day(evening.date, "short year")
        return _("evening %(number)s") % {"number": evening.number}


#: What the steps are about: the word, and the names of the steps.
KINDS = {
    "results": (
        _("results and corrections"),
        """record_result clear_result date_game put_off correct_result claim_result
        take_claim_back let_count""",
    ),
    "pairings": (
        _("pairings"),
        """propose_round swap_players fix_board release_board name_bye discard_proposal
        publish_round publish_next withdraw_round swap_published add_board take_board_back
        play_ahead take_ahead_back forbid_pair allow_pair tell_pair""",
    ),
    "attendance": (
        _("attendance and absences"),
        """mark_present plan_attendance add_guest correct_notice say_for_several mark_everybody
        take_everybody_back set_away end_away say_for_oneself take_own_word_back set_habits
        ask_reserves release_reserves help_out""",
    ),
    "evenings": (
        _("evenings and the calendar"),
        """plan_evening change_evening remove_evening open_evening undo_opening
        close_evening reopen_evening""",
    ),
    "competitions": (
        _("competitions and who plays in them"),
        """start_competition import_document change_event change_competition show_competition_to
        change_season move_competition
        change_options remove_competition add_tempo change_tempo remove_tempo
        add_category change_category remove_category add_prizes change_prize remove_prize
        change_prize_rule add_entry change_entry
        remove_entry number_players draw_lots set_groups""",
    ),
    "members": (
        _("members and ratings"),
        """add_member change_member remove_member forget_person add_members make_guest make_member
        take_ratings take_entry_ratings""",
    ),
    "club": (
        _("the club and its people"),
        "found_club import_club change_club show_club_to send_links change_messages",
    ),
    "security": (
        _("security: roles, links and signing in"),
        """give_role take_invitation take_role send_invitation ask_second_factor
        name_deputy remove_deputy renew_club_link renew_link wrong_links """
        + " ".join(TrailEntry.SECURITY),
    ),
}
LONGEST_SEARCH = 100


class FilterForm(forms.Form):
    """Narrows the log to a competition, an evening of it, a player, a kind of step, or words.

    An empty field narrows nothing.
    """

    competition = CompetitionField(
        label=_("Competition"),
        queryset=Competition.objects.none(),
        to_field_name="slug",
        empty_label=_("everything"),
        required=False,
    )
    evening = EveningField(
        label=_("Evening"),
        queryset=Evening.objects.none(),
        to_field_name="serial",
        empty_label=_("all evenings"),
        required=False,
    )

    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.none(),
        empty_label=_("everybody"),
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("About"),
        choices=[("", _("everything")), *((key, word) for key, (word, _names) in KINDS.items())],
        required=False,
    )
    search = forms.CharField(
        label=_("Search"), max_length=LONGEST_SEARCH, required=False, widget=forms.TextInput
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        offer_rows(self, "player", club.players.order_by("sort_key", "pk"))
        competitions = club.competitions.select_related("season")
        offer_rows(self, "competition", competitions)
        slug = self.data.get("competition")
        chosen = next((known for known in competitions if known.slug == slug), None)
        if chosen:
            evenings = chosen.evenings.filter(trail__isnull=False).distinct().order_by("-number")
            offer_rows(self, "evening", evenings)
        else:
            del self.fields["evening"]

    @property
    def narrowing(self) -> dict[str, Any]:
        """What is chosen, by name."""
        return {name: chosen for name, chosen in self.cleaned_data.items() if chosen}

    @property
    def actions(self) -> list[str]:
        """The steps of the kind that is chosen; empty: all of them."""
        kind = self.cleaned_data.get("kind")
        return KINDS[kind][1].split() if kind else []

    @property
    def chosen(self) -> str:
        """What is chosen, for the address of another page."""
        return urlencode({name: self.data[name] for name in self.narrowing})
