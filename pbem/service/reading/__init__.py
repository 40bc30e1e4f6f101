"""A mail's bytes -> what it says, and what tells it from all other mails."""
