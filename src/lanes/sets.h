/* The instruction sets there are kernels for, best first: "no better than" means no earlier row. A
 * new one is a row here and a folder with its vocabulary. meson.build and tools/single_file.py read
 * the rows too.
 *
 *     ROW(set, shown, level, cpu, "flags")
 *
 * set is the suffix of all its symbols; shown is its folder, and what lanescan_isa() says (two rows
 * have src/generic: portable code is compiled once more for CPUs with fused multiply-add); level is
 * what a CPU must have (cpu.h); cpu is where it can be compiled, with these flags. simd128
 * and vsx are NEON's kernels by SIMDe, where it is there and the compiler's baseline has the
 * instructions. A build has those for which LANESCAN_WITH_<set> is defined as 1. Whoever takes the
 * rows may have more given to each: LANESCAN_SETS(ROW, more). */
#ifndef LANESCAN_SETS_H
#define LANESCAN_SETS_H

#include "lanes/left_simd128.h"
#include "lanes/left_vsx.h"

/* What only lanes are worth: portable code takes short lines of linear recurrences one by one, and
 * those of log-sum-exps side by side. */
#define LANESCAN_LEFT_linear_recurrence_short_f64_generic     1
#define LANESCAN_LEFT_linear_recurrence_short_f64_generic_fma 1
#define LANESCAN_LEFT_logcumsumexp_short_generic              1
#define LANESCAN_LEFT_logcumsumexp_short_generic_fma          1

/* clang-format off */
#define LANESCAN_SETS(ROW, ...) \
    ROW(avx512, avx512, AVX512, x86_64, "-mavx2 -mfma -mf16c -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx512cd", __VA_ARGS__) \
    ROW(avx2, avx2, AVX2, x86_64, "-mavx2 -mfma -mf16c", __VA_ARGS__) \
    ROW(neon, neon, NEON, aarch64, "", __VA_ARGS__) \
    ROW(simd128, simd128, SIMD128, wasm32, "", __VA_ARGS__) \
    ROW(vsx, vsx, VSX, ppc64, "", __VA_ARGS__) \
    ROW(generic_fma, generic, FMA, x86_64, "-mavx -mfma", __VA_ARGS__) \
    ROW(generic, generic, BASELINE, any, "", __VA_ARGS__)
/* clang-format on */

/* LANESCAN_IF_WITH(set, text): `text` if LANESCAN_WITH_<set> is defined as 1, else nothing.
 * It takes the second of a list. With 1 that is (first, KEEP, DROP), for LANESCAN_COMMA_1 is
 * `first,`; else (LANESCAN_COMMA_... KEEP, DROP), for no other LANESCAN_COMMA_... is a macro. */
#define LANESCAN_IF_WITH(set, ...)     LANESCAN_IF_ONE(LANESCAN_WITH_##set, __VA_ARGS__)
#define LANESCAN_IF_ONE(with, ...)     LANESCAN_IF_VALUE(with, __VA_ARGS__)
#define LANESCAN_IF_VALUE(with, ...)   LANESCAN_PICK(LANESCAN_COMMA_##with)(__VA_ARGS__)
#define LANESCAN_PICK(...)             LANESCAN_SECOND(__VA_ARGS__ LANESCAN_KEEP, LANESCAN_DROP, )
#define LANESCAN_SECOND(one, two, ...) two
#define LANESCAN_COMMA_1               first,
#define LANESCAN_KEEP(...)             __VA_ARGS__
#define LANESCAN_DROP(...)

/* In a file that is compiled for each set: the names of the set's own kernels and of those that it
 * leaves to portable code. What needs no fused multiply-add is the same for all sets of a folder,
 * and the set of the folder's name has it: OF_FOLDER, of memory; GENERIC is that of the portable
 * code. */
#define KERNEL(name)    LANESCAN_JOIN(lanescan_##name, LANESCAN_SET)
#define PORTABLE(name)  LANESCAN_JOIN(lanescan_##name, LANESCAN_PORTABLE)
#define OF_FOLDER(name) LANESCAN_JOIN(lanescan_##name, LANESCAN_SHOWN)
#define GENERIC(name)   LANESCAN_JOIN(lanescan_##name, generic)

/* The same in the rows of a family, which says whose kernels its sets have (ops.def). */
#define OWN(name) \
    LANESCAN_OWNED(LANESCAN_LEFT_##name, lanescan_##name, OWNER(LANESCAN_SET, LANESCAN_SHOWN))
#define LEFT(name) LANESCAN_JOIN(lanescan_##name, OWNER(LANESCAN_PORTABLE, generic))

/* A set may leave a kernel to portable code: LANESCAN_LEFT_<kernel>_<set> is 1 (left_vsx.h). Its
 * name is then the portable one's, and what would have been the set's own is a static function that
 * nobody calls: compilers drop it. Of conversions and transposes the set's table has NULL. */
#define LANESCAN_OWNED(left, name, owner) \
    LANESCAN_JOIN(name, LANESCAN_OWNER(LANESCAN_JOIN(left, owner), owner))
#define LANESCAN_OWNER(left, owner)       LANESCAN_OWNER_VALUE(left, owner)
#define LANESCAN_OWNER_VALUE(left, owner) LANESCAN_OWNER_PICK(LANESCAN_COMMA_##left, owner)
#define LANESCAN_OWNER_PICK(comma, owner) LANESCAN_SECOND(comma generic, owner, )

/* Before the definition of what may be left; and what is in a table of it. */
#define KEPT(name) LANESCAN_KEPT(LANESCAN_JOIN(LANESCAN_LEFT_##name, LANESCAN_SET))
#define KEPT_OR_NULL(name) \
    LANESCAN_KEPT_OR_NULL(LANESCAN_JOIN(LANESCAN_LEFT_##name, LANESCAN_SET), name)
#define LANESCAN_KEPT_OR_NULL(left, name) LANESCAN_KEPT_OR_NULL_VALUE(left, name)
#define LANESCAN_KEPT_OR_NULL_VALUE(left, name) \
    LANESCAN_KEPT_OR_NULL_PICK(LANESCAN_COMMA_##left, name)
#define LANESCAN_KEPT_OR_NULL_PICK(comma, name) LANESCAN_SECOND(comma NULL, name, )
#define LANESCAN_KEPT(left)                     LANESCAN_KEPT_VALUE(left)
#define LANESCAN_KEPT_VALUE(left)               LANESCAN_KEPT_PICK(LANESCAN_COMMA_##left)
#define LANESCAN_KEPT_PICK(comma)               LANESCAN_SECOND(comma static LANESCAN_UNUSED, , )

#endif
