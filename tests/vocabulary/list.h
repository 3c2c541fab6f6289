/* Every function of the vocabulary, a row for each way to use it:
 *
 *     ROW(name, operands, data, results, value)
 *     STORE(name, operands, data, results, lanes, statement that writes `out`)
 *
 * table.h says what operands and data there are, set.c what results.
 *
 * a, b and c are arrays of operands; A, B and C are the vectors there. In portable code, with which
 * the other sets are compared, a vector is the number at `lane`, for one lane after the other; in
 * the others `lane` is 0. `count` is how many lanes are to be taken from there on.
 *
 * Portable code has nothing that moves from lane to lane. Its place is taken by what is expected of
 * lane `lane`, in plain C: MOVED(value, expected). */
/* clang-format off */

/* ---- f64v: arithmetic ---- */
ROW(f64_fma,                F64, ANY, F64,  f64_fma(*a, *b, *c))
ROW(f64_fms,                F64, ANY, F64,  f64_fms(*a, *b, *c))
ROW(f64v_splat,             F64, ANY, F64V, f64v_splat(*a))
ROW(f64v_first,             F64, ANY, F64,  f64v_first(A))
ROW(f64v_add,               F64, ANY, F64V, f64v_add(A, B))
ROW(f64v_sub,               F64, ANY, F64V, f64v_sub(A, B))
ROW(f64v_mul,               F64, ANY, F64V, f64v_mul(A, B))
ROW(f64v_div,               F64, ANY, F64V, f64v_div(A, B))
ROW(f64v_fma,               F64, ANY, F64V, f64v_fma(A, B, C))
ROW(f64v_fms,               F64, ANY, F64V, f64v_fms(A, B, C))
ROW(f64v_apply_add,         F64, ANY, F64V, f64v_apply(OP_ADD, A, B))
ROW(f64v_apply_multiply,    F64, ANY, F64V, f64v_apply(OP_MULTIPLY, A, B))
ROW(f64v_apply_max,         F64, ANY, F64V, f64v_apply(OP_MAX, A, B))
ROW(f64v_apply_min,         F64, ANY, F64V, f64v_apply(OP_MIN, A, B))
ROW(f64v_max,               F64, ANY, F64V, f64v_max(A, B))
ROW(f64v_min,               F64, ANY, F64V, f64v_min(A, B))
ROW(f64v_exponent,          F64, POSITIVE_NORMAL, F64V, f64v_exponent(A))
ROW(f64v_mantissa,          F64, POSITIVE_NORMAL, F64V, f64v_mantissa(A))

/* ---- f64v: comparison and selection ---- */
ROW(f64v_gt,                F64, ANY, M64V, f64v_gt(A, B))
ROW(f64v_takes_over_max,    F64, ANY, M64V, f64v_takes_over(OP_MAX, A, B))
ROW(f64v_takes_over_min,    F64, ANY, M64V, f64v_takes_over(OP_MIN, A, B))
ROW(f64v_replaces_max,      F64, ANY, M64V, f64v_replaces(OP_MAX, A, B))
ROW(f64v_replaces_min,      F64, ANY, M64V, f64v_replaces(OP_MIN, A, B))
ROW(m64v_and,               F64, ANY, M64V, m64v_and(f64v_gt(A, B), f64v_gt(B, C)))
ROW(m64v_bits,              F64, ANY, BITS, m64v_bits(f64v_gt(A, B)))
ROW(m64v_any,               F64, ANY, ANY_LANE, m64v_any(m64v_and(f64v_gt(A, B), f64v_gt(B, C))))
ROW(f64v_select,            F64, ANY, F64V, f64v_select(f64v_gt(A, B), B, C))
ROW(f64v_any_nan,           F64, ANY, ANY_LANE, f64v_any_nan(A))
ROW(f64v_any_nonfinite,     F64, ANY, ANY_LANE, f64v_any_nonfinite(A))

/* ---- f64v: from lane to lane ---- */
ROW(f64v_spread_1,          F64, ANY, F64V,
    MOVED(f64v_spread(1, A, -0.0), lane & 1 ? a[lane & 6] : -0.0))
ROW(f64v_spread_2,          F64, ANY, F64V,
    MOVED(f64v_spread(2, A, 1.0), lane & 2 ? a[(lane & 4) + 1] : 1.0))
ROW(f64v_spread_4,          F64, ANY, F64V, MOVED(f64v_spread(4, A, 0.0), lane & 4 ? a[3] : 0.0))
ROW(f64v_spread_pairs_1,    F64, ANY, F64V,
    MOVED(f64v_spread_pairs(1, A, -0.0), lane & 2 ? a[lane - 2] : -0.0))
