"""What is to be done about a mail: a `Decision`. Nothing is changed here."""
