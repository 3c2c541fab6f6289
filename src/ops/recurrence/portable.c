/* Linear recurrences of complex numbers along a line: portable code, for all sets. */
#include "block.h"
#include "ops/own.h"

#if !defined(LANESCAN_WITHOUT_LINEAR_RECURRENCE) && !defined(LANESCAN_WITHOUT_TENSORS) && \
    !defined(LANESCAN_WITHOUT_COMPLEX)

#include "ops/recurrence/complex.h"

RECURRENCE_KERNEL(linear_recurrence_piece_c64)
{
    complex_recurrence_piece(ELEMENT_F32, backwards, one_coefficient, n, a, b, y, state);
}

RECURRENCE_KERNEL(linear_recurrence_piece_c128)
{
    complex_recurrence_piece(ELEMENT_F64, backwards, one_coefficient, n, a, b, y, state);
}

#endif
