"""Who sits where: new and open games, names, addresses, seats that change hands, new keys."""
