"""Commands about who sits where (section 8)."""
