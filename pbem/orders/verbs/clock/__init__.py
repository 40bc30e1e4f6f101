"""What a player arranges about time (ORDERS.md, section 8): absences, a zone, more time."""
