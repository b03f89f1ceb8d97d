"""Domain packs: folders of YAML. ``general`` is the default; a pack leaves out what it takes from ``general``."""
