"""Quotes and signatures in plain text: what is new, in many programs and languages (10 to 19)."""

from __future__ import annotations

import pytest
from mail_builder import ADDRESS, MARKER, OLD, ORDERS, QUOTED, READ, UNMARKED, mail

ATTRIBUTIONS = [
    f"On Thu, Nov 12, 2026 at 8:15 PM Imperial Post {ADDRESS} wrote:",
    "On Thu, Nov 12, 2026 at 8:15 PM Imperial Post <\ngame+key@play.example.org> wrote:",
    f"On Thu, Nov 12, 2026 at 8:15 PM Imperial Post {ADDRESS}\nwrote:",
    "On Thu, Nov 12, 2026 at 8:15 PM Imperial Post via Host <\ngame+key@play.example.org>\nwrote:",
    "On 2026-11-12 20:15, Imperial Post wrote:",
    "On Sat, Nov 14, 2026 at 06:02:09AM +0100, Imperial Post wrote:",
    f"On Nov 12, 2026, 20:15 +0100, Imperial Post {ADDRESS}, wrote:",
    "Am 12.11.2026 um 20:15 schrieb Imperial Post:",
    f"Am Do., 12. Nov. 2026 um 20:15 Uhr schrieb Imperial Post {ADDRESS}:",
    f"Imperial Post {ADDRESS} schrieb am Do., 12. Nov. 2026, 20:15:",
    "Le 12/11/2026 à 20:15, Imperial Post a écrit :",
    f"Le jeu. 12 nov. 2026 à 20:15, Imperial Post {ADDRESS} a\u00a0écrit\u00a0:",
    "El 12/11/26 a las 20:15, Imperial Post escribió:",
    f"El jue, 12 nov 2026 a las 20:15, Imperial Post ({ADDRESS}) escribió:",
    f"El dijous, 12 de novembre de 2026, a les 20:15:09 CET, Imperial Post {ADDRESS} va escriure:",
    f"Missatge de Imperial Post {ADDRESS} del dia dj., 12 de nov. 2026 a les 20:15:",
    f"Στις Πέμ 12 Νοε 2026 στις 8:15 μ.μ., ο χρήστης Imperial Post {ADDRESS} έγραψε:",
    "Στις 12/11/2026 20:15, ο/η Imperial Post έγραψε:",
    f"Imperial Post {ADDRESS} ezt írta (időpont: 2026. nov. 12., Cs, 20:15):",
    "2026. 11. 12. 20:15 keltezéssel, Imperial Post írta:",
    "Dne 12.11.2026 v 20:15 Imperial Post napsal(a):",
    f"čt 12. 11. 2026 v 20:15 odesílatel Imperial Post {ADDRESS} napsal:",
    "12.11.2026 20:15, Imperial Post пишет:",
    f"чт, 12 нояб. 2026 г. в 20:15, Imperial Post {ADDRESS}:",
    f"Четверг, 12 ноября 2026, 20:15 +03:00 от Imperial Post {ADDRESS}:",
    "W dniu 12.11.2026 o 20:15, Imperial Post pisze:",
    f"czw., 12 lis 2026 o 20:15 Imperial Post {ADDRESS} napisał(a):",
    "Il 12/11/2026 20:15, Imperial Post ha scritto:",
    f"Il giorno gio 12 nov 2026 alle ore 20:15 Imperial Post {ADDRESS} ha scritto:",
    f"2026/11/14 4:15、Imperial Post {ADDRESS}のメール:",
    f"Em qui., 12 de nov. de 2026 às 20:15, Imperial Post {ADDRESS} escreveu:",
    "Op 12-11-2026 om 20:15 schreef Imperial Post:",
    f"Den tors 12 nov. 2026 kl 20:15 skrev Imperial Post {ADDRESS}:",
    f"Imperial Post {ADDRESS}, 12 Kas 2026 Per, 20:15 tarihinde şunu yazdı:",
    "On Thursday, November 12th, 2026 at 20:15, Imperial Post wrote:",
    f"---- On Thu, 12 Nov 2026 20:15:00 +0100 Imperial Post {ADDRESS} wrote ----",
    f"---- On Thu, 12 Nov 2026 20:15:00 +0100 Imperial Post\n{ADDRESS} wrote\n---",
    f"---- Am Do., 12 Nov. 2026 20:15:00 +0100 schrieb Imperial Post {ADDRESS} ----",
    f"---- Le jeu., 12 nov. 2026 20:15:00 +0100 Imperial Post {ADDRESS} a écrit ----",
    f"---- El jue, 12 nov 2026 20:15:00 +0100, Imperial Post {ADDRESS} escribió ----",
    f"Imperial Post {ADDRESS} 于2026年11月12日周四 20:15写道：",
    f"Imperial Post {ADDRESS} 於 2026年11月12日 週四 下午8:15寫道：",
    f"2026年11月12日(木) 20:15 Imperial Post {ADDRESS}:",
    f"2026년 11월 12일 (목) 오후 8:15, Imperial Post {ADDRESS}님이 작성:",
    "Imperial Post ---12.11.2026 20:15:00---Turn 3: China",
    "Imperial Post ---12/11/2026 08:15:00 PM---It is the turn of China",
]

