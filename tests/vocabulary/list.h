/* Every function of the vocabulary (src/generic), on arrays: V(name, operand type, result type, number of
 * results, operands it is defined for, statement). vocabulary_complete.sh holds the list against it. */
/* clang-format off */
#define A  f64x8_load(ELEMENT_F64, a)
#define B  f64x8_load(ELEMENT_F64, b)
#define C  f64x8_load(ELEMENT_F64, c)
#define GT f64x8_gt(A, B)
#define GROUP_A f64x32_load(ELEMENT_F64, a)
#define PAIR(p) f64x2_set(((const double *)p)[0], ((const double *)p)[1])
#define F64S(v) f64x8_store(ELEMENT_F64, out, v)
#define F64(v)  *(double *)out = v
#define I32(v)  *(int32_t *)out = (int32_t)(v)
#define I64S(v) i64x8_store(out, v)
#define IA i64x8_load(a)
#define IB i64x8_load(b)
#define F32S(v) f32x16_store(out, v)
#define FA f32x16_load(a)
#define FB f32x16_load(b)
#define I32S(v) i32x16_store(out, v)
#define COUNT ((size_t)(*(const unsigned char *)c % 8) + 1) /* 1 .. 8 */
#define GROUP_COUNT ((size_t)(*(const unsigned char *)c % 31) + 1) /* 1 .. 31 */
#define BLOCK(k) f64x8_load(ELEMENT_F64, (const double *)a + 8 * (k))
/* Sums of two halves, often halfway between halves, and a little beside; made and read back as another. */
#define HALVES_OF(type, operand, k) f64x8_load(type, (const uint16_t *)operand + 8 * (k))
#define HALVES(type, k) \
  f64x8_fma(HALVES_OF(type, c, k), f64x8_splat(0x1p-30), f64x8_add(HALVES_OF(type, a, k), HALVES_OF(type, b, k)))
#define HALVES_32(type) f64x32_of_blocks(HALVES(type, 0), HALVES(type, 1), HALVES(type, 2), HALVES(type, 3))
#define READ_HALVES(type) f64x32_store(ELEMENT_F64, out, f64x32_load(type, half))
#define WA i32x16_load(a)
#define WB i32x16_load(b)

/* ---- f64x8 ---- */
V(f64_fma, F64, F64, 1, ANY, F64(f64_fma(*(const double *)a, *(const double *)b, *(const double *)c)))
V(f64x8_splat, F64, F64, 8, ANY, F64S(f64x8_splat(*(const double *)a)))
V(f64x8_load_f32, F32, F64, 8, ANY, F64S(f64x8_load(ELEMENT_F32, a)))
V(f64x8_load_f64, F64, F64, 8, ANY, F64S(f64x8_load(ELEMENT_F64, a)))
V(f64x8_store_f32, F64, F32, 8, ANY, f64x8_store(ELEMENT_F32, out, A))
V(f64x8_load_part_f32, F32, F64, 8, ANY, F64S(f64x8_load_part(ELEMENT_F32, a, COUNT, -0.0)))
V(f64x8_load_part_f64, F64, F64, 8, ANY, F64S(f64x8_load_part(ELEMENT_F64, a, COUNT, -__builtin_inf())))
V(f64x8_store_part_f32, F64, F32, 8, ANY, f64x8_store_part(ELEMENT_F32, out, COUNT, A))
V(f64x8_store_part_f64, F64, F64, 8, ANY, f64x8_store_part(ELEMENT_F64, out, COUNT, A))
V(f64x8_load_f16, I64, F64, 8, ANY, F64S(f64x8_load(ELEMENT_F16, a)))
V(f64x8_store_f16, I64, F64, 8, ANY, uint16_t half[8]; f64x8_store(ELEMENT_F16, half, HALVES(ELEMENT_F16, 0)); F64S(f64x8_load(ELEMENT_F16, half)))
V(f64x8_load_part_f16, I64, F64, 8, ANY, F64S(f64x8_load_part(ELEMENT_F16, a, COUNT, -0.0)))
V(f64x8_store_part_f16, I64, F64, 8, ANY,
  uint16_t half[8] = { 0 }; f64x8_store_part(ELEMENT_F16, half, COUNT, HALVES(ELEMENT_F16, 0)); F64S(f64x8_load(ELEMENT_F16, half)))
