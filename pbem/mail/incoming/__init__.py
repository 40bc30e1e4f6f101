"""Fetching mail from a server: IMAP, waiting for news; each mail is on the disk first."""
