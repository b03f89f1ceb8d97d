"""What makes the weights; no part of what ships."""
