"""Who sits where: names, seats that are offered, taken over, given to others, new keys."""
