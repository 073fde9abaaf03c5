"""What a host of many clubs does with one of them: suspending it, and ending it."""
