"""Systems that pair bracket by bracket, upper half against lower half: what they share.

`system`: boards, colours and the bye. `paired`: how one is paired. `explained`, `answers`: why, for
a member and for an arbiter, out of `asked_round` and `asked_group`, which try what was not paired;
each engine says there what is its own, and which article is about what. `legality`: what the
criteria say against a proposal.
"""
