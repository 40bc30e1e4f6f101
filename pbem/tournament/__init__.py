"""Tournaments: many games of the same people, drawn, scored and ranked by one moderator.

sizes      how many tables of which size a number of entrants makes
draw       who meets whom, and who sits where
formats    stages, sizes, cuts and points as data (TOML), with the shipped ones
results    what has become of a table
scoring    results -> points of each who played
standings  points over many tables -> ranks, and the figure that decided each
journal    acts, one file each: the commit point
state      where a tournament stands: made of its acts
folder     a tournament's folder
tables     its tables as games of the site
running    what a moderator does: draw, start, count, advance
"""
