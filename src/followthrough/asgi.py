"""The server for any ASGI server: ``followthrough.asgi:create`` is the factory of its application."""

from __future__ import annotations

from fastapi import FastAPI

from followthrough.bootstrap import application
from followthrough.bootstrap.process import settle
from followthrough.observe import configure_logging
from followthrough.settings import load


def create() -> FastAPI:
    """The application of the settings in file and environment."""
    settle()
    settings = load()
    configure_logging(settings.log_level)
    return application(settings)
