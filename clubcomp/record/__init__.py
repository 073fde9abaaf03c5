"""What is kept of rows: snapshots, versions, made pages, and which database is read."""
