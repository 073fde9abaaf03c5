"""What goes out: documents, files, reports to federations."""
