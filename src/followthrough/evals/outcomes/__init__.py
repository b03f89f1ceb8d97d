"""The success metric over a period: was the question solved, and with how much of the user's help (R0-2, R0-33)?"""
