"""At any time and ahead of time (ORDERS.md, sections 6 and 7): gifts, conditions, alternatives,
standing answers."""
