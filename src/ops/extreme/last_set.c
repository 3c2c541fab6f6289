/* The table, worked out by the preprocessor. */
#include "last_set.h"

#if !defined(LANESCAN_WITHOUT_CUMMAX) || !defined(LANESCAN_WITHOUT_CUMMIN)

#define LAST0(b) ((b)&1 ? 0 : -1)
#define LAST1(b) ((b)&2 ? 1 : LAST0(b))
#define LAST2(b) ((b)&4 ? 2 : LAST1(b))
#define LAST3(b) ((b)&8 ? 3 : LAST2(b))
#define LAST4(b) ((b)&16 ? 4 : LAST3(b))
#define LAST5(b) ((b)&32 ? 5 : LAST4(b))
#define LAST6(b) ((b)&64 ? 6 : LAST5(b))
#define LAST7(b) ((b)&128 ? 7 : LAST6(b))

#define ROW(b)                                                                         \
    {                                                                                  \
        LAST0(b), LAST1(b), LAST2(b), LAST3(b), LAST4(b), LAST5(b), LAST6(b), LAST7(b) \
    }
#define ROWS4(b)  ROW(b), ROW((b) + 1), ROW((b) + 2), ROW((b) + 3)
#define ROWS16(b) ROWS4(b), ROWS4((b) + 4), ROWS4((b) + 8), ROWS4((b) + 12)
#define ROWS64(b) ROWS16(b), ROWS16((b) + 16), ROWS16((b) + 32), ROWS16((b) + 48)

const int8_t lanescan_last_set[256][8] = { ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192) };

#endif
