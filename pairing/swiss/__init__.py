"""Swiss on rating: one engine for all editions. What each edition says is an `Edition` in
`pairing.systems`.

Read the regulations by file, in this order:

* `edition`, `options`: in what the editions differ, and what a club can choose.
* `position`: everybody's state before the round (A2, A4, A7, B1, B2). `roster`: who may meet whom,
  as bit sets (B1, B2, B5, B6). `bracket`: one bracket (A3, A6). `settled`: a bracket paired.
* `halves`, `ways`: S1 against S2, transpositions and exchanges (C4-C8, D1, D2).
* `procedure`: from the highest bracket to the last. Then C as each text has it. The later edition:
  `procedure_2012` (C1, C2, C12-C14), `candidates_2012` (C3-C10, D3), `criteria_2012` (A8, C3). The
  older ones: `procedure_1996` (C1, C13, C14), `candidates_1996` (C2-C12, C15), `criteria_1996`
  (B5, B6), `limits_1996` and `joint_limits_1996` (A8, B4), `groups_1996` (C4-C8 within B4),
  `cases_1996` (whom the bracket below can take). Both: `reopening`, `both_brackets`.
* `pairing`: all of C, around what the leader has fixed. E is in `position`, F1 in
  `pairing.brackets.system`. `legality`: what the norms say against a proposal.
* `explained_round`, `explained_group` (with `_1996`, `_2012`): why, where `pairing.brackets` asks.

`system` is what the modules in `pairing.systems` are made of. Where a docstring names an article
without an edition, it is the KNSB's later one, or, in the files of 1996, the KNSB's of 1996; an
edition's `articles` and `relaxes` have its own numbers.
"""
