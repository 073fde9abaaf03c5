"""The files of other programs, and tables of games as people keep them.

`recognised` sees from its content which program wrote a file. A reader fills `Contents` with it,
and warns of whatever is not used. Nothing here trusts a file: sizes are counted before it is
unpacked, and what cannot be understood is refused in words.
"""
