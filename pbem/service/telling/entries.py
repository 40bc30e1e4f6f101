"""An entry of a game -> letters: the answer to the mail that has led to it, and who is told what.

Everything follows from the journal: made again after a crash, a letter is the same letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from pbem.board.ids import PlayerId
from pbem.mail.outgoing.compose import MailKind
from pbem.service.entering.enter import Entered
from pbem.service.site.mailed import is_answered
from pbem.service.site.site import Site
from pbem.service.telling.answers import answer_of_entry
from pbem.service.telling.apart import Made, apart
from pbem.service.telling.letters import AnyLetter, Letter
from pbem.service.telling.moderated import letters_to_moderator
from pbem.service.telling.observers import letters_to_observers
from pbem.service.telling.position import Telling
from pbem.service.telling.proposals import letters_of_proposals
from pbem.service.telling.reminders import overtaken_reminders
from pbem.service.telling.reports import ReportLetters
from pbem.service.telling.time_entries import letters_about_time


def letters_of(site: Site, entered: Entered) -> Iterator[AnyLetter]:
    """All letters that tell of an entry; of one that is private, the answer only.

    What is wrong with one letter keeps no other from being made; the moderator is told.

    :raises OSError: something could not be stored: that passes, and is done again
    :raises BadInput: a file is at fault: it can be mended, and then it is done again
    """
    telling, entry = Telling.of(site, entered.game, entered.number, entered.time), entered.entry
    watching = apart(telling, letters_to_observers(telling, entered))
    if entry is not None and entry.clock is not None:
        letters = letters_about_time(telling, entry)
    else:
        letters = apart(telling, _made(telling, entered))
    return chain(letters, watching, letters_to_moderator(telling, entry))


def _made(telling: Telling, entered: Entered) -> Iterator[Made]:
    """How each letter is made, and for whom.

    The answer to a mail tells its sender what has come of it: that is the sender's report.
    """
    entry, game = entered.entry, entered.game
    reports = ReportLetters.of(telling, entered)
    if entry is not None and entry.by is not None and entry.mail:
        yield entry.by, partial(answer_of_entry, reports)
    if entry is not None:
        yield from letters_of_proposals(telling, entry)
    if entry is not None and entry.is_private:
        return
    for player in game.file.players:
        answered = entry is not None and is_answered(entry, player)
        if not answered and reports.is_due(player):
            yield player, partial(_report, reports, player)


def _report(reports: ReportLetters, player: PlayerId) -> Letter:
    game, entered = reports.telling.game, reports.entered
    number = entered.number
    return Letter(
        game,
        player,
        MailKind.REPORT,
        str(number),
        reports.context(player),
        entered.time,
        game.hash_of(number),
        # what asks something that is no longer true need not go out any more
        overtakes=overtaken_reminders(reports.telling.site, game, player, number),
    )
