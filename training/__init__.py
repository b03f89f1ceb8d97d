"""What the shipped weights are fitted with; no part of the product."""
