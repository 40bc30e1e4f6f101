"""What a player who is asked may order, as a report lists it."""
