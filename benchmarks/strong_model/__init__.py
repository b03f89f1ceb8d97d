"""What a strong language model's replies become in the product: written by hand for the prompts that it sends.

    python -m benchmarks.strong_model ../shared/bench/real-dev --data FOLDER

``replies.jsonl`` holds one reply a line with the beginnings of the passages that its numbers stand for. The documents
are not part of the project, so that figures need their folder; ``--prompts FILE`` writes what has no reply yet.
"""
