"""An entry, or a decision -> letters: who is told what."""
