"""Orders that may be old ones: what is asked about, and what is not (90 to 99)."""

from __future__ import annotations

import pytest
from mail_builder import HEADINGS, QUOTED, html, mail

from pbem.mail.reading.read import DOUBTFUL, FORM_QUOTED, Mail, as_json, read

REPLY = "Subject: Re: [eu1] Turn 39: China to move\nIn-Reply-To: <report.eu1.39@play.example.org>\n"
CHAT = "Thanks, I will think about it.\n\n"
TRACE = "Bela Kis zzaqr:\n\n"
OLD = "INDIA: TAXATION\n"


def reply(text: str) -> Mail:
    return mail(text, REPLY)


def test_90_what_is_in_doubt_is_told_apart() -> None:
    found = reply(f"{CHAT}{TRACE}{OLD}")
    assert found.orders == ()
    assert found.doubtful == ("INDIA: TAXATION",)
    assert found.problems == (DOUBTFUL,)
    assert as_json(found)["doubtful"] == ["INDIA: TAXATION"]


def test_90_own_orders_above_are_in_doubt_with_it() -> None:
    found = reply(f"CHINA: TAXATION\n\n{TRACE}{OLD}")
    assert found.orders == ()
    assert found.doubtful[0] == "CHINA: TAXATION"
    assert found.doubtful[-1] == "INDIA: TAXATION"


#: What people write above an order, in an answer, whatever it looks like.
OWN_LINES = (
    "my order:", "My Order:", "Here you go:", "Hi Tom,", "Hi Tom:", "Dear Imperial Post:",
    "Hallo zusammen,", "China's move:", "For China:", "Mein Zug:", "Meine Befehle:", "Mes ordres :",
    "Mis órdenes:", "Mossa di Ann:", "Мой ход:", "Lépésem:", "Revised order (12.11.2026, 20:15):",
    "Sorry for being late - it's 20:15 here already.", "Back on 12 November 2026 at 10:00.",
    "I'll be away until 12.11.2026, 10:00.", "As discussed with Bela on 12.11.", "Ann here.",
    "Ann:",
    "Great Britain and China:", "Turn 39:", "Turn 39, 12.11.2026 20:15", "Dear Moderator:",
    "Dear Sir or Madam:", "Mail me at ann@work.test if something is wrong.", "Next Move:",
    "Plan A:",
    "You can reach me at ann@work.test or bela@example.test.", "Like I said:", "Correction:",
    "OK then, Bela wrote me that he will attack, so:", "Bela wrote that he attacks.",
    "I wrote to you on 12.11.2026 at 20:15, but anyway, it is this:", "Second Try:", "-----",
    "--- my orders ---", "***** orders *****", "What a game! Bela Kis plays very well.",
    "Thanks, Imperial Post!", "Thank you Imperial Post:", "Question: what is a flag?",
    "To: the moderator", "On Monday I will be back. Until then:", "Done at 20:15:",
    "Am Montag bin ich wieder da. Bis dahin:", "By the way, it is 8:15 PM here:", "Voilà:",
    "Schöne Grüße aus Wien:", "Zweiter Versuch:", "Nouvelle tentative:", "それでは:", "我的命令：",
    "===== Great Britain =====", "To: all\nFor: you", "Bela Kis wrote to me, so:",
    "@pbem: it goes on", "To whom it may concern:", "Grüße an Bela Kis:", "Kína lépése:",
)  # fmt: skip


@pytest.mark.parametrize("line", OWN_LINES)
def test_91_own_lines_above_an_order_leave_no_doubt(line: str) -> None:
    for above in ("", CHAT, "Hello all,\n\n"):
        for gap in ("\n", "\n\n"):
            text = (
                f"{above}{line}{gap}CHINA: TAXATION\n\nOn 12.11.2026 20:15, Post wrote:\n{QUOTED}"
            )
            found = reply(text).orders  # `For China:` is its heading, which does no harm
            assert [order for order in found if order != "China:"] == ["CHINA: TAXATION"]


def test_91_the_own_name_is_own() -> None:
    head = f"From: Ann Nagy <ann@example.test>\n{REPLY}\n"
    clocked = f"{CHAT}{{}} 20:15\nCHINA: TAXATION\n"
    assert read((head + clocked.format("Ann Nagy")).encode(), HEADINGS).orders
    assert read((head + clocked.format("Bela Nagy")).encode(), HEADINGS).doubtful
    text = f"{CHAT}{{}}:\nCHINA: TAXATION\n"
    assert read((head + text.format("Ann Nagy")).encode(), HEADINGS).orders
    assert read((head + text.format("Bela Nagy")).encode(), HEADINGS).doubtful


