"""The guard of a rollout: two sets of recorded decisions compared, and a verdict for each rule (R4-30)."""
