"""What a document's questions make of answers."""
