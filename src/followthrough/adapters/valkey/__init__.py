"""Valkey or Redis, for the ports that use one."""
