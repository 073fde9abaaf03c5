"""Swiss on rating as the KNSB had it from 1996 and FIDE from 1998: one procedure, two editions.

Follow the regulations by file: `edition` (what differs), `position` (A2, A4, A7), `field` (B1,
B2), `bracket` (A3, B5, B6), `limits` (A8, B4), `groups` (C4-C8 within the limits), `candidates`
(C2-C12, fewer pairs), `procedure` (C1, the bracket above, the last bracket), `pairing`,
`explain` (E, F1), `legality`; `reasons` and `brackets_told` say why. `system` is what the two
editions' modules are made of.

Letters and numbers are the articles' where both have the same; else those of the KNSB, whose C9 to
C15 are FIDE's C9 to C14 (the edition knows its own). Shared with the later edition, from
`pairing.core`: `halves`, `ways` (D1, D2), `opening`, `colour_rules`.
"""
