"""The rules and the order language as texts, and the pages of the help."""
