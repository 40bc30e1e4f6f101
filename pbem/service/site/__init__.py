"""A site's folder: settings, secret, games, mail folders and mail servers."""