V(f64x8_load_bf16, I64, F64, 8, ANY, F64S(f64x8_load(ELEMENT_BF16, a)))
V(f64x8_store_bf16, I64, F64, 8, ANY, uint16_t half[8]; f64x8_store(ELEMENT_BF16, half, HALVES(ELEMENT_BF16, 0)); F64S(f64x8_load(ELEMENT_BF16, half)))
V(f64x8_load_part_bf16, I64, F64, 8, ANY, F64S(f64x8_load_part(ELEMENT_BF16, a, COUNT, -0.0)))
V(f64x8_store_part_bf16, I64, F64, 8, ANY,
  uint16_t half[8] = { 0 }; f64x8_store_part(ELEMENT_BF16, half, COUNT, HALVES(ELEMENT_BF16, 0)); F64S(f64x8_load(ELEMENT_BF16, half)))
V(f64x8_add, F64, F64, 8, ANY, F64S(f64x8_add(A, B)))
V(f64x8_sub, F64, F64, 8, ANY, F64S(f64x8_sub(A, B)))
V(f64x8_mul, F64, F64, 8, ANY, F64S(f64x8_mul(A, B)))
V(f64x8_div, F64, F64, 8, ANY, F64S(f64x8_div(A, B)))
V(f64x8_fma, F64, F64, 8, ANY, F64S(f64x8_fma(A, B, C)))
V(f64x8_fms, F64, F64, 8, ANY, F64S(f64x8_fms(A, B, C)))
V(f64x8_max, F64, F64, 8, ANY, F64S(f64x8_max(A, B)))
V(f64x8_min, F64, F64, 8, ANY, F64S(f64x8_min(A, B)))
V(f64x8_apply_add, F64, F64, 8, ANY, F64S(f64x8_apply(OP_ADD, A, B)))
V(f64x8_apply_multiply, F64, F64, 8, ANY, F64S(f64x8_apply(OP_MULTIPLY, A, B)))
V(f64x8_apply_max, F64, F64, 8, ANY, F64S(f64x8_apply(OP_MAX, A, B)))
V(f64x8_apply_min, F64, F64, 8, ANY, F64S(f64x8_apply(OP_MIN, A, B)))
V(f64x8_gt, F64, I32, 1, ANY, I32(m64x8_bits(GT)))
V(f64x8_takes_over_max, F64, I32, 1, ANY, I32(m64x8_bits(f64x8_takes_over(OP_MAX, A, B))))
V(f64x8_takes_over_min, F64, I32, 1, ANY, I32(m64x8_bits(f64x8_takes_over(OP_MIN, A, B))))
V(f64x8_replaces_max, F64, I32, 1, ANY, I32(m64x8_bits(f64x8_replaces(OP_MAX, A, B))))
V(f64x8_replaces_min, F64, I32, 1, ANY, I32(m64x8_bits(f64x8_replaces(OP_MIN, A, B))))
V(m64x8_and, F64, I32, 1, ANY, I32(m64x8_bits(m64x8_and(GT, f64x8_gt(B, C)))))
V(m64x8_any, F64, I32, 1, ANY, I32(m64x8_any(f64x8_gt(f64x8_min(A, f64x8_splat(*(const double *)b)), C))))
V(f64x8_select, F64, F64, 8, ANY, F64S(f64x8_select(GT, B, C)))
V(f64x8_any_nan, F64, I32, 1, ANY, I32(f64x8_any_nan(A)))
V(f64x8_any_nonfinite, F64, I32, 1, ANY, I32(f64x8_any_nonfinite(A)))
V(f64x8_exponent, F64, F64, 8, POSITIVE_NORMAL, F64S(f64x8_exponent(A)))
V(f64x8_mantissa, F64, F64, 8, POSITIVE_NORMAL, F64S(f64x8_mantissa(A)))
V(f64x8_spread_1_zero, F64, F64, 8, ANY, F64S(f64x8_spread(1, A, 0)))
V(f64x8_spread_2_zero, F64, F64, 8, ANY, F64S(f64x8_spread(2, A, 0)))
V(f64x8_spread_4_zero, F64, F64, 8, ANY, F64S(f64x8_spread(4, A, 0)))
V(f64x8_spread_1_one, F64, F64, 8, ANY, F64S(f64x8_spread(1, A, 1)))
V(f64x8_spread_2_one, F64, F64, 8, ANY, F64S(f64x8_spread(2, A, 1)))
V(f64x8_spread_4_one, F64, F64, 8, ANY, F64S(f64x8_spread(4, A, 1)))
V(f64x8_after_spread_1, F64, F64, 8, ANY, F64S(f64x8_after_spread(1, A, f64x8_max(f64x8_spread(1, A, -__builtin_inf()), A))))
V(f64x8_after_spread_2, F64, F64, 8, ANY, F64S(f64x8_after_spread(2, A, f64x8_max(f64x8_spread(2, A, -__builtin_inf()), A))))
V(f64x8_after_spread_4, F64, F64, 8, ANY, F64S(f64x8_after_spread(4, A, f64x8_max(f64x8_spread(4, A, -__builtin_inf()), A))))
V(f64x8_scan_add, F64, F64, 8, ANY, F64S(f64x8_scan(OP_ADD, A)))
V(f64x8_scan_multiply, F64, F64, 8, ANY, F64S(f64x8_scan(OP_MULTIPLY, A)))
V(f64x8_scan_max, F64, F64, 8, NO_NAN, F64S(f64x8_scan(OP_MAX, A)))
V(f64x8_scan_min, F64, F64, 8, NO_NAN, F64S(f64x8_scan(OP_MIN, A)))
V(f64x8_shift_in, F64, F64, 8, ANY, F64S(f64x8_shift_in(A, B)))
V(f64x8_reverse, F64, F64, 8, ANY, F64S(f64x8_reverse(A)))
V(f64x8_splat_last, F64, F64, 8, ANY, F64S(f64x8_splat_last(A)))

