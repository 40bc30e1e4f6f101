"""At any time and ahead of time (order language, 6 and 7): gifts, conditions, alternatives,
standing answers."""
