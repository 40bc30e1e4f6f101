"""At any time and ahead of time (ORDERS.md, sections 6 and 7): gifts, conditions, standing answers,
and what a player arranges about time."""
