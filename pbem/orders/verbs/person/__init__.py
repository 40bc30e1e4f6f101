"""What people settle about themselves: language, mails, reports, pictures (section 8)."""
