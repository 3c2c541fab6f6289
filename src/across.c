#include "across.h"

static void begin_sum_of_logs(across_log *log)
{
    lanescan_state line;
    log_begin(&line);
    const log_state identity = line.as.log;
    for (size_t l = 0; l < ACROSS_LINES; l++) {
        log->highest[l] = identity.highest;
        log->lowest[l] = identity.lowest;
        log->counting[l] = identity.counting;
    }
}

static void begin_product(lanescan_across *state, line_type type)
{
    for (size_t l = 0; l < ACROSS_LINES; l++) {
        if (type == LINE_I64) {
            state->as.integer[l] = 1;
        } else if (type == LINE_I32) {
            state->as.narrow_integer[l] = 1;
        } else {
            across_product *const product = &state->as.product;
            product->high[0][l] = product->high[1][l] = 1;
            product->before[l].high = 1;
        }
    }
}

static void begin_extreme(across_extreme *extreme, bool is_max, line_type type)
{
    for (size_t l = 0; l < ACROSS_LINES; l++) {
        if (type == LINE_I64)
            extreme->so_far.integer[l] = is_max ? INT64_MIN : INT64_MAX;
        else
            extreme->so_far.real[l] = is_max ? -__builtin_inf() : __builtin_inf();
        extreme->index[l] = -1;
    }
    extreme->index_step = 1;
}

void lanescan_across_begin(lanescan_across *state, lanescan_op op, line_type type)
{
    *state = (lanescan_across){ 0 };
    if (op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN)
        begin_extreme(&state->as.extreme, op == LANESCAN_CUMMAX, type);
    else if (op == LANESCAN_LOGCUMSUMEXP)
        begin_sum_of_logs(&state->as.log);
    else if (op == LANESCAN_CUMPROD)
        begin_product(state, type);
}

size_t lanescan_across_bytes(lanescan_op op, line_type type)
{
    const lanescan_across *const state = NULL;
    const bool is_integer = type == LINE_I32 || type == LINE_I64;
    const size_t bytes = op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN ? sizeof state->as.extreme
                         : is_integer                                   ? sizeof state->as.integer
                         : op == LANESCAN_CUMSUM                        ? sizeof state->as.sum
                         : op == LANESCAN_CUMPROD                       ? sizeof state->as.product
                                                                        : sizeof state->as.log;
    return offsetof(lanescan_across, as) + bytes;
}
