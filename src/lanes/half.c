/* A double to a half, one by one. */
#include "lanes/element.h"

uint16_t lanescan_half_of_f64(element type, double value)
{
    return type == ELEMENT_F16 ? f16_of_f64(value) : bf16_of_f64(value);
}
