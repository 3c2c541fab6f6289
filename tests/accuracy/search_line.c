#include "accuracy/search_line.h"

#include <math.h>
#include <string.h>

static double draw_part(lanescan_op op, size_t style, generator *g)
{
    const double normal = random_normal(g), unit = random_unit(g);
    if (op == LANESCAN_CUMPROD) {
        if (style == 0)
            return random_sign(g) * random_between(g, 0.5, 2);
        if (style == 1)
            return 1 + normal * ldexp(1, -(int)random_below(g, 50));
        return ldexp(random_between(g, 1, 2), (int)random_below(g, 9) - 4);
    }
    if (op == LANESCAN_CUMSUM) {
        const int spread = style == 0 ? 2 : style == 1 ? 12 : 60;
        return random_sign(g) * ldexp(1 + unit, (int)random_below(g, (size_t)spread));
    }
    switch (style) {
    case 0:
        return normal;
    case 1: /* sums near 1, where results are near 0 */
        return log(unit + 0x1p-40);
    case 2: /* one element decides, the others are rounding errors beside it */
        return random_below(g, 4) ? -36 + 2 * normal : normal;
    default:
        return 20 * normal;
    }
}

/* As the type has it: a rounded number is what is scanned. */
static number as_element(const search_task *t, number value)
{
    unsigned char element[LARGEST_ELEMENT];
    number_write(t->dtype, element, value);
    return number_read(t->dtype, element);
}

static number draw(const search_task *t, size_t style, generator *g)
{
    const bool is_complex = dtype_of(t->dtype).kind == KIND_COMPLEX;
    number value = number_real(draw_part(t->op, style, g));
    if (is_complex) {
        value.kind = KIND_COMPLEX;
        value.im = t->op == LANESCAN_LOGCUMSUMEXP ? 2 * random_normal(g)
                                                  : draw_part(t->op, style, g);
    }
    return as_element(t, value);
}

/* One element of a few orders decides, and the others are about half an ulp of the sum: those that
 * are lost one by one. */
static search_line line_of_losses(const search_task *t, generator *g)
{
    search_line line = { .n = 2 + random_below(g, LONGEST_LINE - 1) };
    const double first = log(random_between(g, 0.3, random_below(g, 2) ? 2.5 : 20));
    for (size_t i = 0; i < line.n; i++) {
        line.x[i] = draw(t, 0, g); /* with an imaginary part, if it has one */
        line.x[i].re = i ? first - random_between(g, 36, 39) : first;
        line.x[i] = as_element(t, line.x[i]);
    }
    return line;
}

search_line search_line_random(const search_task *t, generator *g)
{
    if (t->op == LANESCAN_LOGCUMSUMEXP && !t->is_pair && random_below(g, 3) == 0)
        return line_of_losses(t, g);
    const size_t style = random_below(g, 4);
    const size_t longest = random_below(g, 8) ? 12 : LONGEST_LINE;
    search_line line = { .n = t->is_pair ? 2 : 1 + random_below(g, longest) };
    for (size_t i = 0; i < line.n; i++)
        line.x[i] = draw(t, style, g);
    return line;
}

static double change_bits(double value, int precision, generator *g)
{
    uint64_t bits;
    const unsigned lowest = (unsigned)(53 - precision);
    memcpy(&bits, &value, sizeof bits);
    switch (random_below(g, 6)) {
    case 0:
        bits ^= (uint64_t)1 << 63;
        break;
    case 1:
        bits += (uint64_t)1 << 52;
        break;
    case 2:
        bits -= (uint64_t)1 << 52;
        break;
    case 3: /* the next number up or down */
        bits += random_below(g, 2) ? (uint64_t)1 << lowest : 0 - ((uint64_t)1 << lowest);
        break;
    default:
        bits ^= (uint64_t)1 << (lowest + random_below(g, (size_t)precision - 1));
    }
    memcpy(&value, &bits, sizeof bits);
    return isfinite(value) ? value : 0;
}

static void change_element(const search_task *t, generator *g, number *x)
{
    const dtype_info format = dtype_of(t->dtype);
    double *const part = format.kind == KIND_COMPLEX && random_below(g, 2) ? &x->im : &x->re;
    if (random_below(g, 8) == 0)
        *x = draw(t, random_below(g, 4), g);
    else if (random_below(g, 4) == 0)
        *part *= 1 + random_normal(g) * ldexp(1, -(int)random_below(g, 52));
    else
        *part = change_bits(*part, format.precision, g);
    *x = as_element(t, *x);
    if (!isfinite(x->re) || !isfinite(x->im))
        *x = as_element(t, number_real(1));
}

static void change_length(const search_task *t, generator *g, search_line *line)
{
    const size_t at = random_below(g, line->n);
    if (random_below(g, 2) && line->n > 1) {
        memmove(&line->x[at], &line->x[at + 1], (line->n - at - 1) * sizeof line->x[0]);
        line->n--;
    } else if (line->n < LONGEST_LINE) {
        memmove(&line->x[at + 1], &line->x[at], (line->n - at) * sizeof line->x[0]);
        line->n++;
        if (random_below(g, 2))
            line->x[at] = draw(t, random_below(g, 4), g);
    }
}

void search_line_mutate(const search_task *t, generator *g, search_line *line)
{
    for (size_t count = 1 + random_below(g, 3); count; count--) {
        const size_t at = random_below(g, line->n), other = random_below(g, line->n);
        const size_t kind = random_below(g, 10);
        if (kind == 0 && !t->is_pair) {
            change_length(t, g, line);
        } else if (kind == 1) {
            const number x = line->x[at];
            line->x[at] = line->x[other];
            line->x[other] = x;
        } else {
            change_element(t, g, &line->x[at]);
        }
    }
}
