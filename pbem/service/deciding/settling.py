"""What a mail settles about its sender's mails: kept with the person, for all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from pbem.orders.submission import Outcome
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.language import LanguageIs
from pbem.orders.verbs.person.mails import MailsAre
from pbem.orders.verbs.person.pictures import PicturesAre
from pbem.orders.verbs.person.reports import ReportsAre
from pbem.orders.verbs.person.setting import Setting
from pbem.service.deciding.decision import Settle
from pbem.service.deciding.visits import WantAddress
from pbem.service.seats.addresses import fault_of_address
from pbem.service.site.site import Site
from pbem.service.who.parts import choices_for
from pbem.service.who.senders import Sender
from pbem.store.persons import Said


def settled(site: Site, sender: Sender, outcome: Outcome, time: datetime) -> Iterator[Settle]:
    """What a mail settles, in the order in which it stands there; nothing that is wrong.

    :param time: when the mail came in
    """
    seat = sender.game.roster.seats[sender.player]
    address = sender.person.address if sender.person else seat.address
    for result in outcome.results:
        if result.taken and isinstance(result.statement.command, ZoneIs):
            yield Settle(address, Said({"zone": result.statement.command.zone}, time))
    settings = [c for c in outcome.mail_commands if isinstance(c, Setting)]
    choices = choices_for(site, address, settings) if settings else Choices({})
    for setting in settings:
        if setting.fault(choices) is None:
            yield Settle(address, said_by(setting, choices, time))


def addresses_wanted(
    site: Site, own: str, commands: Iterable[object], game: str, time: datetime
) -> Iterator[WantAddress]:
    """What a mail says about its sender's addresses; nothing that is wrong.

    :param own: where the sender's mails go; game: whose mails ask about it
    """
    for command in commands:
        if isinstance(command, AddressWish) and fault_of_address(site, own, command) is None:
            yield WantAddress(own, command, game, time)


def said_by(setting: Setting, choices: Choices, time: datetime) -> Said:
    """A setting, without fault, as the person's record keeps it."""
    match setting:
        case LanguageIs():
            return Said({"language": setting.code(choices)}, time)
        case MailsAre(game, mails, hour):
            fields: dict[str, object] = {"mails": mails}
            return Said(fields if hour is None else {**fields, "digest_hour": hour}, time, game)
        case ReportsAre(game, report):
            return Said({"report": report}, time, game)
        case PicturesAre(pictures):
            return Said({"pictures": pictures}, time)
        case _:
            raise TypeError(f"{type(setting).__name__} is kept nowhere")
