"""Which mails are taken for a machine's, and which are not (50 to 59)."""

from __future__ import annotations

import pytest
from mail_builder import ORDERS, QUOTED, READ, mail


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied\n",
        "Auto-Submitted: (x) auto-generated; a=b\n",
        "Return-Path: <>\n",
        "Return-Path: <MAILER-DAEMON>\n",
        "Precedence: bulk\n",
        "Precedence: List\n",
        "Precedence: junk\n",
        "Precedence: auto_reply\n",
        "X-Autoreply: yes\n",
        "X-Autorespond: vacation\n",
        "List-Id: <talk.example.org>\n",
        "Content-Type: multipart/report; boundary=x\n",
        "X-Failed-Recipients: a@b.test\n",
        "X-OOF: 1\n",
        "X-Cron-Env: <HOME=/root>\n",
    ],
)
def test_50_signs_of_machines(head: str) -> None:
    found = mail(ORDERS, head)
    assert found.automatic
    assert found.reason
    assert (found.orders, found.problems) == ((), ())


@pytest.mark.parametrize(
    "subject",
    [
        "Automatisk svar: x", "Automatiskt svar: x", "Automaattinen vastaus: x",
        "Automatyczna odpowiedź: x", "Otomatik Yanıt: x", "Răspuns automat: x", "自动答复: x",
        "自動応答: x", "자동 회신: x", "AUTO: Ann is out of the office (returning 12/12/2026)",
        "AUTO: Ann ist außer Haus (Rückkehr am 12.12.2026)", "[Auto-Reply] x", "Abwesenheit: x",
        "Abwesenheitsnotiz", "Fuera de la oficina: x", "Fuori sede: x", "Fuori ufficio",
        "Εκτός γραφείου: x", "Nicht im Büro: x", "Fora do escritório", "Vacation reply",
        "I am on vacation Re: [eu1] Turn 3", "Re\u0301ponse automatique : x",
        "Non remis : x", "Non recapitabile: x", "No se puede entregar: x", "Onbestelbaar: x",
        "Unzustellbar: x", "Não é possível entregar: x", "Niedostarczone: x",
        "Read: [eu1] Turn 3", "Gelesen: [eu1] Turn 3", "Lu : [eu1] Turn 3", "Letto: x", "Leído: x",
        "OOO: Re: x", "I'm out of the office Re: x", "Parental leave: x", "Автовідповідь: x",
        "Automātiska atbilde: x", "Freagra uathoibríoch: x", "Ateb awtomatig: x",
        "Nicht gelesen: x", "Not read: x", "已读: x", "已读： x", "Διαβάστηκε: x", "Zugesagt: x",
    ],
)  # fmt: skip
def test_50_subjects_of_machines_in_many_languages(subject: str) -> None:
    """They tell a machine where there is no order; with an order a person has written."""
    assert mail("I am away.\n", f"Subject: {subject}\n").automatic
    assert mail(f"Away.\n\n{QUOTED}", f"Subject: {subject}\n").automatic
    assert mail(ORDERS, f"Subject: {subject}\n").orders == READ


OUR_SUBJECTS = (
    "[eu1] Turn 3: China to move - your decision",
    "[eu1] Turn 3: your mail - taken",
    "[read] Turn 3: Read: Lu : Abwesenheit: Automatic reply",
    "[auto] Turn 3: out of office",
    "Automatic reply: Turn 3",
    "Undeliverable: x",
    "Gelesen: x",
    "AUTO: x (returning 12/12/2026)",
    "[Auto-Reply] x",
)
REPLY_MARKS = ("Re: ", "RE: ", "AW: ", "Antw: ", "SV: ", "VS: ", "R: ", "RV: ", "ΑΠ: ", "Odp: ",
               "YNT: ", "回复: ", "答复: ", "Fwd: ")  # fmt: skip


@pytest.mark.parametrize("subject", OUR_SUBJECTS)
def test_52_an_answer_to_us_is_a_persons_whatever_our_subject_says(subject: str) -> None:
    for mark in REPLY_MARKS:
        assert mail(ORDERS, f"Subject: {mark}{subject}\n").orders == READ


