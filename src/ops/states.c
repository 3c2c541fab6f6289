/* How lines begin: one at a time, and many side by side. */
#include "ops/complex/state.h"
#include "ops/extreme/state.h"
#include "ops/integer/state.h"
#include "ops/kernels.h"
#include "ops/logsumexp/state.h"
#include "ops/product/state.h"
#include "ops/recurrence/state.h"

static void begin_columns(lanescan_columns *columns, const lanescan_state *line)
{
    columns->position = line->position;
    for (size_t l = 0; l < ACROSS_LINES; l++)
        ended_put(columns, l, line);
}

static void sum_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        sum_put(&columns->as.sum, l, &line->as.sum);
}

static void product_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        product_put(&columns->as.product, l, &line->as.product);
}

static void logsumexp_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        logsumexp_put(&columns->as.logsumexp, l, &line->as.logsumexp);
}

static void extreme_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    const extreme_state *const e = &line->as.extreme;
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++) {
        columns->as.extreme.so_far.integer[l] = e->so_far.integer; /* whichever: its bits */
        columns->as.extreme.index[l] = e->index;
    }
    columns->as.extreme.first_index = e->first_index;
    columns->as.extreme.index_increment = e->index_increment;
}

static void integer_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        columns->as.integer[l] = (int64_t)line->as.integer;
}

static void integer_32_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        columns->as.integer_32[l] = (int32_t)line->as.integer;
}

static void recurrence_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        recurrence_put(&columns->as.recurrence, l, &line->as.recurrence);
}

static void complex_product_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        complex_product_put(&columns->as.complex_product, l, &line->as.complex_product);
}

static void integer_recurrence_broadcast(lanescan_columns *columns, const lanescan_state *line)
{
    begin_columns(columns, line);
    for (size_t l = 0; l < ACROSS_LINES; l++)
        columns->as.integer[l] = (int64_t)line->as.integer_recurrence.value;
}

/* Unused where a build leaves operations out. */
#define STATE_KIND static const LANESCAN_UNUSED lanescan_state_kind
#define BYTES_OF(columns) \
    (offsetof(lanescan_columns, as) + sizeof(((lanescan_columns *)0)->as.columns))

STATE_KIND sum = { sum_begin, sum_broadcast, BYTES_OF(sum) };
STATE_KIND product = { product_begin, product_broadcast, BYTES_OF(product) };
STATE_KIND logsumexp = { logsumexp_begin, logsumexp_broadcast, BYTES_OF(logsumexp) };
STATE_KIND maximum = { maximum_begin, extreme_broadcast, BYTES_OF(extreme) };
STATE_KIND minimum = { minimum_begin, extreme_broadcast, BYTES_OF(extreme) };
STATE_KIND integer_maximum = { integer_maximum_begin, extreme_broadcast, BYTES_OF(extreme) };
STATE_KIND integer_minimum = { integer_minimum_begin, extreme_broadcast, BYTES_OF(extreme) };
STATE_KIND integer_sum = { integer_sum_begin, integer_broadcast, BYTES_OF(integer) };
STATE_KIND integer_sum_32 = { integer_sum_begin, integer_32_broadcast, BYTES_OF(integer_32) };
STATE_KIND integer_product = { integer_product_begin, integer_broadcast, BYTES_OF(integer) };
STATE_KIND integer_product_32 = { integer_product_begin, integer_32_broadcast,
                                  BYTES_OF(integer_32) };
STATE_KIND complex_product = { complex_product_begin, complex_product_broadcast,
                               BYTES_OF(complex_product) };
STATE_KIND complex_logsumexp = { complex_logsumexp_begin, NULL, 0 };
STATE_KIND recurrence = { recurrence_begin, recurrence_broadcast, BYTES_OF(recurrence) };
STATE_KIND integer_recurrence = { integer_recurrence_begin, integer_recurrence_broadcast,
                                  BYTES_OF(integer) };
STATE_KIND complex_recurrence = { complex_recurrence_begin, NULL, 0 };

const lanescan_state_kind *const lanescan_state_kinds[NUM_OPS][NUM_ELEMENTS] = {
    [LANESCAN_CUMSUM][ELEMENT_C64] = NULL, /* in every build, also one without these operations */
#define PIECE(op, element, states, kernel, where, cost) \
    [LANESCAN_##op][ELEMENT_##element] = &states,
#include "ops/ops.def"
};

const lanescan_state_kind *const lanescan_recurrence_kinds[NUM_ELEMENTS] = {
    [ELEMENT_F16] = NULL, /* in every build, also one without recurrences */
#define RECURRENCE(element, states, kernel, where, cost) [ELEMENT_##element] = &states,
#include "ops/ops.def"
};
