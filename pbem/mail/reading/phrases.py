"""What mail programs write around a reply, in the languages that players' programs speak.

Tables only; `newtext` says how they are used. Everything is compared without regard to case, in
plain typing (`orders.characters.clean`). A language that is missing here is still recognised where
the form alone tells: an address with a date before a colon, a block of header lines.
"""

from __future__ import annotations

import re
from typing import Final

#: The end of without the colon.
ATTRIBUTION_VERBS: Final = (
    "wrote", "writes", "you wrote",  # English
    "schrieb", "schrieben", "schreibt", "geschrieben", "schrieb folgendes",  # German
    "a écrit", "écrit", "écrivait",  # French
    "escribió", "escribio", "ha escrito",  # Spanish
    "va escriure", "ha escrit", "escrigué", "escriví", "escriu",  # Catalan
    "έγραψε", "γράφει", "έγραψες",  # Greek
    "írta", "ezt írta", "írt", "írja",  # Hungarian
    "napsal", "napsala", "napsal(a)", "píše", "napísal", "napísala", "napísal(a)",  # Czech, Slovak
    "пишет", "писал", "писала", "писал(а)", "написал", "написала", "написал(а)",  # Russian
    "вы писали", "пише", "написав",  # Russian, Ukrainian
    "pisze", "napisał", "napisała", "napisał(a)", "nadesłał", "pisał",  # Polish
    "ha scritto", "scrive", "scrisse",  # Italian
    "escreveu", "escreve",  # Portuguese
    "schreef", "geschreven",  # Dutch
    "skrev", "skrev følgende", "kirjoitti", "a scris", "yazdı", "şunu yazdı", "napisao je",
    "написа", "je napisal", "napisal/a", "rašė", "kirjutas", "כתב", "כתבה", "كتب",
    "je napisao/la", "napisao/la", "napisao", "napisala", "је написао", "је написао/ла",
    "је написала", "написао", "je napisala",
    "je pisal", "je pisala", "je napisal/a",  # South Slavic
    "пише", "писа", "напісаў", "напісала",  # Bulgarian, Macedonian, Belarusian
    "parašė", "rakstīja", "uzrakstīja", "skrifaði", "scríobh", "shkroi",
    "menulis", "tulis", "đã viết", "viết", "เขียน", "เขียนว่า", "ने लिखा", "ने लिखा है", "نوشت",
    "כתב/ה", "كتبت", "كتب/كتبت", "yazmış", "wrote the following", "skrev följande",
    "schreef het volgende", "ha scritto quanto segue", "a scris următoarele", "scria",
    "写", "さんは書きました", "님이 쓴 글", "schreibt folgendes", "heeft geschreven",
    "写道", "寫道", "のメール", "のメッセージ", "님이 작성", "작성",
)  # fmt: skip

#: With which an attribution with a date begins; it may stand behind an own line, on the same line.
ATTRIBUTION_BEGINNINGS: Final = (
    "on", "at", "am", "le", "el", "il", "il giorno", "op", "den", "em", "dne", "w dniu", "στις",
    "în data de", "dana", "dňa", "pe", "v", "в", "på", "tarihinde", "kell", "a les", "----",
)  # fmt: skip

#: the beginning of attributions without a verb at the end.
QUOTING_WORDS: Final = (
    "quoting", "zitat von", "zitiere", "citando", "citando a", "citation de", "citaat van",
    "citat från", "citat fra", "cytowanie", "cytat z", "citace", "citát", "idézet", "цитирую",
    "цитата", "missatge de", "message from", "message de", "nachricht von", "messaggio da",
    "mensaje de", "mensagem de", "bericht van", "zpráva od", "wiadomość od", "сообщение от",
    "reply from", "in reply to", "antwort auf", "en réponse à", "引用",
)  # fmt: skip