/* ---- f64x2 ---- */
V(f64x2_set_first, F64, F64, 1, ANY, F64(f64x2_first(PAIR(a))))
V(f64x2_set_second, F64, F64, 1, ANY, F64(f64x2_second(PAIR(a))))
V(f64x2_add_first, F64, F64, 1, ANY, F64(f64x2_first(f64x2_add(PAIR(a), PAIR(b)))))
V(f64x2_add_second, F64, F64, 1, ANY, F64(f64x2_second(f64x2_add(PAIR(a), PAIR(b)))))
V(f64x2_sub_first, F64, F64, 1, ANY, F64(f64x2_first(f64x2_sub(PAIR(a), PAIR(b)))))
V(f64x2_sub_second, F64, F64, 1, ANY, F64(f64x2_second(f64x2_sub(PAIR(a), PAIR(b)))))
V(f64x2_mul_first, F64, F64, 1, ANY, F64(f64x2_first(f64x2_mul(PAIR(a), PAIR(b)))))
V(f64x2_mul_second, F64, F64, 1, ANY, F64(f64x2_second(f64x2_mul(PAIR(a), PAIR(b)))))
V(f64x2_fma_first, F64, F64, 1, ANY, F64(f64x2_first(f64x2_fma(PAIR(a), PAIR(b), PAIR(c)))))
V(f64x2_fma_second, F64, F64, 1, ANY, F64(f64x2_second(f64x2_fma(PAIR(a), PAIR(b), PAIR(c)))))
V(f64x2_fms_first, F64, F64, 1, ANY, F64(f64x2_first(f64x2_fms(PAIR(a), PAIR(b), PAIR(c)))))
V(f64x2_fms_second, F64, F64, 1, ANY, F64(f64x2_second(f64x2_fms(PAIR(a), PAIR(b), PAIR(c)))))
V(f64x8_last2_first, F64, F64, 1, ANY, F64(f64x2_first(f64x8_last2(A))))
V(f64x8_last2_second, F64, F64, 1, ANY, F64(f64x2_second(f64x8_last2(A))))
V(f64x8_splat_first, F64, F64, 8, ANY, F64S(f64x8_splat_first(PAIR(a))))

