"""The engine of AttaCalc's Keizer system."""
