"""What is to be done about a mail: a `Verdict`. Nothing is changed here."""
