"""What has happened and what is asked, as messages."""
