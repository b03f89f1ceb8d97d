"""Simulated users who pursue questions that their documents do not answer, through the whole product."""
