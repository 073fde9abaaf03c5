"""Why was it paired so? The codes and facts of all reasons of the older editions of "on rating".

Facts are JSON-ready: players are ids, scores and differences "p/q" in points, a colour "white" or
"black". `colours` of a player are his games as "w" and "b", a round without a game as "-". Reasons
of a pair stand in this order; those with an asterisk only when they apply. Articles are the KNSB's;
FIDE's C9-C14 are C9-C15 there (see `edition`).

A PAIR
  A2            places          white, black, white_place, black_place (among all players, from 1),
                                white_score, black_score
  F6          * fixed           text: why the leader made this pair
  C6            bracket         number (from 1), score (of its own players), size, moved_down,
                                pairs, kind: "homogeneous", "moved_down" (the pairs of those
                                moved down), "remainder"; s1, s2: places in S1 and S2 (from 1)
  D1          * transposed      player (of S1), opponent, first (who stood opposite him in S2),
                                why: "met", "forbidden", "same_absolute", "colour_or_float",
                                "rest" (with him the others could not all be paired as well, or he
                                was needed elsewhere)
  D2          * exchanged       down (ids, from S1 to S2), up (ids, from S2 to S1), difference
  A8          * reversed        player, colour: his mild preference is reversed to make x smaller;
                                reversals: how many there can be (KNSB only)
  A8          * least_clashes   least, pairs: x, numbers alone make so many pairs of one preference
                                necessary; this is one
  C12         * raised          from, to, number, pairs, matters (this pair is a clash)
  C9-C11      * dropped         criterion ("B6_down", "B5_down", "B6_up", "B5_up"), number, matters
                                (this very pair or leaver repeats that float)
  C13, C14    * opened          number: this bracket was paired otherwise to help the next one
  C13, C14    * helped          number: the bracket above was paired otherwise for this one
  C13         * in_vain         number: no other pairing of the bracket above helps this one
  C14         * merged          number, players: the bracket added to the last one
  C14         * one_group       number, players: the last bracket, all in it as one group
  C15         * fewer_movers    number, movers (in S1), moved_down
  C15         * fewer_pairs     number, pairs, most
  D1          * not_nearer      player (of S1), opponent, candidates, more (how many
                                others); see `pairing.core.nearer_told`
  A4          * floated         down, up, down_score, up_score
  C6          * moved_down      player, path: [{score, why}]: the brackets he left unpaired; why:
                                "no_opponent" (C1), "left_over" (C6), "whole_bracket" (C15)
  E1            both            FACTS OF COLOURS
  E1            only_one        the same: only one of the two has a preference
  E2            stronger        the same
  E3            alternate       the same, ago (games ago, from 1), white_then, black_then
  E4            higher          the same, player (the higher ranked)
  E             lot             the same, player, number (odd: the colour of the lot), lot, round,
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
  F4          * lowest          round 1: the lowest ranked
  C6          * stays_over      number (bracket), size; passed_over: [{player, why}] who stand lower
                                and are paired; why: "had_points" (B1), "rest" (the others could
                                not be paired as well then)
  raised, dropped, helped, merged, one_group, moved_down  as above

CannotPair
  A7            no_round_left   rounds
  C14           no_pairing      players (ids to be paired), stuck (ids that may meet nobody),
                                forbidden ([[id, id]]), may_have_bye (ids; only of an odd number)
  C14           too_hard        boards ([[id, id]] to choose from), players (ids where the search
                                was given up)

PROBLEMS of `legality`, all warnings
  B1            met_before      white, black
  B2            same_absolute   white, black, colour: neither may have another
  B2            no_colours      white, black: no colours keep B2 for both
  B1            second_bye      player
  E1-E4         colours         white, black (as proposed), rule, facts: the reason for the others
"""
