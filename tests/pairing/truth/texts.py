"""Are the texts that a member reads short and plain, and is there one reason for one refusal?"""

import re

from pairing.core.reason import Refusal
from pairing.sentences.reasons import sentence
from pairing.sentences.words import Words
from tests.pairing.truth.walk import answers_of

#: What a page may not say to a member.
JARGON = re.compile(r"\b(S1|S2|score \d|bracket|requirement|float|transposition|attempt)", re.I)
#: Words of `Answer.first`, and of the answer with its colours: the most.
MOST_FIRST, MOST_TOLD = 35, 60


def texts_of(snapshot, explanation):
    """(where, words, what is wrong) of each answer; the words are those of a reader who is none
    of the players."""
    names = {player.id: player.name for player in snapshot.players}
    words = Words(names.__getitem__, snapshot.game)
    for white, black, answer in answers_of(explanation):
        yield f"{white}-{black}", *_text(answer, words, (white, black))
    if answer := explanation.bye_answer():
        yield "bye", *_text(answer, words, (explanation.proposal.bye,))


def _text(answer, words, players):
    counts, wrong = [], []
    clauses = [sentence(one.why, words) for one in answer.refused]
    for reader in ("", *players):
        first = " ".join(sentence(reason, words, reader) for reason in answer.first)
        colour = sentence(answer.colour, words, reader) if answer.colour else ""
        told = f"{first} {colour}"
        counts.append(len(told.split()))
        wrong += [f"jargon in {text!r}" for text in (told, *clauses) if JARGON.search(text)]
        if not first or len(first.split()) > MOST_FIRST or counts[-1] > MOST_TOLD:
            wrong.append(f"{len(first.split())}, {counts[-1]} words: {told!r}")
    return counts[0], [*wrong, *_two_reasons(answer)]


def _two_reasons(answer):
    given = {one.other: one.why for one in answer.refused}
    for reason in answer.first:
        other, why = getattr(reason, "other", None), getattr(reason, "why", None)
        if why is not None and given.get(other, why) != why:
            yield f"two reasons about {other}: {why}, {given[other]}"
    if any(not isinstance(one.why, Refusal) for one in answer.refused):
        yield "a refusal that is no Refusal"
