"""Games that one may join or watch: what they are, joining, watching, withdrawing (section 8)."""