#: Words in small letters that stand beside or in a person's name.
NAME_PARTICLES: Final = frozenset(
    {
        "von", "van", "de", "der", "den", "del", "della", "di", "da", "du", "la", "le", "dos", "af",
        "av", "ten", "ter", "zu", "zur", "y", "e", "bin", "al", "ibn", "via", "ο", "η", "ο/η",
        "χρήστης", "użytkownik", "uživatel", "odesílatel", "používateľ", "пользователь",
        "користувач", "felhasználó", "utilisateur", "l'utilisateur", "utilizatorul", "korisnik",
        "brugeren", "käyttäjä", "kullanıcı", "kullanıcısı", "ezt", "mr", "mrs", "dr", "sr", "sra",
    }
)  # fmt: skip

#: With these a sentence speaks of its writer.
FIRST_PERSON: Final = frozenset(
    {
        "i", "i'm", "i've", "my", "mine", "we", "our", "me", "us", "ich", "mein", "meine", "mir",
        "mich", "wir", "uns", "je", "j'ai", "mon", "ma", "mes", "nous", "yo", "mi", "mis", "nos",
        "jo", "em", "io", "mio", "mia", "ci", "eu", "meu", "minha", "ik", "mij", "mijn",
        "jag", "mig", "jeg", "meg", "min", "minä", "já", "mně", "ja", "mnie", "я", "мне",
        "мой", "мені", "εγώ", "μου", "én", "nekem", "ben", "bana",
    }
)  # fmt: skip

#: With these a sentence speaks of its writer, or of orders: no mail program writes them above a
#: quote, so that a line with one of them is the writer's own.
OWN_WORDS: Final = frozenset(
    {
        # English
        "i", "i'm", "my", "mine", "we", "our", "me", "here", "this", "these", "order", "orders",
        "move", "moves", "turn", "turns", "please",
        "deadline", "game", "nation", "and", "so", "then",
        "answer", "command", "commands", "decision", "revised", "final", "corrected", "new", "for",
        "attempt", "choice", "option", "plan", "first", "second", "next", "last", "alternative",
        "versuch", "wahl", "nächster", "nächste", "tentative", "essai", "intento", "tentativo",
        "tentativa", "poging", "försök", "forsøk", "pokus", "próba", "попытка", "спроба",
        "προσπάθεια", "kísérlet", "deneme", "yritys", "incercare",
        "is", "are", "follows", "following", "below", "as", "instead", "rather", "try", "again",
        # German
        "ich", "mein", "meine", "meinen", "meiner", "wir", "unser", "unsere", "mir", "hier", "zug",
        "züge", "befehl", "befehle", "runde", "bitte", "auftrag", "aufträge", "antwort", "aktion",
        "neu", "neue", "neuer", "für", "folgt", "folgende", "also", "entscheidung",
        # French
        "je", "j'ai", "mon", "ma", "mes", "nous", "notre", "voici", "voilà", "ordre", "ordres",
        "coup", "tour", "réponse", "pour", "décision",
        # Spanish, Catalan, Portuguese, Italian
        "yo", "mi", "mis", "nuestra", "aquí", "aqui", "orden", "órdenes", "jugada", "turno", "meva",
        "meves", "torn", "minha", "minhas", "meu", "meus", "ordem", "ordens",
        "jogada", "io", "mio", "mia", "miei", "mie", "ecco", "ordine", "ordini", "mossa", "para",
        "per", "resposta", "respuesta", "risposta",
        # Dutch, Scandinavian
        "ik", "mijn", "onze", "hierbij", "zet", "beurt", "jag",
        "jeg", "min", "mitt", "mina", "här", "her", "drag", "tur",
        # Slavic, Greek, Hungarian, others
        "já", "můj", "moje", "mé", "zde", "tah", "rozkaz", "rozkazy", "ja", "mój", "oto",
        "ruch", "я", "мой", "мои", "моё", "вот", "ход", "приказ", "приказы", "мій", "мої", "ось",
        "εγώ", "μου", "εδώ", "εντολή", "εντολές", "κίνηση", "én", "az",  "parancs", "parancsok",
        "lépés", "lépésem", "parancsaim", "benim", "emir", "emirler", "minun", "siirto", "ordinele",
    }
)  # fmt: skip

