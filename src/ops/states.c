/* How lines begin: one at a time, and many side by side. */
#include "ops/complex/state.h"
#include "ops/extreme/state.h"
#include "ops/integer/state.h"
#include "ops/kernels.h"
#include "ops/logsumexp/state.h"
#include "ops/product/state.h"
#include "ops/recurrence/state.h"

/* Where a number of a line is, and the column that it goes to: offsets. `columns` is ACROSS_LINES,
 * or 1 where all lines have the same. */
struct lanescan_state_field {
    uint16_t in_state, in_columns;
    uint8_t size, columns;
};

#define FIELD(type, state, column, columns) \
    { offsetof(lanescan_state, state), offsetof(lanescan_columns, column), sizeof(type), columns },

/* A form of the lists of fields (fold/state.h); AS is the member that they are of. */
#define FIELD_NUMBER(type, name)  FIELD(type, as.AS.name, as.AS.name, ACROSS_LINES)
#define FIELD_COMMON(type, name)  FIELD(type, as.AS.name, as.AS.name, 1)
#define FIELD_EXTREME(name)       FIELD_NUMBER(extreme_value, name)
#define FIELD_PAIR(name)          FIELD_NUMBER(double, name.high) FIELD_NUMBER(double, name.low)
#define FIELD_WIDE(name)          FIELD_PAIR(name.value) FIELD_NUMBER(int64_t, name.exponent)
#define FIELD_NUMBERS(type, name) FIELD_NUMBER(type, name[0]) FIELD_NUMBER(type, name[1])
#define FIELD_PAIRS(name)         FIELD_PAIR(name[0]) FIELD_PAIR(name[1])
#define FIELD_WIDES(name)         FIELD_WIDE(name[0]) FIELD_WIDE(name[1])

/* Unused where a build leaves operations out. */
#define FIELDS_OF static const LANESCAN_UNUSED lanescan_state_field

FIELDS_OF all_fields[] = { FIELD(bool, over, over, ACROSS_LINES)
                               FIELD(double, ended, ended, ACROSS_LINES){ 0 } };
#define AS sum
FIELDS_OF sum_fields[] = { SUM_FIELDS(FIELD){ 0 } };
#undef AS
#define AS product
FIELDS_OF product_fields[] = { PRODUCT_FIELDS(FIELD){ 0 } };
#undef AS
#define AS extreme
FIELDS_OF extreme_fields[] = { EXTREME_FIELDS(FIELD){ 0 } };
#undef AS
#define AS recurrence
FIELDS_OF recurrence_fields[] = { RECURRENCE_FIELDS(FIELD){ 0 } };
#undef AS
#define AS complex_product
FIELDS_OF complex_product_fields[] = { COMPLEX_PRODUCT_FIELDS(FIELD){ 0 } };
#undef AS
#define AS complex_recurrence
FIELDS_OF complex_recurrence_fields[] = { COMPLEX_RECURRENCE_FIELDS(FIELD){ 0 } };
#undef AS
#define AS logsumexp.sum
FIELDS_OF logsumexp_fields[] = { SUM_FIELDS(FIELD)
#undef AS
#define AS logsumexp
                                     LOGSUMEXP_FIELDS(FIELD){ 0 } };
#undef AS

FIELDS_OF integer_fields[] = { FIELD(int64_t, as.integer, as.integer, ACROSS_LINES){ 0 } };
FIELDS_OF integer_recurrence_fields[] = { FIELD(int64_t, as.integer_recurrence.value, as.integer,
                                                ACROSS_LINES){ 0 } };
/* The lower half of 64 bits. */
enum { LOW_HALF = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? sizeof(int32_t) : 0 };
FIELDS_OF integer_32_fields[] = { { offsetof(lanescan_state, as.integer) + LOW_HALF,
                                    offsetof(lanescan_columns, as.integer_32), sizeof(int32_t),
                                    ACROSS_LINES },
                                  { 0 } };

/* A number of one, four or eight bytes, `count` times. */
static void repeat(size_t size, size_t count, const char *number, char *to)
{
    uint64_t eight;
    uint32_t four;
    if (size == sizeof eight) {
        memcpy(&eight, number, sizeof eight);
        for (size_t l = 0; l < count; l++)
            memcpy(to + l * sizeof eight, &eight, sizeof eight);
    } else if (size == sizeof four) {
        memcpy(&four, number, sizeof four);
        for (size_t l = 0; l < count; l++)
            memcpy(to + l * sizeof four, &four, sizeof four);
    } else {
        memset(to, *number, count);
    }
}

static void broadcast_fields(const lanescan_state_field *field, const lanescan_state *line,
                             lanescan_columns *columns)
{
    for (; field->size; field++)
        repeat(field->size, field->columns, (const char *)line + field->in_state,
               (char *)columns + field->in_columns);
}

void lanescan_state_broadcast(const lanescan_state_kind *kind, const lanescan_state *line,
                              lanescan_columns *columns)
{
    columns->position = line->position;
    broadcast_fields(all_fields, line, columns);
    broadcast_fields(kind->fields, line, columns);
}

#define STATE_KIND static const LANESCAN_UNUSED lanescan_state_kind
#define BYTES_OF(columns) \
    (offsetof(lanescan_columns, as) + sizeof(((lanescan_columns *)0)->as.columns))

STATE_KIND sum = { sum_begin, sum_fields, BYTES_OF(sum) };
STATE_KIND product = { product_begin, product_fields, BYTES_OF(product) };
STATE_KIND logsumexp = { logsumexp_begin, logsumexp_fields, BYTES_OF(logsumexp) };
STATE_KIND maximum = { maximum_begin, extreme_fields, BYTES_OF(extreme) };
STATE_KIND minimum = { minimum_begin, extreme_fields, BYTES_OF(extreme) };
STATE_KIND integer_maximum = { integer_maximum_begin, extreme_fields, BYTES_OF(extreme) };
STATE_KIND integer_minimum = { integer_minimum_begin, extreme_fields, BYTES_OF(extreme) };
STATE_KIND integer_sum = { integer_sum_begin, integer_fields, BYTES_OF(integer) };
STATE_KIND integer_sum_32 = { integer_sum_begin, integer_32_fields, BYTES_OF(integer_32) };
STATE_KIND integer_product = { integer_product_begin, integer_fields, BYTES_OF(integer) };
STATE_KIND integer_product_32 = { integer_product_begin, integer_32_fields, BYTES_OF(integer_32) };
STATE_KIND complex_product = { complex_product_begin, complex_product_fields,
                               BYTES_OF(complex_product) };
STATE_KIND complex_logsumexp = { complex_logsumexp_begin, NULL, 0 };
STATE_KIND recurrence = { recurrence_begin, recurrence_fields, BYTES_OF(recurrence) };
STATE_KIND integer_recurrence = { integer_recurrence_begin, integer_recurrence_fields,
                                  BYTES_OF(integer) };
STATE_KIND complex_recurrence = { complex_recurrence_begin, complex_recurrence_fields,
                                  BYTES_OF(complex_recurrence) };

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
