"""Lines -> statements (order language, sections 2 to 8).

kinds        of what kind a line is; headings
blocks       a block while it is gathered
parse        lines are sorted into blocks and orders that stand alone
read_blocks  a block is read as a turn, a plan or alternatives, or refused
statements   what came of it, as values
"""
