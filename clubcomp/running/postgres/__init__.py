"""PostgreSQL without installing one: the database engine `clubcomp.running.postgres`.

`base.py` is the engine, `server.py` starts the server and knows whether it lives, `programs.py`
finds PostgreSQL's programs and the user they run as, `data_folder.py` the folder of the data,
`caretaker.py` is the process that stops it, `locks.py` how programs know of each other, `ways.py`
how the server is reached, `succession.py` how other data replace its own.
"""