#: With which a mail program greets whom its user answers.
GREETINGS: Final = (
    "hello", "hi", "dear", "good morning", "good day", "hallo", "guten tag", "liebe", "lieber",
    "sehr geehrter", "sehr geehrte", "bonjour", "cher", "chère", "hola", "estimado", "estimada",
    "ciao", "salve", "gentile", "olá", "caro", "cara", "geachte", "beste", "hej", "hei", "witaj",
    "dzień dobry", "ahoj", "dobrý den", "здравствуйте", "привет", "добрый день", "вітаю", "γεια",
    "γεια σου", "γεια σας", "αγαπητέ", "αγαπητή", "szia", "kedves", "merhaba", "salut", "bună",
)  # fmt: skip

#: With which people begin or end a few friendly words, which may end in a colon.
COURTESIES: Final = (
    "hey", "to whom", "thanks", "thank you",
    "many thanks", "thx", "cheers", "regards", "kind regards",
    "best", "all the best", "danke", "vielen dank", "grüße", "viele grüße", "liebe grüße", "gruß",
    "schöne grüße", "beste grüße", "mit freundlichen grüßen",
    "moin", "servus", "merci", "cordialement",
    "salutations", "gracias", "saludos", "obrigado", "obrigada", "abraços", "grazie", "saluti",
    "bedankt", "groeten", "tack", "takk", "tak", "kiitos", "terveisin", "hälsningar", "hilsen",
    "köszönöm", "köszi", "üdv", "üdvözlettel", "díky", "děkuji", "zdravím", "s pozdravem", "dzięki",
    "dziękuję", "pozdrawiam", "cześć", "спасибо",
    "с уважением", "дякую", "ευχαριστώ", "χαιρετισμούς",
    "teşekkürler", "selam", "saygılar", "mulțumesc",
    "gràcies", "salutacions", "sorry", "entschuldigung",
)  # fmt: skip

#: Between dashes: "---------- Forwarded message ---------", "-----Original Message-----".
FORWARD_TITLES: Final = (
    "original message", "original appointment", "forwarded message", "begin forwarded message",
    "ursprüngliche nachricht", "originalnachricht", "original-nachricht",
    "weitergeleitete nachricht", "anfang der weitergeleiteten nachricht",
    "anfang der weitergeleiteten e-mail",
    "message d'origine", "message original", "message transféré", "message initial",
    "début du message transféré", "début du message réexpédié",
    "mensaje original", "mensaje reenviado", "inicio del mensaje reenviado",
    "missatge original", "missatge reenviat", "inici del missatge reenviat",
    "αρχικό μήνυμα", "προωθημένο μήνυμα", "αρχή προωθημένου μηνύματος", "μήνυμα που προωθήθηκε",
    "eredeti üzenet", "továbbított üzenet", "továbbított levél", "eredeti levél",
    "továbbított üzenet kezdete",
    "původní zpráva", "původní e-mail", "přeposlaná zpráva", "začátek přeposlané zprávy",
    "pôvodná správa", "preposlaná správa",
    "исходное сообщение", "пересылаемое сообщение", "пересланное сообщение",
    "первоначальное сообщение", "перенаправленное сообщение", "оригинальное сообщение",
    "начало переадресованного сообщения", "завершение переадресованного сообщения",
    "вихідне повідомлення", "переслане повідомлення",
    "oryginalna wiadomość", "wiadomość oryginalna", "wiadomość przekazana",
    "treść przekazanej wiadomości", "początek przekazywanej wiadomości",
    "messaggio originale", "messaggio inoltrato", "inizio messaggio inoltrato",
    "mensagem original", "mensagem encaminhada", "oorspronkelijk bericht", "doorgestuurd bericht",
    "ursprungligt meddelande", "vidarebefordrat meddelande", "oprindelig meddelelse",
    "opprinnelig melding", "alkuperäinen viesti", "mesaj original", "orijinal mesaj",
    "i̇letilen i̇leti", "iletilen ileti", "iletilen mesaj", "özgün ileti", "asıl mesaj",
    "proslijeđena poruka", "izvorna poruka", "originalna poruka", "prosleđena poruka",
    "izvirno sporočilo", "posredovano sporočilo", "оригинална порука", "прослеђена порука",
    "оригинално съобщение", "препратено съобщение", "mesaj redirecționat", "mesajul original",
    "mesaj transmis", "mesaj inițial", "originali žinutė", "persiųstas laiškas",
    "oriģinālais ziņojums", "pārsūtīts ziņojums", "algne kiri", "edastatud kiri",
    "videresendt meddelelse", "videresendt melding", "vidarebefordrat mejl", "välitetty viesti",
    "edelleenlähetetty viesti", "thư gốc", "tin nhắn gốc", "thư đã chuyển tiếp", "pesan asli",
    "pesan terusan", "mesej asal", "ข้อความต้นฉบับ", "ข้อความที่ส่งต่อ",
    "رسالة أصلية",
    "الرسالة الأصلية", "رسالة معاد توجيهها", "پیام اصلی", "הודעה שהועברה",
    "origineel bericht", "izvorno sporočilo", "转发的邮件", "轉寄郵件", "转发邮件信息",
    "回复的原邮件", "原邮件信息", "転送されたメッセージ", "전달된 메일",
    "元のメッセージ", "转发邮件", "原始邮件", "原始郵件", "원본 메시지", "הודעה מקורית",
)  # fmt: skip

