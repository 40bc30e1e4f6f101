"""The texts for `HELP`: one page on everything, and one for each command (ORDERS.md)."""

from __future__ import annotations

import textwrap

from pbem.orders.text.vocabulary import SHORT, SPELLINGS
from pbem.orders.text.words import nearest
from pbem.orders.verbs.later import LATER

OVERVIEW = """\
Orders are typed in plain words, one a line; case does not matter.

  CHINA: FACTORY Chongqing      a nation's turn, under its name:
  CHINA: PRODUCTION             FACTORY, PRODUCTION, IMPORT,
  CHINA: TAXATION               MANEUVER, INVESTOR or TAXATION

  CHINA: MANEUVER A             the moves follow on lines of their own
    2 ARMIES Beijing -> Mongolia
    FLEET Shanghai -> China Sea

  INVEST 9 IN China             take a bond; PASS takes none
  GIVE 2 TO China               own cash into the treasury
  FIGHT, PEACE, ALLOW, DENY, FORCE, LET
                                answer the question that you were asked
  CHECK                         only say what would happen

Ahead of time: a block for a nation that is not yet to move is kept for
its next turn. See HELP WHEN, HELP ELSE, HELP IF, HELP STANCE,
HELP CANAL, HELP SWISS, HELP SHOW.

Names: three letters or more will do if nothing else begins so.
Write END on a line of its own before text that is no order.

More: HELP <word>, where <word> is one of
"""

