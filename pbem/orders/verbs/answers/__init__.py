"""Investing, and answers to questions (order language, sections 4 and 5)."""
