"""One mail, one straight way, and the site on which it happens; `way` is the list of steps.

A mail's way, a room for each step:

    reading     the bytes of a mail -> what it says, and what it is known by
    who         -> who wrote it, and how sure that is
    asking      mails that wait for a YES, and what an answer to the question says
    deciding    -> what is to be done about it: a `Decision`
    entering    -> an entry of the journal: that is the commit
    telling     -> letters: who is told what of it
    posting     -> the outbox, each letter once

Beside it:

    deadlines   when answers are due, who is away, what happens when nothing comes
    seats       who sits where, seats that are offered and taken over
    returned    our own mails that come back
    site        the site's folder: settings, games, mail folders, servers
    rounds      rounds of work: `pbem poll`, the daemon
    care        what an administrator or moderator looks at and does
"""
