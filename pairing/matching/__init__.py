"""Matchings and orders on graphs: nothing about chess."""
