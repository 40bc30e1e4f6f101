"""What came of commands about the site's games: LIST, JOIN, OBSERVE, WITHDRAW.

All of it follows from what is stored: made again after a crash, it says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.board.load import load_game
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, count, say
from pbem.orders.verbs.desk import Wish
from pbem.orders.verbs.joining.join import JoinWanted
from pbem.orders.verbs.joining.list_ import ListWanted
from pbem.orders.verbs.joining.observe import ObserveWanted
from pbem.orders.verbs.joining.stand_in import StandInWanted
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.report.contexts import Told
from pbem.service.deadlines import ledger
from pbem.service.seats.beginning import possible_seats, wanted_in
from pbem.service.seats.lobby import Visitor, fault_of, is_observer
from pbem.service.seats.seats import seat_at
from pbem.service.site.site import Site
from pbem.service.telling.addresses import told_of_address
from pbem.store.game import StoredGame
from pbem.store.lobbies import Lobby


def told_of_all(site: Site, visitor: Visitor, commands: Iterable[object]) -> dict[Wish, Told]:
    """What came of each of somebody's commands about games and addresses."""
    told: dict[Wish, Told] = {}
    for one in commands:
        if isinstance(one, Visit):
            told[one] = told_of(site, visitor, one)
        elif isinstance(one, AddressWish):
            told[one] = told_of_address(site, visitor.address, one)
    return told


def told_of(site: Site, visitor: Visitor, visit: Visit) -> Told:
    """What came of a command about games, or why nothing did."""
    faults = fault_of(site, visitor, visit)
    if faults:
        return faults
    match visit:
        case ListWanted():
            return tuple(_listed(site, visitor))
        case JoinWanted():
            return _joined(site, visitor, visit.game)
        case ObserveWanted():
            if site.has_game(visit.game):
                watching = say("You watch game {game} from now on: its reports come without "
                               "anything that is secret.", game=visit.game)  # fmt: skip
            else:
                watching = say("You will watch game {game} as soon as it begins.", game=visit.game)
            return (watching, say("WITHDRAW {game} ends that.", game=visit.game))
        case StandInWanted():
            return _waits(site, visit.game)
        case _:
            return (say("You have no part in game {game} any more.", game=visit.game),)


def _waits(site: Site, ident: str) -> Told:
    """What somebody is told who waits for a seat."""
    game = site.game(ident)
    free = any(ledger.offered(game, player) for player in game.file.players)
    now = say("A seat is free now; it is offered to you in a mail of its own.")
    later = say("As soon as a seat is free, it is offered to you by mail.")
    return (
        say("You wait for a seat in game {game}.", game=ident),
        now if free else later,
        say("WITHDRAW {game} ends that.", game=ident),
    )


def filling(site: Site, lobby: Lobby) -> tuple[Message, Message]:
    """How far an open game is, and when it begins."""
    number = len(lobby.joined)
    taken = (
        say("Seats taken: {taken:number} of {seats:number} ({players})",
            taken=number, seats=lobby.seats, players=lobby.names)
        if number else say("Seats: {seats:number}, all free", seats=lobby.seats)
    )  # fmt: skip
    if lobby.is_full:
        return (taken, say("It begins now."))
    least = possible_seats(site, wanted_in(lobby))[0]
    if lobby.start is None or least >= lobby.seats:
        return (taken, say("It begins when all are taken."))
    if lobby.told:
        return (taken, count("It begins as soon as {number} person has joined.",
                             "It begins as soon as {number} have joined.", least))  # fmt: skip
    return (
        taken,
        say("It begins when all are taken, or at {time} if at least {least:number} have joined.",
            time=lobby.start, least=least),
    )  # fmt: skip


def _joined(site: Site, visitor: Visitor, ident: str) -> Told:
    if site.has_game(ident):
        player = seat_at(site.game(ident), visitor.address)
        return (say("Game {game} has begun, and you play in it: {player}", game=ident,
                    player=player),)  # fmt: skip
    lobby = site.lobbies.get(ident)
    known = lobby.of(visitor.address) if lobby else None
    if lobby is None or known is None:
        return (say("You have not joined game {game}.", game=ident),)
    you = say("You have joined game {game}: {player}", game=ident, player=known.name)
    if lobby.is_full:
        first = say("All seats are taken. The game begins, and its first report follows.")
        return (you, first)
    back = say("WITHDRAW {game} gives your seat back until then.", game=ident)
    return (you, filling(site, lobby), back)


def _listed(site: Site, visitor: Visitor) -> Iterator[Message | tuple[Message, ...]]:
    """The games of the site as far as they are somebody's business."""
    own: list[Message] = []
    seen: list[Message] = []
    watched: list[Message] = []
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            line = _line(game, visitor)
        except BadInput:  # told elsewhere
            continue
        plays = seat_at(game, visitor.address) is not None
        if plays:
            own.append(line)
        elif is_observer(game.roster.observers, visitor.address):
            seen.append(line)
        elif game.file.observers is not False and not game.state.over:
            watched.append(line)
    open_games = [_open(site, lobby, visitor) for lobby in site.lobbies.sound()]
    if open_games:
        yield say("Games that have not begun; JOIN and the game's name gives you a seat:")
        yield tuple(open_games)
    if watched:
        yield say("Games that are played; OBSERVE and the game's name lets you watch:")
        yield tuple(watched)
    if own:
        yield say("Your games:")
        yield tuple(own)
    if seen:
        yield say("Games that you watch:")
        yield tuple(seen)
    if not (open_games or watched or own or seen):
        yield say("There is no game that you could join or watch now.")


def _open(site: Site, lobby: Lobby, visitor: Visitor) -> Message:
    wanted = wanted_in(lobby)
    title = load_game(wanted.rules, wanted.variants, site.games_folder).rules.title
    mine = lobby.of(visitor.address)
    taken, begins = filling(site, lobby)
    if mine is None:
        return say("{game}: {title:said}. {taken:message}. {begins:message}", game=lobby.id,
                   title=title, taken=taken, begins=begins)  # fmt: skip
    return say("{game}: {title:said}, joined as {player}. {taken:message}. {begins:message}",
               game=lobby.id, title=title, player=mine.name, taken=taken,
               begins=begins)  # fmt: skip


def _line(game: StoredGame, visitor: Visitor) -> Message:
    state, title = game.state, game.game.rules.title
    players = tuple(game.file.players)
    if state.over:
        return say("{game}: {title:said}, over. Players: {players}", game=game.file.id, title=title,
                   players=players)  # fmt: skip
    asked = state.pending[0].player
    mine = seat_at(game, visitor.address)
    if mine is not None and mine == asked:
        return say("{game}: {title:said}, turn {turn}. You are asked ({player}). "
                   "Players: {players}",
                   game=game.file.id, title=title, turn=state.turn, player=mine,
                   players=players)  # fmt: skip
    return say("{game}: {title:said}, turn {turn}. It waits for {player}. Players: {players}",
               game=game.file.id, title=title, turn=state.turn, player=asked,
               players=players)  # fmt: skip
