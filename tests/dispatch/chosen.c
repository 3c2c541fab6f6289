/* The library has all sets whose instructions this CPU has, by what Linux says of it, and has
 * chosen the best: a set that is there and not found would go unnoticed everywhere else. */
#include "harness/check.h"
#include "lanes/sets.h"

#include <lanescan.h>

#include <stdio.h>
#include <string.h>

enum { MOST_SETS = 8 };

/* Words with a space before and after each. */
static char cpu_flags[8192];

#ifdef __x86_64__
static void read_cpu_flags(void)
{
    FILE *const file = fopen("/proc/cpuinfo", "r");
    char *colon = NULL;
    while (file && !colon && fgets(cpu_flags, sizeof cpu_flags - 1, file))
        if (strncmp(cpu_flags, "flags", 5) == 0)
            colon = strchr(cpu_flags, ':');
    if (file)
        fclose(file);
    if (!colon)
        check_skip("there is no /proc/cpuinfo with the flags of this CPU");
    cpu_flags[strcspn(cpu_flags, "\n")] = ' ';
}
#endif

/* Has the CPU all that a set is compiled for: "-mavx2 -mfma"? */
static bool cpu_has(const char *flags)
{
    char each[256];
    snprintf(each, sizeof each, "%s", flags);
    for (char *flag = strtok(each, " "); flag; flag = strtok(NULL, " ")) {
        char word[32];
        snprintf(word, sizeof word, " %s ", flag + strlen("-m"));
        if (!strstr(cpu_flags, word))
            return false;
    }
    return true;
}

static const struct {
    const char *shown, *flags;
} sets[] = {
#ifdef __x86_64__
#define OF_x86_64(...) { __VA_ARGS__ },
#else
#define OF_x86_64(...)
#endif
#ifdef __aarch64__
#define OF_aarch64(...) { __VA_ARGS__ },
#else
#define OF_aarch64(...)
#endif
/* What SIMDe makes of another set's kernels, where it was there for the library. */
#if defined(__wasm_simd128__) && __has_include(<simde/arm/neon.h>)
#define OF_wasm32(...) { __VA_ARGS__ },
#else
#define OF_wasm32(...)
#endif
#if defined(__powerpc64__) && defined(__LITTLE_ENDIAN__) && __has_include(<simde/arm/neon.h>)
#define OF_ppc64(...) { __VA_ARGS__ },
#else
#define OF_ppc64(...)
#endif
#define OF_any(...)                              { __VA_ARGS__ },
#define ROW(set, shown, level, cpu, flags, more) OF_##cpu(#shown, flags)
    LANESCAN_SETS(ROW, )
};

int main(void)
{
    const char *wanted[MOST_SETS] = { NULL };
    size_t num = 0;
    check_start("chosen", lanescan_isa());
#ifdef __x86_64__
    read_cpu_flags();
#endif
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (cpu_has(sets[i].flags) && !(num && strcmp(wanted[num - 1], sets[i].shown) == 0))
            wanted[num++] = sets[i].shown;
    const char *const *got = lanescan_isas();
    for (size_t i = 0; i < num; i++) {
        if (!check(*got && strcmp(*got, wanted[i]) == 0, "this CPU has %s; the library's is %s",
                   wanted[i], *got ? *got : "none"))
            break;
        got++;
    }
    check(!*got, "%s runs, which this CPU has not", *got ? *got : "");
    check(strcmp(lanescan_isa(), wanted[0]) == 0, "%s is chosen, not %s", lanescan_isa(),
          wanted[0]);
    return check_finish();
}
