"""What is to be done about a mail: a `Ruling`. Nothing is changed here."""
