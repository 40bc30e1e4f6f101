"""What mail programs and gateways do to an own order (70 to 79)."""

from __future__ import annotations

import base64
import quopri

import pytest
from mail_builder import HEADINGS, ORDERS, QUOTED, READ, alternative, html, mail, parts

from pbem.mail.reading.read import DISAGREE, read

REPLY = "Subject: Re: [eu1] Turn 39: China to move\nIn-Reply-To: <report.eu1.39@play.example.org>\n"
ATTRIBUTION = "On Thu, 12 Nov 2026 at 20:15, Imperial Post <game+key@play.example.org> wrote:"
PNG = "Content-Type: image/png\nContent-ID: <i1>\nContent-Transfer-Encoding: base64\n\niVBORw0K"
TEXT = "Content-Type: text/html; charset=utf-8\nContent-ID: {}\n\n<p>CHINA: TAXATION</p>"

# 70 to 72: text parts that are HTML with its tags dropped


def glued(content: str) -> str:
    """The text of HTML as Samsung's program makes it: without its tags and line breaks."""
    tree = content.replace("<br>", "").replace("&nbsp;", "\u00a0").replace("&gt;", ">")
    pieces = (piece.partition(">")[2] if piece else "" for piece in tree.split("<"))
    return "".join(pieces).replace("&lt;", "<")


SIGNED = (
    "Sent from my Galaxy", "Von meinem Galaxy gesendet", "Envoyé depuis mon appareil Galaxy",
    "Enviado desde mi Galaxy", "Inviato dal mio Galaxy", "Отправлено с моего устройства Galaxy",
    "Wysłane z mojego Galaxy", "Στάλθηκε από το Galaxy μου", "Galaxy-ról küldve",
    "나의 Galaxy에서 보냄",
)  # fmt: skip


@pytest.mark.parametrize("signed", SIGNED)
def test_70_glued_text_parts_agree_with_their_html(signed: str) -> None:
    own = "".join(f"<div>{line}</div>" for line in ORDERS.replace(">", "&gt;").split("\n") if line)
    old = (
        "<div>-------- Original message --------</div><div>From: Post &lt;a@b.test&gt; </div>"
        "<div>Date: 12/11/2026 20:15 (GMT+01:00) </div><div>Subject: Turn 39 </div>"
        "<div>INDIA: TAXATION</div>"
    )
    for quote in ("", old):
        content = f"{own}<div><br></div><div>{signed}</div>{quote}"
        for plain in (glued(content), glued(content).replace("->", "-&gt;")):
            found = alternative(plain, content)
            assert (found.orders, found.problems) == (READ, ())


def test_70_glued_chat_plays_nothing() -> None:
    content = (
        "<div>Thanks!</div><div>Sent from my Galaxy</div><div>-------- Original message --------"
        "</div><div>From: Post &lt;a@b.test&gt; </div><div>INDIA: TAXATION</div>"
    )
    assert alternative(glued(content), content).orders == ()


def test_71_one_text_in_two_forms_is_read_from_its_html() -> None:
    content = "<div>Thanks.</div><blockquote type=cite>INDIA: TAXATION</blockquote>"
    found = alternative("Thanks.\nINDIA: TAXATION\n", content)
    assert (found.orders, found.problems) == ((), ())
    struck = "<p>CHINA: TAXATION<br><s>INDIA: TAXATION</s></p>"
    assert alternative("CHINA: TAXATION\nINDIA: TAXATION\n", struck).orders == ("CHINA: TAXATION",)


def test_71_what_the_text_part_quotes_is_quoted_in_the_html() -> None:
    found = alternative("Thanks.\n> INDIA: TAXATION\n", "<p>Thanks.</p><p>INDIA: TAXATION</p>")
    assert (found.orders, found.problems) == ((), ())
    for old in ("INDIA: TAXATION", "<blockquote>INDIA: TAXATION</blockquote>"):
        found = alternative("CHINA: TAXATION\n> INDIA: TAXATION\n", f"<p>CHINA: TAXATION</p>{old}")
        assert (found.orders, found.problems) == (("CHINA: TAXATION",), ())
    found = alternative("Thanks.\n> INDIA: TAXATION\n", "<p>Thank you.</p><p>INDIA: TAXATION</p>")
    assert (found.orders, found.problems) == ((), (DISAGREE,))


