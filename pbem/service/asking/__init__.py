"""Mails that wait for a YES of their player, and what an answer to the question says."""
