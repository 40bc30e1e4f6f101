"""A nation's turn (order language, sections 2 and 3): its actions, and the lines of a maneuver."""
