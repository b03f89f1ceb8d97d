"""Language: what a text shows by itself, to everybody who reads it.

Enters: a text and a pack. Leaves: its words and sentences, its names, codes, numbers and values, whether it asks,
whether it is nothing but a phrase or a courtesy, and the text without what identifies a person. It never knows who
said it, what was said before or what documents hold, and it changes nothing.
"""
