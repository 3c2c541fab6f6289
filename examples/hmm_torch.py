#!/usr/bin/env python3
"""A hidden Markov model in PyTorch, learned by gradients: the forward algorithm in log space, with
lanescan.torch.

    alpha[0] = start + shows[:, roll 0],   alpha[t][j] = shows[j, roll t] + logsumexp over i of
    alpha[t-1][i] + move[i][j]

The gradient of the log of the evidence with respect to the log of a probability is how often that
is expected to be used (what Baum and Welch count), so it can be checked by counting. A move that is
impossible has the log -inf: PyTorch's own logsumexp gives NaN for gradients of states that cannot
be reached, lanescan's 0. (hmm.c is the forward pass in C.)"""

import itertools
import math

import torch

import lanescan.torch

STATES, FACES, ROLLS = 3, 6, 200


def log_evidence(start, move, shows, rolls):
    alpha = start + shows[:, rolls[0]]
    for roll in rolls[1:]:
        alpha = shows[:, roll] + lanescan.torch.logsumexp(alpha[:, None] + move, 0)
    return lanescan.torch.logsumexp(alpha, 0)


def model():
    """A door with one way: 0 to 1 to 2, and nobody comes back; all begin in 0."""
    start = torch.tensor([1.0, 0.0, 0.0], dtype=torch.float64)
    move = torch.tensor([[0.9, 0.1, 0.0], [0.0, 0.95, 0.05], [0.0, 0.0, 1.0]], dtype=torch.float64)
    shows = torch.tensor(
        [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 5], [5, 1, 1, 1, 1, 1]], dtype=torch.float64
    )
    return [p.log().requires_grad_() for p in (start, move, shows / shows.sum(1, keepdim=True))]


def counted(parameters, rolls):
    """Evidence and expected uses of each move, over every path there is."""
    start, move, shows = [p.exp().tolist() for p in parameters]
    evidence, uses = 0.0, [[0.0] * STATES for _ in range(STATES)]
    for path in itertools.product(range(STATES), repeat=len(rolls)):
        weight = start[path[0]] * math.prod(shows[s][r] for s, r in zip(path, rolls))
        weight *= math.prod(move[i][j] for i, j in itertools.pairwise(path))
        evidence += weight
        for i, j in itertools.pairwise(path):
            uses[i][j] += weight
    return evidence, [[u / evidence for u in row] for row in uses]


def main():
    torch.manual_seed(1)
    parameters = model()
    few = [0, 5, 5, 3, 5, 0, 0]
    log_p = log_evidence(*parameters, few)
    (gradient,) = torch.autograd.grad(log_p, parameters[1])
    evidence, uses = counted(parameters, few)
    assert math.isclose(log_p.item(), math.log(evidence), rel_tol=1e-14), "the evidence differs"
    assert torch.allclose(
        gradient, torch.tensor(uses, dtype=torch.float64), rtol=1e-12, atol=1e-15
    ), "the counts differ"

    rolls = torch.cat(
        [torch.randint(0, 6, (60,)), torch.full((70,), 5), torch.zeros(70, dtype=torch.long)]
    ).tolist()
    logits = [torch.zeros(p.shape, dtype=torch.float64, requires_grad=True) for p in parameters]
    optimizer = torch.optim.Adam(logits, lr=0.1)
    learned = []
    for step in range(30):
        # What is impossible stays so.
        start, move, shows = (
            torch.log_softmax(x.masked_fill(p.isinf(), -math.inf), -1)
            for x, p in zip(logits, parameters)
        )
        loss = -log_evidence(start, move, shows, rolls)
        learned.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        assert all(torch.isfinite(x.grad).all() for x in logits), "a gradient is not finite"
    print(
        f"-log evidence of {ROLLS} rolls: {learned[0]:.2f}, after {len(learned)} steps "
        f"{learned[-1]:.2f}"
    )
    assert learned[-1] < learned[0] - 30, "nothing was learned"
    print("\nverified: evidence and gradients of a short line by counting all paths")


if __name__ == "__main__":
    main()
