"""Fakes of every port and the contracts they share with the real backends, for whoever writes a backend."""
