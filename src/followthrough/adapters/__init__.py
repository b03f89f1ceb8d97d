"""The outside world, one folder a port. Only ``bootstrap`` names what is in here."""