/* ---- i64x8 ---- */
V(i64x8_of_f64, F64, I64, 8, NO_NAN, I64S(i64x8_of_f64(A)))
V(f64x8_of_i64, I64, F64, 8, ANY, F64S(f64x8_of_i64(IA)))
V(i64x8_splat, I64, I64, 8, ANY, I64S(i64x8_splat(*(const int64_t *)a)))
V(i64x8_load_store, I64, I64, 8, ANY, i64x8_store(out, i64x8_load(a)))
V(i64x8_sub, I64, I64, 8, ANY, I64S(i64x8_sub(IA, IB)))
V(i64x8_first, I64, I64, 1, ANY, *(int64_t *)out = i64x8_first(IA))
V(i64x8_reverse, I64, I64, 8, ANY, I64S(i64x8_reverse(IA)))
V(i64x8_add, I64, I64, 8, ANY, I64S(i64x8_add(IA, IB)))
V(i64x8_mul, I64, I64, 8, ANY, I64S(i64x8_mul(IA, IB)))
V(i64x8_or, I64, I64, 8, ANY, I64S(i64x8_or(IA, IB)))
V(i64x8_shift_left_1, I64, I64, 8, ANY, I64S(i64x8_shift_left(IA, 1)))
V(i64x8_shift_left_45, I64, I64, 8, ANY, I64S(i64x8_shift_left(IA, 45)))
V(i64x8_shift_left_52, I64, I64, 8, ANY, I64S(i64x8_shift_left(IA, 52)))
V(i64x8_shift_left_63, I64, I64, 8, ANY, I64S(i64x8_shift_left(IA, 63)))
V(i64x8_any_bit_high, I64, I32, 1, ANY, I32(i64x8_any_bit(i64x8_shift_left(IA, 60), INT64_MIN)))
V(i64x8_any_bit_given, I64, I32, 1, ANY, I32(i64x8_any_bit(i64x8_shift_left(IA, 61), *(const int64_t *)b)))
V(i64x8_any_bit_none, I64, I32, 1, ANY, I32(i64x8_any_bit(i64x8_shift_left(IA, 52), 0xfffffffff)))
V(i64x8_lacks, I64, I32, 1, ANY, I32(m64x8_bits(i64x8_lacks(i64x8_shift_left(IA, 60), *(const int64_t *)b))))
V(i64x8_gt, I64, I32, 1, ANY, I32(m64x8_bits(i64x8_gt(IA, IB))))
V(i64x8_select, I64, I64, 8, ANY, I64S(i64x8_select(i64x8_gt(IA, IB), IB, i64x8_load(c))))
V(i64x8_scan_add, I64, I64, 8, ANY, I64S(i64x8_scan_add(IA)))
V(i64x8_scan_add_reversed, I64, I64, 8, ANY, I64S(i64x8_scan_add_reversed(IA)))
V(i64x8_splat_first, I64, I64, 8, ANY, I64S(i64x8_splat_first(IA)))
V(i64x8_splat_last, I64, I64, 8, ANY, I64S(i64x8_splat_last(IA)))
V(i64x8_load_i8, I64, I64, 8, ANY, I64S(i64x8_load_i8(a)))
V(i64x8_load_u8, I64, I64, 8, ANY, I64S(i64x8_load_u8(a)))
V(i64x8_load_i16, I64, I64, 8, ANY, I64S(i64x8_load_i16(a)))
V(i64x8_load_u16, I64, I64, 8, ANY, I64S(i64x8_load_u16(a)))
V(i64x8_load_i32, I64, I64, 8, ANY, I64S(i64x8_load_i32(a)))
V(i64x8_load_u32, I64, I64, 8, ANY, I64S(i64x8_load_u32(a)))
V(i64x8_load_bool, I64, I64, 8, ANY, I64S(i64x8_load_bool(a)))
V(i64x8_select_negative, I64, I64, 8, ANY, I64S(i64x8_select_negative(IA, IB, i64x8_load(c))))

