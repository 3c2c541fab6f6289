#!/usr/bin/env python3
"""Top-p (nucleus) sampling in NumPy: the next words of a language model, each drawn from the
smallest set of words that has probability p together.

A model gives a number for each word, the logit: its log-probability up to a constant. Sorted
downwards, their logcumsumexp is the log of the cumulated probabilities, up to the same constant,
which is its last element: no exp(logit), which may overflow, and no normalisation. (top_p.c is the
same in C.)"""

import math

import numpy as np

import lanescan

P, DRAWS, WORDS = 0.9, 20_000, 32_000


def sample(logits, p, random):
    """For each row of logits one word of its nucleus, and how many words that has."""
    order = np.argsort(-logits, axis=1, kind="stable")
    log_cdf = lanescan.logcumsumexp(
        np.take_along_axis(logits, order, axis=1), axis=1, dtype=np.float64
    )
    size = np.sum(log_cdf < np.log(p) + log_cdf[:, -1:], axis=1, keepdims=True) + 1
    mass = np.take_along_axis(log_cdf, size - 1, axis=1)
    drawn = np.sum(log_cdf < np.log(random.random(mass.shape)) + mass, axis=1, keepdims=True)
    return np.take_along_axis(order, drawn, axis=1)[:, 0], size[:, 0]


def main():
    random = np.random.default_rng(5)
    # Rows from nearly certain to nearly even, each with a constant that no exp() survives.
    peaked = np.array([6, 3, 2, 1.5, 1, 0.1])[:, None]
    constant = np.array([0, 1000, -1000, 90, -200, 30])[:, None]
    rank = random.permuted(np.arange(1, WORDS + 1), axis=0)
    logits = (constant - peaked * np.log(rank) + 0.2 * random.standard_normal((6, WORDS))).astype(
        np.float32
    )

    words, sizes = sample(logits, P, random)
    print(f"Of {WORDS} words, how many have {100 * P:g} % together, and which is drawn?\n")
    for row, (word, size) in enumerate(zip(words, sizes)):
        print(f"  largest logit {logits[row].max():9.2f}   words {size:6}   drawn {word:6}")
        weights = sorted(
            (math.exp(float(v) - float(logits[row].max())) for v in logits[row]), reverse=True
        )
        total = math.fsum(weights)
        assert math.fsum(weights[:size]) / total > P - 1e-12, "the nucleus has less than p"
        assert math.fsum(weights[: size - 1]) / total < P + 1e-12, "the nucleus is too large"

    small = np.tile(np.array([[3, 1, 2, -1]], np.float32), (DRAWS, 1))
    words, _ = sample(small, 0.95, random)
    inside = np.exp([3.0, 1, 2]) / np.exp([3.0, 1, 2]).sum()
    counts = np.bincount(words, minlength=4)
    assert np.all(
        np.abs(counts - DRAWS * np.append(inside, 0)) <= 6 * np.sqrt(DRAWS * np.append(inside, 0))
    ), "drawn too often"
    print(f"\nverified: sizes by exact sums, and {DRAWS} draws")


if __name__ == "__main__":
    main()
