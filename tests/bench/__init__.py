"""What does it cost? In-process CPU time, printed; nothing here is asserted."""
