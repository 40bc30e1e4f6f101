"""Letters -> mails in the outbox, each once."""
