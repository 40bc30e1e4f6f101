"""How mail programs put an old mail below a new one, in many languages: a table for tests.

Each shape is what stands between the new text and the old mail, and how the old mail is marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ADDRESS: Final = "<bela@example.test>"


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to quote.

    before: the lines above the old mail, which is not marked
    known: whether a program is known to write so; of others an own order may be in doubt
    """

    name: str
    before: str
    known: bool = True


#: (language, "On {date} {name} {address} wrote:" in it)
DATED: Final = (
    ("en", "On Thu, 12 Nov 2026 at 20:15, Bela Kis <bela@example.test> wrote:"),
    ("en-ampm", "On Nov 12, 2026, at 8:15 PM, Bela Kis wrote:"),
    ("en-gnus", "Bela Kis <bela@example.test> writes:"),
    ("en-quoting", "Quoting Bela Kis <bela@example.test>:"),
    ("de", "Am 12.11.2026 um 20:15 schrieb Bela Kis:"),
    ("de-zitat", "Zitat von Bela Kis <bela@example.test>:"),
    ("fr", "Le 12/11/2026 à 20:15, Bela Kis a écrit :"),
    ("es", "El jue, 12 nov 2026 a las 20:15, Bela Kis (<bela@example.test>) escribió:"),
    ("ca", "Missatge de Bela Kis <bela@example.test> del dia dj., 12 de nov. 2026 a les 20:15:"),
    ("it", "Il giorno gio 12 nov 2026 alle ore 20:15 Bela Kis <bela@example.test> ha scritto:"),
    ("pt", "Em qui., 12 de nov. de 2026 às 20:15, Bela Kis <bela@example.test> escreveu:"),
    ("nl", "Op do 12 nov 2026 om 20:15 schreef Bela Kis <bela@example.test>:"),
    ("sv", "Den tors 12 nov. 2026 kl 20:15 skrev Bela Kis <bela@example.test>:"),
    ("fi", "to 12. marrask. 2026 klo 20.15 Bela Kis (bela@example.test) kirjoitti:"),
    ("hu", "Bela Kis <bela@example.test> ezt írta (időpont: 2026. nov. 12., Cs, 20:15):"),
    ("cs", "čt 12. 11. 2026 v 20:15 odesílatel Bela Kis <bela@example.test> napsal:"),
    ("pl", "czw., 12 lis 2026 o 20:15 Bela Kis <bela@example.test> napisał(a):"),
    ("ru", "чт, 12 нояб. 2026 г. в 20:15, Bela Kis <bela@example.test>:"),
    ("uk", "чт, 12 лист. 2026 р. о 20:15 Bela Kis <bela@example.test> пише:"),
    ("el", "Στις Πέμ 12 Νοε 2026 στις 8:15 μ.μ., ο χρήστης Bela Kis <bela@example.test> έγραψε:"),
    ("tr", "Bela Kis <bela@example.test>, 12 Kas 2026 Per, 20:15 tarihinde şunu yazdı:"),
    ("ro", "În joi, 12 nov. 2026 la 20:15, Bela Kis <bela@example.test> a scris:"),
    ("hr", "čet, 12. stu 2026. u 20:15 Bela Kis <bela@example.test> napisao je:"),
    ("hr-thunderbird", "Dana 12. 11. 2026. u 20:15, Bela Kis je napisao/la:"),
    ("sl", "V V čet., 12. nov. 2026 ob 20:15 je oseba Bela Kis <bela@example.test> napisala:"),
    ("bg", "На чт, 12.11.2026 г. в 20:15 Bela Kis <bela@example.test> написа:"),
    ("lt", "2026-11-12, kt, 20:15 Bela Kis <bela@example.test> rašė:"),
    ("lv", "ceturtd., 2026. g. 12. nov., plkst. 20:15 — lietotājs Bela Kis (<bela@example.test>) "
           "rakstīja:"),
    ("et", "Bela Kis (<bela@example.test>) kirjutas kuupäeval N, 12. november 2026 kell 20:15:"),
    ("ja", "2026年11月12日(木) 20:15 Bela Kis <bela@example.test>:"),
    ("zh", "Bela Kis <bela@example.test> 于2026年11月12日周四 20:15写道："),
    ("ko", "2026년 11월 12일 (목) 오후 8:15, Bela Kis <bela@example.test>님이 작성:"),
    ("vi", "Vào Th 5, 12 thg 11, 2026 vào lúc 20:15 Bela Kis <bela@example.test> đã viết:"),
    ("id", "Pada Kam, 12 Nov 2026 pukul 20.15 Bela Kis <bela@example.test> menulis:"),
    ("he", "\u200fבתאריך יום ה׳, 12 בנוב׳ 2026 ב-20:15 מאת Bela Kis <bela@example.test>:"),
    ("ar", "في الخميس، 12 نوفمبر 2026 في 20:15 كتب Bela Kis <bela@example.test>:"),
    ("unlisted", "Zzq 12.11.2026 20:15 Bela Kis <bela@example.test> zzaqr:"),
)  # fmt: skip
#: Without a date, or broken, or between signs.
OTHERS: Final = (
    ("wrote", "Bela Kis <bela@example.test> wrote:"),
    ("wrote, name only", "Bela Kis wrote:"),
    ("schrieb, name only", "Bela Kis schrieb:"),
    ("a écrit, name only", "Bela Kis a écrit :"),
    ("írta, name only", "Bela Kis írta:"),
    ("schrieb first", "schrieb Bela Kis:"),
    ("you wrote", "You wrote:"),
    ("KMail", "On Thursday 12 November 2026 20:15:00 you wrote:"),
    ("Eudora", "At 20:15 12.11.2026, you wrote:"),
    ("Sylpheed", "On Thu, 12 Nov 2026 20:15:00 +0100\nBela Kis <bela@example.test> wrote:"),
    ("Polymail", "On Thu, 12 Nov 2026 at 20:15 Bela Kis\n\n<\nmailto:Bela Kis "
                 "<bela@example.test>\n> wrote:"),
    ("Polymail, tight", "On Thu, 12 Nov 2026 at 20:15 Bela Kis <\n"
                        "mailto:bela@example.test\n> wrote:"),
    ("GroupWise", ">>> Bela Kis <bela@example.test> 12.11.2026 20:15 >>>"),
    ("GroupWise, name", '>>> "Bela Kis" 12.11.26 20.15 Uhr >>>'),
    ("GroupWise, bold", "**>>> Bela Kis <bela@example.test> 12.11.2026 20:15 >>>**"),
    ("GroupWise, de", ">>> Bela Kis <bela@example.test> schrieb am 12.11.2026 um 20:15 in Nachricht"
                      "\n<5FAD@gw.example.test>:"),
    ("GroupWise, long and broken", ">>> On 12.11.2026 at 20:15, in message\n"
                                   "<5FAD@gw.example.test>, Bela Kis\n<bela@example.test> wrote:"),
    ("GroupWise, long", ">>> On 12.11.2026 at 20:15, in message <5FAD@gw.example.test>, Bela Kis "
                        "<bela@example.test> wrote:"),
    ("Zoho", "---- On Thu, 12 Nov 2026 20:15:00 +0100 Bela Kis <bela@example.test> wrote ----"),
    ("Notes", "Bela Kis ---12.11.2026 20:15:00---Re: Turn 3"),
    ("Tobit", "Original Message processed by david®\nRe: Zug 39 12. November 2026, 20:15 Uhr\n"
              "Von Bela Kis\nAn Ann Nagy"),
    ("QQ", '------------------ Original ------------------\nFrom: "Bela Kis";\n'
           "Date: Thu, Nov 12, 2026 08:15 PM\nTo: \"Ann\";\nSubject: Orders"),
    ("Notes, block", "Bela Kis <bela@example.test>\n"
                     "12.11.2026 20:15\nTo: Ann\ncc:\nSubject: Orders"),
    ("fields on lines of their own", "From:\nBela Kis\nSent:\nThursday, 12 November 2026 20:15\n"
                                     "To:\nAnn\nSubject:\nOrders"),
    ("bold fields", "*From:* Bela Kis <bela@example.test>\n*Sent:* Thursday\n*Subject:* Orders"),
    ("Zimbra", '----- Mail original -----\nDe: "Bela" <bela@example.test>\nÀ: "Ann"\n'
               "Envoyé: Jeudi 12 Novembre 2026 20:15:00\nObjet: Orders"),
    ("Thunderbird, tr", "-------- İletilen İleti --------\nKonu: \tOrders\n"
                        "Tarih: \tThu, 12 Nov 2026"
                        " 20:15:30 +0100\nKimden: \tBela Kis <bela@example.test>"),
    ("BlackBerry", "  Original Message  \nFrom: Bela Kis\nSent: Thursday, November 12, 2026 20:15\n"
                   "To: Ann\nSubject: Orders"),
    ("one line", "From: Bela Kis Sent: Thursday, November 12, 2026 20:15 To: Ann Subject: Orders"),
    ("begin forwarded", "Begin forwarded message:\n\nFrom: Bela Kis <bela@example.test>"),
    ("samsung", "-------- Original message --------\nFrom: Bela Kis <bela@example.test>\n"
                "Date: 12/11/2026 20:15 (GMT+01:00)\nTo: Ann"),
)  # fmt: skip
#: Labels of Outlook's header block: from, sent, to, subject.
LABELS: Final = (
    ("en", "From", "Sent", "To", "Subject"),
    ("de", "Von", "Gesendet", "An", "Betreff"),
    ("fr", "De", "Envoyé", "À", "Objet"),
    ("es", "De", "Enviado el", "Para", "Asunto"),
    ("ca", "De", "Enviat el", "Per a", "Tema"),
    ("it", "Da", "Inviato", "A", "Oggetto"),
    ("pt", "De", "Enviada em", "Para", "Assunto"),
    ("nl", "Van", "Verzonden", "Aan", "Onderwerp"),
    ("sv", "Från", "Skickat", "Till", "Ämne"),
    ("fi", "Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    ("hu", "Feladó", "Elküldve", "Címzett", "Tárgy"),
    ("cs", "Od", "Odesláno", "Komu", "Předmět"),
    ("pl", "Od", "Wysłano", "Do", "Temat"),
    ("ru", "От", "Отправлено", "Кому", "Тема"),
    ("el", "Από", "Στάλθηκε", "Προς", "Θέμα"),
    ("tr", "Kimden", "Gönderildi", "Kime", "Konu"),
    ("hr", "Šalje", "Poslano", "Prima", "Predmet"),
    ("sl", "Od", "Poslano", "Za", "Zadeva"),
    ("sr", "Шаље", "Послато", "Прима", "Наслов"),
    ("ro", "De la", "Trimis", "Către", "Subiect"),
    ("bg", "От", "Изпратено", "До", "Относно"),
    ("lt", "Nuo", "Išsiųsta", "Kam", "Tema"),
    ("lv", "No", "Nosūtīts", "Kam", "Tēma"),
    ("et", "Saatja", "Saadetud", "Kellele", "Teema"),
    ("ja", "差出人", "送信日時", "宛先", "件名"),
    ("zh", "发件人", "发送时间", "收件人", "主题"),
    ("ko", "보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    ("vi", "Từ", "Đã gửi", "Tới", "Chủ đề"),
    ("id", "Dari", "Dikirim", "Kepada", "Perihal"),
    ("th", "จาก", "ส่ง", "ถึง", "เรื่อง"),
    ("he", "מאת", "נשלח", "אל", "נושא"),
    ("is", "Frá", "Sent", "Til", "Efni"),
    ("eu", "Nork", "Bidalia", "Nori", "Gaia"),
    ("cy", "Oddi wrth", "Anfonwyd", "At", "Pwnc"),
    ("sq", "Nga", "Dërguar", "Për", "Subjekti"),
    ("unlisted", "Zzar", "Zzent", "Zzot", "Zzub"),
)  # fmt: skip
#: What no table can hold: who and when, in some form.
UNKNOWN: Final = (
    ("card", "Bela Kis <bela@example.test>\n12 November 2026 at 20:15"),
    ("card, no address", "Bela Kis\nThu, 12 Nov 2026 20:15"),
    ("help desk", "Bela Kis, Nov 12, 2026, 20:15 GMT+1"),
    ("address and date", "bela@example.test 12.11.2026 20:15"),
    ("unlisted verb", "Bela Kis zzaqr:"),
    ("unlisted sentence", "Zzq Bela Kis zzaqr zze:"),
    ("dated sentence", "Zzq 12.11.2026 zzo 20:15 zzaqr Bela Kis:"),
    ("name", "Bela Kis:"),
    ("name and date", "Bela Kis - 12/11/2026 20:15"),
    ("name in brackets", "[Bela Kis, 12.11.2026 20:15]"),
    ("no colon", "Bela Kis wrote on 12.11.2026 at 20:15"),
    ("sent by", "Sent by Bela Kis on 12 Nov 2026 20:15"),
    ("GroupWise, open", ">>> Bela Kis 11/12/26 8:15 PM"),
    ("one mark", "> On 12.11.2026 20:15, Bela Kis wrote:"),
    ("dashes, unlisted", "-------- Zzor Zzmes --------"),
    ("Notes, one a line", "Bela Kis/ACME\n12.11.2026 20:15\n\nTo\nAnn\n\nSubject\nOrders"),
    ("skrev", "Bela Kis skrev så här:"),
    ("wrote this", "Bela Kis wrote this to all players:"),
    ("name that greets", "Cara Kis <cara@example.test> 12.11.2026 20:15"),
    ("name that greets, date", "Beste Kaya, Thu, 12 Nov 2026 20:15"),
    ("equals", "===== Zzorig zzess ====="),
    ("stars", "***** Bela Kis *****"),
    ("tildes", "~~~~ Zzorig ~~~~"),
    ("two fields", "Subject: Orders\nDate: 12.11.2026"),
    ("fields, unlisted", "Zzar: Bela Kis\nSubject: Orders"),
    ("client line above", "Sent from my iPhone"),
    ("underscores", "________________________________"),
)  # fmt: skip
#: HTML around an old mail of which only the element tells something, and not for sure.
BOXES: Final = (
    "<blockquote>{}</blockquote>",
    '<blockquote dir="ltr" class="zzq">{}</blockquote>',
    '<blockquote style="margin:0 0 20px 0">{}</blockquote>',
    '<blockquote style="padding:0 0 0 1em;border-inline-start:2px solid">{}</blockquote>',
    "<blockquote><blockquote>{}</blockquote></blockquote>",
    '<div style="border-left:1px solid #ccc;padding-left:1ex">{}</div>',
    "<hr>{}",
    "<div>Bela Kis zzaqr:</div><pre>{}</pre>",
    "<div>Zzq 12.11.2026 20:15 zze Bela Kis zzaqr:</div><table><tr><td>{}</td></tr></table>",
)
#: The same with a line or a name above or in it that leaves no doubt.
BOXES_WITH_ATTRIBUTION: Final = (
    "<div>Bela Kis wrote:</div><blockquote>{}</blockquote>",
    "<p>Bela Kis &lt;bela@example.test&gt; zzaqr:</p><blockquote>{}</blockquote>",
    "Am 12.11.2026 um 20:15 schrieb <a href='mailto:b@x.test'>Bela Kis</a>:<br>"
    "<blockquote>{}</blockquote>",
    "On Thu, 12 Nov 2026 at 20:15, <b>Bela</b> Kis<br>&lt;bela@example.test&gt; wrote:<br>"
    "<div style='border-left:1px solid'>{}</div>",
    "<div>Le 12/11/2026 à 20:15, Bela Kis a écrit :</div><div><blockquote>{}</blockquote></div>",
    "<p><b>From:</b> Bela Kis</p><p><b>Sent:</b> Thursday 12 November 2026 20:15</p>"
    "<p><b>To:</b> Ann</p><p><b>Subject:</b> Orders</p><div>{}</div>",
    "<table><tr><td>From:</td><td>Bela Kis</td></tr><tr><td>Date:</td><td>12.11.2026 20:15</td>"
    "</tr><tr><td>Subject:</td><td>Orders</td></tr></table><p>{}</p>",
    '<div class="x-quoted-text">{}</div>',
    '<div class="front-blockquote">{}</div>',
    '<div id="original-message">{}</div>',
)


def _block(labels: tuple[str, ...], address: str, date: str, between: str) -> str:
    values = (f"Bela Kis{address}", date, "Ann Nagy", "Orders")
    return between.join(f"{a}: {b}" for a, b in zip(labels, values, strict=True))


def shapes() -> Iterator[Shape]:
    """Every shape, each with a name of its own."""
    for language, line in DATED:
        yield Shape(f"dated {language}", line)
    for name, lines in OTHERS:
        yield Shape(name, lines)
    for language, *labels in LABELS:
        date = "12. 11. 2026 20:15"
        listed = language not in ("eu", "cy", "sq", "unlisted")
        yield Shape(f"block {language}", _block(tuple(labels), f" {ADDRESS}", date, "\n"))
        yield Shape(f"block {language}, no address", _block(tuple(labels), "", date, "\n"))
        apart = _block(tuple(labels), f" {ADDRESS}", date, "\n\n")
        yield Shape(f"block {language}, lines apart", apart, known=listed)
    for name, lines in UNKNOWN:
        yield Shape(name, lines, known=False)
