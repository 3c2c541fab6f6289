#!/usr/bin/env python3
"""Derives src/math/coefficients.h: minimax polynomials for exp, log, sin, cos and atan in lanes
(needs python3-mpmath).

    tools/coefficients.py > src/math/coefficients.h

Each polynomial q is found by the Remez exchange algorithm with a weight, in 60-digit arithmetic,
and its coefficients are then rounded to double. The error printed in the header is that of the
rounded coefficients in exact arithmetic, searched on a grid of 20,000 points:

    exp:  e^r      = 1 + r + r^2 q(r)          |r| <= ln(2) / 2
          relative to the smaller of |e^r| and |e^r - 1|, so that it serves expm1 too
    log:  log(1+f) = f - f^2 / 2 + f^3 q(f)    -1/4 <= f <= 1/2
          relative to |log(1+f)|, so that it serves log1p too
    log1p: log(1+t) = t + t^2 q(t)             0 <= t <= 1
          relative to log(1+t), and q(1) = ln 2 - 1, for of two equal numbers logaddexp may be 0:
          q(t) = ln 2 - 1 + (t - 1) r(t), and it is r that is found
    sin:  sin(r)   = r + r z q(z)              z = r^2, |r| <= pi / 4, relative to |sin(r)|
    cos:  cos(r)   = 1 - z / 2 + z^2 q(z)      z = r^2, |r| <= pi / 4, relative to |cos(r)|
    atan: atan(t)  = t + t z q(z)              z = t^2, |t| <= tan(pi / 8), relative to |atan(t)|
"""

import mpmath as mp

mp.mp.dps = 60


def exp_target(r):
    return (mp.expm1(r) - r) / r**2


def exp_weight(r):
    return r**2 / min(mp.exp(r), abs(mp.expm1(r)))


def log_target(f):
    return (mp.log1p(f) - f + f**2 / 2) / f**3


def log_weight(f):
    return abs(f**3 / mp.log1p(f))


def log1p_target(t):
    return (mp.log1p(t) - t) / t**2


def log1p_weight(t):
    return t**2 / mp.log1p(t)


def log1p_coefficients(low, degree):
    end = mp.log(2) - 1
    r = remez(
        lambda t: (log1p_target(t) - end) / (t - 1),
        lambda t: (1 - t) * log1p_weight(t),
        low,
        1 - low,
        degree - 1,
    )
    return [end - r[0]] + [a - b for a, b in zip(r, r[1:])] + [r[-1]]


def sin_target(z):
    r = mp.sqrt(z)
    return (mp.sin(r) - r) / (r * z)


def sin_weight(z):
    r = mp.sqrt(z)
    return r * z / mp.sin(r)


def cos_target(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


def cos_weight(z):
    return z**2 / mp.cos(mp.sqrt(z))


def atan_target(z):
    t = mp.sqrt(z)
    return (mp.atan(t) - t) / (t * z)


def atan_weight(z):
    t = mp.sqrt(z)
    return t * z / mp.atan(t)


def horner(coefficients, t):
    value = mp.mpf(0)
    for c in reversed(coefficients):
        value = value * t + c
    return value


def remez(target, weight, low, high, degree):
    """Coefficients of the polynomial q of this degree that minimises max weight * |q - target|."""
    count = degree + 2
    middle, half = (low + high) / 2, (high - low) / 2
    # A little off the Chebyshev points: the weight is zero at t = 0, which must not be one of them.
    points = [middle - half * mp.cos(mp.pi * (i + mp.mpf(2) / 5) / count) for i in range(count)]
    grid = [middle - half * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / 1200) for i in range(1200)]
    values = [(t, target(t), weight(t)) for t in grid]
    for _ in range(30):
        rows = mp.matrix(count, count)
        right = mp.matrix(count, 1)
        for i, t in enumerate(points):
            for j in range(degree + 1):
                rows[i, j] = t**j
            rows[i, degree + 1] = (-1) ** i / weight(t)
            right[i] = target(t)
        solution = mp.lu_solve(rows, right)
        q = list(solution[: degree + 1])
        level = abs(solution[degree + 1])
        errors = [(w * (horner(q, t) - v), t) for t, v, w in values]
        runs = [[errors[0]]]
        for e in errors[1:]:
            if (e[0] > 0) == (runs[-1][-1][0] > 0):
                runs[-1].append(e)
            else:
                runs.append([e])
        peaks = [max(run, key=lambda e: abs(e[0])) for run in runs]
        while len(peaks) > count:
            peaks.pop(0 if abs(peaks[0][0]) < abs(peaks[-1][0]) else -1)
        worst = max(abs(e[0]) for e in peaks)
        if len(peaks) < count or worst < level * mp.mpf("1.001"):
            break
        points = [e[1] for e in peaks]
    return q


