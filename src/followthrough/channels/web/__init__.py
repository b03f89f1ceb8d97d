"""The page: its sources as they ship, and how they are packed for a browser."""
