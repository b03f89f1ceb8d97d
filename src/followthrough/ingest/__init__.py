"""Documents in and out of the library: read, cut, indexed at once, embedded in the background."""
