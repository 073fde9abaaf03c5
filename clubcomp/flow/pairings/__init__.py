"""Step 2 of the evening: who plays whom?

A proposal is made, changed as long as the leader likes (`proposing`), and published
(`publishing`), which writes the record. Two players can be swapped before and after that
(`swapping`), and a published pairing can get another board (`adding`). A game that was played
before its evening is kept for its round (`ahead`). `proposal` is a proposal as data.
"""
