"""The language of a reader: catalogues, the voice that puts messages into them, and the list of all
refusals with their sentences."""