@pytest.mark.parametrize(
    "picture",
    [
        "![map](cid:1)", "(inline image)", "[attachment: map.png]",
        "[image: map.png]", "[cid:image001.png@01DC5432.ABCDEF10]", "\ufffc", "<image001.png>",
        "[https://example.test/logo.png]", "[Inline-Bild 1]", "[Inline image 1]", "[logo.jpg]",
        "[Image]", "[cid:1f0c5a0e-0d3b-4f5e]", "[image: Ein Bild, das Text enthält.]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("between", ["\n{}\n", "\n\n{}\n\n", " {}\n"])
def test_72_pictures_among_orders(picture: str, between: str) -> None:
    text = f"CHINA: TAXATION{between.format(picture)}EUROPE: TAXATION\n"
    content = "<div>CHINA: TAXATION</div><img src='cid:x' alt='map'><div>EUROPE: TAXATION</div>"
    both = ("CHINA: TAXATION", "EUROPE: TAXATION")
    assert mail(text).orders == both
    assert alternative(text, content).orders == both
    assert mail(f"CHINA: TAXATION{between.format(picture)}").orders == both[:1]


# 73: what is struck out


@pytest.mark.parametrize(
    "struck",
    [
        "<s>{}</s>",
        "<strike>{}</strike>",
        "<del>{}</del>",
        '<span style="text-decoration:line-through">{}</span>',
        '<span style="color:red; TEXT-DECORATION: underline line-through;">{}</span>',
        '<span style="text-decoration-line: line-through">{}</span>',
        '<font style="text-decoration:line-through red"><b>{}</b></font>',
        "<style>#gone {{ text-decoration: line-through }}</style><p id=gone>{}</p>",
        "<style>p a, u {{text-decoration:line-through}} b {{color:red}}</style><u>{}</u>",
        "<style>p.x, .gone {{ text-decoration: line-through }}</style><p class=gone>{}</p>",
    ],
)
def test_73_what_is_struck_out_is_no_order(struck: str) -> None:
    for content in ("EUROPE: TAXATION", "<span>EUROPE:</span> TAXATION"):
        found = html(f"<div>CHINA: TAXATION</div><div>{struck.format(content)}</div>")
        assert found.orders == ("CHINA: TAXATION",)
        assert html(f"<div>{struck.format(content)}</div><p>Tomorrow.</p>").orders == ()


def test_73_the_same_in_markdown() -> None:
    assert mail("~~EUROPE: TAXATION~~\n\nCHINA: TAXATION\n").orders == ("CHINA: TAXATION",)
    arrows = "CHINA:\nMANEUVER A\nFLEET Shanghai ~~> China Sea; ARMY Beijing ~~> Urumqi\n"
    assert mail(arrows).orders[2:] == ("FLEET Shanghai -> China Sea", "ARMY Beijing -> Urumqi")


def test_73_other_lines_do_no_harm() -> None:
    styled = '<span style="text-decoration:underline">CHINA: TAXATION</span>'
    assert html(f"<style>.a{{text-decoration:none}}</style>{styled}").orders == ("CHINA: TAXATION",)


# 74: lines above the orders that mostly end them


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone",
        "Get Outlook for iOS<https://aka.ms/o0ukef>", "Отправлено с iPhone", "iPhoneから送信",
        "Sent from Yahoo Mail on Android", "-- \nSent from my Android device with K-9 Mail.",
        "________________________________\nCAUTION: This mail came from outside.\n"
        "________________________________", "_" * 40, "-- ",
        f"CAUTION: This mail came from outside of the organisation.\n{'_' * 32}",
        f"Achtung: Diese E-Mail stammt von außen.\n\n{'_' * 20}", f"[EXTERNAL]\n{'_' * 20}",
    ],
)  # fmt: skip
def test_74_a_client_line_or_a_banner_on_top(line: str, ends: str) -> None:
    for greeting in (
        ("Hi,", "Hello Imperial Post,") if line.startswith(("Sent", "Von", "Get")) else ()
    ):
        assert mail(f"{greeting}\n\n{line}\n\n{ORDERS}", REPLY).orders == READ
    for quote in ("", f"\n{QUOTED}", f"\n{ATTRIBUTION}\n{QUOTED}"):
        text = f"{line}\n\n{ORDERS}{quote}"
        assert mail(text.replace("\n", ends), REPLY).orders == READ


@pytest.mark.parametrize("greeting", ["Hi,", "Hello", "Hello Imperial Post,", "Hallo Herr Post!"])
def test_74_a_greeting_above_the_client_line(greeting: str) -> None:
    for line in ("Sent from my iPhone", "Get Outlook for iOS<https://aka.ms/o0ukef>"):
        assert mail(f"{greeting}\n\n{line}\n\n{ORDERS}", REPLY).orders == READ


