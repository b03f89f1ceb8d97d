"""The contract of ``Embedder``."""

from __future__ import annotations

import numpy as np

from followthrough.ports.embedder import Embedder

TEXTS = [
    "Within how many days must claims be filed?",
    "Claims must be filed within 180 days of the date of service.",
    "The cafeteria serves lunch from noon.",
    "",
    "größe 表 😀",
    "word " * 5_000,
]


class EmbedderContract:
    """A backend inherits this and gives the fixture ``embedder``, a fresh one."""

    async def test_vectors_are_normalised_rows_in_the_order_given(self, embedder: Embedder) -> None:
        """float32, one row a text, length one, whatever the text; neighbours in a batch change nothing."""
        together = await embedder.embed_passages(TEXTS)
        assert (together.dtype, together.shape) == (np.float32, (len(TEXTS), embedder.dim))
        assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
        for place, text in enumerate(TEXTS):
            assert np.allclose((await embedder.embed_passages([text]))[0], together[place], atol=1e-4)

    async def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        """The shape still has the dimension."""
        assert (await embedder.embed_queries([])).shape == (0, embedder.dim)
        assert (await embedder.embed_passages([])).shape == (0, embedder.dim)

    async def test_a_question_is_nearer_to_its_answer(self, embedder: Embedder) -> None:
        """Than to something else."""
        question = (await embedder.embed_queries([TEXTS[0]]))[0]
        answer, other = (await embedder.embed_passages(TEXTS[1:3])) @ question
        assert answer > other

    async def test_what_lies_beyond_the_window_has_no_say(self, embedder: Embedder) -> None:
        """A text is cut off, not refused."""
        full = "word " * embedder.max_tokens
        longer = await embedder.embed_passages([full, full + "appeal grievance"])
        assert np.allclose(longer[0], longer[1], atol=1e-4)

    async def test_a_text_token_by_token_is_the_text(self, embedder: Embedder) -> None:
        """Or nothing at all, for a model that has no vectors of tokens."""
        found = await embedder.embed_tokens([*TEXTS, TEXTS[0]])
        assert await embedder.embed_tokens([]) in ([], ())
        if not found:
            return
        wholes, counts = await embedder.embed_queries(TEXTS), embedder.count_tokens(TEXTS)
        for place, (tokens, count) in enumerate(zip(found, counts, strict=False)):
            assert len(tokens.ids) == min(count, embedder.max_tokens - 2)
            assert tokens.vectors.shape == (len(tokens.ids), embedder.dim)
            assert np.allclose(np.linalg.norm(tokens.vectors.astype(np.float32), axis=1), 1.0, atol=5e-3)
            assert np.allclose(tokens.whole, wholes[place], atol=1e-4)
        assert found[-1].ids == found[0].ids

    def test_tokens_add_up(self, embedder: Embedder) -> None:
        """Special tokens are left out, and white space between two texts costs nothing."""
        counts = embedder.count_tokens([TEXTS[0], TEXTS[1], "", f"{TEXTS[0]}\n\n{TEXTS[1]}"])
        assert counts[2] == 0
        assert counts[0] > 5
        assert counts[3] == counts[0] + counts[1]
        assert embedder.count_tokens([]) == []

    def test_names_say_what_is_comparable(self, embedder: Embedder) -> None:
        """The id is there before anything is loaded."""
        assert embedder.model_id
        assert embedder.max_tokens > 2

    async def test_closing_twice_is_harmless(self, embedder: Embedder) -> None:
        """After use, too."""
        await embedder.embed_queries(TEXTS[:1])
        await embedder.aclose()
        await embedder.aclose()
