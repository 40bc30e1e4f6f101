"""The commands of the mail itself (order language, section 8).

One that is answered is a `Wish` and says what to a `Desk`: it needs no other file.
"""