#: Who the old mail is from, as the first line of the header block that is put above it.
FROM_LABELS: Final = frozenset(
    {
        "from", "von", "de", "da", "od", "от", "от кого", "από", "feladó", "odesílatel", "od koho",
        "expéditeur", "remitente", "remitent", "mittente", "nadawca", "отправитель", "від", "van",
        "från", "fra", "lähettäjä", "kimden", "gönderen", "差出人", "发件人", "寄件者", "보낸 사람",
        "보낸사람", "מאת", "من", "šalje", "шаље",
        "de la", "tarafından", "oddi wrth", "pošiljatelj", "pošiljalac", "пошиљалац",
        "avsändare", "avsender", "afsender", "expeditor", "expeditorul", "подател", "изпращач",
        "siuntėjas", "nuo", "no", "sūtītājs", "saatja", "kellelt", "dari", "pengirim", "daripada",
        "từ", "người gửi", "จาก", "ผู้ส่ง", "प्रेषक", "द्वारा", "از", "فرستنده", "المرسل", "השולח",
        "frá", "ó", "адпраўнік", "ад", "発信者", "送信者", "寄件人",
        "發件人", "발신", "발신자", "odosielateľ", "nga",     }
)  # fmt: skip
#: When, to whom and about what: the other lines of such a block.
OTHER_LABELS: Final = frozenset(
    {
        "sent", "date", "to", "subject", "cc", "bcc", "reply-to", "importance", "sent at",
        "poslano", "послато", "poslato", "datum slanja", "prima",
        "прима", "наслов", "primatelj", "prejemnik", "za",
        "primalac", "zadeva", "naslov", "датум", "предмет", "kopija",
        "изпратено", "до", "относно", "тема", "копие", "дата", "получател", "датум слања",
        "trimis", "către", "subiect", "dată", "subiectul", "destinatar", "la",
        "gönderildi", "gönderme tarihi", "tarih", "kime", "konu", "bilgi", "alıcı", "kk",
        "išsiųsta", "kam", "gavėjas", "išsiuntimo data", "nosūtīts", "adresāts",
        "saadetud", "saatmisaeg", "kellele", "teema", "kuupäev", "koopia",
        "lähetetty", "päivämäärä", "vastaanottaja", "aihe", "kopio",
        "skickat", "till", "ämne", "kopia", "sendt", "til", "emne", "dato",
        "dikirim", "kepada", "perihal", "subjek", "tanggal", "dihantar", "tarikh",
        "đã gửi", "ngày", "tới", "đến", "chủ đề",
        "gửi lúc", "ถึง", "ส่ง", "วันที่", "เรื่อง", "หัวเรื่อง",
        "भेजा गया", "दिनांक", "को", "विषय", "ارسال شده", "تاریخ", "به", "موضوع", "تم الإرسال",
        "التاريخ", "إلى", "الموضوع", "المرسل إليه", "נשלח", "תאריך", "אל", "נושא", "عنوان",
        "dags", "efni", "dagsetning", "адпраўлена", "каму",
        "发送时间", "日期", "收件人", "主题",
        "寄件日期", "傳送時間", "주제", "보낸 날짜", "보낸 시간",
        "받는 사람", "받는사람", "제목", "날짜", "수신",
        "発信日", "日付", "送信日時", "宛先", "件名",
        "gesendet", "datum", "an", "betreff", "kopie", "antwort an",
        "envoyé", "envoyé le", "à", "objet", "répondre à", "pour",
        "enviado", "enviado el", "fecha", "para", "asunto", "responder a",
        "enviat", "enviat el", "data", "per a", "a", "assumpte", "tema",
        "στάλθηκε", "απεστάλη", "ημερομηνία", "προς", "θέμα", "κοιν.", "κοιν",
        "elküldve", "küldve", "dátum", "címzett", "tárgy", "másolat", "küldés dátuma",
        "odesláno", "komu", "předmět", "odoslané", "predmet",
        "отправлено", "кому", "копия", "время", "надіслано",
        "wysłano", "wysłane", "do", "temat", "dw",
        "inviato", "oggetto", "verzonden", "aan", "onderwerp",
    }
)  # fmt: skip

