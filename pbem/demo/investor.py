"""The demo's automatic investor: it reads the mails in its mailbox, and answers them by mail.

It knows nothing else. What it can order it takes from the lines that a report offers (laid out as
`pbem.report.options` says); how good they are, from the notes beside them. Chance comes from the
seed and the mail's own id, so that a mail is always answered in the same way.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import takewhile
from pathlib import Path

from pbem.board.ids import PlayerId
from pbem.demo.forms import Forms
from pbem.ground.messages import count, say
from pbem.mail.maildir import Maildir
from pbem.report.language.voice import Voice

_ORDER = re.compile(r"^  (?=[^\s])(?P<order>.+?)(?:  # (?P<note>.*))?$")
_MORE_NOTE = re.compile(r"^ {6}# (?P<note>.*)$")
_OTHERS = re.compile(r"^    or -> (?P<names>.+)$")
_TURN = re.compile(r"^(?P<nation>[^:]+): (?P<action>[A-Z]+)\b")
_LINE = re.compile(r"^(ARMY|FLEET|FIGHT|STATUS|DESTROY) ")
_MOVE = re.compile(r"^(?P<unit>ARMY|FLEET) (?P<origin>.+?) -> (?P<target>.+?)(?P<word> HOSTILE)?$")
_ALONE = re.compile(r"^[A-Z][A-Z ]+$")
_FACTOR = re.compile(r"\(x(\d)\)")
_GAINED = re.compile(r"\+(\d+) = ")
_ANSWERS = ("INVEST ", "PASS", "FIGHT ", "PEACE", "ALLOW", "DENY", "FORCE", "LET ")

_OPTIONS, _STANDINGS = say("YOUR OPTIONS"), say("STANDINGS")
_VERDICT = say("[{game}] Turn {turn}: your mail - {verdict:message}")
_TAKEN = say("taken")
_SPACE = say("{order}: {steps} on, {cost}")
_INTEREST, _COSTS = say("interest {interest:money}"), say("costs {cost:money}")
_TAKES_OVER = (say("TAKES OVER from {player}"), say("you would govern"))
_EXAMPLE = say("for example; {cost:money} from the treasury")
_SHARE = say("{who:player} {amount:money}")
_ARMIES = count("{number} army", "{number} armies", 0)
_FLEETS = count("{number} fleet", "{number} fleets", 0)
"""What the notes say, as the catalogue has it."""

MISTAKES = 0.02
FIGHTS = 0.3
FORCES = 0.6
ALLOWS = 0.7


@dataclass(slots=True)
class _Option:
    """A line that a report offers: its note, other targets, the title and cost of its space."""

    order: str
    note: str = ""
    others: list[str] = field(default_factory=list)
    title: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True)
class _Letter:
    """A mail from the site, as its reader sees it."""

    path: Path
    message: EmailMessage
    body: str

    @property
    def ident(self) -> str:
        """Its Message-ID."""
        return str(self.message["Message-ID"]).strip()

    @property
    def is_report(self) -> bool:
        """Whether it is a report, not an answer; a mail program would show it by the subject."""
        return self.ident.startswith("<report.")

    @property
    def is_answer(self) -> bool:
        """Whether it answers a mail of ours."""
        return self.ident.startswith("<answer.")


Ahead = Callable[[str, Sequence[str], random.Random], list[str]]
"""From the report that is answered, and the orders, the lines to send along for later."""


class AutomaticInvestor:
    """A player of the demo.

    :param mailbox: where the player's mails arrive
    :param seed: of the demo
    :param ahead: what is sent along for later, if anything
    :param forms: how mails to the player read; English if None
    """

    def __init__(
        self,
        player: PlayerId,
        mailbox: Maildir,
        seed: int,
        ahead: Ahead | None = None,
        forms: Forms | None = None,
    ) -> None:
        self.forms = forms or Forms(Voice())
        self.player = player
        self.mailbox = mailbox
        self.seed = seed
        self.ahead = ahead

    def read_and_write(self, inbox: Maildir) -> bool:
        """Read what is new; answer it into the site's inbox if anything is asked. Wrote it?"""
        fresh = [_letter(path) for path in self.mailbox.new()]
        if not fresh:
            return False
        asking = self._asking(fresh)
        wrote = False
        if asking is not None:
            refused = sum(1 for letter in fresh if self._refuses(letter))
            attempt = refused and 1 + self._refusals_since(asking)
            wrote = self._write(inbox, asking, attempt)
        for letter in fresh:
            self.mailbox.finish(letter.path)
        return wrote

    def _asking(self, fresh: Sequence[_Letter]) -> _Letter | None:
        """The report that is to be answered now, if there is one."""
        reports = [letter for letter in fresh if letter.is_report]
        if reports:
            last = reports[-1]
            return last if _options(self.forms, last.body) else None
        if any(self._refuses(letter) for letter in fresh):
            last = next(letter for letter in self._latest_first() if letter.is_report)
            return last if _options(self.forms, last.body) else None
        return None

    def _refusals_since(self, asking: _Letter) -> int:
        """How many answers have refused orders since that report, the newest not counted."""
        later = takewhile(lambda letter: letter.ident != asking.ident, self._latest_first())
        return sum(1 for letter in later if self._refuses(letter)) - 1

    def _refuses(self, letter: _Letter) -> bool:
        """Whether a mail answers orders of ours and its subject does not say they are taken."""
        if not letter.is_answer:
            return False
        subject = str(letter.message["Subject"])
        found = self.forms.find(_VERDICT, subject)
        return found is None or subject[found.start("verdict") :] != self.forms.voice(_TAKEN)

    def _latest_first(self) -> Iterator[_Letter]:
        return (_letter(path) for path in reversed(tuple(self.mailbox.all())))

    def _write(self, inbox: Maildir, asking: _Letter, attempt: int) -> bool:
        chance = random.Random(f"{self.seed} {asking.ident} {attempt}")
        orders = _decide(self.forms, _options(self.forms, asking.body), chance, attempt)
        if not attempt and chance.random() < MISTAKES:
            orders = _mistaken(orders, chance)
        if self.ahead:
            orders += self.ahead(asking.body, orders, chance)
        answer = _reply(asking, self.player, orders, attempt)
        sent = int(answer["Date"].datetime.timestamp())
        ident = hashlib.sha256(f"{asking.ident}{attempt}".encode()).hexdigest()[:16]
        inbox.put(f"{sent}.{ident}.demo", answer.as_bytes())
        return True


