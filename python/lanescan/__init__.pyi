from typing import Any, Final, Literal, SupportsIndex, TypeAlias, final, overload

from _typeshed import structseq
from numpy.typing import DTypeLike

__version__: str

__all__ = [
    "Extremes",
    "Stream",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumulative_logsumexp",
    "cumulative_max",
    "cumulative_min",
    "cumulative_prod",
    "cumulative_sum",
    "get_num_threads",
    "isa",
    "isas",
    "linear_recurrence",
    "logaddexp",
    "logcumsumexp",
    "logsumexp",
    "set_isa",
    "set_num_threads",
]

# An array of any library, or what NumPy makes one of; results are what arguments were.
_Input: TypeAlias = Any
_Result: TypeAlias = Any
# An array to write into, or a tuple of that one; with index=True a tuple of two arrays or None.
_Output: TypeAlias = Any
_Name: TypeAlias = Literal[
    "cumulative_sum",
    "cumsum",
    "cumulative_prod",
    "cumprod",
    "cumulative_max",
    "cummax",
    "cumulative_min",
    "cummin",
    "cumulative_logsumexp",
    "logcumsumexp",
]

@final
class Extremes(structseq[Any], tuple[_Result, _Result]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> _Result: ...
    @property
    def indices(self) -> _Result: ...

def cumulative_sum(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumsum(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumulative_prod(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def cumprod(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
@overload
def cumulative_max(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cumulative_max(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cummax(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cummax(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cumulative_min(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cumulative_min(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
@overload
def cummin(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[False] = False,
) -> _Result: ...
@overload
def cummin(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: Literal[True],
) -> Extremes: ...
def cumulative_logsumexp(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def logcumsumexp(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
) -> _Result: ...
def logsumexp(
    x: _Input,
    /,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    keepdims: bool = False,
) -> _Result: ...
def logaddexp(
    a: _Input, b: _Input, /, out: _Output = None, *, dtype: DTypeLike | Any = None
) -> _Result: ...
def linear_recurrence(
    a: _Input,
    b: _Input,
    /,
    axis: SupportsIndex = -1,
    *,
    dtype: DTypeLike | Any = None,
    out: _Output = None,
    reverse: bool = False,
    initial: Any = None,
) -> _Result: ...
@final
class Stream:
    def __new__(
        cls, op: _Name, dtype: DTypeLike | Any, /, *, exclusive: bool = False, initial: Any = None
    ) -> Stream: ...
    @property
    def op(self) -> str: ...
    @property
    def exclusive(self) -> bool: ...
    def push(self, x: _Input, /, out: _Output = None) -> _Result: ...
    def total(self) -> Any: ...
    def copy(self) -> Stream: ...
    def __copy__(self) -> Stream: ...

def isa() -> str: ...
def isas() -> tuple[str, ...]: ...
def set_isa(name: str, /) -> None: ...
def get_num_threads() -> int: ...
def set_num_threads(count: SupportsIndex, /) -> None: ...
