"""Events across processes."""
