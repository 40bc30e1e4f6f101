"""Sending mail: written once, kept in the outbox until it is gone, and the ways it goes."""
