/* What is known about the CPU: for people, and for results, which are those of one CPU. */
#ifndef LANESCAN_BENCH_CPU_REPORT_H
#define LANESCAN_BENCH_CPU_REPORT_H

#include <stddef.h>

enum { BENCH_MAX_FEATURES = 256, BENCH_MAX_CACHES = 8 };

typedef struct bench_cache {
    int level;
    const char *type; /* "data" or "unified" */
    size_t bytes;
    int line; /* bytes; 0: not known */
} bench_cache;

typedef struct bench_cpu {
    char name[128], vendor[64];    /* "": not known */
    int family, model, stepping;   /* -1: not known */
    const char *microarchitecture; /* NULL: not known */
    const char *features[BENCH_MAX_FEATURES];
    size_t num_features;
    bench_cache caches[BENCH_MAX_CACHES]; /* inner first */
    size_t num_caches;
    int logical_cpus;                  /* that are on line */
    const char *source, *cache_source; /* who said so */
    char text[4096];                   /* where features are kept that were read from a file */
} bench_cpu;

/* Asked once. */
const bench_cpu *bench_this_cpu(void);

/* Bytes of the outermost cache; 0: not known. */
size_t bench_last_cache(void);

int bench_print_cpu(void); /* the program's exit status */

/* ---- cpu_identity.c ---- */

/* Name to features; on x86 the caches too, where cpu_features knows them. */
void bench_identify_cpu(bench_cpu *);

/* ---- cpu_caches.c ---- */

/* The caches that the kernel shows. */
void bench_kernel_caches(bench_cpu *);

#endif
