"""Who meets whom, and who sits where: drawn by chance from a seed, and then made as fair as can be.

groups     who sits at a table together: repeated meetings are avoided
divisions  likewise, on a ladder of tables: the best go up, the last go down
places     who has which place at a table: seats and nations are shared out
round      all of it for one round of a stage, and how good it is
annealing  the search that groups and places use
"""
