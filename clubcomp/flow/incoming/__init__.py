"""What comes in: files of other programs, pasted lists and games, rating lists."""
