"""Where messages are cut into their questions: the weights of ``rules.questions``, fitted on marked messages.

``messages/*.txt`` holds one message a line. ``||`` stands before what begins another question (joining words
included), ``<...>`` around what is told or holds as a condition, and ``{...}`` around each of several things that one
question asks of.
"""
