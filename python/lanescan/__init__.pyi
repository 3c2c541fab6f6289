from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, final, overload

from numpy.typing import DTypeLike

__version__: str

# An array of any library, or what NumPy makes one of; results are what arguments were.
_Input: TypeAlias = Any
_Result: TypeAlias = Any
_Name: TypeAlias = Literal[
    "cumulative_sum", "cumsum", "cumulative_prod", "cumprod", "cumulative_max", "cummax", "cumulative_min", "cummin",
    "cumulative_logsumexp", "logcumsumexp",
]

class Extremes(NamedTuple):
    values: _Result
    indices: _Result

def cumulative_sum(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumsum(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumulative_prod(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumprod(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
@overload
def cumulative_max(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cumulative_max(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cummax(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cummax(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cumulative_min(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cumulative_min(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cummin(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cummin(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
def cumulative_logsumexp(
    x: _Input, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def logcumsumexp(
    x: _Input, /, axis: SupportsIndex | None = None, dtype: DTypeLike | Any = None, out: Any = None, *,
    reverse: bool = False, exclusive: bool = False, initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def logsumexp(
    x: _Input, /, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, *, dtype: DTypeLike | Any = None,
    out: Any = None, keepdims: bool = False,
) -> _Result: ...
def logaddexp(a: _Input, b: _Input, /, out: Any = None, *, dtype: DTypeLike | Any = None) -> _Result: ...
@final
class Stream:
    def __new__(cls, op: _Name, dtype: DTypeLike | Any, /, *, exclusive: bool = False, initial: Any = None) -> Stream: ...
    @property
    def op(self) -> str: ...
    @property
    def exclusive(self) -> bool: ...
    def push(self, x: _Input, /, out: Any = None) -> _Result: ...
    def total(self) -> Any: ...
    def copy(self) -> Stream: ...
    def __copy__(self) -> Stream: ...

def isa() -> str: ...
def isas() -> tuple[str, ...]: ...
def set_isa(name: str, /) -> None: ...
def get_num_threads() -> int: ...
def set_num_threads(count: SupportsIndex, /) -> None: ...
