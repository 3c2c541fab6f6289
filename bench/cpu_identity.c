/* Which CPU this is: cpu_features knows on x86, the kernel elsewhere and where it is not there. */
#include "cpu_report.h"

#include <stdio.h>
#include <string.h>

static void add_feature(bench_cpu *cpu, const char *name)
{
    if (cpu->num_features < BENCH_MAX_FEATURES)
        cpu->features[cpu->num_features++] = name;
}

#ifdef BENCH_WITH_CPU_FEATURES
#include <cpuinfo_x86.h>

/* cpu_features 0.7 knows the caches of Intel's CPUs alone. */
static void caches_of_x86(bench_cpu *cpu)
{
    const CacheInfo info = GetX86CacheInfo();
    for (int i = 0; i < info.size && cpu->num_caches < BENCH_MAX_CACHES; i++) {
        const CacheLevelInfo *level = &info.levels[i];
        const int is_data = level->cache_type == CPU_FEATURE_CACHE_DATA;
        if ((is_data || level->cache_type == CPU_FEATURE_CACHE_UNIFIED) && level->cache_size > 0)
            cpu->caches[cpu->num_caches++] = (bench_cache){ level->level,
                                                            is_data ? "data" : "unified",
                                                            (size_t)level->cache_size,
                                                            level->line_size };
    }
}

void bench_identify_cpu(bench_cpu *cpu)
{
    const X86Info info = GetX86Info();
    const X86Microarchitecture microarchitecture = GetX86Microarchitecture(&info);
    snprintf(cpu->name, sizeof cpu->name, "%s", info.brand_string);
    snprintf(cpu->vendor, sizeof cpu->vendor, "%s", info.vendor);
    cpu->family = info.family;
    cpu->model = info.model;
    cpu->stepping = info.stepping;
    if (microarchitecture != X86_UNKNOWN)
        cpu->microarchitecture = GetX86MicroarchitectureName(microarchitecture);
    for (int i = 0; i < X86_LAST_; i++)
        if (GetX86FeaturesEnumValue(&info.features, (X86FeaturesEnum)i))
            add_feature(cpu, GetX86FeaturesEnumName((X86FeaturesEnum)i));
    caches_of_x86(cpu);
    cpu->source = cpu->cache_source = "cpu_features";
}

#else

/* What stands right of the colon in the first line of /proc/cpuinfo with this key; "": nothing. */
static void look_up(const char *key, char *out, size_t size)
{
    char line[4096];
    const size_t length = strlen(key);
    FILE *file = fopen("/proc/cpuinfo", "r");
    *out = '\0';
    while (file && !*out && fgets(line, sizeof line, file)) {
        char *value = line + length;
        if (strncmp(line, key, length) != 0)
            continue;
        value += strspn(value, " \t");
        if (*value != ':')
            continue; /* another key that begins so */
        value += 1 + strspn(value + 1, " \t");
        value[strcspn(value, "\n")] = '\0';
        snprintf(out, size, "%.*s", (int)size - 1, value);
    }
    if (file)
        fclose(file);
}

/* The number under the key that x86 has, or ARM; -1: neither. */
static int look_up_number(const char *x86, const char *arm)
{
    char text[64];
    int number;
    look_up(x86, text, sizeof text);
    if (!text[0])
        look_up(arm, text, sizeof text);
    return sscanf(text, "%i", &number) == 1 && number >= 0 ? number : -1;
}

void bench_identify_cpu(bench_cpu *cpu)
{
    cpu->source = "/proc/cpuinfo";
    look_up("model name", cpu->name, sizeof cpu->name);
    look_up("CPU implementer", cpu->vendor, sizeof cpu->vendor); /* ARM: 0x41 is Arm itself */
    if (!cpu->vendor[0])
        look_up("vendor_id", cpu->vendor, sizeof cpu->vendor);
    cpu->family = look_up_number("cpu family", "CPU architecture");
    cpu->model = look_up_number("model", "CPU part");
    cpu->stepping = look_up_number("stepping", "CPU revision");
    if (!cpu->name[0] && cpu->model >= 0)
        snprintf(cpu->name, sizeof cpu->name, "implementer %.60s part 0x%x", cpu->vendor,
                 (unsigned)cpu->model);
    look_up("Features", cpu->text, sizeof cpu->text); /* ARM */
    if (!cpu->text[0])
        look_up("flags", cpu->text, sizeof cpu->text);
    for (char *word = strtok(cpu->text, " "); word; word = strtok(NULL, " "))
        add_feature(cpu, word);
}

#endif