ROW(f64v_spread_pairs_2,    F64, ANY, F64V,
    MOVED(f64v_spread_pairs(2, A, 1.0), lane & 4 ? a[2 + (lane & 1)] : 1.0))
ROW(f64v_after_spread_1,    F64, ANY, F64V,
    MOVED(f64v_after_spread(1, A, by_halves(1, A, B)), lane & 1 ? b[lane] : a[lane]))
ROW(f64v_after_spread_2,    F64, ANY, F64V,
    MOVED(f64v_after_spread(2, A, by_halves(2, A, B)), lane & 2 ? b[lane] : a[lane]))
ROW(f64v_after_spread_4,    F64, ANY, F64V,
    MOVED(f64v_after_spread(4, A, by_halves(4, A, B)), lane & 4 ? b[lane] : a[lane]))
ROW(f64v_shift_in,          F64, ANY, F64V,
    MOVED(f64v_shift_in(A, B), lane > 0 ? b[lane - 1] : a[7]))
ROW(f64v_reverse,           F64, ANY, F64V, MOVED(f64v_reverse(A), a[7 - lane]))
ROW(f64v_splat_last,        F64, ANY, F64V, MOVED(f64v_splat_last(A), a[7]))
ROW(f64v_of_numbers,        F64, ANY, F64V, MOVED(f64v_of_numbers(a), a[lane]))

/* ---- f64x2 ---- */
ROW(f64x2_set,              F64, ANY, F64X2, f64x2_set(a[0], a[1]))
ROW(f64x2_load_f64,         F64, ANY, F64X2, f64x2_load(ELEMENT_F64, a))
ROW(f64x2_load_f32,         F32, ANY, F64X2, f64x2_load(ELEMENT_F32, a))
ROW(f64x2_first,            F64, ANY, F64,   f64x2_first(PAIR(a)))
ROW(f64x2_second,           F64, ANY, F64,   f64x2_second(PAIR(a)))
ROW(f64x2_swap,             F64, ANY, F64X2, f64x2_swap(PAIR(a)))
ROW(f64x2_add,              F64, ANY, F64X2, f64x2_add(PAIR(a), PAIR(b)))
ROW(f64x2_sub,              F64, ANY, F64X2, f64x2_sub(PAIR(a), PAIR(b)))
ROW(f64x2_mul,              F64, ANY, F64X2, f64x2_mul(PAIR(a), PAIR(b)))
ROW(f64x2_fma,              F64, ANY, F64X2, f64x2_fma(PAIR(a), PAIR(b), PAIR(c)))
ROW(f64x2_fms,              F64, ANY, F64X2, f64x2_fms(PAIR(a), PAIR(b), PAIR(c)))
ROW(f64v_last2_first,       F64, ANY, F64,   MOVED(f64x2_first(f64v_last2(A)), a[7]))
ROW(f64v_last2_second,      F64, ANY, F64,   MOVED(f64x2_second(f64v_last2(A)), a[7]))
ROW(f64v_last_pair_first,   F64, ANY, F64,   MOVED(f64x2_first(f64v_last_pair(A)), a[6]))
ROW(f64v_last_pair_second,  F64, ANY, F64,   MOVED(f64x2_second(f64v_last_pair(A)), a[7]))
ROW(f64v_splat_pair,        F64, ANY, F64V,  MOVED(f64v_splat_pair(PAIR(a)), a[lane & 1]))
ROW(f64v_total_first,       F64, ANY, F64,   MOVED(f64x2_first(f64v_total(A)), total_of_eight(a)))
ROW(f64v_total_second,      F64, ANY, F64,   MOVED(f64x2_second(f64v_total(A)), total_of_eight(a)))
ROW(f64v_splat_first,       F64, ANY, F64V,  MOVED(f64v_splat_first(PAIR(a)), a[0]))

