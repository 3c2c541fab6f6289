/* Scans of 16-bit floats as scans from floats to doubles: a piece is converted to floats, scanned,
 * and its results are rounded to 16 bits. That is faster where converting and scanning in one loop
 * takes so many instructions for a group that the processor cannot begin the next one meanwhile. */
#ifndef LANESCAN_HALVES_H
#define LANESCAN_HALVES_H

#include "fold/signatures.h"
#include "lanes/element.h"
#include "memory/own.h"

#ifndef LANESCAN_HALVES_BY_PIECES /* the instruction set says so */
#define LANESCAN_HALVES_BY_PIECES 0
#endif

#if LANESCAN_HALVES_BY_PIECES

/* `piece` is from floats to doubles. */
LANESCAN_NOINLINE void halves_by_pieces(element type, lanescan_piece *piece, lanescan_state *state,
                                        bool backwards, size_t n, const void *x, void *y)
{
    enum { ELEMENTS = 512 };
    const bool is_f16 = type == ELEMENT_F16;
    lanescan_convert *const widen = own_step(is_f16 ? STEP_f16_f32 : STEP_bf16_f32);
    lanescan_convert *const narrow = own_step(is_f16 ? STEP_f64_f16 : STEP_f64_bf16);
    float in[ELEMENTS]; /* in the order of memory */
    double out[ELEMENTS];
    for (size_t i = 0; i < n; i += ELEMENTS) {
        /* gcc would write the loop once for each direction, with results and without: 600 bytes. */
        __asm__("" : "+r"(y), "+r"(backwards));
        const size_t count = n - i < ELEMENTS ? n - i : ELEMENTS, first = backwards ? count - 1 : 0;
        const ptrdiff_t lowest = offset_of_vector(backwards, i, count);
        widen(count, (const uint16_t *)x + lowest, in);
        piece(state, backwards, count, in + first, y ? out + first : NULL, NULL);
        if (y)
            narrow(count, out, (uint16_t *)y + lowest);
    }
}

#endif

#endif
