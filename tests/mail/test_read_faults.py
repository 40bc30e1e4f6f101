"""Each kind of fault that mails have, one small mail each, numbered.

1 to 9 characters and charsets, 30 to 39 MIME, 40 to 49 headers. 10 to 19 are in `test_read_quotes`,
20 to 29 in `test_read_html`, 50 to 59 in `test_read_machines`, 60 to 69 in `test_read_limits`,
70 to 79 in `test_read_clients`, 80 to 89 in `test_read_shapes`, 90 to 99 in `test_read_doubt`.
"""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime

import pytest
from mail_builder import (
    HEAD,
    HEADINGS,
    LINES,
    OLD_HTML,
    ORDERS,
    QUOTED,
    READ,
    html,
    mail,
    parts,
)
from support.effort import in_linear_time

from pbem.mail.reading.read import as_json, read

# 1 to 9: characters and charsets


@pytest.mark.parametrize(
    ("charset", "raw"),
    [
        ("iso-8859-1", b"ARMY Munich \x96 Danzig"),
        ("us-ascii", b"ARMY Munich \x96 Danzig"),
        ("windows-1252", "ARMY Munich – Danzig".encode()),
        ("iso-8859-2", b"ARMY Munich \x96 Danzig # \x8a"),
        ("iso-8859-7", b"ARMY Munich \x96 Danzig # \xa2"),
        ("iso-8859-15", b"ARMY Munich \x97 Danzig"),
        ("koi8-r", "# Мой ход\nАRMY Munich -> Danzig".encode("koi8-r")),
        ("utf-16", "ARMY Munich → Danzig".encode("utf-16")),
        ("utf-16", "ARMY Munich → Danzig".encode("utf-16-le")),
        ("utf-16be", "ARMY Munich → Danzig".encode("utf-16-be")),
        ("utf-16", b"ARMY Munich -> Danzig"),
        ("utf-32", "ARMY Munich → Danzig".encode("utf-32")),
        ("utf-7", "ARMY Munich → Danzig".encode("utf-7")),
        ("iso-2022-jp", "ＡＲＭＹ　Ｍｕｎｉｃｈ　→　Ｄａｎｚｉｇ".encode("iso-2022-jp")),
        ("shift_jis", "ＡＲＭＹ　Ｍｕｎｉｃｈ　→　Ｄａｎｚｉｇ".encode("cp932")),
        ("gb2312", "ARMY Munich → Danzig # 我的".encode("gb2312")),
        ("x-unknown", b"ARMY Munich -> Danzig"),
        ("utf8mb4", "ARMY Munich → Danzig".encode()),
        ("unicode_escape", b"ARMY Munich -> Danzig # \\x00"),
        ("hex", b"ARMY Munich -> Danzig"),
        ("utf-8", b"\xef\xbb\xbfARMY Munich -> Danzig"),
    ],
)
def test_01_charsets_are_read_though_labels_lie(charset: str, raw: bytes) -> None:
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n"
    assert mail(base64.encodebytes(raw), head).orders == ("ARMY Munich -> Danzig",)


@pytest.mark.parametrize("charset", ["utf-8", "x-unknown", "punycode"])
def test_02_orders_with_unreadable_characters_are_not_taken(charset: str) -> None:
    head = f"Content-Type: text/plain; charset={charset}\n"
    found = mail(b"BRAZIL:\nARMY Bras\xedlia -> Peru\n", head)
    assert found.orders == ()
    assert "UTF-8" in str(found.problems[0])


def test_03_unreadable_prose_does_not_matter() -> None:
    found = mail(b"Gr\xfc\xdfe!\n\nINDIA:\nTAXATION\n", "Content-Type: text/plain; charset=utf-8\n")
    assert found.orders == ("INDIA:", "TAXATION")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_04_line_ends_of_any_kind(ends: str) -> None:
    raw = HEAD + b"\n" + ORDERS.encode()
    assert read(raw.replace(b"\n", ends.encode()), HEADINGS).orders == READ


def test_05_strange_separators_do_not_end_a_line() -> None:
    assert mail("INDIA:\nINVEST 9\u2028IN\x0bChina\x85\n").orders == ("INDIA:", "INVEST 9 IN China")


@pytest.mark.parametrize("raw", [b"+2AA-", b"+3AA-", b"+3ADYAA-", b"a+2AAAYQ-"])
def test_06_no_half_letters_are_read(raw: bytes) -> None:
    """UTF-7 can hold surrogates, which nothing can be written with."""
    content = b"CHINA: FACTORY " + raw + b"\n"
    found = mail(content, "Content-Type: text/plain; charset=utf-7\n")
    assert "UTF-8" in str(found.problems[0])
    found.text.encode()
    found.body.encode()
    head = f"Message-ID: =?utf-7?q?<{raw.decode()}@x>?=\nSubject: =?utf-7?q?{raw.decode()}?=\n"
    found = mail(ORDERS, head)
    assert "\ufffd" in found.subject
    json.dumps(as_json(found), ensure_ascii=False).encode()


