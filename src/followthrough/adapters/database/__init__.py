"""The SQL database that the thread, document and key stores share: one file or one server, one schema."""
