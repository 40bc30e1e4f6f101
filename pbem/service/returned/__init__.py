"""Mails of ours that come back: counted for the player who does not get them."""
