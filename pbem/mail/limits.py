"""How much of a mail is read. What is larger is set aside with a problem, never half read.

The numbers are far above what people write and far below what would take seconds: the standard
library's parser, HTML parsers and regular expressions are all worse than linear somewhere.
"""

from __future__ import annotations

from typing import Final

# The whole mail.
MAIL_BYTES: Final = 10 * 1024 * 1024
MAIL_LINES: Final = 250_000
HEADER_BYTES: Final = 256 * 1024
HEADER_FIELDS: Final = 2_000

# How the copy begins of a mail that is too large to be fetched; the reason follows.
SET_ASIDE: Final = b"X-Pbem-Set-Aside: "

# Its parts. Lines that begin with `--` may be boundaries; they are counted before parsing.
BOUNDARY_LINES: Final = 2_000
# The standard library holds every line against the boundaries of all containers around it.
CONTAINERS: Final = 40
PARTS: Final = 250
DEPTH: Final = 20

# One header field: longer ones are cut where a part of them still helps, else left out.
FIELD_CHARACTERS: Final = 4_000
LIST_FIELD_CHARACTERS: Final = 40_000
# The standard library needs a second for an address list of 4,000 characters.
FROM_CHARACTERS: Final = 1_000
ADDRESS_CHARACTERS: Final = 254
RECIPIENTS: Final = 100
MESSAGE_IDS: Final = 100
MESSAGE_ID_CHARACTERS: Final = 500
SUBJECT_CHARACTERS: Final = 500

# Text, all parts together.
TEXT_BYTES: Final = 1024 * 1024
TEXT_LINES: Final = 10_000
HTML_TAGS: Final = 30_000
HTML_DEPTH: Final = 200
BODY_CHARACTERS: Final = 200_000
# A line is looked at for attributions and the like only so far.
LINE_CHARACTERS: Final = 500

# What a delivery report is looked through for by shape: flufl.bounce is quadratic in a line, with
# some sixty patterns for each.
REPORT_CHARACTERS: Final = 64 * 1024
REPORT_LINE_CHARACTERS: Final = 200
REPORT_FIELD_CHARACTERS: Final = 998
REPORT_BLOCKS: Final = 100
# Our mails go to one reader each.
FAILED_ADDRESSES: Final = 10
