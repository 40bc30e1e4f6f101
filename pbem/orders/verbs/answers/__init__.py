"""Investing, and answers to questions (ORDERS.md, sections 4 and 5)."""
