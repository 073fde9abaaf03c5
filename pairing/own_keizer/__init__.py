"""A club's own Keizer regulation: the engine of the system `keizer`."""
