/* The element types of the line functions, and when two results are the same. */
#ifndef LANESCAN_GOLDEN_ELEMENT_H
#define LANESCAN_GOLDEN_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum element_type { TYPE_F32, TYPE_F64, TYPE_I32, TYPE_I64 } element_type;

size_t element_type_size(element_type type);
bool element_is_float(element_type type);

/* Position of the first element whose bits differ, or n. A NaN equals any other NaN: only its
 * payload and sign are left open by the contract. */
size_t element_mismatch(element_type type, size_t n, const void *a, const void *b);

/* The bits of an element, every NaN the same. */
uint64_t element_canonical_bits(element_type type, const void *array, size_t index);

/* Writes element `index` as hexadecimal (exact) and decimal; returns `text`. */
enum { ELEMENT_TEXT = 64 };
char *element_text(char text[ELEMENT_TEXT], element_type type, const void *array, size_t index);

static inline double f64_from_bits(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } both = { bits };
    return both.value;
}

static inline uint64_t f64_to_bits(double value)
{
    union {
        double value;
        uint64_t bits;
    } both = { value };
    return both.bits;
}

#endif
