"""Rating lists of federations: which are known, and how they are read.

`kinds` is the table of known lists, `reading` reads any of them; `tables`, `columns` and `fide_xml`
know the three shapes of a text, and `kbsb` a database, in a process of its own.
"""
