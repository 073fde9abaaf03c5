"""Which messages somebody wants, and where they go."""

from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Channel, Club, Player, Webhook, WebhookNews
from clubcomp.models.messages import WISHED


class WishesForm(forms.Form):
    """The kinds of each channel that there is."""

    email = forms.MultipleChoiceField(
        label=_("By e-mail"), required=False, widget=forms.CheckboxSelectMultiple
    )
    push = forms.MultipleChoiceField(
        label=_("As a notification"), required=False, widget=forms.CheckboxSelectMultiple
    )
    language = forms.ChoiceField(label=_("Language of the messages"), choices=settings.LANGUAGES)

    def __init__(self, data: Any, *, player: Player, channels: list[str]):
        wishes = list(player.wishes.all())
        wanted = {
            channel: [wish.kind for wish in wishes if wish.channel == channel]
            for channel in channels
        }
        language = wishes[0].language if wishes else get_language()
        super().__init__(data, initial={**wanted, "language": language})
        for channel in Channel.values:
            if channel not in channels:
                self.fields.pop(channel, None)
        for channel in channels:
            field = self.fields[channel]
            cast(forms.MultipleChoiceField, field).choices = [
                (kind.value, kind.label) for kind in WISHED if kind not in player.club.kinds_off
            ]

    @property
    def chosen_kinds(self) -> dict[str, list[str]]:
        """The kinds that were ticked, by channel."""
        return {name: self.cleaned_data[name] for name in Channel.values if name in self.fields}


class ClubMessagesForm(forms.ModelForm):
    """How the club sends, and what it does not."""

    kinds_off = forms.MultipleChoiceField(
        label=_("The club does not send"),
        required=False,
        choices=[(kind.value, kind.label) for kind in WISHED],
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Club
        fields = ["sender_name", "reply_to", "kinds_off"]
        help_texts = {
            "sender_name": _("Only if it is not the name of the club."),
            "reply_to": _("The address of somebody who reads the answers."),
        }


class WebhookForm(forms.Form):
    """Which program gets the club's news, and which news."""

    address = forms.CharField(
        label=_("Address of the program"),
        help_text=_("It begins with https://, and anybody on the internet reaches it."),
        max_length=500,
        widget=forms.URLInput,
    )
    news = forms.MultipleChoiceField(
        label=_("It is told that"), choices=WebhookNews.choices, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, *, webhook: Webhook | None):
        kept = {"address": webhook.address, "news": webhook.news} if webhook else {}
        super().__init__(data, initial=kept or {"news": WebhookNews.values})


class NewAddressForm(forms.Form):
    """Another address for messages."""

    email = forms.EmailField(label=_("New e-mail address"), max_length=254)


class CodeForm(forms.Form):
    """The code sent to the present address; `email` is the new address, if there is one."""

    email = forms.EmailField(widget=forms.HiddenInput, max_length=254, required=False)
    code = forms.CharField(label=_("Code"), max_length=20)
    code.widget.attrs |= {"autocomplete": "one-time-code", "autocapitalize": "characters"}
