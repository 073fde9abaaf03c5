"""What is played, by which rules, and who is in it?

A competition's options, tempos, players and forbidden pairs. All of them may change during the
season, except where the record depends on them: then the step says what to do instead.
"""
