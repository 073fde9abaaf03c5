"""What can go wrong in a step that its user can do something about?"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clubcomp.models import Evening, Game


class StepError(Exception):
    """A step that cannot be made now. `message` says why and what to do, in words."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class LookAgain(StepError):
    """What the person looked at is no longer so; it was brought up to date, and that is kept."""


class ResultConflict(StepError):
    """Another device was first: `game` is as that one left it, `wanted` what was asked here."""

    def __init__(self, message: str, *, game: "Game", wanted: str):
        super().__init__(message)
        self.game = game
        self.wanted = wanted


class NeedsConfirmation(StepError):
    """The step would give up results; `boards` are the games that have one."""

    def __init__(self, message: str, *, boards: list["Game"]):
        super().__init__(message)
        self.boards = boards


class PlayedAlready(StepError):
    """An evening of before the last one that was played; it can come after that one."""


class GamesLeft(StepError):
    """The evening would be closed with other games of it not paired than the page said."""


class StillOpen(StepError):
    """Another evening of the competition is being played: `evening`."""

    def __init__(self, message: str, *, evening: "Evening"):
        super().__init__(message)
        self.evening = evening