# 30 to 39: MIME

PICTURE = "Content-Type: image/png; name=a.png\nContent-Disposition: inline\n\nxx"
TEXT = "Content-Type: text/plain; charset=utf-8\n\n"


def test_30_inline_text_counts_in_its_order_and_attachments_do_not() -> None:
    attached = "Content-Type: text/plain\nContent-Disposition: attachment; filename=b.txt\n\nPASS"
    found = parts(f"{TEXT}CHINA:\n", PICTURE, f"{TEXT}TAXATION\n", attached)
    assert found.orders == ("CHINA:", "TAXATION")


ORDERS_TXT = "Content-Type: {}\nContent-Disposition: attachment; filename={}\n\n{}"


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream"])
def test_31_orders_txt_as_the_only_attachment(kind: str) -> None:
    file = ORDERS_TXT.format(kind, '"Orders.TXT"', ORDERS)
    assert parts(f"{TEXT}See attached.\n", file).orders == READ
    assert parts(f"{TEXT}PASS\n", file).orders == ("PASS",)
    assert parts(f"{TEXT}\n", file, ORDERS_TXT.format("text/plain", "b.txt", "x")).problems
    assert parts(f"{TEXT}\n", ORDERS_TXT.format(kind, "moves.txt", ORDERS)).problems
    assert not parts(f"{TEXT}Thanks\n", ORDERS_TXT.format(kind, "moves.txt", ORDERS)).orders


def test_32_encrypted_mails_are_refused() -> None:
    encrypted = ("Content-Type: application/pgp-encrypted\n\nVersion: 1", "\nxx")
    assert "encrypted" in str(parts(*encrypted, kind="encrypted").problems[0])
    assert mail("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n").problems
    smime = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\n'
    assert "encrypted" in str(mail("abc", smime).problems[0])


def test_33_signed_mails_are_read() -> None:
    signature = "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----"
    assert parts(f"{TEXT}{ORDERS}", signature, kind="signed").orders == READ
    armour = "-----BEGIN PGP {}-----\n"
    text = (
        armour.format("SIGNED MESSAGE") + "Hash: SHA512\n\n- - CHINA:\n- - TAXATION\n- -- \nTom\n"
    )
    text += (
        armour.format("SIGNATURE") + "\nabc\n" + armour.format("SIGNATURE").replace("BEGIN", "END")
    )
    assert mail(text).orders == ("CHINA:", "TAXATION")


def test_34_winmail_dat_is_refused_only_alone() -> None:
    tnef = 'Content-Type: application/ms-tnef; name="winmail.dat"\n\nxx'
    assert "winmail" in str(parts(tnef).problems[0])
    assert parts(f"{TEXT}{ORDERS}", tnef).orders == READ


def test_35_attached_mails_are_not_read() -> None:
    attached = f"Content-Type: message/rfc822\n\nFrom: dan@example.test\n\n{ORDERS}"
    found = parts(f"{TEXT}FYI\n", attached)
    assert (found.orders, found.problems) == ((), ())


@pytest.mark.parametrize(
    "head",
    [
        "Content-Type: multipart/mixed\n",
        'Content-Type: multipart/mixed; boundary="never"\n',
        "Content-Type: multipart/mixed; boundary*=x'%'%\n",
    ],
)
def test_36_a_multipart_that_falls_apart_is_refused(head: str) -> None:
    found = mail(f"--XX\n\n{ORDERS}", head)
    assert found.orders == ()
    assert "plain text" in str(found.problems[0])


def test_37_a_mail_of_one_picture_has_no_text() -> None:
    assert "no text" in str(parts(PICTURE).problems[0])
    assert mail("").problems == ()


def test_38_alternatives_in_containers() -> None:
    inner = (
        f"Content-Type: multipart/mixed; boundary=YY\n\n--YY\nContent-Type: text/html\n\n{LINES}"
    )
    inner += f"\n--YY\n{PICTURE}\n--YY\nContent-Type: text/html\n\n<p>PASS</p>\n--YY--\n"
    found = parts(f"{TEXT}CHINA:\nTAXATION\nPASS\n", inner, kind="alternative")
    assert found.orders == ("CHINA:", "TAXATION", "PASS")


def test_39_a_header_line_without_a_colon_hides_no_other() -> None:
    head = "This is no field\nContent-Transfer-Encoding: base64\n"
    assert mail(base64.encodebytes(ORDERS.encode()), head).orders == READ


# 40 to 49: headers


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("ann@Example.TEST", "ann@example.test"),
        (
            '"dan@example.test (Dan)" (write to <x@y.test>) <ann@example.test> (Ann)',
            "ann@example.test",
        ),
        ("ann@example.test <ann@example.test>", "ann@example.test"),
        ("=?utf-8?q?dan=40example.test?= <ann@example.test>", "ann@example.test"),
        ("Réka <ann@example.test>", "ann@example.test"),
        ("dan@example.test <ann@example.test>", None),
        ("ann@example.test, dan@example.test", None),
        ("Ann <ann@example.test> <dan@example.test>", None),
        ("<ann@example.test>dan@example.test", None),
        ("Friends: ann@example.test, dan@example.test;", None),
        ("undisclosed-recipients:;", None),
        ("(c):", None),
        ('"', None),
        ("", None),
        ("<>", None),
        ("ann", None),
        ("(" * 2000, None),
    ],
)
def test_40_the_one_address_of_the_from_line(value: str, address: str | None) -> None:
    found = mail(ORDERS, f"From: {value}\n", sender=b"")
    assert found.sender == address
    assert found.orders == (READ if address else ())
    assert bool(found.problems) == (address is None)