/* ---- i64v ---- */
ROW(i64v_of_f64,            F64, NO_NAN, I64V, i64v_of_f64(A))
ROW(f64v_of_i64,            I64, ANY, F64V, f64v_of_i64(A))
ROW(i64v_splat,             I64, ANY, I64V, i64v_splat(*a))
ROW(i64v_first,             I64, ANY, I64,  i64v_first(A))
ROW(i64v_add,               I64, ANY, I64V, i64v_add(A, B))
ROW(i64v_sub,               I64, ANY, I64V, i64v_sub(A, B))
ROW(i64v_mul,               I64, ANY, I64V, i64v_mul(A, B))
ROW(i64v_or,                I64, ANY, I64V, i64v_or(A, B))
ROW(i64v_shift_left_1,      I64, ANY, I64V, i64v_shift_left(A, 1))
ROW(i64v_shift_left_45,     I64, ANY, I64V, i64v_shift_left(A, 45))
ROW(i64v_shift_left_52,     I64, ANY, I64V, i64v_shift_left(A, 52))
ROW(i64v_shift_left_63,     I64, ANY, I64V, i64v_shift_left(A, 63))
ROW(i64v_any_bit_high,      I64, ANY, ANY_LANE, i64v_any_bit(i64v_shift_left(A, 60), INT64_MIN))
ROW(i64v_any_bit_given,     I64, ANY, ANY_LANE, i64v_any_bit(i64v_shift_left(A, 61), *b))
ROW(i64v_any_bit_none,      I64, ANY, ANY_LANE, i64v_any_bit(i64v_shift_left(A, 52), 0xfffffffff))
ROW(i64v_lacks,             I64, ANY, M64V, i64v_lacks(i64v_shift_left(A, 60), *b))
ROW(i64v_gt,                I64, ANY, M64V, i64v_gt(A, B))
ROW(i64v_select,            I64, ANY, I64V, i64v_select(i64v_gt(A, B), B, C))
ROW(i64v_apply_max,         I64, ANY, I64V, i64v_apply(OP_MAX, A, B))
ROW(i64v_apply_min,         I64, ANY, I64V, i64v_apply(OP_MIN, A, B))
ROW(i64v_select_negative,   I64, ANY, I64V, i64v_select_negative(A, B, C))
ROW(i64v_scan_add,          I64, ANY, I64V, MOVED(i64v_scan_add(A), sum_i64(a, 0, lane)))
ROW(i64v_scan_add_reversed, I64, ANY, I64V, MOVED(i64v_scan_add_reversed(A), sum_i64(a, lane, 7)))
ROW(i64v_reverse,           I64, ANY, I64V, MOVED(i64v_reverse(A), a[7 - lane]))
ROW(i64v_splat_first,       I64, ANY, I64V, MOVED(i64v_splat_first(A), a[0]))
ROW(i64v_splat_last,        I64, ANY, I64V, MOVED(i64v_splat_last(A), a[7]))

/* ---- f32v ---- */
ROW(f32v_splat,             F32, ANY, F32V, f32v_splat(*a))
ROW(f32v_first,             F32, ANY, F32,  f32v_first(A))
ROW(f32v_load,              F32, ANY, F32V, f32v_load(a + lane))
STORE(f32v_store,           F32, ANY, F32, FLOAT_LANES, f32v_store(out, A))
ROW(f32v_apply_max,         F32, ANY, F32V, f32v_apply(OP_MAX, A, B))
ROW(f32v_apply_min,         F32, ANY, F32V, f32v_apply(OP_MIN, A, B))
ROW(f32v_takes_over_max,    F32, ANY, FLOAT_BITS, f32v_takes_over(OP_MAX, A, B))
ROW(f32v_takes_over_min,    F32, ANY, FLOAT_BITS, f32v_takes_over(OP_MIN, A, B))
ROW(f32v_same_bits,         F32, ANY, FLOAT_BITS, f32v_same_bits(A, B))
ROW(f32v_follow_max,        F32, ANY, F32V, f32v_follow(OP_MAX, A, B))
ROW(f32v_follow_min,        F32, ANY, F32V, f32v_follow(OP_MIN, A, B))
ROW(f32v_any_nan,           F32, ANY, ANY_FLOAT_LANE, f32v_any_nan(A))
ROW(f32v_scan_max,          F32, NO_NAN, F32V, MOVED(f32v_scan(OP_MAX, A), max_f32(a, lane)))
ROW(f32v_scan_min,          F32, NO_NAN, F32V, MOVED(f32v_scan(OP_MIN, A), min_f32(a, lane)))
ROW(f32v_shift_in,          F32, ANY, F32V,
    MOVED(f32v_shift_in(A, B), lane > 0 ? b[lane - 1] : a[15]))
ROW(f32v_reverse,           F32, ANY, F32V, MOVED(f32v_reverse(A), a[15 - lane]))
ROW(f32v_splat_last,        F32, ANY, F32V, MOVED(f32v_splat_last(A), a[15]))