@pytest.mark.parametrize(
    "subject",
    [
        "[eu1] Turn 3: China to move - your decision",
        "[auto] Turn 3: China to move",
        "[read] Turn 3",
        "Read your rules: a question",
        "Lunch: my move",
        "Luanda: my move",
        "Auto: Frage",
        "Automatic taxes?",
        "Accepted. And now?",
        "Absent next week",
        "Abwesenheit nächste Woche",
        "I am away from Monday",
        "Nicht im Bild",
        "Lettonia",
        "Non remissione",
        "",
    ],
)
def test_52_subjects_that_people_write(subject: str) -> None:
    assert mail(ORDERS, f"Subject: {subject}\n").orders == READ


@pytest.mark.parametrize(
    "name",
    [
        "MAILER-DAEMON",
        "postmaster",
        "no-reply",
        "noreply",
        "do-not-reply",
        "DoNotReply",
        "bounces+x",
    ],
)
def test_51_senders_behind_whom_is_nobody(name: str) -> None:
    assert mail(ORDERS, f"From: {name}@example.test\n", sender=b"").automatic


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: no\n",
        "X-Auto-Response-Suppress: All\n",
        "Precedence: first-class\n",
        "Return-Path: <ann@example.test>\n",
        "X-Autoreply: no\n",
        "Feedback-ID: 1:user:proton\n",
        "Subject: Re: Automatic reply: Turn 3\n",
    ],
)
def test_52_signs_of_nothing(head: str) -> None:
    assert mail(ORDERS, head).orders == READ


def test_53_a_machine_is_a_machine_even_if_its_mail_is_broken() -> None:
    found = mail(
        "x", "From: b@c.test\nAuto-Submitted: auto-replied\nContent-Type: multipart/mixed\n"
    )
    assert (found.automatic, found.problems) == (True, ())


#: Fields of answering machines, old and new, each of a program that sets no other.
FIELDS = (
    "X-Precedence: auto_reply", "Preference: auto_reply", "X-Precedence: bulk",
    "Precedence: auto-generated", "Precedence: autoreply", "X-POST-MessageClass: 9; Autoresponder",
    "X-Autoresponse: 1", "X-Auto-Responder: yes", "X-AutoReply-From: ann@example.test",
    "X-Autoreply-Message: yes", "X-KMail-Autoreply: yes", "X-Auto-Generated: reply",
    "Autoreply: yes", "X-Auto_Reply: yes", "X-Autoanswer: yes", "X-Mail-Autoresponder: 1.2",
    "X-Vacation: yes", "X-Vacation-Message: yes", "X-Out-Of-Office: yes", "X-OutOfOffice-Reply: 1",
    "X-FC-MachineGenerated: true", "X-Mailer: Vacation 2.0", "X-Mailer: vacation/1.2.7.0",
    "X-Mailer: Acme Autoresponder 3", "X-Mailer: GroupWise Out-of-Office", "User-Agent: Auto-Reply",
    "Delivered-To: autoresponder", "Delivered-To: <autoreply@example.test>",
    "X-Bluebottle-Request: <1>", "X-Trusted-Delivery: <1>", "X-Boxbe-Id: 1",
    "X-SpamArrest-Challenge: 1", "X-TMDA-Confirm: 1", "X-ASK-Auth: 1", "X-Challenge-Response: 1",
    "X-UOL-AntiSpam-Id: 1", "X-Mailblocks-Id: 1", "X-Mailinblack-Request: 1",
)  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_54_fields_of_answering_machines(field: str) -> None:
    found = mail(ORDERS, f"{field}\nSubject: Re: [eu1] Turn 3\nIn-Reply-To: <a@b.test>\n")
    assert (found.automatic, found.orders, found.problems) == (True, (), ())


@pytest.mark.parametrize(
    "field",
    [
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "X-MS-Exchange-Organization-AutoReply-Policy: x",
        "X-MS-Exchange-Inbox-Rules-Loop: ann@example.test",
        "X-Mailer: Novell GroupWise Internet Agent",
        "X-Mailer: Microsoft Outlook 16.0",
        "User-Agent: Mutt/2.2",
        "Delivered-To: pbem+auto.3@example.test",
        "X-Autoresponse: no",
        "X-Precedence: normal",
        "Preference: none",
        "X-Loop: ann@example.test",
        "X-Automatic-Encryption: yes",
        "X-Away: no",
        "X-Google-Autoreply-Sender: x",
    ],
)
def test_54_fields_of_people(field: str) -> None:
    assert mail(ORDERS, f"{field}\n").orders == READ


