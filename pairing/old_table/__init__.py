"""A club's own Keizer regulation, found out from the table that another program shows.

`pasted` reads the table, `earned` says of what points are made, `fitted` which amounts would make
them, `ladders` what values could be; `search` tries, `found` tells what is left, `undecided` what
else would do, `without` leaves somebody out; `apart` does it in a process of its own.
"""