/* ---- i32v ---- */
ROW(i32v_splat,             I32, ANY, I32V, i32v_splat(*a))
ROW(i32v_load,              I32, ANY, I32V, i32v_load(a + lane))
STORE(f64x2_store_f64,      F64, ANY, F64, 2, f64x2_store(ELEMENT_F64, out, PAIR(a)))
STORE(f64x2_store_f32,      F64, ANY, F32, 2, f64x2_store(ELEMENT_F32, out, PAIR(a)))
STORE(i32v_store,           I32, ANY, I32, FLOAT_LANES, i32v_store(out, A))
ROW(i32v_add,               I32, ANY, I32V, i32v_add(A, B))
ROW(i32v_mul,               I32, ANY, I32V, i32v_mul(A, B))
ROW(i32v_xor,               I32, ANY, I32V, i32v_xor(A, B))
ROW(i32v_max,               I32, ANY, I32V, i32v_max(A, B))
ROW(i32v_gt,                I32, ANY, FLOAT_BITS, i32v_gt(A, B))
ROW(i32v_scan_max,          I32, ANY, I32V, MOVED(i32v_scan_max(A), max_i32(a, lane)))
ROW(i32v_shift_in,          I32, ANY, I32V,
    MOVED(i32v_shift_in(A, B), lane > 0 ? b[lane - 1] : a[15]))
ROW(i32v_first,             I32, ANY, I32,  i32v_first(A))
ROW(i32v_scan_add,          I32, ANY, I32V, MOVED(i32v_scan_add(A), sum_i32(a, 0, lane)))
ROW(i32v_scan_add_reversed, I32, ANY, I32V, MOVED(i32v_scan_add_reversed(A), sum_i32(a, lane, 15)))
ROW(i32v_splat_first,       I32, ANY, I32V, MOVED(i32v_splat_first(A), a[0]))
ROW(i32v_splat_last,        I32, ANY, I32V, MOVED(i32v_splat_last(A), a[15]))