def test_41_two_from_lines_are_refused() -> None:
    found = mail(ORDERS, "From: dan@example.test\n")
    assert (found.sender, found.orders) == (None, ())
    assert "2 From lines" in str(found.problems[0])
    assert mail(ORDERS, "not a field\nFrom: dan@example.test\n").sender is None


@pytest.mark.parametrize(
    "head",
    [
        "Content-Type: text/plain; name*\n",
        "Content-Type: text/plain; charset*=a\0b''x\n",
        f"Content-Type: text/plain; name*{'9' * 3000}=x\n",
        "Content-Type:\n",
        "Content-Type: text\n",
        "Content-Type: ;;;=\n",
        "Content-Disposition: =?x\n",
        "Content-Transfer-Encoding: made-up\n",
        "Date: Thu, 99 Foo 99999 99:99:99 +9999\n",
        "Message-ID: <<>>\nReferences: <\n",
        'To: "\nCc: (c):\n',
        "Subject: =?utf-8?b?x?= =?nope?q?=ff?=\n",
        "Return-Path: \n <ann@example.test>\n",
        "\xff\xfe: x\n",
    ],
)
def test_42_fields_at_which_the_standard_library_stumbles(head: str) -> None:
    assert mail(ORDERS, head).orders == READ


def test_43_what_is_taken_from_the_header() -> None:
    found = mail(
        ORDERS,
        "Delivered-To: game+Key@PLAY.example.org\nCc: b@example.test, game+key@play.example.org\n"
        "Message-ID:\n <one@example.test>\nIn-Reply-To: =?utf-8?q?=3Ctwo=40play=2Etest=3E?=\n"
        "References: <root@play.test>\n <two@play.test> <root@play.test>\n"
        "Subject: =?utf-8?q?R=C3=A9=3A?=\n turn\nDate: Thu, 12 Nov 2026 20:15:00 +0100\n",
    )
    assert found.recipients == (
        "game+Key@play.example.org", "game+key@play.example.org", "b@example.test",
    )  # fmt: skip
    assert found.message_id == "<one@example.test>"
    assert found.in_reply_to == ("<two@play.test>",)
    assert found.references == ("<root@play.test>", "<two@play.test>")
    assert found.subject == "Ré: turn"
    assert found.date == datetime(2026, 11, 12, 19, 15, tzinfo=UTC)
    assert set(as_json(found)) == {
        "automatic", "reason", "from", "message_id", "orders", "ignored", "problems",
            "doubtful",
    }  # fmt: skip


def test_44_the_body_keeps_the_quote_with_our_keys() -> None:
    assert "0123abcd" in mail(f"{ORDERS}\n{QUOTED}").body
    assert "0123abcd" in html(f"{LINES}<blockquote type=cite>{OLD_HTML}</blockquote>").body


@pytest.mark.parametrize(
    "ident",
    [
        "<a@x.test>",
        '<"a b"@x.test>',
        '<"a\\"  b"@x.test>',
        "<=?utf-8?q?abc?=@x.test>",
        "<a,b;c:d@x.test>",
        "<abc>",
        "<bjørn@x.test>",
        "<a b@x.test>",
        "<" + "a" * 480 + "@x.test>",
    ],
)
def test_45_an_id_is_kept_as_it_is(ident: str) -> None:
    found = mail(ORDERS, f"Message-ID: {ident}\nReferences: <root@x.test>\n {ident}\n")
    assert found.message_id == ident
    assert found.references[0] == "<root@x.test>"
    assert found.references[1] in (ident, "<ab@x.test>")  # there blanks come from folding


@pytest.mark.parametrize("filling", [" ", "<", "< ", '"', '\\"', "<a", "@ "])
def test_46_ids_are_found_in_linear_time(filling: str) -> None:
    in_linear_time(
        lambda text: mail(ORDERS, f"References: <{text}\nMessage-ID: <{text[:1_500]}\n"),
        filling * 19_000,
    )


@pytest.mark.parametrize("filling", ["a", "a.", "=?utf-8?q?a?=", "a@", "<", "(", '"', "[a@["])
@pytest.mark.parametrize("name", ["To", "Delivered-To", "Cc"])
def test_47_addresses_are_found_in_linear_time(filling: str, name: str) -> None:
    found = in_linear_time(
        lambda text: mail(ORDERS, "To: game@x.test\n" + f"{name}: {text}\n" * 5),
        (filling * 40_000)[:40_000],
    )
    assert found.recipients[:2]
