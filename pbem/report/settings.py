"""What somebody has settled about mails, as text: what holds now, and how it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from pbem.ground.messages import Message, say
from pbem.orders.verbs.person.choices import MailHabit, PictureHabit, ReportHabit
from pbem.report import layout
from pbem.report.language.catalogue import locale_of
from pbem.report.language.voice import Voice
from pbem.store.persons import GameHabits, Habits

_MAILS: Final = {
    MailHabit.ALL: say("a mail whenever somebody has played"),
    MailHabit.TURN: say("a mail when you are asked or answered; each tells all since the last"),
    MailHabit.DIGEST: say("one mail a day over all your games, besides your turns"),
}
_REPORTS: Final = {
    ReportHabit.BRIEF: say("what happened, the question, what has changed"),
    ReportHabit.FULL: say("besides, tables of all nations and the map in words"),
}
_PICTURES: Final = {
    PictureHabit.ALWAYS: say("a map in each report, once mails hold pictures"),
    PictureHabit.ASKED: say("a map when you are asked, once mails hold pictures"),
    PictureHabit.NEVER: say("text alone"),
}
_CHANGE: Final = (
    "SET LANGUAGE <code>",
    "SET TIMEZONE <city>",
    "SET MAILS ALL | TURN | DIGEST [<hour>] [IN <game>]",
    "SET REPORT BRIEF | FULL [IN <game>]",
    "SET PICTURES ALWAYS | ASKED | NEVER",
)


def settings_text(habits: Habits, voice: Voice, now: datetime) -> str:
    """All that holds for somebody, and the commands that change it.

    :param habits: in general
    :param voice: the reader's, from now on
    """
    lines = [
        voice(say("This holds for your mails now:")),
        "",
        *(layout.wrap(line, "- ") for line in _holds(habits, voice, now)),
        "",
        voice(say("Any of these changes it, in a mail that you answer:")),
        "",
        *(f"{layout.ORDER}{order}" for order in _CHANGE),
    ]
    return "\n".join(lines)


def _holds(habits: Habits, voice: Voice, now: datetime) -> Iterator[str]:
    name = locale_of(voice.language).language_name or voice.language
    yield voice(say("LANGUAGE {said}: {name:said}", said=voice.language, name=name))
    if habits.zone is None:
        yield voice(say("TIMEZONE: as each game has it"))
    else:
        clock = f"{now.astimezone(ZoneInfo(habits.zone)):%H:%M}"
        yield voice(say("TIMEZONE {said}: it is {clock} there now", said=habits.zone, clock=clock))
    yield _line("MAILS", _mails(habits.mails, habits.hour), _MAILS[habits.mails], voice)
    yield _line("REPORT", habits.report.upper(), _REPORTS[habits.report], voice)
    yield _line("PICTURES", habits.pictures.upper(), _PICTURES[habits.pictures], voice)
    for game, own in sorted(habits.games.items()):
        for what in _in_game(own, habits):
            yield voice(say("In game {game}: {what:order}", game=game, what=what))


def _line(what: str, value: str, meaning: Message, voice: Voice) -> str:
    return voice(
        say("{what:order} {value:order}: {meaning:message}", what=what, value=value,
            meaning=meaning)
    )  # fmt: skip


def _mails(mails: MailHabit, hour: int) -> str:
    return f"DIGEST {hour}" if mails is MailHabit.DIGEST else mails.upper()


def _in_game(own: GameHabits, habits: Habits) -> Iterator[str]:
    if own.mails:
        hour = habits.hour if own.digest_hour is None else own.digest_hour
        yield f"MAILS {_mails(own.mails, hour)}"
    if own.report:
        yield f"REPORT {own.report.upper()}"
