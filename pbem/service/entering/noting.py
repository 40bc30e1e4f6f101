"""What a decision wants noted, beside the journal; noted twice, it is noted once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import assert_never

from pbem.mail.identity import MODERATOR, VISITOR
from pbem.service.asking.held import HeldMails
from pbem.service.deciding import decision as d
from pbem.service.deciding import visits as v
from pbem.service.deciding.flood import Flood
from pbem.service.seats import addresses
from pbem.service.seats.lobby import carry_out
from pbem.service.site import bounced
from pbem.service.site.site import Site


def note(site: Site, notes: Iterable[d.Memo], flood: Flood, held: HeldMails, now: datetime) -> None:
    """Write them down, in their order.

    :raises BadInput: a file cannot be read: the mail is to be handled again
    :raises OSError: something could not be stored: the mail is to be handled again
    """
    for one in notes:
        match one:
            case d.Spent(about, ident):
                flood.count(about, ident, now)
            case d.Keep(game, player, entry, raw, ident):
                seat = game.file.players.index(player)
                held.keep(raw, ident, game.file.id, seat, entry, now)
            case d.KeepForModerator(game, entry, raw, ident):
                held.keep(raw, ident, game.file.id, MODERATOR, entry, now)
            case d.Finish(mail, answer):
                held.finish(mail, answer)
            case d.Know(game, player, address):
                game.add_address(player, address)
            case d.IsThere(game, player):
                bounced.clear(game, player)
            case d.CameBack(game, counted):
                bounced.keep(game, counted)
            case d.NotGot(game, player, about):
                bounced.note_not_got(game, player, about)
            case d.SendPress(game, press):
                game.press.add(press)
            case d.Settle(address, said):
                site.people.settle(address, said, now)
            case v.Visited(visitor, visit, time):
                carry_out(site, visitor, visit, time)
            case v.WantAddress(own, wish, game_of, time):
                addresses.want(site, own, wish, game_of, time)
            case v.AnswerAboutAddress(asked, yes):
                if yes:
                    addresses.confirm(site, asked.change.about, is_new=asked.is_new)
                else:
                    addresses.refuse(site, asked.change.about)
            case v.KeepVisit(ident_of_game, raw, ident):
                held.keep(raw, ident, ident_of_game, VISITOR, 0, now)
            case _:
                assert_never(one)
