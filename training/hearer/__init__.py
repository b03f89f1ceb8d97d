"""The hearer: what a message does, fitted on examples."""
