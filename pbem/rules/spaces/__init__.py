"""What a rondel space does: factory, production, import, taxation, investor (sections 4, 6, 7)."""
