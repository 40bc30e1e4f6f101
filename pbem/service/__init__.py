"""One mail, one straight way, and the site on which it happens; `way` is the list of steps.

Rooms import only from those above them (tests/service/test_rooms.py):

    deadlines   deadline policy: when answers are due, who is away, what may be arranged
    site        the site's folder: settings, secret, games, mail folders, servers, whose mails fail
    seats       who sits where: new and open games, names, addresses, seats that change hands, keys
    press       what players write to each other: whether it may be sent, and its text

    reading     the bytes of a mail -> what it says, and what it is known by
    who         -> who wrote it, and how sure that is
    asking      mails that wait for a YES, and what an answer to the question says
    deciding    -> what is to be done about it: a `Ruling`; nothing is changed
    entering    -> an entry of the journal, which is the commit, and what is noted beside it
    telling     -> letters: who is told what
    posting     -> the outbox, each letter once

    way         the steps from reading to posting, and the other ways in
    rounds      rounds of work: `pbem poll`, the daemon, what time does to games
    care        what an administrator or moderator looks at and does
"""
