"""What only the moderator of a game may order (order language, section 8): a module each."""
