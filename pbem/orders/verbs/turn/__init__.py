"""A nation's turn (ORDERS.md, sections 2 and 3): its actions, and the lines of a maneuver."""
