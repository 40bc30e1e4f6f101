"""The small pieces that all orders are made of.

words    the first word, clauses, lists, numbers, units; misspelt words
names    nations, regions, canals and players, as players write them
clauses  the words of a move that other orders share: VIA, HOSTILE, FIGHT, PEACE and their like
ways     where one place ends and the next begins
patterns what follows an order's word, in pieces
phrases  the pieces of sentences in which people answer
lines    lines of orders, as values
"""
