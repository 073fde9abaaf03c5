"""Which reasons does a member read first? As many as fit in two sentences and 35 words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields

from pairing.core.reason import Kind, Plural, Reason, kinds_of
from pairing.core.types import PlayerId, Snapshot

_SENTENCES, _WORDS = 2, 35


class FewWords:
    """Counts words as a page writes them: with the names of the snapshot's players."""

    def __init__(self, snapshot: Snapshot):
        namesakes = Counter(player.name for player in snapshot.players)
        #: A namesake has a rating after the name, which counts as a word.
        self._of_name = {
            player.id: len(player.name.split()) + (namesakes[player.name] > 1)
            for player in snapshot.players
        }

    def first(
        self,
        readers: Sequence[PlayerId],
        why: Sequence[Reason],
        came: Sequence[Reason] = (),
        otherwise: Reason | None = None,
    ) -> tuple[Reason, ...]:
        """As much of `why` as fits, from its beginning; a reason that `goes_on` only after the one
        before it. In front stands the first of `came` that leaves room for any of it. If nothing
        fits: the last of `came`, else `otherwise`, else the first of `why`."""
        for start in [[reason] for reason in came] or [[]]:
            chosen = list(start)
            for before, reason in zip((None, *why), why, strict=False):
                is_in_place = not reason.goes_on or before in chosen
                if is_in_place and self.fit(readers, *chosen, reason):
                    chosen.append(reason)
            if len(chosen) > len(start):
                return tuple(chosen)
        return tuple(came[-1:] or (why[:1] if otherwise is None else [otherwise]))

    def fit(self, readers: Iterable[PlayerId], *reasons: Reason) -> bool:
        """Whether these reasons fit, for each of the readers and for anybody else."""
        return len(reasons) <= _SENTENCES and all(
            sum(self._words(reason, reader) for reason in reasons) <= _WORDS
            for reader in ("", *readers)
        )

    def _words(self, reason: Reason, reader: PlayerId = "") -> int:
        """How many words a reason has; points count as two."""
        text = reason.wording()
        written = reason.said_to(reader, text.plural if isinstance(text, Plural) else text)
        kinds, more = kinds_of(reason), 0
        for field in fields(reason):
            if f"%({field.name})" not in written:
                continue
            value, kind = getattr(reason, field.name), kinds.get(field.name)
            if isinstance(value, Reason):
                more += self._words(value, reader) - 1
            elif kind is Kind.PLAYERS:
                more += sum(map(self._of_name.__getitem__, value)) + (len(value) > 1) - 1
            elif kind is Kind.PLAYER:
                # A text can have a name twice.
                more += written.count(f"%({field.name})") * (self._of_name[value] - 1)
            elif kind in (Kind.POINTS, Kind.SHARE, Kind.DAY):
                more += 1
        return len(written.split()) + more
