"""Who plays whom, with which colour, and where the points come from.

A *system* answers that for a whole competition (`core.types.Snapshot`): it pairs a round,
gives standings, and says why, as data. The contract is `core.system.PairingSystem`; the
systems are the modules of `systems`, found by `registry`. All of that is pure: no Django, no
database, no clock, no randomness. Text in the reader's language is made by `sentences`.

What a round can hold for a player, and what AttaCalc (a Keizer system) makes of it; the ways of
being without a game are `core.unplayed.Unplayed`:

=====================  ======  =======  ==========================  ================  ==========
in the round           met?    colour?  worth                       uses a credit?    present?
=====================  ======  =======  ==========================  ================  ==========
game, finished         yes     yes      part of opponent's value    no                yes
game by forfeit        yes     yes      as won or lost              no                yes
game, unfinished       yes     yes      nothing yet                 no                yes
bye                    no      no       2/3 of own value            no                yes
external               no      no       2/3 of own value            no                no
absent with notice     no      no       1/3 of own, within limit    yes               no
no notice              no      no       nothing                     no                no
exempt                 no      no       nothing                     no                no
before joining         no      no       as absent (an option)       yes               no
after leaving          no      no       nothing                     no                no
=====================  ======  =======  ==========================  ================  ==========

And the KNSB's Swiss system on rating, where a bye is worth 1 point or ½ and a float is noted
for anyone who earns points without playing:

=====================  ======  =======  ==========================  ==========  ================
in the round           met?    colour?  worth                       downfloat?  bye afterwards?
=====================  ======  =======  ==========================  ==========  ================
game, finished         yes     yes      1, ½ or 0                   by scores   yes
game, unfinished       yes     yes      ½ for pairing, 0 in table   by scores   yes
game won by forfeit    no      no       1                           yes         no
game lost by forfeit   no      no       0                           no          yes
bye                    no      no       1 or ½                      yes         no
full-point bye         no      no       1                           yes         no
half-point bye         no      no       ½                           yes         no
absent, not yet there  no      no       0                           no          yes
=====================  ======  =======  ==========================  ==========  ================

And the KNSB's Swiss system on resistance points (WP), where a round not played counts for WP
and Sonneborn-Berger as a draw against oneself:

=====================  ======  =======  =====  ==============  ================
in the round           met?    colour?  worth  WP from         bye afterwards?
=====================  ======  =======  =====  ==============  ================
game, finished         yes     yes      1 ½ 0  the opponent    yes
game, unfinished       yes     yes      ½      the opponent    yes
game won by forfeit    no      no       1      oneself         no
game lost by forfeit   no      no       0      oneself         yes
bye                    no      no       1      oneself         no
absent, not yet there  no      no       0      oneself         yes
=====================  ======  =======  =====  ==============  ================

In the older editions of the Swiss on rating (1996, 1998) a bye is worth 1 point and a downfloat, a
bye on request is no float, and a game decided by forfeit gives both the float that the scores
before it say. In that of 1996 half a point without playing does not bar the bye.

A guest earns no absence credit. Why somebody did not play is on record; nothing is inferred
from points.

How to add a system is in docs/contributing/system.md; there is no list to edit.
"""
