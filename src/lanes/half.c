/* A double to a half, compiled once for all sets: it is long, and used where speed does not
 * matter. */
#include "lanes/element.h"

uint16_t lanescan_half_of_f64(element type, double value)
{
    return type == ELEMENT_F16 ? f16_of_f64(value) : bf16_of_f64(value);
}
