"""What players leave ahead of time (order language, section 7), and what happens without a mail.

plans     plans as values; written: what is kept -> canonical text
standing  what is kept of all players, beside the position
advance   plans and standing answers used when their moment comes
trial     plans tried on the present position
turns     the numbers of the turns that are to come
defaults, deputy  what is done in the name of a player who does not answer; `deputy` also plays
          the demo, `spirited`
"""