def rounded_error(coefficients, target, weight, low, high):
    worst = mp.mpf(0)
    for i in range(20001):
        t = low + (high - low) * i / 20000
        if t != 0:
            worst = max(worst, weight(t) * abs(horner(coefficients, t) - target(t)))
    return worst


def table(name, comment, target, weight, low, high, degree, coefficients=None):
    q = [mp.mpf(float(c)) for c in coefficients or remez(target, weight, low, high, degree)]
    error = rounded_error(q, target, weight, low, high)
    print(f"\n/* {comment}: error at most 2^{mp.nstr(mp.log(error, 2), 4)}. */")
    print(f"static const double {name}[{degree + 1}] = {{")
    for c in q:
        print(f"    {float(c).hex()},")
    print("};")


def in_parts(name, value, parts):
    """The value as an unevaluated sum of doubles, each the rest of those before it, rounded."""
    for part in parts:
        double = float(value)
        print(f"#define {name + part:<25} {double.hex()}")
        value -= mp.mpf(double)


def two_over_pi(words):
    """Bits of 2 / pi, 32 a word, after two words of zeros: enough for the largest double."""
    with mp.workdps(500):
        bits = int(mp.floor(2 / mp.pi * mp.mpf(2) ** (32 * (words - 2))))
    print("\n/* 2 / pi: 64 zero bits, which stand before the point, then its bits. */")
    print(f"static const uint32_t lanescan_two_over_pi[{words}] = {{")
    for i in range(0, words, 8):
        row = [bits >> 32 * (words - 1 - j) & 0xFFFFFFFF for j in range(i, min(i + 8, words))]
        print("    " + " ".join(f"0x{word:08x}," for word in row))
    print("};")


def main():
    half = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    low, high = mp.mpf(-1) / 4, mp.mpf(1) / 2
    print("/* Made by tools/coefficients.py, which says how; do not edit. */")
    print("#ifndef LANESCAN_COEFFICIENTS_H\n#define LANESCAN_COEFFICIENTS_H")
    print("\n#include <stdint.h>")
    ln2 = mp.log(2)
    ln2_high = float(ln2)
    print("\n/* ln 2 as the sum of two doubles, and 1 / ln 2. */")
    print(f"#define LANESCAN_LN2_HIGH {ln2_high.hex()}")
    print(f"#define LANESCAN_LN2_LOW  {float(ln2 - mp.mpf(ln2_high)).hex()}")
    print(f"#define LANESCAN_LOG2E    {float(1 / ln2).hex()}")
    exp_args = (exp_target, exp_weight, -half, half)
    log_args = (log_target, log_weight, low, high)
    table("lanescan_exp_f64", "q of exp for 64-bit results", *exp_args, 9)
    table("lanescan_exp_f32", "q of exp for 32-bit results", *exp_args, 6)
    table("lanescan_log_f64", "q of log for 64-bit results", *log_args, 18)
    table("lanescan_log_f32", "q of log for 32-bit results", *log_args, 10)
    nearly = mp.mpf(2) ** -60  # above 0, where weights vanish
    log1p_args = (log1p_target, log1p_weight, nearly, 1, 12, log1p_coefficients(nearly, 12))
    table("lanescan_log1p_f32", "q of log1p for 32-bit results", *log1p_args)
    print(
        "\n/* pi / 2, pi / 4 and 2 pi as sums of doubles, and the quotients that reduce by them. */"
    )
    in_parts("LANESCAN_HALF_PI", mp.pi / 2, ["_HIGH", "_MIDDLE", "_LOW"])
    in_parts("LANESCAN_QUARTER_PI", mp.pi / 4, ["_HIGH", "_LOW"])
    in_parts("LANESCAN_TWO_PI", 2 * mp.pi, ["_HIGH", "_LOW"])
    in_parts("LANESCAN_TWO_OVER_PI", 2 / mp.pi, [""])
    in_parts("LANESCAN_ONE_OVER_TWO_PI", 1 / (2 * mp.pi), [""])
    in_parts("LANESCAN_TAN_EIGHTH_PI", mp.tan(mp.pi / 8), [""])
    beyond = 1 + mp.mpf(2) ** -20  # a little beyond the ends
    circle = (nearly, (mp.pi / 4) ** 2 * beyond)
    table("lanescan_sin", "q of sin", sin_target, sin_weight, *circle, 5)
    table("lanescan_cos", "q of cos", cos_target, cos_weight, *circle, 5)
    table(
        "lanescan_atan",
        "q of atan",
        atan_target,
        atan_weight,
        nearly,
        mp.tan(mp.pi / 8) ** 2 * beyond,
        11,
    )
    two_over_pi(40)
    print("\n#endif")


main()