/* ---- real numbers from and to memory, of each type ---- */
#define FROM_AND_TO(T, data) \
  ROW(f64v_load_##T, T, ANY, F64V, f64v_load(ELEMENT_##T, a + lane)) \
  ROW(f64v_load_part_##T, T, ANY, F64V, f64v_load_part(ELEMENT_##T, a + lane, count, -0.0)) \
  STORE(f64v_store_##T, F64, data, T, LANES, f64v_store(ELEMENT_##T, out, A)) \
  STORE(f64v_store_part_##T, F64, data, T, LANES, f64v_store_part(ELEMENT_##T, out, count, A)) \
  ROW(f64_group_load_##T, T, ANY, GROUP, \
    MOVED(f64_group_load(ELEMENT_##T, false, a), \
          read_element(ELEMENT_##T, a + element_of(lane)))) \
  ROW(f64_group_load_backwards_##T, T, ANY, GROUP, \
    MOVED(f64_group_load(ELEMENT_##T, true, a + 31), \
          read_element(ELEMENT_##T, a + 31 - element_of(lane)))) \
  STORE(f64_group_store_##T, F64, data, T, GROUP_LANES, \
    MOVED(f64_group_store(ELEMENT_##T, false, out, group_at(a)), \
          write_element(ELEMENT_##T, out, a[place_of(lane)]))) \
  STORE(f64_group_store_backwards_##T, F64, data, T, GROUP_LANES, \
    MOVED(f64_group_store(ELEMENT_##T, true, (number_##T *)out + 31, group_at(a)), \
          write_element(ELEMENT_##T, out, a[place_of(31 - lane)])))

FROM_AND_TO(F64, ANY)
FROM_AND_TO(F32, ANY)
FROM_AND_TO(F16, NEAR_F16)
FROM_AND_TO(BF16, NEAR_BF16)
#undef FROM_AND_TO

/* ---- runs of eight groups, eight elements from one to the next, and back to back ---- */
#define RUNS_FROM_AND_TO(T) \
  ROW(f64_runs_load_##T, T, ANY, GROUP, \
    MOVED(f64_runs_load(ELEMENT_##T, a, 8), \
          read_element(ELEMENT_##T, a + 8 * (lane % 8) + lane / 8))) \
  ROW(f64_runs_load_backwards_##T, T, ANY, GROUP, \
    MOVED(f64_runs_load(ELEMENT_##T, a + 56, -8), \
          read_element(ELEMENT_##T, a + 56 - 8 * (lane % 8) + lane / 8))) \
  STORE(f64_runs_store_##T, F64, ANY, T, GROUP_LANES, \
    MOVED(f64_runs_store(ELEMENT_##T, out, 4, group_at(a)), \
          write_element(ELEMENT_##T, out, a[place_of(lane)]))) \
  STORE(f64_runs_store_backwards_##T, F64, ANY, T, GROUP_LANES, \
    MOVED(f64_runs_store(ELEMENT_##T, (number_##T *)out + 28, -4, group_at(a)), \
          write_element(ELEMENT_##T, out, a[8 * (lane % 4) + 7 - lane / 4])))

RUNS_FROM_AND_TO(F64)
RUNS_FROM_AND_TO(F32)
#undef RUNS_FROM_AND_TO

/* ---- groups in registers ---- */
ROW(f64_group_of_blocks, F64, ANY, GROUP,
    MOVED(f64_group_of_blocks(VECTOR(a), VECTOR(a + 8), VECTOR(a + 16), VECTOR(a + 24)),
          a[element_of(lane)]))
ROW(f64_group_to_blocks, F64, ANY, BLOCKS,
    MOVED(f64_group_to_blocks(group_at(a), block), a[place_of(lane)]))
ROW(f64v_turn_pairs, F64, ANY, BLOCKS,
    MOVED((blocks_at(a, block), f64v_turn_pairs(block)),
          a[lane % 8 / 2 * 8 + lane / 8 * 2 + lane % 2]))
ROW(f64v_turn_lanes, F64, ANY, BLOCKS,
    MOVED((blocks_at(a, block), f64v_turn_lanes(block), f64v_turn_lanes(block + 2)),
          a[lane / 16 * 16 + lane % 2 * 8 + lane % 8 / 2 * 2 + lane / 8 % 2]))

/* ---- integers from and to memory ---- */
ROW(i64v_load,              I64, ANY, I64V, i64v_load(a + lane))
STORE(i64v_store,           I64, ANY, I64, LANES, i64v_store(out, A))
ROW(i64v_load_i8,           I8,  ANY, I64V, i64v_load_i8(a + lane))
ROW(i64v_load_u8,           U8,  ANY, I64V, i64v_load_u8(a + lane))
ROW(i64v_load_i16,          I16, ANY, I64V, i64v_load_i16(a + lane))
ROW(i64v_load_u16,          U16, ANY, I64V, i64v_load_u16(a + lane))
ROW(i64v_load_i32,          I32, ANY, I64V, i64v_load_i32(a + lane))
ROW(i64v_load_u32,          U32, ANY, I64V, i64v_load_u32(a + lane))
ROW(i64v_load_bool,         U8,  ANY, I64V, i64v_load_bool(a + lane))

/* ---- conversions: all halves in tests/memory/convert.c ---- */
ROW(f64v_round_i64,         I64, ANY, F64V, f64v_round_i64(A))
ROW(i64v_truncate,          F64, NEAR_LIMITS, I64V, i64v_truncate(A))
STORE(f64v_store_i32,       F64, NEAR_LIMITS, I32, LANES, f64v_store_i32(out, A))
ROW(f32v_load_f16,          F16, ANY, F32V, f32v_load_f16(a + lane))
STORE(f32v_store_f16,       F32, NEAR_F16, F16, FLOAT_LANES, f32v_store_f16(out, A))
STORE(f32v_store_bf16,      F32, NEAR_BF16, BF16, FLOAT_LANES, f32v_store_bf16(out, A))
STORE(f16_store_f64,        F64, NEAR_F16, F16, FLOAT_LANES, f16_store_f64(out, a + lane))
STORE(bf16_store_f64,       F64, NEAR_BF16, BF16, FLOAT_LANES, bf16_store_f64(out, a + lane))

/* ---- copies: other pitches in tests/memory/transpose.c ---- */
STORE(nontemporal_line,     BYTE, ANY, BYTE, 64,
    _Alignas(64) char line[64]; nontemporal_line(line, a); memcpy(out, line, 64))
STORE(nontemporal_fence,    BYTE, ANY, BYTE, 64,
    _Alignas(64) char line[64]; nontemporal_line(line, a); nontemporal_fence();
    memcpy(out, line, 64))
STORE(transpose_64,         BYTE, ANY, BYTE, VOCABULARY_BYTES, transpose_64(a, 72, out, 80))
STORE(transpose_32,         BYTE, ANY, BYTE, VOCABULARY_BYTES, transpose_32(a, 40, out, 48))
STORE(transpose_16,         BYTE, ANY, BYTE, VOCABULARY_BYTES, transpose_16(a, 24, out, 32))
STORE(transpose_8,          BYTE, ANY, BYTE, VOCABULARY_BYTES, transpose_8(a, 16, out, 24))
STORE(transpose_64_down,    BYTE, ANY, BYTE, VOCABULARY_BYTES,
    transpose_64(a + 7 * 72, -72, (char *)out + 7 * 80, -80))

/* clang-format on */
