/* For the gradient of products: what joins those from the left and sums from the right, and zeros
 * among the elements. (lanes.h) */
#ifndef LANESCAN_GRADIENT_PRODUCT_LANES_H
#define LANESCAN_GRADIENT_PRODUCT_LANES_H

#include "ops/gradient/lanes.h"
#include "ops/own.h"

/* The squares of what is not near the ends of the range are between these. */
#define SQUARE_LOWEST  0x1p-800
#define SQUARE_HIGHEST 0x1p800

LANESCAN_INLINE m64v either_is_zero(f64v a, f64v b)
{
    return lanes_are_zero(f64v_select(lanes_are_zero(a), a, b));
}

/* The square; 1 of a 0 that may be one. */
LANESCAN_INLINE f64v square_or_1(f64v v, m64v may_be_zero)
{
    return f64v_select(m64v_and(lanes_are_zero(v), may_be_zero), f64v_splat(1), f64v_mul(v, v));
}

LANESCAN_INLINE f64v square_of_product(f64v x, f64v before, f64v product)
{
    return square_or_1(product, either_is_zero(x, before));
}

LANESCAN_INLINE f64v square_of_sum(f64v after, f64v next, f64v g, f64v r)
{
    return square_or_1(r, m64v_and(lanes_are_zero(g), either_is_zero(after, next)));
}

LANESCAN_INLINE m64v squares_are_usual(f64v a, f64v b)
{
    const f64v highest = f64v_splat(SQUARE_HIGHEST);
    const m64v below = m64v_and(f64v_gt(highest, a), f64v_gt(highest, b));
    return m64v_and(below, f64v_gt(f64v_min(a, b), f64v_splat(SQUARE_LOWEST)));
}

/* `count` of them, from the one at i on. Returns the lanes where nothing has come near the ends of
 * the range, nor may have. */
LANESCAN_INLINE m64v combine(const lanescan_product_piece *piece, size_t i, size_t count,
                             f64v exponent, double *y)
{
    const f64v x = f64v_load_part(ELEMENT_F64, piece->x + i, count, 1),
               after = f64v_load_part(ELEMENT_F64, piece->after + i, count, 1),
               g = f64v_load_part(ELEMENT_F64, piece->g + i, count, 1),
               before = f64v_load_part(ELEMENT_F64, piece->products + i, count, 1),
               product = f64v_load_part(ELEMENT_F64, piece->products + i + 1, count, 1),
               r = f64v_load_part(ELEMENT_F64, piece->r + i, count, 1),
               next = f64v_load_part(ELEMENT_F64, piece->r + i + 1, count, 1);
    f64v_store_part(ELEMENT_F64, y + i, count, scaled_lanes(f64v_mul(before, r), exponent));
    return squares_are_usual(square_of_product(x, before, product),
                             square_of_sum(after, next, g, r));
}

/* The same in units of 1 of whole vectors from the one at i on, up to one that has come near the
 * ends of the range, or a first 0: returns where. `zeros` is 1 where all products are 0 (or NaN),
 * else 0. */
LANESCAN_INLINE size_t combine_usual(size_t n, size_t i, const double *products, const double *r,
                                     double zeros, double *y)
{
    const f64v if_zero = f64v_splat(zeros);
    for (; n - i >= LANES; i += LANES) {
        const f64v before = f64v_load(ELEMENT_F64, products + i),
                   product = f64v_load(ELEMENT_F64, products + i + 1),
                   sum = f64v_load(ELEMENT_F64, r + i);
        f64v_store(ELEMENT_F64, y + i, f64v_mul(before, sum));
        const m64v usual = squares_are_usual(f64v_fma(product, product, if_zero),
                                             f64v_mul(sum, sum));
        if (LANESCAN_UNLIKELY(m64v_bits(usual) != lanes_of_lines(LANES)))
            break;
    }
    return i;
}

PRODUCTS_COMBINE_KERNEL(products_combine_f64)
{
    const f64v exponent = f64v_splat((double)piece->exponent);
    double zeros = 0;
    bool is_usual = true;
    for (size_t i = 0, count;; i += count) {
        if (piece->exponent == 0)
            i = combine_usual(n, i, piece->products, piece->r, zeros, y);
        if (i == n)
            return is_usual;
        count = n - i < LANES ? n - i : LANES;
        is_usual &= m64v_bits(combine(piece, i, count, exponent, y)) == lanes_of_lines(LANES);
        zeros = piece->products[i + count] == 0 ? 1 : 0;
    }
}