#: Lines with which a mail program signs below what its user writes; each a regular expression for
#: the whole line. They end the new text, so prose must not fit: "Sent from my" does, "Sent" not.
CLIENT_LINES: Final = (
    # English
    r"sent (?:from|with|via|using) (?:my|mobile|mail|outlook|yahoo|aol|gmail|samsung|proton|iphone"
    r"|ipad|android|blue ?mail|spark|thunderbird|k-9|fairemail|tuta|canary|edison|airmail|typeapp"
    r"|front|hey|superhuman|nine|gmx|web\.de|fastmail|zoho|mailbird|newton|mymail|aqua ?mail|em"
    r" client|spike|shortwave|mailspring|betterbird|evolution|posteo|mailo|infomaniak|the bat)\b.*",
    r"sent (?:from|with|via|using) \[.*",
    # ... and any program or machine, if that is all there is: "Sent from Xperia Mail"
    r"sent from(?: [^\s.,:;!?]+){1,6}[.!]?",
    r"(?:get|download|try) (?:the )?[\w.-]{2,20}(?: (?:mail|app|for mobile)){0,2}"
    r" for (?:ios|android|iphone|ipad|mobile|mac|windows)\b.*",
    r"(?:yahoo|aol|gmx|web\.de) mail ?: ?[^:;<>]{3,60}",
    # German
    r"(?:diese (?:nachricht|e-?mail|mail) wurde )?(?:von|mit|über|via) (?:meine[mnr]"
    r"(?:/meine[mnr])?|outlook|der|dem|gmail|yahoo|aol|mail|samsung|huawei|xiaomi|xperia|proton"
    r"|thunderbird|k-9|gmx|web\.de|spark|mymail|blackberry|iphone|ipad|android|unterwegs)"
    r"(?: .{1,60})? (?:gesendet|geschickt|verschickt|versandt|versendet)\W*",
    r"(?:gesendet|verschickt|versandt|versendet) (?:von|vom|mit|aus|über|via|per) .*",
    r"(?:holen sie sich|laden sie|hol dir|lade dir) outlook .*",
    # French
    r"(?:envoyée?|expédiée?|transmise?) (?:de|d'|du|depuis|à partir d|avec|par|via|a partir d).*",
    r"(?:obtenir|obtenez|télécharger|téléchargez) outlook .*",
    r"(?:provenance|provenienza) ?: .{3,40}",
    # Spanish, Portuguese, Catalan
    r"(?:enviad[oa]|mandad[oa]) (?:desde|con|mediante|a través|do|da|de|no|na|pelo|pela|via|vía"
    r"|a partir|com|por|usando|através) .*",
    r"(?:obtener|obtén|obtenga|descargar|descarga|descargue|obter o|obtenha o|baixar o|baixe o"
    r"|transferir o|descarregar o) outlook .*",
    r"(?:enviat|tramès) (?:des|amb|mitjançant|a través|de|per) .*",
    r"(?:obtenir|obteniu|obtén|baixeu|aconsegueix|aconseguiu) (?:l'|el )?outlook .*",
    # Greek
    r"(?:στάλθηκε|εστάλη|απεστάλη|αποστολή|αποστάλθηκε|σταλθηκε|απεσταλμένο)"
    r" (?:από|με|μέσω|απο) .*",
    r"(?:το μήνυμα )?(?:στάλθηκε|εστάλη) (?:από|με) .*",
    r"(?:αποκτήστε|λήψη|κατεβάστε|λάβετε) (?:το |του )?outlook .*",
    # Hungarian
    r".{1,60}(?:r[őó]l|b[őó]l|segítségével|használatával)(?: lett)? (?:el)?küldve\W*",
    r"(?:el)?küldve(?: a\(z\)| az?)? .{0,60}(?:r[óő]l|b[óő]l|v[ae]l|m[ae]l)\W*",
    r"(?:az? )?outlook(?: \S+){0,4} (?:beszerzése|letöltése)\b.*|(?:az )?outlook beszerzése.*",
    # Czech and Slovak
    r"(?:odesláno|posláno|odoslané|poslané) (?:z|ze|zo|pomocí|prostřednictvím|přes|pomocou) .*",
    r"(?:získat|získejte|získať|stáhnout) (?:aplikaci )?outlook .*",
    # Russian, Ukrainian, Bulgarian
    r"(?:отправлено|послано|надіслано|изпратено) (?:с|со|из|от|через|при|з|із|зі|посредством) .*",
    r"(?:получить|скачать|загрузить|установить) outlook .*",
    # Polish
    r"(?:wysłano|wysłane|wysłana|wiadomość wysłana) (?:z|ze|za|przez|przy|od|w) .*",
    r"(?:pobierz|uzyskaj|pobieranie) (?:program |aplikację |programu )?outlook .*",
    # Italian
    r"(?:inviat[oa]|spedit[oa]) (?:da|dal|dall'|con|tramite|dallo|dalla|mediante|via).*",
    r"(?:scarica|ottieni|scaricare) outlook .*",
    # Dutch, Scandinavian, Finnish, Romanian, South Slavic, Turkish
    r"(?:verzonden|verstuurd|gestuurd) (?:vanaf|vanuit|via|met|van|door|uit) .*",
    r"(?:skickat|skickades|sendt|sent) (?:från|fra|ifrån|med|via|genom|gjennom|gennem) .*",
    r"(?:hämta|ladda ned|hent|last ned|hanki|download) outlook .*",
    r"lähetetty .*|trimis (?:de pe|din|de la|prin) .*|poslano (?:iz|s|sa|z|prek|putem) .*",
    r".{1,60}(?:[dt][ae]n|ile) gönderildi\W*",
    # Japanese, Chinese, Korean, Hebrew, Arabic
    r".{1,40}から送信.*|(?:发自|發自|从我的|從我的).{1,40}|.{1,40}에서 보냄\W*|נשלח מ.*",
    r"(?:أرسلت|أُرسلت|تم الإرسال) من.*",
    # In any language: Outlook's line names program and system, and links to its shop.
    r"(?:[^\s,.!?]+ ){0,4}outlook(?: [^\s,.!?]+){0,2} (?:ios|android|mac)\b(?: [^\s,.!?]+){0,2}\W*",
    r"[^.!?]{0,60}<?https://aka\.ms/\w+\W*",
)


def any_of(words: tuple[str, ...]) -> str:
    """A regular expression for any of these words, the longest first."""
    return "|".join([re.escape(word) for word in sorted(words, key=len, reverse=True)])
