/* Made by tools/coefficients.py, which says how; do not edit. */
#ifndef LANESCAN_COEFFICIENTS_H
#define LANESCAN_COEFFICIENTS_H

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

#endif