PAGES: dict[str, str] = {
    "FACTORY": """\
FACTORY <province>      build a factory there
FACTORY                 stop on the space and build nothing

The treasury pays. One in a turn, in an own city without a factory,
where no hostile army stands. BUILD <province> is read as well.
Rules: 4.1.
""",
    "PRODUCTION": """\
PRODUCTION                          every factory makes its unit
PRODUCTION NONE                     none does
PRODUCTION <province>, <province>   only these do
PRODUCTION EXCEPT <province>        all but these do

The rondel has the space twice. PRODUCTION A and PRODUCTION B name one;
without a letter the nearer one ahead is meant. On a nation's first
turn the letter must be given. Rules: 4.2.
""",
    "IMPORT": """\
IMPORT 2 ARMIES <province>, FLEET <province>
IMPORT NONE             stop on the space and import nothing

Up to three units, paid from the treasury: armies into own home
provinces, fleets into own ports, without a hostile army. IMPORT alone
imports nothing. Rules: 4.3.
""",
    "MANEUVER": """\
CHINA: MANEUVER A
  FLEET <from> -> <to>
  2 ARMIES <from> -> <to>

The rondel has the space twice: A and B; without a letter the nearer one
ahead is meant. Units that no line names stay. Fleets move first, then
armies, each in the order of the lines. The lines below it: see
HELP ARMY, HELP FIGHT, HELP STATUS, HELP DESTROY, HELP FLAGS. Rules: 5.
""",
    "INVESTOR": """\
INVESTOR                the nation pays interest, then players invest

Who may invest is asked for it afterwards: see HELP INVEST. Rules: 7.
""",
    "TAXATION": """\
TAXATION                the nation collects its taxes

TAX is read as well. Rules: 6.
""",
    "ARMY": """\
ARMY <from> -> <to>                   one army
3 ARMIES <from> -> <to>               several; ALL ARMIES: every one
                                      there that has not moved yet
FLEET <from> -> <to>                  the same for fleets

Behind it, on the same line:
  VIA <sea>, <sea>                    the way of a convoy
  HOSTILE or FRIENDLY                 in a foreign home province
  FIGHT <nation> [ARMY|FLEET] [<n>]   fight on arrival
  PEACE                               do not fight (so it is anyhow)

Instead of the arrow, TO will do; A and F stand for ARMY and FLEET.
Rules: 5.1 to 5.7.
""",
    "STATUS": """\
STATUS                                send me the position

In a maneuver:
  STATUS 2 ARMIES <province> HOSTILE
  STATUS ARMY <province> FRIENDLY     change how they lie there, without
                                      moving them. Rules: 5.7.
""",
    "DESTROY": """\
DESTROY <province>      three hostile armies destroy the factory there

In a maneuver; the three armies are removed too. Rules: 5.10.
""",
    "FLAGS": """\
FLAGS <region>, <region>

In a maneuver: which regions come first if flags are short. Rules: 5.11.
""",
    "FIGHT": """\
FIGHT <nation> IN <region>            as many pairs as possible
FIGHT <nation> FLEET 2 IN <region>    two of its fleets

Under MANEUVER: your units there fight, moved or not. Elsewhere it
answers the question whether you fight units that have moved in; if it
is the only question, FIGHT alone will do. To answer in the same mail,
write the answer above the maneuver. Rules: 5.3, 5.9.
""",
    "PEACE": """\
PEACE IN <region>       do not fight the units that have moved in
PEACE                   the same, if you have just one question

Behind a move, PEACE means that it does not fight. Rules: 5.3, 5.9.
""",
    "INVEST": """\
INVEST <price> IN <nation>                    take that bond
INVEST <price> IN <nation> FOR <old price>    return an own bond of the
                                              nation, pay the difference
PASS                                          take none

When you are asked to invest, and in the auction. Rules: 7.4, 2.3.
""",
    "UPGRADE": """\
UPGRADE <old price> TO <new price> IN <nation>

The same as INVEST <new price> IN <nation> FOR <old price>. Rules: 7.4.
""",
    "PASS": """\
PASS                    take no bond

If the question is whether a nation must stop on investor, PASS alone
lets it pass. Rules: 7, 3.3.
""",
    "YES": """\
YES                     fight, allow it, or force it: whatever the mail
                        that you answer asks

Other questions are answered by the order itself. See HELP FIGHT,
HELP ALLOW, HELP FORCE.
""",
    "NO": """\
NO                      keep the peace, deny it, let it pass, or take no
                        bond: whatever the mail that you answer asks
""",
    "NONE": """\
NONE, SKIP              take no bond, like PASS. Rules: 7.
""",
    "ALLOW": """\
ALLOW <canal>           they may use your canal
ALLOW                   the same, if you have just one question

The answer holds for all units of that line. Rules: 5.2.
""",
    "DENY": """\
DENY <canal>            they may not use your canal
DENY                    the same, if you have just one question

The unit stays where it is. Rules: 5.2.
""",
    "FORCE": """\
FORCE <nation>          your Swiss Bank makes it stop on investor
FORCE                   the same, if you have just one question

Otherwise: LET <nation> PASS. Rules: 3.3.
""",
    "LET": """\
LET <nation> PASS       your Swiss Bank lets it pass investor

PASS alone will do if it is your only question. Rules: 3.3.
""",
    "GIVE": """\
GIVE <n> TO <nation>    own cash into its treasury, at any time

It is carried out before the nation's block in the same mail.
Rules: 3.6.
""",
    "WHEN": """\
WHEN INVESTING:         what to do at your next chance to invest
  INVEST 9 IN China
  ELSE
  PASS

It is kept, and nobody else sees it. When you are asked, the first
alternative that is legal is used; if none is, you are asked, and told
why. In one line: WHEN INVESTING: INVEST 9 IN China ELSE PASS.
Rules: 7.
""",
    "ELSE": """\
ELSE                    another alternative, for if not the one above it

  CHINA:
    FACTORY Chongqing
    ELSE
    TAXATION

The first alternative whose conditions hold and which is legal is used.
On one line: INVEST 9 IN China ELSE PASS. See HELP IF.
""",
    "IF": """\
IF <condition>          the alternative below it is for that case only

  CHINA:
    IF TREASURY China >= 5 AND NOT UNITS India IN Chongqing
    FACTORY Chongqing
    ELSE
    TAXATION

Conditions, joined with AND, turned with NOT; >= may be =, <=, < or >:
  TREASURY <nation> >= <n>        POWER <nation> >= <n>
  CASH >= <n>  (your own)         BOND <price> <nation> FREE
  GOVERNMENT <nation> IS <player> INVESTOR CARD IS <player>
  UNITS <nation> IN <region>      <nation> ON <space>
""",
    "STANCE": """\
STANCE PEACE            never fight units that move in
STANCE FIGHT India      always fight units of India
STANCE China ASK India IN Korea
                        but ask me there

A standing answer: STANCE [<own nation>|ALL] FIGHT|PEACE|ASK
[<nation>|ALL] [IN <region>]. It answers in your name until you change
it. The one that names the most counts, of equals the latest. A fight is
with as many units as possible. Rules: 5.3, 5.9.
""",
    "CANAL": """\
CANAL <canal> ALLOW            a standing answer: they may use it
CANAL <canal> DENY <nation>    but not this nation
CANAL <canal> ASK <nation>     and for this one, ask me

The one that names a nation counts, of equals the latest. Rules: 5.2.
""",
    "SWISS": """\
SWISS PASS              a standing answer of your Swiss Bank: let pass
SWISS FORCE <nation>    but make this nation stop on investor
SWISS ASK <nation>      and for this one, ask me

The one that names a nation counts, of equals the latest. Rules: 3.3.
""",
    "SHOW": """\
SHOW STANDING           send me my plans and standing answers

Nobody else gets to see them before the game is over.
""",
    "CANCEL": """\
CANCEL <nation>         drop my plan for its turn
CANCEL INVESTING        drop my plan for investing
CANCEL ALL              drop all plans and all standing answers
CANCEL ABSENCE          I am back, or do not go

A new plan for the same nation takes the place of the old one; a
standing answer is changed by another one.
""",
    "ABSENCE": """\
ABSENCE <date> TO <date>    I am away, both days included
CANCEL ABSENCE              I am back, or do not go

Dates as 2026-12-24, 24.12.2026 or 24 Dec 2026. What that means for
deadlines, and who gets to know of it, the game says.
""",
    "EXTEND": """\
EXTEND <hours>          I agree to so much more time for this question

If all players send it, the deadline is moved by the least of them.
""",
    "SET": """\
SET TIMEZONE <zone>     show me times in this zone: Europe/Athens

The name of a large city in the zone will do: SET TIMEZONE athens.
""",
    "GAME": """\
GAME <id>               which game this mail is about

Only needed if the mail is not an answer to one of the game's mails.
""",
    "FOR": """\
FOR TURN <n>            the orders hold for that turn only

If that turn is over they are refused.
""",
    "KEY": """\
KEY <word>              proves that it is you who writes

Only needed where your address alone does not prove it.
""",
    "CHECK": """\
CHECK                   say what would happen, change nothing
""",
    "HELP": """\
HELP                    an overview
HELP <word>             about one command
""",
}
WIDTH = 72


def help_text(topic: str | None) -> str:
    """The page on a topic, or the overview; an unknown topic gets the overview with a hint.

    :param topic: an order's first word, in any of its spellings, or more of the order
    """
    if topic is None or not topic.strip():
        return OVERVIEW + _topics()
    word = topic.split()[0].strip(",.:;").upper()
    word = SHORT.get(word, word) if word != "F" else "ARMY"
    if word in SPELLINGS:
        return PAGES[_page(SPELLINGS[word].word)]
    if word in LATER:
        return textwrap.fill(LATER[word].sentence, WIDTH) + "\n"
    near = nearest(word, SPELLINGS)
    hint = f" Did you mean HELP {SPELLINGS[near[0]].word}?" if near else ""
    return f"There is no help on {word[:20]}.{hint}\n\n{OVERVIEW}{_topics()}"


def _page(word: str) -> str:
    return "ARMY" if word == "FLEET" else word


def _topics() -> str:
    lines = [""]
    for word in PAGES:
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > WIDTH - 2:
            lines.append(word)
        else:
            lines[-1] = longer
    return "".join(f"  {line}\n" for line in lines)