/* ---- f64x32 ---- */
V(f64x32_load_f32_first, F32, F64, 8, ANY, F64S(f64x32_load(ELEMENT_F32, a).v[0]))
V(f64x32_load_f32_second, F32, F64, 8, ANY, F64S(f64x32_load(ELEMENT_F32, a).v[1]))
V(f64x32_load_f32_third, F32, F64, 8, ANY, F64S(f64x32_load(ELEMENT_F32, a).v[2]))
V(f64x32_load_f32_fourth, F32, F64, 8, ANY, F64S(f64x32_load(ELEMENT_F32, a).v[3]))
V(f64x32_load_f64_first, F64, F64, 8, ANY, F64S(GROUP_A.v[0]))
V(f64x32_load_f64_second, F64, F64, 8, ANY, F64S(GROUP_A.v[1]))
V(f64x32_load_f64_third, F64, F64, 8, ANY, F64S(GROUP_A.v[2]))
V(f64x32_load_f64_fourth, F64, F64, 8, ANY, F64S(GROUP_A.v[3]))
V(f64x32_load_f32_reversed, F32, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_F32_REVERSED, (const float *)a + 31)))
V(f64x32_load_f64_reversed, F64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_F64_REVERSED, (const double *)a + 31)))
V(f64x32_store_f64_reversed, F64, F64, 32, ANY, f64x32_store(ELEMENT_F64_REVERSED, (double *)out + 31, GROUP_A))
V(f64x32_store_f32_reversed, F64, F32, 32, ANY, f64x32_store(ELEMENT_F32_REVERSED, (float *)out + 31, GROUP_A))
V(f64x32_store_f64, F64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, GROUP_A))
V(f64x32_store_f32, F64, F32, 32, ANY, f64x32_store(ELEMENT_F32, out, GROUP_A))
V(group_load_rest_f32, F32, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, group_load_rest(ELEMENT_F32, a, GROUP_COUNT, -0.0)))
V(group_load_rest_f64, F64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, group_load_rest(ELEMENT_F64, a, GROUP_COUNT, 1.0)))
V(group_store_part_f32, F64, F32, 32, ANY, group_store_part(ELEMENT_F32, out, GROUP_COUNT, GROUP_A))
V(group_store_part_f64, F64, F64, 32, ANY, group_store_part(ELEMENT_F64, out, GROUP_COUNT, GROUP_A))
V(f64x32_load_f16, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_F16, a)))
V(f64x32_load_f16_reversed, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_F16_REVERSED, (const uint16_t *)a + 31)))
V(f64x32_store_f16, I64, F64, 32, ANY, uint16_t half[32]; f64x32_store(ELEMENT_F16, half, HALVES_32(ELEMENT_F16)); READ_HALVES(ELEMENT_F16))
V(f64x32_store_f16_reversed, I64, F64, 32, ANY, uint16_t half[32]; f64x32_store(ELEMENT_F16_REVERSED, half + 31, HALVES_32(ELEMENT_F16)); READ_HALVES(ELEMENT_F16))
V(group_load_rest_f16, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, group_load_rest(ELEMENT_F16, a, GROUP_COUNT, 1.0)))
V(group_store_part_f16, I64, F64, 32, ANY, uint16_t half[32] = { 0 }; group_store_part(ELEMENT_F16, half, GROUP_COUNT, HALVES_32(ELEMENT_F16)); READ_HALVES(ELEMENT_F16))
V(f64x32_load_bf16, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_BF16, a)))
V(f64x32_load_bf16_reversed, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_load(ELEMENT_BF16_REVERSED, (const uint16_t *)a + 31)))
V(f64x32_store_bf16, I64, F64, 32, ANY, uint16_t half[32]; f64x32_store(ELEMENT_BF16, half, HALVES_32(ELEMENT_BF16)); READ_HALVES(ELEMENT_BF16))
V(f64x32_store_bf16_reversed, I64, F64, 32, ANY, uint16_t half[32]; f64x32_store(ELEMENT_BF16_REVERSED, half + 31, HALVES_32(ELEMENT_BF16)); READ_HALVES(ELEMENT_BF16))
V(group_load_rest_bf16, I64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, group_load_rest(ELEMENT_BF16, a, GROUP_COUNT, 1.0)))
V(group_store_part_bf16, I64, F64, 32, ANY, uint16_t half[32] = { 0 }; group_store_part(ELEMENT_BF16, half, GROUP_COUNT, HALVES_32(ELEMENT_BF16)); READ_HALVES(ELEMENT_BF16))
V(f64x32_of_blocks, F64, F64, 32, ANY, f64x32_store(ELEMENT_F64, out, f64x32_of_blocks(BLOCK(0), BLOCK(1), BLOCK(2), BLOCK(3))))
V(f64x32_to_blocks_first, F64, F64, 8, ANY, f64x8 v[4]; f64x32_to_blocks(GROUP_A, v); F64S(v[0]))
V(f64x32_to_blocks_second, F64, F64, 8, ANY, f64x8 v[4]; f64x32_to_blocks(GROUP_A, v); F64S(v[1]))
V(f64x32_to_blocks_third, F64, F64, 8, ANY, f64x8 v[4]; f64x32_to_blocks(GROUP_A, v); F64S(v[2]))
V(f64x32_to_blocks_fourth, F64, F64, 8, ANY, f64x8 v[4]; f64x32_to_blocks(GROUP_A, v); F64S(v[3]))

