"""What is made of the rows and kept: snapshots, versions, pages; and which database is read."""
