#!/usr/bin/env python3
"""Generalised advantage estimates (Schulman et al. 2016) of many actors and episodes at once, by
one linear recurrence in NumPy.

    delta[t] = reward[t] + gamma goes_on[t] value[t+1] - value[t],   advantage[t] = delta[t] + gamma
    lambda goes_on[t] advantage[t+1]

Where an episode ends goes_on is 0, and a coefficient of 0 starts anew: nothing of the next episode
gets into this one, and no loop over episodes is needed. Rollouts are cut off at some time; what
would have come after is what the critic says, value[T]. The same with
lanescan.torch.linear_recurrence has gradients. (recurrence.c does it in C.)"""

import time

import numpy as np

import lanescan

GAMMA, LAMBDA = 0.99, 0.95


def advantages(reward, value, goes_on):
    """Of rollouts along the first dimension; value has one more, of the state after the last."""
    delta = reward + GAMMA * goes_on * value[1:] - value[:-1]
    return lanescan.linear_recurrence(GAMMA * LAMBDA * goes_on, delta, 0, reverse=True)


def by_loop(reward, value, goes_on):
    result, after = np.empty(reward.shape), np.zeros(reward.shape[1:])
    for t in reversed(range(len(reward))):
        delta = reward[t] + GAMMA * goes_on[t] * value[t + 1] - value[t]
        result[t] = after = delta + GAMMA * LAMBDA * goes_on[t] * after
    return result


def seconds(function, *arguments):
    best = []
    for _ in range(5):
        start = time.perf_counter()
        function(*arguments)
        best.append(time.perf_counter() - start)
    return sorted(best)[2]


def main():
    random = np.random.default_rng(5)
    steps, actors = 2048, 64
    goes_on = np.where(random.random((steps, actors)) < 0.01, 0.0, 1.0)
    reward, value = random.standard_normal((steps, actors)), random.standard_normal(
        (steps + 1, actors)
    )
    ours, wanted = advantages(reward, value, goes_on), by_loop(reward, value, goes_on)
    # Each estimate is a sum of some hundred deltas that shrink by 0.94 a step.
    assert np.max(np.abs(ours - wanted)) < 1e-13 * np.max(
        np.abs(wanted)
    ), "an estimate is not that of the loop"

    # An episode knows nothing of the others: each by itself has the same estimates.
    actor, ends = 3, np.flatnonzero(goes_on[:, 3] == 0)
    for begin, end in zip(np.r_[0, ends[:-1] + 1], ends + 1):
        alone = advantages(
            reward[begin:end, actor], value[begin : end + 1, actor], goes_on[begin:end, actor]
        )
        assert np.allclose(
            alone, ours[begin:end, actor], rtol=1e-13, atol=1e-13
        ), "an episode knows another"
    spoiled = reward.copy()
    spoiled[ends[0] + 1 :, actor] = 1e6
    assert np.array_equal(
        advantages(spoiled, value, goes_on)[: ends[0] + 1, actor], ours[: ends[0] + 1, actor]
    )

    fast, slow = (1e3 * seconds(f, reward, value, goes_on) for f in (advantages, by_loop))
    print(
        f"{actors} actors, {steps} steps, {np.sum(goes_on == 0)} episodes end; the first estimate "
        f"is {ours[0, 0]:.6f}"
    )
    print(f"lanescan {fast:.2f} ms, a loop over NumPy's rows {slow:.2f} ms")
    print("\nverified: the loop's estimates; episodes by themselves; nothing passes the end of one")


if __name__ == "__main__":
    main()
