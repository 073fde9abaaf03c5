"""The engine of the Swiss system on resistance points."""
