"""What players agree on (section 8): `UNDO`, `DRAW`, `EXTEND`, and what the others say to it."""
