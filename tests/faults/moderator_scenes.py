"""What a moderator's mails do that must survive every fault."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from support.mails import Desk, reply
from support.moderators import chaired

Prepare = Callable[[Path], Desk]

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
SEVERAL = "PAUSE\nBROADCAST\nHello all\nEND BROADCAST\nSET MISSED standing\nRESUME\nBLOCK x@y.test"
BACK_AND_FORTH = "UNDO\nREDO\nUNDO"
FOR_PLAYERS = f"AS Ann: {ANNS}\nPROCESS FOR TURN 2\nUNDO"
EDIT = "POSITION\nnations.italy.treasury = 20\nEND POSITION"


def commands(text: str, played: bool = False) -> Prepare:
    """A mail of commands has come in answer to the welcome."""

    def prepare(folder: Path) -> Desk:
        chair = chaired(folder)
        desk = chair.desk
        if played:
            desk.send(reply(desk.reports("Ann")[0], ANNS, "<played@x.test>"))
        desk.drop(reply(chair.welcome, text, "<commands@x.test>"))
        desk.now += timedelta(minutes=1)
        return desk

    return prepare


def edit_confirmed(folder: Path) -> Desk:
    """An edit was shown, and the YES to it has come."""
    chair = chaired(folder)
    chair.send(EDIT)
    chair.desk.drop(reply(chair.desk.answers("mod")[-1], "YES", "<yes@x.test>"))
    chair.desk.now += timedelta(minutes=1)
    return chair.desk


def handover_confirmed(folder: Path) -> Desk:
    """Somebody was asked to moderate, and says yes."""
    chair = chaired(folder)
    chair.send("MODERATOR mona@example.test")
    chair.desk.drop(reply(chair.desk.mailbox("mona")[-1], "YES", "<yes@x.test>"))
    chair.desk.now += timedelta(minutes=1)
    return chair.desk


def morning(folder: Path) -> Desk:
    """It is seven o'clock where the moderator is."""
    desk = chaired(folder).desk
    desk.keep()
    desk.now = desk.now.replace(hour=5, minute=1)
    return desk
