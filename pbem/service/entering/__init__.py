"""Orders -> an entry of the journal, and what an entry has brought about."""
