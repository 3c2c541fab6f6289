/* The table of one instruction set's vocabulary: of the set whose block.h is found. It is called
 * vocabulary_<set>, or what VOCABULARY_TABLE says. */
#include "block.h"
#include "vocabulary/expected.h"
#include "vocabulary/table.h"

#if LANES != 1 && (LANES != 8 || FLOAT_LANES != 16)
#error "list.h knows moves among 8 lanes of 64 bits and 16 of 32 bits"
#endif

#ifndef VOCABULARY_TABLE
#define VOCABULARY_TABLE LANESCAN_JOIN(vocabulary, LANESCAN_SET)
#endif

/* ---- operands ---- */

typedef double number_F64;
typedef float number_F32;
typedef uint16_t number_F16, number_BF16;
typedef int64_t number_I64;
typedef int32_t number_I32;
typedef uint32_t number_U32;
typedef int16_t number_I16;
typedef uint16_t number_U16;
typedef int8_t number_I8;
typedef uint8_t number_U8;
typedef char number_BYTE;

LANESCAN_INLINE f64v f64_vector(const double *p)
{
    return f64v_load(ELEMENT_F64, p);
}

/* clang-format off */
#define VECTOR(p) _Generic((p), const double *: f64_vector, const float *: f32v_load, \
                                const int64_t *: i64v_load, const int32_t *: i32v_load)((p) + lane)
/* clang-format on */
#define A       VECTOR(a)
#define B       VECTOR(b)
#define C       VECTOR(c)
#define PAIR(p) f64x2_set((p)[0], (p)[1])

/* ---- results: what they are made of, how many lanes, and the statement that writes them ---- */

#define GIVES_F64V(v)           F64, LANES, f64v_store(ELEMENT_F64, out, v)
#define GIVES_I64V(v)           I64, LANES, i64v_store(out, v)
#define GIVES_M64V(v)           I32, LANES, give_bits(out, LANES, m64v_bits(v))
#define GIVES_BITS(v)           I32, LANES, give_bits(out, LANES, v)
#define GIVES_ANY_LANE(v)       ANY_LANE, LANES, *(bool *)out = (v)
#define GIVES_F32V(v)           F32, FLOAT_LANES, f32v_store(out, v)
#define GIVES_I32V(v)           I32, FLOAT_LANES, i32v_store(out, v)
#define GIVES_FLOAT_BITS(v)     I32, FLOAT_LANES, give_bits(out, FLOAT_LANES, v)
#define GIVES_ANY_FLOAT_LANE(v) ANY_LANE, FLOAT_LANES, *(bool *)out = (v)
#define GIVES_F64X2(v)          F64, 2, give_pair(out, v)
#define GIVES_F64(v)            F64, 1, *(double *)out = (v)
#define GIVES_F32(v)            F32, 1, *(float *)out = (v)
#define GIVES_I32(v)            I32, 1, *(int32_t *)out = (v)
#define GIVES_I64(v)            I64, 1, *(int64_t *)out = (v)

/* A number for each lane; what is set beyond the last shows in that one. */
LANESCAN_INLINE void give_bits(int32_t *out, int lanes, unsigned bits)
{
    for (int lane = 0; lane < lanes - 1; lane++)
        out[lane] = bits >> lane & 1;
    out[lanes - 1] = (int32_t)(bits >> (lanes - 1));
}

LANESCAN_INLINE void give_pair(double *out, f64x2 pair)
{
    out[0] = f64x2_first(pair);
    out[1] = f64x2_second(pair);
}

/* ---- moves and groups: where there is one lane, what is expected in its place ---- */

#if LANES == 1

#define MOVED(in_lanes, of_one_lane) of_one_lane
#define GROUP_LANES                  1
#define GIVES_GROUP(number)          F64, GROUP_LANES, *(double *)out = (number)
#define GIVES_BLOCKS                 GIVES_GROUP

LANESCAN_INLINE double total_of_eight(const double *a)
{
    return ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
}

#else

#define MOVED(in_lanes, of_one_lane) in_lanes
#define GROUP_LANES                  GROUP
#define GIVES_GROUP(g)               F64, GROUP_LANES, give_vectors(out, (g).v)
#define GIVES_BLOCKS(fill)             \
    F64, GROUP_LANES, f64v block[RUN]; \
    fill;                              \
    give_vectors(out, block)

LANESCAN_INLINE void give_vectors(double *out, const f64v v[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        f64v_store(ELEMENT_F64, out + LANES * k, v[k]);
}

LANESCAN_INLINE f64_group group_at(const double *p)
{
    return (f64_group){ { f64_vector(p), f64_vector(p + LANES), f64_vector(p + 2 * LANES),
                          f64_vector(p + 3 * LANES) } };
}

LANESCAN_INLINE void blocks_at(const double *p, f64v block[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        block[k] = f64_vector(p + LANES * k);
}

/* `upper` in the upper half of each 2 * half lanes, `lower` in the others. */
LANESCAN_INLINE f64v by_halves(size_t half, f64v lower, f64v upper)
{
    double lanes[LANES], of_upper[LANES];
    f64v_store(ELEMENT_F64, lanes, lower);
    f64v_store(ELEMENT_F64, of_upper, upper);
    for (size_t lane = 0; lane < LANES; lane++)
        if (lane & half)
            lanes[lane] = of_upper[lane];
    return f64_vector(lanes);
}

#endif

/* ---- the table ---- */

#define ROW(name, operand, data, result, value) \
    WRITTEN_OUT(name, operand, data, GIVES_##result(value))
#define STORE(...)       WRITTEN_OUT(__VA_ARGS__)
#define WRITTEN_OUT(...) FUNCTION(__VA_ARGS__)

#define FUNCTION(name, operand, data, result, lanes, statement)                             \
    static void call_##name(const operands *x, size_t lane, void *out)                      \
    {                                                                                       \
        const number_##operand *const a = x->a, *const b = x->b, *const c = x->c;           \
        const size_t count = x->count < lane ? 0 : x->count - lane; /* from this lane on */ \
        (void)a, (void)b, (void)c, (void)count;                                             \
        statement;                                                                          \
    }
#include "vocabulary/list.h"
#undef FUNCTION

const vocabulary_function VOCABULARY_TABLE[] = {
#define FUNCTION(name, operand, data, result, lanes, statement) \
    { #name, KIND_##operand, DATA_##data, KIND_##result, lanes, call_##name },
#include "vocabulary/list.h"
#undef FUNCTION
    { 0 },
};
