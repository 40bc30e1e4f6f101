"""Play-by-email turn processor for Imperial and Imperial 2030 (unofficial)."""
