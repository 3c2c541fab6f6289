/* The public interface of the library as users link it: names, errors, and the same bits whichever
 * set is active. Knows nothing of the library's inside. */
#include "harness/check.h"

#include <lanescan.h>

#include <math.h>
#include <string.h>

enum { LENGTH = 5000 };

/* As the header has it: best first. */
static const char *const order[] = { "avx512", "avx2", "neon", "simd128", "vsx", "generic" };

enum { NUM_NAMES = sizeof order / sizeof order[0] };

static void check_names(void)
{
    const char *const *names = lanescan_isas();
    size_t count = 0, place = 0;
    for (; names[count]; count++) {
        while (place < NUM_NAMES && strcmp(order[place], names[count]) != 0)
            place++;
        check(place++ < NUM_NAMES,
              "isa %zu, '%s', is unknown, twice there or not in order of speed", count,
              names[count]);
    }
    check(count > 0 && strcmp(names[count - 1], "generic") == 0,
          "the list does not end with generic");
    check(strcmp(lanescan_version(), LANESCAN_VERSION) == 0, "header %s, library %s",
          LANESCAN_VERSION, lanescan_version());
}

static void check_errors(void)
{
    static const char *const wrong[] = { "", "sse9", "AVX2", "generic_fma", "generic " };
    const char *before = lanescan_isa();
    check(lanescan_set_isa(NULL) == LANESCAN_ERROR_NULL, "set_isa(NULL) is no error");
    check(strcmp(lanescan_isa(), before) == 0, "set_isa(NULL) changed the set");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        check(lanescan_set_isa(wrong[i]) == LANESCAN_ERROR_ISA, "set_isa('%s') is no error",
              wrong[i]);
        check(strcmp(lanescan_isa(), before) == 0, "set_isa('%s') changed the set", wrong[i]);
    }
    const lanescan_status statuses[] = { LANESCAN_OK, LANESCAN_ERROR_NULL, LANESCAN_ERROR_ISA,
                                         (lanescan_status)999 };
    for (size_t i = 0; i < 4; i++) {
        check(lanescan_status_string(statuses[i])[0] != '\0', "status %zu has no sentence", i);
        for (size_t j = 0; j < i; j++)
            check(strcmp(lanescan_status_string(statuses[i]),
                         lanescan_status_string(statuses[j])) != 0,
                  "statuses %zu and %zu read the same", i, j);
    }
}

/* Every set this CPU has, or lacks, by name: either it becomes active or nothing changes. */
static void check_switching(void)
{
    static double x[LENGTH], first[LENGTH], y[LENGTH];
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = (double)((i * 2654435761u) % 1000) / 100 - 5;
    lanescan_logcumsumexp_f64(LENGTH, x, first);
    for (size_t i = NUM_NAMES; i-- > 0;) {
        bool listed = false;
        for (const char *const *name = lanescan_isas(); *name; name++)
            listed |= strcmp(*name, order[i]) == 0;
        const char *before = lanescan_isa();
        const lanescan_status status = lanescan_set_isa(order[i]);
        check(status == (listed ? LANESCAN_OK : LANESCAN_ERROR_ISA), "set_isa('%s') is %d",
              order[i], (int)status);
        check(strcmp(lanescan_isa(), listed ? order[i] : before) == 0,
              "after set_isa('%s') the set is %s", order[i], lanescan_isa());
        lanescan_logcumsumexp_f64(LENGTH, x, y);
        check(memcmp(first, y, sizeof y) == 0, "%s gives other bits than the set before", order[i]);
    }
}

static void check_nothing(void)
{
    lanescan_cumsum_f32(0, NULL, NULL);
    lanescan_cumsum_f64(0, NULL, NULL);
    lanescan_cumsum_i32(0, NULL, NULL);
    lanescan_cumsum_i64(0, NULL, NULL);
    lanescan_cumprod_f32(0, NULL, NULL);
    lanescan_cumprod_f64(0, NULL, NULL);
    lanescan_logcumsumexp_f32(0, NULL, NULL);
    lanescan_logcumsumexp_f64(0, NULL, NULL);
    lanescan_cummax_f32(0, NULL, NULL, NULL);
    lanescan_cummax_f64(0, NULL, NULL, NULL);
    lanescan_cummin_f32(0, NULL, NULL, NULL);
    lanescan_cummin_f64(0, NULL, NULL, NULL);
    lanescan_logaddexp_f32(0, NULL, NULL, NULL);
    lanescan_logaddexp_f64(0, NULL, NULL, NULL);
    lanescan_linear_recurrence_f32(0, NULL, NULL, NULL);
    lanescan_linear_recurrence_f64(0, NULL, NULL, NULL);
    check(lanescan_logsumexp_f32(0, NULL) == -INFINITY, "logsumexp_f32 of nothing is not -inf");
    check(lanescan_logsumexp_f64(0, NULL) == -INFINITY, "logsumexp_f64 of nothing is not -inf");
}

int main(void)
{
    check_start("dispatch_public", lanescan_isa());
    check_names();
    check_errors();
    check_switching();
    check_nothing();
    return check_finish();
}
