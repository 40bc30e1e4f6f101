"""REPLACE, REKEY, MODERATOR, BLOCK and UNBLOCK."""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating.desk import Acting, Declined
from pbem.service.entering.outcomes import entered
from pbem.service.seats.player_names import check_name
from pbem.service.seats.seats import give_up, rekey, take_over
from pbem.service.site import blocked
from pbem.service.site.moderators import check_moderates, is_moderator, moderator_of, seat_with
from pbem.service.who.moderators import handing
from pbem.store.addresses import is_address
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, What
from pbem.store.people import LONGEST_NAME, NOT_IN_NAMES, Person


def replace_player(at: Acting, player: PlayerId, person: Person) -> Entered:
    """Give a seat to somebody else.

    :raises BadInput: the address is another player's, the moderator's, or none; or the name is
    """
    game = at.game
    sits = game.roster.seats[player]
    if sits.address.lower() == person.address.lower() and sits.person == person.name:
        # also where a killed process has given it, and the next one has told of it
        raise Declined(game, say("{person} has that seat already.", person=person.name))
    others = (seat.person or name for name, seat in game.roster.seats.items() if name != player)
    check_name(game.game, person.name, others)
    at.site.check_can_write_to(person.address)
    if is_moderator(at.site, game, person.address) and not game.file.playing_moderator:
        raise Declined(game, say("Who moderates this game does not play in it."))
    entry = take_over(game, player, person, at.now, timeless=at.timeless, act=at.act)
    return entered(game, entry.number)


def vacate(at: Acting, player: PlayerId) -> Entered:
    """Have nobody sit in a seat any more; it is offered to others.

    :raises BadInput: it is vacant already, or the game is over
    """
    entry = give_up(at.game, player, at.now)
    return entered(at.game, entry.number)


_NO_NAME: Final = say(
    "A name has {number} characters at the most, and none of these signs: {signs:said}",
    number=LONGEST_NAME,
    signs=NOT_IN_NAMES,
)


def person_named(name: str, address: str) -> Person:
    """Somebody by name and address.

    :raises BadInput: there can be no such name or address
    """
    try:
        return Person(name=name, address=address)
    except ValidationError as error:
        wrong = _NO_NAME if is_address(address) else say("No mail can be sent there.")
        raise BadInput("replace", wrong) from error


def rekey_player(at: Acting, player: PlayerId) -> Entered:
    """Make a player's key and secrets void, and send the player others."""
    return entered(at.game, rekey(at.game, player, at.now, at.act).number)


def hand_over(at: Acting, address: str) -> Entered:
    """Ask somebody to moderate the game; it is theirs when they say yes.

    :raises BadInput: they play in it, or no mail can be sent there
    """
    at.site.check_can_write_to(address)
    check_moderates(at.game, address)
    if is_moderator(at.site, at.game, address):
        raise Declined(at.game, say("That is the address of the moderator already."))
    return at.noted_beside(Clocked(what=What.HANDING, address=address))


def take_over_game(at: Acting, address: str) -> Entered:
    """Whoever was asked moderates the game from now on, and older secrets are void.

    The roster is written first: whoever is killed in between does both again.

    :raises Declined: nobody is asked any more
    :raises BadInput: they play in the game now
    """
    game = at.game
    asked = handing(game)
    if asked is None or asked[1].lower() != address.lower():
        raise Declined(game, say("You are not asked to moderate this game any more."))
    check_moderates(game, address)
    game.change_moderator(address, game.last + 1)
    return at.noted_beside(Clocked(what=What.HANDED, address=address))


def block(at: Acting, address: str) -> Entered:
    """Answer no mail from an address any more; done twice, it is done once.

    :raises Declined: somebody has it who plays or moderates here
    """
    if _is_in_use(at, address):
        raise Declined(
            at.game,
            say("Whoever has that address plays or moderates a game of this site, and cannot be "
                "blocked. For another player in a seat: {order}",
                order="REPLACE <player> BY <name> <address>"),
        )  # fmt: skip
    blocked.block(at.site, address)
    return at.noted_beside(Clocked(what=What.BLOCKED, address=address.lower()))


def unblock(at: Acting, address: str) -> Entered:
    """Answer mails from an address again; done twice, it is done once."""
    blocked.unblock(at.site, address)
    return at.noted_beside(Clocked(what=What.UNBLOCKED, address=address.lower()))


def _is_in_use(at: Acting, address: str) -> bool:
    games: list[StoredGame] = []
    for ident in at.site.game_ids():
        try:
            games.append(at.site.game(ident))
        except BadInput:
            continue
    named = (moderator_of(at.site, game) or "" for game in games)
    return any(m.lower() == address.lower() for m in named) or any(
        seat_with(game, address) is not None for game in games
    )