def test_92_a_mail_that_answers_none_quotes_none() -> None:
    assert mail(f"{CHAT}{TRACE}{OLD}", "Subject: orders\n").orders == ("INDIA: TAXATION",)


@pytest.mark.parametrize(
    "head",
    [
        "In-Reply-To: <a@b.test>\n",
        "References: <a@b.test>\n",
        "Subject: AW: x\n",
        "Subject: Antw: x\n",
        "Subject: ΑΠ: x\n",
        "Subject: 回复：x\n",
        "Subject: RE[2]: x\n",
        "Subject: [eu1] Turn 3: China to move\n",
    ],
)
def test_92_signs_of_an_answer(head: str) -> None:
    assert mail(f"{CHAT}{TRACE}{OLD}", head).doubtful


def test_93_below_a_rule_alone_an_order_is_new() -> None:
    assert reply(f"{CHAT}=====\n\n{OLD}").orders == ("INDIA: TAXATION",)


@pytest.mark.parametrize(
    "heading",
    [
        "WHAT HAPPENED",
        "YOUR OPTIONS",
        "STANDINGS",
        "HOW TO ANSWER",
        "NATIONS (in turn order)",
        "Copy lines from here; what stands behind # is a note and does no harm.",
    ],
)
def test_94_our_report_is_known_without_its_marker_line(heading: str) -> None:
    copy = f"{heading}\n\n  CHINA: FACTORY Chongqing\n  CHINA: TAXATION\n"
    assert reply(f"{CHAT}{copy}").orders == ()
    assert reply(f"{CHAT}{copy}").problems == ()
    assert reply(f"INDIA: TAXATION\n\n{copy}").orders == ("INDIA: TAXATION",)


def test_94_its_form_may_be_filled_in_without_the_marker_line() -> None:
    head = "It is the turn of China. Please send its order.\nYour answer is due by Tue, 18:00.\n"
    form = "Write it here, above the line (your options are listed below):\n\nCHINA: TAXATION\n"
    assert reply(f"{head}{form}").orders == ("CHINA: TAXATION",)
    assert reply(f"{head}{form}\nWHAT HAPPENED\n- India taxes.\n").orders == ("CHINA: TAXATION",)


def test_95_a_client_line_below_chat_may_be_above_an_old_mail() -> None:
    for line in ("Sent from my iPhone", "Von meinem Galaxy gesendet", "_" * 32):
        assert reply(f"{CHAT}{line}\n\n{OLD}").doubtful == ("INDIA: TAXATION",)
        assert reply(f"CHINA: TAXATION\n\n{line}\n\n{OLD}").orders == ("CHINA: TAXATION",)
        assert reply(f"{line}\n\nCHINA: TAXATION\n").orders == ("CHINA: TAXATION",)


def test_96_blockquotes() -> None:
    head = f"Content-Type: text/html; charset=utf-8\n{REPLY}"
    bare = "<div>Thanks.</div><blockquote>INDIA: TAXATION</blockquote>"
    assert mail(bare, head).doubtful == ("INDIA: TAXATION",)
    assert mail("<blockquote>INDIA: TAXATION</blockquote>", head).orders == ("INDIA: TAXATION",)
    indented = '<div>Hi</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">{}</>'
    assert mail(indented.format("INDIA: TAXATION"), head).orders == ("INDIA: TAXATION",)
    inside = "<blockquote>What will you do?</blockquote><div>INDIA: TAXATION</div>"
    assert mail(inside, head).orders == ("INDIA: TAXATION",)
    assert html(bare).orders == ("INDIA: TAXATION",)  # an answer to nothing
    assert "\u2063" not in mail(bare, head).text


FORM = (
    "It is the turn of China. Please send its order.\n"
    "Write it here, above the line (your options are listed below):\n\n{}\n\n"
    "-- write above this line -- [a1b2c3d4]\n\nINDIA: TAXATION\n"
)


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "| "])
def test_97_a_form_filled_in_behind_marks_is_told(mark: str) -> None:
    quoted = "".join(f"{mark}{line}\n" for line in FORM.format("CHINA: TAXATION").split("\n"))
    found = reply(f"On 12.11.2026 20:15, Post wrote:\n{quoted}")
    assert (found.orders, found.problems) == ((), (FORM_QUOTED,))
    assert reply(f"CHINA: FACTORY Urumqi\n\n{quoted}").orders == ("CHINA: FACTORY Urumqi",)
    empty = "".join(f"{mark}{line}\n" for line in FORM.format("CHINA:").split("\n"))
    assert reply(f"Thanks!\n\n{empty}").problems == ()


