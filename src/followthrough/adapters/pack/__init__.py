"""Domain packs from where they are kept."""
