"""Rounds of work: the inbox is handled, the outbox goes out; once, or until it is stopped."""
