"""The order language: a mail's new text -> commands, and commands -> canonical text.

    text     the small pieces: words, names, units, places, clauses
    verbs    one module an order, and the table of them; whatever begins a line has its room there
    reader   the new text -> lines of orders, told from prose however people put them
    ahead    what is kept ahead of time, and what happens without a mail
    parser   lines -> statements: what belongs together, and what it says
    submission, moment, answered, mending
             statements applied to a position, one after the other; what is refused, ready to mend

Each imports only from those above it. Nothing here knows of mails, files or clocks.
"""