def test_97_the_same_in_html() -> None:
    lines = "<br>".join(FORM.format("CHINA: TAXATION").split("\n"))
    quoted = f"<div>Hm.</div><blockquote type=cite>{lines}</blockquote>"
    found = mail(quoted, f"Content-Type: text/html; charset=utf-8\n{REPLY}")
    assert found.problems == (FORM_QUOTED,)


def test_98_a_press_may_quote() -> None:
    press = "PRESS TO ALL\nBela wrote:\nI attack.\nI do not believe it.\nEND PRESS\n"
    assert reply(press).orders == tuple(press.rstrip("\n").split("\n"))


def test_99_machines_are_asked_nothing() -> None:
    found = mail(f"{CHAT}{TRACE}{OLD}", f"{REPLY}Auto-Submitted: auto-replied\n")
    assert (found.automatic, found.doubtful, found.problems) == (True, (), ())
    found = mail(f"{CHAT}{TRACE}{OLD}", "Subject: Out of office: Re: x\nIn-Reply-To: <a@b>\n")
    assert (found.automatic, found.doubtful, found.problems) == (True, (), ())


#: Lines above an old mail, of programs and languages that no list knows.
TRACES = (
    "Bela Kis 8:15 PM", "*Bela Kis* 20:15", "Bela Kis (20:15)",
    "Bela Kis said the following on 11/12/2026 8:15 PM:", "kisb79 wrote on 12.11.26:",
    "bela@example.test", "Bela Kis\nbela@example.test", "<bela@example.test>",
    "Кімнен: Bela Kis\nЖіберілді: 12 қараша 2026\nКімге: Ann\nТақырып: x",
    "Wan: Bela Kis\nAn: post@example.test\nSaken: x",
)  # fmt: skip


@pytest.mark.parametrize("trace", TRACES)
def test_100_traces_that_no_list_knows(trace: str) -> None:
    for gap in ("\n", "\n\n"):
        assert reply(f"{CHAT}{trace}{gap}{OLD}").doubtful == ("INDIA: TAXATION",)
        below = f"CHINA: TAXATION\n\n{trace}\n\n> INDIA: TAXATION\n"
        assert reply(below).orders == ("CHINA: TAXATION",)


@pytest.mark.parametrize(
    "own",
    [
        "ann@example.test", "It is 20:15", "I said to Bela Kis on 12.11.2026 20:15:", "At 20:15",
        "Plan: hold\nRisk: low\nMood: good", "Tonight 8:15 PM",
        "Pros: a\nCons: b\nMy move: below, 2026",
    ],
)  # fmt: skip
def test_100_own_lines_are_none(own: str) -> None:
    assert reply(f"{CHAT}{own}\n\n{OLD}").orders == ("INDIA: TAXATION",)


@pytest.mark.parametrize(
    "header",
    [
        "> Message du 12/11/26 20:15\n> De : Bela <bela@example.test>\n> A : Ann\n> Objet : x\n>",
        "> From: Bela\n> Date: Thursday\n> Subject: x",
    ],
)
def test_101_a_quoted_header_with_an_unmarked_mail_below(header: str) -> None:
    """Orange's program marks who wrote, and nothing else."""
    assert reply(f"{CHAT}{header}\n\n{OLD}").doubtful == ("INDIA: TAXATION",)
    assert reply(f"CHINA: TAXATION\n\n{header}\n\n{OLD}").orders == ("CHINA: TAXATION",)
    whole = f"{header}\n> Hello\n> {OLD}"
    assert reply(f"{whole}\nCHINA: TAXATION\n").orders == ("CHINA: TAXATION",)


def test_102_a_line_above_a_block_is_a_rule() -> None:
    head = f"Content-Type: text/html; charset=utf-8\n{REPLY}"
    for style in ("border-top: 1px solid #ccc", "border-top-width:1px; border-top-style: solid"):
        below = f'<div>Thanks.</div><div style="{style}">Bela</div><div>INDIA: TAXATION</div>'
        assert mail(below, head).doubtful == ("INDIA: TAXATION",)
    for style in ("border-top: none", "border-top: 0px solid", "border: 1px solid"):
        below = f'<div>Thanks.</div><div style="{style}">INDIA: TAXATION</div>'
        assert mail(below, head).orders == ("INDIA: TAXATION",)


def test_102_what_is_folded_away_is_in_doubt() -> None:
    head = f"Content-Type: text/html; charset=utf-8\n{REPLY}"
    folded = "<div>Ok, thanks.</div><details><div>INDIA: TAXATION</div></details>"
    assert mail(folded, head).doubtful
