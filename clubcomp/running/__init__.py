"""What the operator of a site deals with: serving, keys, logs, backups, sending, PostgreSQL."""