/* ---- f32x16 and i32x16 ---- */
V(f32x16_splat, F32, F32, 16, ANY, F32S(f32x16_splat(*(const float *)a)))
V(f32x16_load_store, F32, F32, 16, ANY, f32x16_store(out, f32x16_load(a)))
V(f32x16_apply_max, F32, F32, 16, ANY, F32S(f32x16_apply(OP_MAX, FA, FB)))
V(f32x16_apply_min, F32, F32, 16, ANY, F32S(f32x16_apply(OP_MIN, FA, FB)))
V(f32x16_takes_over_max, F32, I32, 1, ANY, I32(f32x16_takes_over(OP_MAX, FA, FB)))
V(f32x16_takes_over_min, F32, I32, 1, ANY, I32(f32x16_takes_over(OP_MIN, FA, FB)))
V(f32x16_follow_max, F32, F32, 16, ANY, F32S(f32x16_follow(OP_MAX, FA, FB)))
V(f32x16_follow_min, F32, F32, 16, ANY, F32S(f32x16_follow(OP_MIN, FA, FB)))
V(f32x16_any_nan, F32, I32, 1, ANY, I32(f32x16_any_nan(FA)))
V(f32x16_scan_max, F32, F32, 16, NO_NAN, F32S(f32x16_scan(OP_MAX, FA)))
V(f32x16_scan_min, F32, F32, 16, NO_NAN, F32S(f32x16_scan(OP_MIN, FA)))
V(f32x16_shift_in, F32, F32, 16, ANY, F32S(f32x16_shift_in(FA, FB)))
V(f32x16_first, F32, F32, 1, ANY, *(float *)out = f32x16_first(FA))
V(f32x16_reverse, F32, F32, 16, ANY, F32S(f32x16_reverse(FA)))
V(f32x16_splat_last, F32, F32, 16, ANY, F32S(f32x16_splat_last(FA)))
V(i32x16_splat, I32, I32, 16, ANY, I32S(i32x16_splat(*(const int32_t *)a)))
V(i32x16_load_store, I32, I32, 16, ANY, i32x16_store(out, i32x16_load(a)))
V(i32x16_add, I32, I32, 16, ANY, I32S(i32x16_add(WA, WB)))
V(i32x16_mul, I32, I32, 16, ANY, I32S(i32x16_mul(WA, WB)))
V(i32x16_scan_add, I32, I32, 16, ANY, I32S(i32x16_scan_add(WA)))
V(i32x16_scan_add_reversed, I32, I32, 16, ANY, I32S(i32x16_scan_add_reversed(WA)))
V(i32x16_splat_first, I32, I32, 16, ANY, I32S(i32x16_splat_first(WA)))
V(i32x16_splat_last, I32, I32, 16, ANY, I32S(i32x16_splat_last(WA)))

