"""Errors of results, judged by exact or 40-digit arithmetic, in the units of the contract
(include/lanescan.h).

    f32  ulp: the distance of neighbouring floats at the exact result
    f64  eps = 2^-52 times what the bound of the operation is stated in: the sum of |x| for cumsum,
         the conditioning C for log-sum-exps; ulp for cumprod
    extremes: the number of elements that are wrong
As bench/error.c has them."""
import decimal
import math

decimal.getcontext().prec = 40
decimal.getcontext().Emin, decimal.getcontext().Emax = -999999, 999999
Decimal = decimal.Decimal
EPS = Decimal(2) ** -52
SAMPLES = 1024


def places(n):
    """Where a long result is judged: the beginning, the end, and evenly between."""
    return sorted({*range(min(n, 64)), n - 1, *range(0, n, max(1, n // SAMPLES))})


def cumsum(x):
    """(exact y, sum of |x|) of each element; sums of 40 digits are exact for numbers as near in
    size as those here."""
    total = size = Decimal(0)
    for value in x:
        total += Decimal(value)
        size += abs(Decimal(value))
        yield total, size


def cumprod(x):
    product = Decimal(1)
    for value in x:
        product *= Decimal(value)
        yield product, abs(product)


def cummax(x):
    largest = -math.inf
    for value in x:
        largest = max(largest, value)
        yield Decimal(largest), abs(Decimal(largest))


def logcumsumexp(x):
    total = weighted = Decimal(0)
    wanted = set(places(len(x)))
    for i, value in enumerate(map(Decimal, x)):
        power = value.exp()
        total += power
        weighted += power * abs(value)
        if i in wanted:
            y = total.ln()
            yield y, max(abs(y), weighted / total)
        else:
            yield None


def logsumexp(x):
    *_, last = logcumsumexp(x)
    yield last


def logaddexp(a, b):
    wanted = set(places(len(a)))
    for i, pair in enumerate(zip(a, b)):
        if i in wanted:
            p, q = Decimal(pair[0]), Decimal(pair[1])
            total = p.exp() + q.exp()
            y = total.ln()
            yield y, max(abs(y), (p.exp() * abs(p) + q.exp() * abs(q)) / total)
        else:
            yield None


REFERENCES = {
    "cumsum": cumsum,
    "cumprod": cumprod,
    "cummax": cummax,
    "logcumsumexp": logcumsumexp,
    "logsumexp": logsumexp,
    "logaddexp": logaddexp,
}


def unit(op, element):
    if op == "cummax":
        return "exact"
    return "ulp" if element == "f32" or op == "cumprod" else "eps"


def ulp(element, y):
    """The distance of neighbouring numbers of the type at y."""
    digits, lowest = (24, -125) if element == "f32" else (53, -1021)
    return Decimal(2) ** (max(math.frexp(float(y))[1], lowest) - digits)


def greatest(op, element, references, results):
    """The greatest error of results beside [(y, size)]; places without a reference are not
    judged."""
    worst = Decimal(0)
    for reference, result in zip(references, results):
        if reference is None:
            continue
        if not math.isfinite(result):
            return math.inf
        y, size = reference
        error = abs(Decimal(result) - y)
        if unit(op, element) == "exact":
            worst += error != 0
        elif error:
            worst = max(
                worst, error / (EPS * size if unit(op, element) == "eps" else ulp(element, y))
            )
    return float(worst)


def wrong_positions(x, index):
    """How many positions of cummax are wrong; of equal elements the latest counts."""
    at = wrong = 0
    for i, value in enumerate(x):
        if value >= x[at]:
            at = i
        wrong += index[i] != at
    return wrong