def _letter(path: Path) -> _Letter:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return _Letter(path, message, message.get_content().replace("\r\n", "\n"))


def _reply(asking: _Letter, player: PlayerId, orders: Sequence[str], attempt: int) -> EmailMessage:
    """The answer as a mail program makes it: orders on top, the report quoted below."""
    reply = EmailMessage(policy=policy.SMTP.clone(max_line_length=998))
    after = timedelta(minutes=20 + 3 * attempt)
    reply["Date"] = format_datetime(asking.message["Date"].datetime + after)
    reply["From"] = str(asking.message["To"])
    reply["To"] = str(asking.message["Reply-To"])
    reply["Subject"] = "Re: " + str(asking.message["Subject"])
    ident = hashlib.sha256(f"{asking.ident} {attempt}".encode()).hexdigest()[:20]
    reply["Message-ID"] = f"<{ident}@mail.example.test>"
    reply["In-Reply-To"] = asking.ident
    reply["References"] = f"{asking.message['References'] or ''} {asking.ident}".strip()
    quoted = "\n".join(f"> {line}".rstrip() for line in asking.body.rstrip().split("\n"))
    text = "\n".join(orders) + f"\n\n{player}\n\nOn that day, pbem wrote:\n{quoted}\n"
    reply.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    return reply


def _options(forms: Forms, body: str) -> list[_Option]:
    """The choices that a report offers: what stands below YOUR OPTIONS."""
    options: list[_Option] = []
    title, cost = "", 0
    for line in forms.section(body, _OPTIONS, _STANDINGS).split("\n"):
        if more := _MORE_NOTE.match(line):
            if options:
                options[-1].note = f"{options[-1].note} {more['note']}".strip()
        elif others := _OTHERS.match(line):
            options[-1].others += [name.strip() for name in others["names"].split(", ")]
        elif found := _ORDER.match(line):
            if _is_order(found["order"]):
                options.append(_Option(found["order"], found["note"] or "", title=title, cost=cost))
        elif line and not line.startswith(" "):
            title = line
            space = forms.find(_SPACE, line)
            if space:
                paid = re.match(r"\d+", line[space.start("cost") :])
                cost = int(paid[0]) if paid else 0
            elif _ALONE.match(line):
                cost = 0
    return options


def _is_order(text: str) -> bool:
    return bool(_TURN.match(text) or _LINE.match(text)) or text.startswith(_ANSWERS)


def _decide(
    forms: Forms, options: Sequence[_Option], chance: random.Random, attempt: int
) -> list[str]:
    """The orders to send; the more refusals there were, the less is tried at once."""
    turns = [o for o in options if _TURN.match(o.order)]
    if turns:
        lines = [o for o in options if _LINE.match(o.order)]
        return _decide_turn(forms, turns, lines, chance, attempt)
    first = options[0].order.split()[0]
    if first in ("INVEST", "PASS"):
        return [_invest(forms, options, chance)]
    if first == "FIGHT":
        return [_yes_or_no(options, "FIGHT", FIGHTS, chance)]
    if first == "ALLOW":
        return [_yes_or_no(options, "ALLOW", ALLOWS, chance)]
    return [_yes_or_no(options, "FORCE", FORCES, chance)]


