"""Who wrote a mail, by what in it proves that; a From line alone never does."""
