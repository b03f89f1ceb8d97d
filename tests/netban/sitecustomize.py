"""Installs the network ban in Python processes that a test starts (this folder is on their PYTHONPATH)."""

import os
from pathlib import Path

import netban

if report := os.environ.get(netban.REPORT_VARIABLE):
    netban.install(Path(report))
