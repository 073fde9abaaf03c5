"""What whoever runs the site meets: serving, keys, logs, backups, sending, PostgreSQL."""