def test_54_a_rule_of_exchange_answers_where_there_is_no_order() -> None:
    assert mail("I am away.\n", "X-MS-Exchange-Inbox-Rules-Loop: ann@example.test\n").automatic


@pytest.mark.parametrize("sender", ["autoresponder", "auto-response", "vacation", "vacation-reply"])
def test_54_addresses_of_answering_machines(sender: str) -> None:
    assert mail(ORDERS, f"From: {sender}@example.test\n", sender=b"").automatic


ABSENCE = "ABSENCE 2026-11-20 TO 2026-11-30"


@pytest.mark.parametrize(
    "subject",
    [
        "Out of office from Monday", "Out of office 20-30 November", "Abwesend: 20.-30. November",
        "Abwesenheit: Skiurlaub", "Abwesend vom 20. bis 30.", "Fuori sede 5-9 gennaio",
        "Fuera de la oficina: 20-30 noviembre", "Absence du bureau : 20-30 novembre", "Away: 20-30",
        "Urlaub: 20.-30.11.", "Read: my orders", "Accepted: your offer. Orders",
        "Declined: no peace",
        "Gelesen: hier der Zug", "Zugesagt: mein Zug", "Lu : mes ordres", "Távollét: nov. 20-30",
        "Nepřítomnost: listopad", "Nieobecność: listopad", "Отпуск: ноябрь", "Ferie: november",
        "Automatic reply: no, it is me", "Vacances: du 20 au 30", "外出：11月", "休暇: 11月",
    ],
)  # fmt: skip
def test_55_a_subject_alone_silences_nobody(subject: str) -> None:
    for order in (ABSENCE, "CHINA: TAXATION"):
        for text in (f"{order}\n", f"Hello,\n\n{order}\n\nAnn\n", f"{order}\n\n{QUOTED}"):
            found = mail(text, f"Subject: {subject}\nIn-Reply-To: <a@b.test>\n")
            assert (found.automatic, found.orders) == (False, (order,))


@pytest.mark.parametrize(
    "subject",
    [
        "Távolléti értesítés: {}", "Szabadság: {}", "Nepřítomnost: {}", "Neprítomnosť: {}",
        "Nieobecność: {}", "Odsotnost: {}", "Odsutnost: {}", "Одсуство: {}", "Absență: {}",
        "Отсъствие: {}", "Отсутствие: {}", "Відсутність: {}", "Απουσία: {}", "Ofis dışında: {}",
        "Poissa: {}", "Fravær: {}", "Afwezig: {}", "Urlaub: {}", "En vacances : {}", "Ausente: {}",
        "Absència: {}", "Ausência: {}", "Assente: {}", "Puhkusel: {}", "Prombūtnē: {}",
        "Nesu biure: {}", "Vắng mặt: {}", "Di luar kantor: {}", "מחוץ למשרד: {}", "خارج المكتب: {}",
        "不在：{}", "부재중: {}", "On leave: {}", "Sjálfvirkt svar: {}", "Automatický: {}",
    ],
)  # fmt: skip
def test_56_notes_of_absence_in_more_languages(subject: str) -> None:
    head = f"Subject: {subject.format('[eu1] Turn 39: China')}\nIn-Reply-To: <a@b.test>\n"
    assert mail("I shall be back in December.\n", head).automatic
    assert mail(f"I shall be back in December.\n\n{QUOTED}", head).automatic
    assert mail(ORDERS, head).orders == READ


@pytest.mark.parametrize(
    "subject",
    ["Absent next week", "I am away from Monday", "Question: [eu1]", "Urlaub nächste Woche"],
)
def test_56_people_who_only_talk_are_people(subject: str) -> None:
    assert not mail("I shall be back in December.\n", f"Subject: {subject}\n").automatic