def _yes_or_no(options: Sequence[_Option], word: str, odds: float, chance: random.Random) -> str:
    yes = chance.random() < odds
    fitting = [o.order for o in options if o.order.startswith(word) == yes]
    return chance.choice(fitting)


def _invest(forms: Forms, options: Sequence[_Option], chance: random.Random) -> str:
    weights = []
    for option in options:
        if option.order == "PASS":
            weights.append(1.0)
            continue
        interest = forms.number(_INTEREST, option.note, "interest")
        cost = forms.number(_COSTS, option.note, "cost")
        found = _FACTOR.search(option.title)
        factor = int(found[1]) if found else 0
        takes = 3.0 if any(forms.find(said, option.note) for said in _TAKES_OVER) else 1.0
        weights.append(takes * (1 + factor) * interest**1.5 * (1.2 if cost > 8 else 1.0))
    return chance.choices([o.order for o in options], weights)[0]


def _decide_turn(
    forms: Forms,
    turns: Sequence[_Option],
    lines: Sequence[_Option],
    chance: random.Random,
    attempt: int,
) -> list[str]:
    moves = _moves(forms, lines, chance, attempt)
    weights = [_worth(forms, option, len(moves)) for option in turns]
    chosen = chance.choices(turns, weights)[0]
    if " MANEUVER" not in chosen.order:
        return [chosen.order]
    return [chosen.order, *(f"  {move}" for move in moves)]


def _worth(forms: Forms, option: _Option, moves: int) -> float:
    """How good a turn looks by its note; good ones are taken far more often."""
    order, note = option.order, option.note
    found = _TURN.match(order)
    action = found["action"] if found else ""
    match action:
        case "TAXATION":
            gained = _GAINED.search(note)
            worth = 0.4 + 2.2 * int(gained[1]) if gained else 0.4
        case "FACTORY":
            worth = 5.0 if any(map(str.isdigit, note)) else 0.05
        case "PRODUCTION":
            made = 0 if note == forms.voice(say("nothing")) else note.count(", ") + 1
            worth = 1.6 * made + 0.05
        case "IMPORT":
            several, some = forms.find(_EXAMPLE, note), any(map(str.isdigit, note))
            worth = 2.5 if several else 0.3 if some else 0.02
        case "MANEUVER":
            worth = 1.5 * moves + 0.05
        case _:
            shares = forms.patterns(_SHARE)[0].finditer(note)
            you = forms.voice(say("you"))
            mine = sum(int(s["amount"]) for s in shares if s["who"].endswith(you))
            worth = 0.8 + 0.2 * mine
    return max(0.01, worth - 0.8 * option.cost) ** 2


def _moves(
    forms: Forms, lines: Sequence[_Option], chance: random.Random, attempt: int
) -> list[str]:
    """Moves for the units that the report lists, spread over different places."""
    taken: Counter[str] = Counter()
    orders: list[str] = []
    for title in dict.fromkeys(option.title for option in lines):
        here = [option for option in lines if option.title == title]
        special = [o for o in here if not _MOVE.match(o.order)]
        if special and chance.random() < 0.15:
            orders.append(chance.choice(special).order)
            continue
        for unit in ("FLEET", "ARMY"):
            number = forms.number(_FLEETS if unit == "FLEET" else _ARMIES, title, "number")
            targets = [t for o in here if o.order.startswith(unit) for t in _targets(o)]
            orders += _spread(targets, number, taken, chance)
    chance.shuffle(orders)
    limit = {0: len(orders), 1: len(orders) // 2, 2: 1}.get(attempt, 0)
    return orders[:limit]


def _spread(
    targets: Sequence[tuple[str, str, bool]],
    number: int,
    taken: Counter[str],
    chance: random.Random,
) -> Iterable[str]:
    orders = []
    for _ in range(number):
        if not targets or chance.random() < 0.15:
            continue
        weights = [(0.3 if home else 1.0) / (1 + 4 * taken[place]) for _, place, home in targets]
        order, place, home = chance.choices(targets, weights)[0]
        taken[place] += 1
        orders.append(
            order.replace(" HOSTILE", chance.choice((" HOSTILE", " FRIENDLY"))) if home else order
        )
    return orders


def _targets(option: _Option) -> list[tuple[str, str, bool]]:
    """Each target of a line: the whole order, the place, whether it is a foreign home province."""
    move = _MOVE.match(option.order)
    if move is None:
        return []
    start, word = f"{move['unit']} {move['origin']} -> ", move["word"] or ""
    places = [move["target"].removesuffix(" FRIENDLY"), *option.others]
    foreign = bool(word) or move["target"].endswith(" FRIENDLY")
    return [(f"{start}{place}{word}", place, foreign) for place in places]


def _mistaken(orders: Sequence[str], chance: random.Random) -> list[str]:
    """Orders with a slip, as people make them: a letter too many, or a wrong word."""
    first = orders[0]
    at = chance.randrange(len(first) // 2, len(first))
    return [f"{first[:at]}x{first[at:]}", *orders[1:]]