/* Of the lanes from line `first` on those that are lines and not in the mask. */
LANESCAN_INLINE uint64_t other_lanes(const lanescan_gradient_tile *tile, m64v mask, size_t first)
{
    return (uint64_t)(lanes_of_lines(tile->lines - first) & ~m64v_bits(mask)) << first;
}

PRODUCTS_ZEROS_KERNEL(products_zeros_across_f64)
{
    const f64v one = f64v_splat(1), zero = f64v_splat(0);
    lanescan_zeros found = { 0, 0, 0 };
    for (size_t first = 0; first < tile->lines; first += LANES) {
        m64v no_zero = f64v_gt(one, zero);
        f64v product = one, least = one, most = one;
        size_t row = 0;
        do { /* there is a row: gcc would make a large loop of its own for tiles without */
            const f64v x = tile_lanes(tile, tile->x, row, first),
                       instead = f64v_of_i64(i64v_or(i64v_of_f64(x), i64v_of_f64(one)));
            const f64v modulus = modulus_lanes(x);
            const m64v is_factor = f64v_gt(modulus, zero); /* or NaN, which the product keeps */
            const f64v usual = f64v_select(is_factor, x, instead);
            no_zero = m64v_and(no_zero, is_factor);
            least = f64v_min(least, f64v_select(is_factor, modulus, one));
            most = f64v_max(most, modulus);
            product = f64v_mul(product, usual);
            tile_store(tile, tile->y, row, first, usual);
        } while (++row < tile->rows);
        const m64v within = m64v_and(m64v_and(f64v_gt(least, f64v_splat(PRODUCT_FACTOR_LOWEST)),
                                              f64v_gt(f64v_splat(PRODUCT_FACTOR_HIGHEST), most)),
                                     f64v_gt(modulus_lanes(product), zero));
        found.any |= other_lanes(tile, no_zero, first);
        found.beyond |= other_lanes(tile, within, first);
        found.negative |= other_lanes(tile, f64v_gt(product, zero), first);
    }
    return found;
}

LANESCAN_INLINE m64v square_is_usual(f64v a)
{
    return m64v_and(f64v_gt(f64v_splat(SQUARE_HIGHEST), a), f64v_gt(a, f64v_splat(SQUARE_LOWEST)));
}

/* r of lines in which a 0 may be one. */
LANESCAN_COLD m64v sums_are_usual(const lanescan_gradient_tile *tile, size_t first)
{
    m64v is_usual = f64v_gt(f64v_splat(1), f64v_splat(0));
    for (size_t row = 0; row < tile->rows; row++) {
        const f64v after = tile_lanes(tile, tile->x, row + 1, first),
                   next = tile_lanes(tile, tile->r, row + 1, first),
                   g = tile_lanes(tile, tile->g, row, first),
                   r = tile_lanes(tile, tile->r, row, first);
        is_usual = m64v_and(is_usual, square_is_usual(square_of_sum(after, next, g, r)));
    }
    return is_usual;
}

GRADIENT_ACROSS_KERNEL(products_gradient_across_f64)
{
    const f64v one = f64v_splat(1);
    uint64_t others = 0;
    for (size_t first = 0; first < tile->lines; first += LANES) {
        const f64v exponent = tile_lanes(tile, tile->exponents, 0, first);
        const bool has_exponent = (lanes_of_lines(tile->lines - first) &
                                   ~m64v_bits(lanes_are_zero(exponent))) != 0;
        m64v of_products = f64v_gt(one, f64v_splat(0)), of_sums = of_products;
        f64v factor = tile_lanes(tile, tile->factors, 0, first),
             before = f64v_mul(factor, tile_lanes(tile, tile->products, 0, first));
        size_t row = 0;
        do {
            const f64v x = tile_lanes(tile, tile->x, row, first),
                       r = tile_lanes(tile, tile->r, row, first), y = f64v_mul(before, r);
            factor = f64v_select(lanes_are_zero(x), f64v_splat(0), factor);
            before = f64v_mul(factor, tile_lanes(tile, tile->products, row + 1, first));
            of_products = m64v_and(
                of_products, square_is_usual(f64v_fma(before, before, f64v_sub(one, factor))));
            of_sums = m64v_and(of_sums, square_is_usual(f64v_mul(r, r)));
            tile_store(tile, tile->y, row, first, has_exponent ? scaled_lanes(y, exponent) : y);
        } while (++row < tile->rows);
        if (LANESCAN_UNLIKELY(other_lanes(tile, of_sums, first)))
            of_sums = sums_are_usual(tile, first);
        others |= other_lanes(tile, m64v_and(of_products, of_sums), first);
    }
    return others;
}

#endif