def test_74_the_same_in_html() -> None:
    head = f"Content-Type: text/html; charset=utf-8\n{REPLY}"
    content = "<div>Sent from my iPhone</div><div><br></div><div>CHINA: TAXATION</div>"
    assert mail(content, head).orders == ("CHINA: TAXATION",)


# 75: attributions behind the order


@pytest.mark.parametrize(
    "attribution",
    [
        ATTRIBUTION,
        "On Thu, 12 Nov 2026 at 20:15, Imperial Post <\ngame+key@play.example.org> wrote:",
        "On 2026-11-12 20:15, Imperial Post wrote:",
        "Am 12.11.2026 um 20:15 schrieb Imperial Post:",
        "Le 12/11/2026 à 20:15, Imperial Post a écrit :",
        "El 12/11/26 a las 20:15, Imperial Post escribió:",
        "Il 12/11/2026 20:15, Imperial Post ha scritto:",
        "Op 12-11-2026 om 20:15 schreef Imperial Post:",
        "Den tors 12 nov. 2026 kl 20:15 skrev Imperial Post <a@b.test>:",
        "Em qui., 12 de nov. de 2026 às 20:15, Imperial Post <a@b.test> escreveu:",
        "W dniu 12.11.2026 o 20:15, Imperial Post pisze:",
        "Dne 12.11.2026 v 20:15 Imperial Post napsal(a):",
        "Στις 12/11/2026 20:15, ο/η Imperial Post έγραψε:",
    ],
)
def test_75_an_attribution_behind_the_order_on_its_line(attribution: str) -> None:
    text = f"CHINA: TAXATION {attribution}\n> It is the turn of China\n"
    assert mail(text, REPLY).orders == ("CHINA: TAXATION",)


def test_75_an_attribution_behind_the_last_line_of_several() -> None:
    assert mail(f"{ORDERS.rstrip()} {ATTRIBUTION}\n> It is the turn of China\n").orders == READ
    assert mail(f"{ORDERS.rstrip()} {ATTRIBUTION}\n\nINDIA: TAXATION\n").orders == READ


@pytest.mark.parametrize(
    "glued",
    [
        "-----Original Message-----",
        "-------- Ursprüngliche Nachricht --------",
        "-- write above this line -- [a1b2c3d4]",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
    ],
)
def test_75_other_lines_of_programs_behind_the_order(glued: str) -> None:
    text = f"CHINA: TAXATION {glued}\n\nINDIA: TAXATION\n"
    assert mail(text, REPLY).orders == ("CHINA: TAXATION",)


@pytest.mark.parametrize(
    "attribution",
    [
        "Imperial Post <a@b.test> ezt írta (időpont: 2026. nov. 12., Cs, 20:15):",
        "Imperial Post <a@b.test> 于2026年11月12日周四 20:15写道：",
        "12.11.2026 20:15, Imperial Post пишет:",
    ],
)
def test_75_where_it_cannot_be_told_where_it_begins_it_is_asked(attribution: str) -> None:
    found = mail(f"CHINA: TAXATION {attribution}\n> It is the turn of China\n", REPLY)
    assert found.orders == ("CHINA: TAXATION",) or found.problems


# 76: the rest of a long quoted line

LONG = "> INDIA: MANEUVER A; FLEET Mumbai -> Indian Ocean; ARMY New Delhi -> Mumbai;"


def test_76_the_rest_of_a_quoted_line_is_quoted() -> None:
    text = f"{ATTRIBUTION}\n\n{LONG}\nARMY Kolkata -> New Delhi\n> Bela\n\nI will think.\n"
    found = mail(text, REPLY)
    assert (found.orders, found.problems) == ((), ())
    assert mail(f"{text}\n{ORDERS}", REPLY).orders == READ


def test_76_so_it_is_where_the_quote_does_not_go_on() -> None:
    found = mail(f"{ATTRIBUTION}\n\n{LONG}\nARMY Kolkata -> New Delhi\n\nSo it was.\n", REPLY)
    assert (found.orders, found.problems) == ((), ())
    assert mail(f"{LONG}\nARMY Kolkata -> New Delhi\n\n{ORDERS}", REPLY).orders == READ


