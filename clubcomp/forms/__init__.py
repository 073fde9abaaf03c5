"""What is filled in on the pages; one file per step."""
