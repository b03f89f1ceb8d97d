"""One user message, one turn: the pipeline, its awaiting steps, and the service that runs them in order."""
