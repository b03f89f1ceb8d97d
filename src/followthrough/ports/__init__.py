"""Protocols: everything that touches the world, as the core sees it. Adapters implement them."""
