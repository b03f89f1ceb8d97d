"""What a pack's examples change in what messages are heard for."""
