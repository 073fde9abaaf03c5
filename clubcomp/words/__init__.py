"""How is a fact written, in the reader's language? Plain text; `templatetags` makes HTML of it."""
