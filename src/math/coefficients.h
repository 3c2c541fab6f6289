/* Made by tools/coefficients.py, which says how; do not edit. */
#ifndef LANESCAN_COEFFICIENTS_H
#define LANESCAN_COEFFICIENTS_H

#include <stdint.h>

/* ln 2 as the sum of two doubles, and 1 / ln 2. */
#define LANESCAN_LN2_HIGH 0x1.62e42fefa39efp-1
#define LANESCAN_LN2_LOW  0x1.abc9e3b39803fp-56
#define LANESCAN_LOG2E    0x1.71547652b82fep+0

/* q of exp for 64-bit results: error at most 2^-54.68. */
static const double lanescan_exp_f64[10] = {
    0x1.0000000000005p-1,  0x1.5555555555539p-3,  0x1.55555555522c2p-5,  0x1.1111111118f87p-7,
    0x1.6c16c17ed8d29p-10, 0x1.a01a01751eb6ep-13, 0x1.a019a77868a5dp-16, 0x1.71de87f7517ecp-19,
    0x1.28a1d664876a5p-22, 0x1.ae6bb399d2d8ap-26,
};

/* q of exp for 32-bit results: error at most 2^-37.48. */
static const double lanescan_exp_f32[7] = {
    0x1.00000000171bbp-1,  0x1.555555734d7f2p-3,  0x1.555554f3694e6p-5,  0x1.1110b22893716p-7,
    0x1.6c1766da8bcb3p-10, 0x1.a16f56c868c8fp-13, 0x1.a00382c696881p-16,
};

/* q of log for 64-bit results: error at most 2^-56.04. */
static const double lanescan_log_f64[19] = {
    0x1.55555555555a0p-2, -0x1.0000000000772p-2, 0x1.999999998c6c7p-3, -0x1.5555555459240p-3,
    0x1.24924929752a2p-3, -0x1.00000063df642p-3, 0x1.c71c70de8c316p-4, -0x1.999972ca35f43p-4,
    0x1.745cec21aba50p-4, -0x1.5559396789c93p-4, 0x1.3b1f031e3a9d2p-4, -0x1.24657534a5916p-4,
    0x1.101cb00afb3a5p-4, -0x1.fffce985c7548p-5, 0x1.f252bc196c356p-5, -0x1.e8e7d71610776p-5,
    0x1.9f4bc6cbb41c9p-5, -0x1.e1805bb2504d4p-6, 0x1.091e66efa5da8p-7,
};

/* q of log for 32-bit results: error at most 2^-35.54. */
static const double lanescan_log_f32[11] = {
    0x1.555554f231e4dp-2, -0x1.fffffa7191a9dp-3, 0x1.999a00be9373fp-3, -0x1.5557efe799734p-3,
    0x1.248488bb0118dp-3, -0x1.ff2a42b6a5e8cp-4, 0x1.c7b614815c1b5p-4, -0x1.a6e0016040959p-4,
    0x1.88dd3e6326c83p-4, -0x1.21c341577d009p-4, 0x1.b28d86912dda0p-6,
};

/* q of log1p for 32-bit results: error at most 2^-38.13. */
static const double lanescan_log1p_f32[13] = {
    -0x1.fffffff180ac4p-2,  0x1.555550bb6d7bdp-2, -0x1.fffef8bfe92e3p-3, 0x1.998aa5cf978e3p-3,
    -0x1.54d38740bee66p-3,  0x1.21b1f8dfd2d2bp-3, -0x1.e96ccc6323221p-4, 0x1.87549e178cd59p-4,
    -0x1.13b7787b7d390p-4,  0x1.3a007081d24b1p-5, -0x1.054e7b43c9c14p-6, 0x1.13ddeed9e6f40p-8,
    -0x1.11694f4e3f26fp-11,
};

/* pi / 2, pi / 4 and 2 pi as sums of doubles, and the quotients that reduce by them. */
#define LANESCAN_HALF_PI_HIGH    0x1.921fb54442d18p+0
#define LANESCAN_HALF_PI_MIDDLE  0x1.1a62633145c07p-54
#define LANESCAN_HALF_PI_LOW     -0x1.f1976b7ed8fbcp-110
#define LANESCAN_QUARTER_PI_HIGH 0x1.921fb54442d18p-1
#define LANESCAN_QUARTER_PI_LOW  0x1.1a62633145c07p-55
#define LANESCAN_TWO_PI_HIGH     0x1.921fb54442d18p+2
#define LANESCAN_TWO_PI_LOW      0x1.1a62633145c07p-52
#define LANESCAN_TWO_OVER_PI     0x1.45f306dc9c883p-1
#define LANESCAN_ONE_OVER_TWO_PI 0x1.45f306dc9c883p-3
#define LANESCAN_TAN_EIGHTH_PI   0x1.a827999fcef32p-2

/* q of sin: error at most 2^-56.34. */
static const double lanescan_sin[6] = {
    -0x1.5555555555548p-3, 0x1.111111110f7d0p-7,   -0x1.a01a019bfde62p-13,
    0x1.71de3567cb2aep-19, -0x1.ae5e5a8b589eep-26, 0x1.5d8fcffd50a62p-33,
};

/* q of cos: error at most 2^-59.65. */
static const double lanescan_cos[6] = {
    0x1.555555555554bp-5,   -0x1.6c16c16c14f91p-10, 0x1.a01a019c844e6p-16,
    -0x1.27e4f7eac3d6ep-22, 0x1.1ee9d7b42d244p-29,  -0x1.8fa499a00f8f3p-37,
};

/* q of atan: error at most 2^-58.22. */
static const double lanescan_atan[12] = {
    -0x1.5555555555554p-2, 0x1.999999999964bp-3, -0x1.249249247567bp-3, 0x1.c71c71b746e0cp-4,
    -0x1.745d14b936267p-4, 0x1.3b136e22730c6p-4, -0x1.110c7233af38dp-4, 0x1.e171f577014a9p-5,
    -0x1.ab7d45a4bd7a8p-5, 0x1.70ec81b03842ap-5, -0x1.1236535a8237ap-5, 0x1.f1e48548d4991p-7,
};

/* 2 / pi: 64 zero bits, which stand before the point, then its bits. */
static const uint32_t lanescan_two_over_pi[40] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

#endif