#: What The Bat! puts above its quote.
GREETINGS = [
    "Hello pbem,",
    "Hallo Imperial Post,",
    "Bonjour pbem,",
    "Здравствуйте, pbem.",
    "Hi Tom!",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_10_attributions_above_a_quote_go_with_it(attribution: str, gap: str) -> None:
    assert mail(f"Hi,\n\n{ORDERS}\n{attribution}{gap}{QUOTED}").orders == READ
    assert mail(f"{ORDERS}{attribution}{gap}{QUOTED}").orders == READ
    assert mail(f"{attribution}{gap}{QUOTED}\n{ORDERS}").orders == READ


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_11_attributions_above_an_unmarked_old_mail_end_the_new_text(attribution: str) -> None:
    assert mail(f"{ORDERS}\n{attribution}\n\n{UNMARKED}").orders == READ
    assert mail(f"Thank you!\n\n{attribution}\n\n{UNMARKED}").orders == ()


@pytest.mark.parametrize("greeting", GREETINGS)
def test_11_a_greeting_above_the_attribution_goes_with_it(greeting: str) -> None:
    attribution = "Thursday, November 12, 2026, 20:15:00, you wrote:"
    assert mail(f"{ORDERS}{greeting}\n\n{attribution}\n\n{QUOTED}").orders == READ
    assert mail(f"{greeting}\n\n{attribution}\n\n{QUOTED}\n{ORDERS}").orders == READ
    assert mail(f"{greeting}\n\n{ORDERS}").orders == READ


HEADER_BLOCKS = [
    ("From", "Sent", "To", "Subject"),
    ("Von", "Gesendet", "An", "Betreff"),
    ("De", "Envoyé", "À", "Objet"),
    ("De\u00a0", "Envoyé\u00a0", "À\u00a0", "Objet\u00a0"),
    ("De", "Enviado el", "Para", "Asunto"),
    ("De", "Enviat el", "Per a", "Tema"),
    ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    ("Od", "Odesláno", "Komu", "Předmět"),
    ("От", "Отправлено", "Кому", "Тема"),
    ("Od", "Wysłano", "Do", "Temat"),
    ("Da", "Inviato", "A", "Oggetto"),
    ("Van", "Verzonden", "Aan", "Onderwerp"),
    ("差出人", "送信日時", "宛先", "件名"),
    ("Ehh", "Whenever", "Onto", "What"),
]


@pytest.mark.parametrize("labels", HEADER_BLOCKS, ids=" ".join)
@pytest.mark.parametrize("bold", ["", "*"])
def test_12_a_header_block_begins_the_old_mail(labels: tuple[str, ...], bold: str) -> None:
    values = (f"Imperial Post {ADDRESS}", "Thursday, 12 November 2026 20:15", "Ann", "Turn 3")
    block = "".join(f"{bold}{a}:{bold} {b}\n" for a, b in zip(labels, values, strict=True))
    assert mail(f"{ORDERS}\n{block}\n{UNMARKED}").orders == READ
    assert mail(f"{ORDERS}{block}{UNMARKED}").orders == READ


def test_13_a_header_block_without_addresses() -> None:
    block = "From: Imperial Post\nSent: Thursday\nTo: Ann\nSubject: Turn 3\n"
    assert mail(f"{ORDERS}\n{block}\n{UNMARKED}").orders == READ


@pytest.mark.parametrize(
    "line",
    [
        "-----Original Message-----",
        "----- Original Message ----- ",
        "---------- Forwarded message ---------",
        "-------- Forwarded Message --------",
        "----- Forwarded message from Imperial Post <a@b.test> -----",
        "Begin forwarded message:",
        "-----Ursprüngliche Nachricht-----",
        "-------- Weitergeleitete Nachricht --------",
        "-----Message d'origine-----",
        "-----Message d’origine-----",
        "-------- Message transféré --------",
        "-----Mensaje original-----",
        "---------- Missatge reenviat ---------",
        "-------- Αρχικό μήνυμα --------",
        "-------- Eredeti üzenet --------",
        "-------- Původní zpráva --------",
        "-------- Исходное сообщение --------",
        "-------- Пересылаемое сообщение --------",
        "-------- Oryginalna wiadomość --------",
        "-----Messaggio originale-----",
        MARKER,
        "—— write above this line —— [0123abcd]",
        "________________________________",
    ],
)
def test_14_what_stands_below_such_a_line_is_old(line: str) -> None:
    assert mail(f"{ORDERS}\n{line}\n{UNMARKED}").orders == READ
    assert mail(f"FYI\n\n{line}\n\n{UNMARKED}").orders == ()


SIGNED = [
    "-- ", "--",
    "Sent from my iPhone", "Sent from my Galaxy", "Sent from my Samsung Galaxy smartphone.",
    "Get Outlook for iOS<https://aka.ms/o0ukef>", "Get Outlook for Android",
    "Sent from Yahoo Mail on Android", "Sent from Mail for Windows", "Sent from Outlook for iOS",
    "Sent with Proton Mail secure email.", "Sent from Proton Mail for iOS",
    "Von meinem iPhone gesendet", "Gesendet von Outlook für iOS", "Gesendet mit der GMX Mail App",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Outlook für Android herunterladen",
    "Envoyé de mon iPhone", "Envoyé depuis mon appareil Galaxy", "Obtenir Outlook pour iOS",
    "Envoyé à partir de Outlook pour Android",
    "Enviado desde mi iPhone", "Obtener Outlook para iOS", "Enviado con Proton Mail",
    "Enviat des del meu iPhone", "Enviat des de l'Outlook per a iOS", "Obteniu l’Outlook per a iOS",
    "Στάλθηκε από το iPhone μου", "Λήψη του Outlook για Android", "Εστάλη από το Samsung μου",
    "Elküldve az iPhone-omról", "iPhone-ról küldve", "Az Outlook beszerzése iOS-hez",
    "Samsung Galaxy okostelefonomról küldve.",
    "Odesláno z iPhonu", "Odesláno z mého iPhone", "Získat Outlook pro iOS",
    "Отправлено с iPhone", "Отправлено из мобильной Почты Mail", "Скачать Outlook для Android",
    "Отправлено с моего устройства Galaxy",
    "Wysłano z iPhone'a", "Pobierz program Outlook dla systemu iOS", "Wysłane z iPhone'a",
    "Inviato da iPhone", "Inviato dal mio Galaxy", "Scarica Outlook per iOS",
    "Verzonden vanaf mijn iPhone", "Skickat från min iPhone", "iPhoneから送信", "发自我的iPhone",
    "나의 iPhone에서 보냄", "נשלח מה-iPhone שלי", "Hanki Outlook for iOS",
    "iPhone'umdan gönderildi",
    "Outlook für Android<https://aka.ms/AAb9ysg> herunterladen",
    "Von meinem/meiner Galaxy gesendet", "Von Gmail Mobile gesendet", "Von Outlook gesendet",
    "Von meinen Mobilgerät gesendet", "Mit der Telekom Mail App gesendet",
    "Diese Nachricht wurde mit Thunderbird für Android versendet.",
    "Sent from myMail for Android", "Sent from Aqua Mail for Android", "Sent from Xperia Mail",
    "Sent from my mobile", "Sent from a Samsung tablet", "Sent via the Samsung Galaxy S24",
    "Get BlueMail for Android", "Get Outlook for Mac<https://aka.ms/x>", "Sent with Shortwave",
    "Yahoo Mail: Search, Organize, Conquer", "Yahoo Mail : Rechercher, Organiser, Conquérir",
    "Yahoo Mail: Buscar, Organizar, Conquistar",
    "Envoyée de mon iPad", "Envoyé avec la messagerie sécurisée Proton Mail.",
    "Envoyé de mon appareil mobile Samsung", "Télécharger Outlook pour Android<https://aka.ms/x>",
    "Enviado con el correo electrónico seguro de Proton Mail.", "Enviado por mi Samsung",
    "Enviado desde Correo para Windows", "Descarga Outlook para Android<https://aka.ms/x>",
    "Inviata da Libero Mail per Android", "Inviato con l'email sicura di Proton Mail.",
    "Ottieni Outlook per Android<https://aka.ms/x>", "Provenienza: Posta per Windows",
    "Verzonden met Proton Mail", "Outlook voor Android<https://aka.ms/x> downloaden",
    "Gestuurd vanaf mijn Galaxy", "Download Outlook voor iOS<https://aka.ms/x>",
    "Wysłane z mojego Galaxy", "Wysłano z aplikacji Gmail", "Wysłane za pomocą Proton Mail",
    "Pobierz Outlook dla systemu Android<https://aka.ms/x>",
    "Enviado do meu Galaxy", "Enviado a partir do Outlook para Android", "Enviada pelo iPhone",
    "Baixe o Outlook para iOS<https://aka.ms/x>", "Obter o Outlook para iOS<https://aka.ms/x>",
    "Skickat med Proton Mail", "Skickat från min Galaxy", "Hämta Outlook för iOS<https://aka.ms/x>",
    "Sendt fra min Galaxy", "Sendt med Proton Mail", "Hent Outlook til iOS<https://aka.ms/x>",
    "Στάλθηκε από το Ταχυδρομείο Yahoo σε Android", "Αποστολή από το Galaxy μου",
    "Αποκτήστε το Outlook για iOS<https://aka.ms/x>",
    "Lähetetty Proton Maililla", "Trimis de pe iPhone", "Отправлено из Outlook для Android",
]  # fmt: skip


@pytest.mark.parametrize("line", SIGNED)
def test_15_signatures_end_the_new_text_without_a_blank_line_above(line: str) -> None:
    assert mail(f"{ORDERS}{line}\n\nINDIA:\nTAXATION\n").orders == READ


@pytest.mark.parametrize(
    "line",
    [
        "Writing this on my iPhone, sorry for typos.",
        "I wrote to you on 12.11.2026 at 20:15, but anyway, here it is:",
        "Outlook for Mac is broken, so this comes from the web.",
        "I have sent you my move from my iPad already.",
        "Sent the wrong mail yesterday, this is the right one.",
        "From: me, To: you, with love",
        "--- my orders ---",
        "-----",
        "Russia's turn is over, so here we go",
        "Sent from the train, so forgive me, here is my move",
        "Von dir habe ich noch nichts bekommen, Gesandte sind gesendet worden:",
        "Hello all,",
        "Yahoo is down today.",
        "On 12.11.2026 --- a long time ago ---",
        "I have made up my mind --- at 20:15 --- finally",
    ],
)
def test_16_prose_above_the_orders_is_no_signature(line: str) -> None:
    assert mail(f"{line}\n\n{ORDERS}").orders == READ


@pytest.mark.parametrize("mark", [">", "> ", " >", ">> ", "IP> ", "| ", "＞", "\u200e> "])
def test_17_marks_of_quoting(mark: str) -> None:
    quoted = "".join(f"{mark}{line}\n" for line in OLD.split("\n"))
    assert mail(f"{quoted}\n{ORDERS}{quoted}").orders == READ


def test_18_own_lines_between_quoted_ones_count_below_a_quoted_marker_line() -> None:
    found = mail(f"On 12.11.2026 20:15, Post wrote:\n{QUOTED}CHINA:\nTAXATION\n{QUOTED}PASS\n")
    assert found.orders == ("CHINA:", "TAXATION", "PASS")


def test_19_flowed_text_is_joined() -> None:
    text = (
        "CHINA:\nARMY Beijing -> \nMongolia VIA \n China Sea\n> quoted \n> INDIA:\n-- \nTAXATION\n"
    )
    found = mail(text, "Content-Type: text/plain; format=flowed\n")
    assert found.orders == ("CHINA:", "ARMY Beijing -> Mongolia VIA China Sea")
    found = mail("INVEST 9 IN Ch \nina\n", "Content-Type: text/plain; format=flowed; delsp=yes\n")
    assert found.orders == ("INVEST 9 IN China",)
