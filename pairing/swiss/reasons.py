"""Why was it paired so? The codes and facts of all reasons of the Swiss systems on rating.

Facts are JSON-ready: players are ids, scores and differences "p/q" in points, a colour "white" or
"black". `colours` of a player are their games as "w" and "b", a round without a game as "-".
Reasons of a pair stand in this order; those with an asterisk only when they apply. Articles are
those of the KNSB's later edition; where the older ones have another number it is an edition's
`articles` or `relaxes`. OLDER and LATER stand where only these editions give the reason.

A PAIR
  A2            places          white, black, white_place, black_place (among all players, from 1),
                                white_score, black_score
  F6          * fixed           text: why the leader made this pair
  C2            bracket         number (from 1), score (of its own players), size, moved_down (M0),
                                pairs (P1), kind: "homogeneous", "moved_down" (the pairs of those
                                moved down), "remainder"; s1, s2: places in S1 and S2 (from 1)
  D1          * transposed      player (of S1), opponent, first (who stood opposite in S2),
                                why: "met", "forbidden", "same_absolute", "colour_or_float",
                                "rest" (the others could then not all be paired as well, or that one
                                was needed elsewhere)
  D2          * exchanged       down (ids, from S1 to S2), up (ids, from S2 to S1), difference
  D3          * movers_chosen   movers (ids in S1), moved_down (how many there were); LATER
  A8          * reversed        player, colour: this mild preference is reversed to make x smaller;
                                reversals: how many there can be; OLDER, KNSB only
  A8          * least_clashes   least, pairs: x, numbers alone make so many pairs of one preference
                                necessary; this is one; OLDER
  A8          * least_colours   requirement ("X" or "Z"), least, pairs, white, black: numbers alone
                                make so many pairs of one preference necessary, there are no
                                more, and this is one; LATER
  C10a-C10g   * lowered         requirement, from, to, number (of the bracket), pairs, matters (this
                                very pair or unpaired player goes against it), opened: with fewer
                                there is no pairing of the bracket with so many pairs (or, opened,
                                none that helps the next one); LATER
  C12         * raised          from, to, number, pairs, matters (this pair is a clash); OLDER
  C9-C11      * dropped         criterion ("B6_down", "B5_down", "B6_up", "B5_up"), number, matters
                                (this very pair or unpaired player repeats that float); OLDER
  C12, C13    * opened          number: this bracket was paired otherwise to help the next one
  C12, C13    * helped          number: the bracket above was paired otherwise for this one
  C12         * in_vain         number: no other pairing of the bracket above helps; OLDER
  C13         * merged          number, players: the bracket added to the last one
  C13         * one_group       number, players: the last bracket, all in it as one group; OLDER
  C14b        * fewer_movers    number, movers (M1, in S1), moved_down (M0)
  C14a        * fewer_pairs     number, pairs (P1), most (P0)
  D1          * not_nearer      player (of S1), opponent, candidates, more (how many
                                others); see `pairing.swiss.bracket_reasons`
  A4          * floated         down, up, down_score, up_score
  C6          * moved_down      player, path: [{score, why}]: the brackets they left unpaired; why:
                                "no_opponent" (C1), "left_over" (C6), "whole_bracket" (C14a)
  E1            both            FACTS OF COLOURS
  E1            only_one        the same: only one of the two has a preference
  E2            stronger        the same
  E3            alternate       the same, ago (games ago, from 1), white_then, black_then
  E4            higher          the same, player (the higher ranked)
  E5            lot             the same, player, number (odd: the colour of the lot), lot,
                                by: "place" (in S1) or "number" (the pairing number)
  E             denied        * player, wanted, strength, opponent_strength
  A5          * bye_lapsed      player: named for the bye, but the number is even
  F1            board           board (from 1), score (of the higher), sum (of both scores)

FACTS OF COLOURS
                                white, black, white_wish, black_wish (colour or null),
                                white_strength, black_strength (0 none .. 3 absolute),
                                white_colours, black_colours

THE BYE
  A2            place           player, place, players, score
  A5          * named           named by the leader
  F4          * lowest          round 1: the lowest ranked; then no stays_over
  C6          * stays_over      number (bracket), size; passed_over: [{player, why}] who stand lower
                                and are paired; why: "had_points" (B1b), "rest" (the others could
                                not be paired as well then)
  What was relaxed and done for the last bracket, and moved_down, as above

CannotPair
  A10           no_round_left   rounds
  C13           too_few         players; LATER
  C13           no_pairing      players (ids to be paired), stuck (ids that may meet nobody),
                                forbidden ([[id, id]]), may_have_bye (ids; only of an odd number)
  C13           too_hard        boards ([[id, id]] to choose from), players (ids where the search
                                was given up)

PROBLEMS of `legality`, all warnings
  B1a           met_before      white, black
  B2            same_absolute   white, black, colour: neither may have another
  B2            no_colours      white, black: no colours keep B2 for both; OLDER
  B2, B3        absolute_denied, score_difference: of a pair that the leader made
  B4, B5, B6    colour_denied, same_float: the same; facts in `pairing.swiss.legality`
  B1b           second_bye      player
  E1-E4         colours         white, black (as proposed), rule, facts: the reason for the others
"""
