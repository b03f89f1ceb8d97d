"""Judging the product: data sets, metrics and scripted conversations. Nothing here is used to answer."""
