"""Tournaments: many games of the same people, drawn, scored and ranked.

sizes      how many tables of which size a number of entrants makes
draw       who meets whom, and who sits where
formats    stages, sizes, cuts and points as data (TOML), with the shipped ones
results    what has become of a table
scoring    results -> points of each who played
standings  points over many tables -> ranks, and the figure that decided each
"""
