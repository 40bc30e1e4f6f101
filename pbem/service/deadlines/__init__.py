"""Deadline policy: when answers are due, who is away, and what happens when nothing comes."""