def test_76_a_line_that_may_have_fitted_is_asked_about() -> None:
    short = "> INDIA: MANEUVER A; FLEET Mumbai -> Indian Ocean; ARMY Delhi,"
    found = mail(f"{short}\nPRODUCTION A\n\nSo it was.\n", REPLY)
    assert (found.orders, found.doubtful) == ((), ("PRODUCTION A",))
    assert mail(f"{LONG}\nARMY Kolkata -> New Delhi\n\n{ORDERS}", REPLY).orders == READ


@pytest.mark.parametrize(
    "quoted",
    [
        "> What will you do?",
        "> It is the turn of China, and you are to answer; your options stand below.",
        "> A short line",
        f"> {'so many words ' * 20}",
    ],
)
def test_76_answers_right_below_a_quoted_line_are_own(quoted: str) -> None:
    assert mail(f"{quoted}\nCHINA: TAXATION\n> and so on\n", REPLY).orders == ("CHINA: TAXATION",)
    assert mail(f"{quoted}\nTAXATION\n", REPLY).orders == ("TAXATION",)


def test_76_a_heading_below_a_long_quoted_line_is_own() -> None:
    assert mail(f"{LONG}\nCHINA: TAXATION\n> Bela\n", REPLY).orders == ("CHINA: TAXATION",)


# 77 to 79: transfer encodings and containers


@pytest.mark.parametrize("blanks", ["", " ", "  ", "\t", " \t "])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_77_blanks_behind_soft_line_breaks(blanks: str, ends: str) -> None:
    head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n"
    text = f"CHINA: TAX={blanks}{ends}ATION{ends}BRAZIL: FACTORY Bras=C3=ADlia{ends}"
    assert mail(text, head).orders == ("CHINA: TAXATION", "BRAZIL: FACTORY Brasília")


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "Quoted-Printable", "8bit"])
def test_77_encodings(encoding: str) -> None:
    raw = f"{ORDERS}\n{ATTRIBUTION}\n{QUOTED}".encode()
    encoders = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}
    encoded = encoders.get(encoding.lower(), bytes)(raw)
    assert mail(encoded, f"Content-Transfer-Encoding: {encoding}\n").orders == READ


@pytest.mark.parametrize(
    ("parameters", "ident"),
    [
        ('start="<t1>"', "<t1>"),
        ('start="t1"', "<t1>"),
        ("start=t1; type=text/html", "<t1>"),
        ('start="<T1>"', "<t1>"),
        ('type="text/html"', "<t1>"),
        ('start="<none>"', "<t1>"),
        ('start="<t1@x.test>"', " <t1@x.test> "),
    ],
)
def test_78_the_root_of_related_parts(parameters: str, ident: str) -> None:
    body = f"--b1\n{PNG}\n--b1\n{TEXT.format(ident)}\n--b1--\n"
    head = f'Content-Type: multipart/related; boundary="b1"; {parameters}\n'
    assert mail(body, head).orders == ("CHINA: TAXATION",)


def test_78_a_text_beside_the_root_does_not_count() -> None:
    other = "Content-Type: text/html\nContent-ID: <o1>\n\n<p>INDIA: TAXATION</p>"
    body = f"--b1\n{other}\n--b1\n{TEXT.format('<t1>')}\n--b1--\n"
    head = 'Content-Type: multipart/related; boundary=b1; start="<t1>"\n'
    assert mail(body, head).orders == ("CHINA: TAXATION",)


@pytest.mark.parametrize("fold", ["\n ", "\r\n "])
@pytest.mark.parametrize(
    "field",
    [
        'Content-Type: multipart/mixed; boundary="foo{} bar"',
        'Content-Type:{} multipart/mixed;{} boundary="foo bar"',
        'Content-Type: multipart/mixed; boundary={} "foo bar"',
        "Content-Type: multipart/mixed; boundary*0=foo%20; boundary*1=bar".replace("%20", "x"),
    ],
)
def test_79_folded_boundaries(field: str, fold: str) -> None:
    name = "fooxbar" if "*" in field else "foo bar"
    head = field.format(*[fold] * field.count("{}")).replace(f"foo{fold} bar", f"foo{fold}bar")
    raw = f"From: ann@example.test\n{head}\n\n--{name}\n\nCHINA: TAXATION\n--{name}--\n"
    assert read(raw.encode(), HEADINGS).orders == ("CHINA: TAXATION",)


def test_79_parts_in_a_row_are_read_as_before() -> None:
    assert parts("Content-Type: text/plain\n\nCHINA: TAXATION", PNG).orders == ("CHINA: TAXATION",)
