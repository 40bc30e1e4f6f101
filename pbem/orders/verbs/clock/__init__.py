"""What a player arranges about time (order language, section 8): absences, a zone, more time."""