/* ---- whole cache lines: between aligned places ---- */
V(stream_line, F64, F64, 8, ANY,
  memcpy(line_in + 1, a, 64); stream_line(line_out, line_in + 1); stream_end(); memcpy(out, line_out, 64))

/* ---- squares: other pitches in transpose.c ---- */
V(transpose_64_up, I64, I64, 64, ANY, transpose_64(a, 64, out, 64))
V(transpose_64_down, I64, I64, 64, ANY, transpose_64((const char *)a + 7 * 64, -64, (char *)out + 7 * 64, -64))
V(transpose_32, I64, I32, 64, ANY, transpose_32(a, 32, out, 32))
V(transpose_16, I64, I32, 32, ANY, transpose_16(a, 16, out, 16))
V(transpose_8, I64, I32, 16, ANY, transpose_8(a, 8, out, 8))

/* ---- conversions: all halves in convert.c ---- */
V(f64x8_store_i32, F64, I32, 8, ANY, f64x8_store_i32(out, f64x8_mul(A, B)))
V(f32x16_store_bf16, F32, I32, 16, NO_NAN,
  uint16_t half[16]; f32x16_store_bf16(half, FA); for (int i = 0; i < 16; i++) ((int32_t *)out)[i] = half[i])
V(f64x8_store_f16_of_two, F64, F32, 16, ANY,
  uint16_t half[16]; f64x8_store_f16(half, A, B); F32S(f32x16_load_f16(half)))
V(f64x8_store_bf16_of_two, F64, I32, 16, NO_NAN,
  uint16_t half[16]; f64x8_store_bf16(half, A, B); for (int i = 0; i < 16; i++) ((int32_t *)out)[i] = half[i])
V(f64x8_round_i64, I64, F64, 8, ANY, F64S(f64x8_round_i64(IA)))
V(i64x8_truncate, F64, I64, 8, ANY, I64S(i64x8_truncate(f64x8_mul(A, B))))
V(f32x16_load_f16, I64, F32, 16, ANY, F32S(f32x16_load_f16(a)))
V(f32x16_store_f16, F32, F32, 16, ANY,
  uint16_t half[16]; f32x16_store_f16(half, FA); F32S(f32x16_load_f16(half)))

#undef A
#undef B
#undef C
#undef GT
#undef GROUP_A
#undef HALVES_OF
#undef HALVES
#undef HALVES_32
#undef READ_HALVES
#undef PAIR
#undef F64S
#undef F64
#undef I32
#undef I64S
#undef IA
#undef IB
#undef F32S
#undef FA
#undef FB
#undef I32S
#undef COUNT
#undef GROUP_COUNT
#undef BLOCK
#undef WA
#undef WB
