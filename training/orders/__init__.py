"""The judge of orders: what in a document speaks to an assistant, fitted on examples."""
