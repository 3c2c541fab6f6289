/* Complex numbers that are not regular, and products far from 1: portable code, for all sets. */
#include "block.h"

#if !defined(LANESCAN_WITHOUT_COMPLEX) && !defined(LANESCAN_WITHOUT_TENSORS)

#include "ops/complex/irregular.h"
#include "ops/complex/wide_product.h"

#endif
