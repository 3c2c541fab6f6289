/* The vocabulary on WebAssembly with 128-bit lanes: NEON's through SIMDe. There is no fused
 * multiply-add: src/neon/fused.h makes it. */
#include "neon/block.h"
