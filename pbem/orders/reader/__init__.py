"""The new text of a mail -> lines of orders (order language, section 1).

    scan        the whole way: where the orders begin and end, comments, list marks, paragraphs
    characters  what mail programs and keyboards do to characters, undone
    looks       what an order line looks like, before it is known which game it is about
    manners     what people write around an order, taken off
    plainly     sentences that ask for an action of a nation's turn
    replies     sentences that answer a question
    sentences   lines of several sentences: orders told from chat
    staying     units that stay; wishes: sentences that ask to try first; closing: the sign-off

How people say one certain order stands in its own module (`Verb.heard`, `Verb.spoken`).
"""
