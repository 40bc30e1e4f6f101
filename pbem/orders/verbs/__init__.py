"""One module an order: its spellings, parser, canonical form, help and examples.

    verb     what a module says of its order (`Verb`), and what its parser is given (`Said`)
    table    collects the modules; the words of the language, forms and help come from it
    desk     what a command of the mail may ask for (`Desk`), for it answers itself
    written  commands -> canonical text; manual: the help; meant: what YES and NO stand for
    turn     what a nation does in its turn, and moves and other lines of a maneuver
    answers  investing, and answers to questions
    ahead    gifts, conditions, alternatives, standing answers
    clock    what a player arranges about time: absences, a zone
    proposals  what players agree on: a take-back, the end of the game, more time
    person   what people settle about their mails: language, how many, how long
    seats    who sits where
    joining  games that one may join or watch
    mail     the commands of the mail itself
    press    what players write to each other

A new order is a new file in the folder where it belongs: a `VERB`, with everything that `Verb`
asks for. The table finds it; a test walks it through the whole reader.
"""
