"""The engine of the cup: one who is beaten is out."""
