"""Who is this, and which address is it? Names, sign-in, sessions, links, readers, limits."""
