"""What an operator of the site meets: serving, keys, logs, backups, sending, PostgreSQL."""
