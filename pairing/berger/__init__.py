"""The round robin by FIDE's Berger tables; `pairing/systems/berger.py` says which file is what."""
