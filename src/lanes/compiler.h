/* What differs between compilers and between systems, so that a new one has one place to be added.
 * Builtins keep the names that gcc and clang (clang-cl too) have for them: a compiler that has none
 * gets them here as macros. Atomics are those of C11. */
#ifndef LANESCAN_COMPILER_H
#define LANESCAN_COMPILER_H

#if !defined(__GNUC__)
#error "lanescan needs gcc or clang"
#endif

/* ---- functions and objects ---- */

/* What is static in a unit of an instruction set is inlined into its kernels or stays in that unit:
 * nothing compiled with the set's flags may be left over for the linker to give to others. */
#define LANESCAN_INLINE   static inline __attribute__((always_inline, unused))
#define LANESCAN_NOINLINE static __attribute__((noinline, unused))
#define LANESCAN_COLD     static __attribute__((noinline, cold, unused))
/* Of scalars, called by kernels in lanes. Where gcc sees that it leaves their registers alone, the
 * caller returns without vzeroupper, and what comes next in SSE waits some 100 ns. */
#if defined(__GNUC__) && !defined(__clang__)
#define LANESCAN_NOINLINE_IN_LANES static __attribute__((noipa, unused))
#else
#define LANESCAN_NOINLINE_IN_LANES LANESCAN_NOINLINE
#endif
/* Before a function that others of its unit call, each of which would have a copy of it. */
#define LANESCAN_ONE_COPY __attribute__((noinline))
/* Of an object that other units read: it is this library's own, so nothing loads its address. */
#if defined(__ELF__)
#define LANESCAN_HIDDEN __attribute__((visibility("hidden")))
#else
#define LANESCAN_HIDDEN
#endif
/* Runs when the library is loaded, before main. */
#define LANESCAN_CONSTRUCTOR    static __attribute__((constructor))
#define LANESCAN_UNUSED         __attribute__((unused))
#define LANESCAN_ALIGNED(bytes) __attribute__((aligned(bytes)))

/* Plain loops that compilers turn into lanes, in portable code too, which gcc compiles without that
 * else (meson.build says why). */
#if defined(__clang__)
#define LANESCAN_VECTORIZED LANESCAN_NOINLINE
#else
#define LANESCAN_VECTORIZED                 \
    static __attribute__((noinline, unused, \
                          optimize("O2", "tree-vectorize", "vect-cost-model=dynamic")))
#endif

/* Before a function: its loops begin with the 64 bytes that a processor decodes at once. One of a
 * cycle an element takes two where it does not fit into them, and else chance says where it
 * lies. */
#if defined(__clang__)
#define LANESCAN_LOOPS_ALIGNED
#else
#define LANESCAN_LOOPS_ALIGNED __attribute__((optimize("align-loops=64")))
#endif

/* In a unit, before its functions: a loop is not written once for each value of a condition that
 * stays the same in it. gcc does so with -O3, also with those that hardly cost time. */
#if defined(__clang__)
#define LANESCAN_LOOPS_ONCE
#else
#define LANESCAN_LOOPS_ONCE _Pragma("GCC optimize(\"no-unswitch-loops\")")
#endif

/* In a set of POWER, before its functions: gcc 12 with -O3 mixes up lanes (in logsumexp of many
 * lines of halves) when it removes the swaps that POWER8's loads and stores of lanes need. */
#if defined(__powerpc64__) && !defined(__clang__)
#define LANESCAN_SWAPS_STAY _Pragma("GCC target(\"no-optimize-swaps\")")
#else
#define LANESCAN_SWAPS_STAY
#endif

#define LANESCAN_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define LANESCAN_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Before a loop: so many of its turns in one; 1: it stays as it is. */
#define LANESCAN_PRAGMA(words) _Pragma(#words)
#define LANESCAN_UNROLL(turns) LANESCAN_PRAGMA(GCC unroll turns)

/* Before a loop that may read and write the same elements, but each in one turn alone, so that
 * several turns can be done at a time. */
#if defined(__clang__)
#define LANESCAN_INDEPENDENT_TURNS LANESCAN_PRAGMA(clang loop vectorize(assume_safety))
#else
#define LANESCAN_INDEPENDENT_TURNS LANESCAN_PRAGMA(GCC ivdep)
#endif

/* ---- instructions ---- */

/* Nothing that is read or written in memory moves across. */
#define LANESCAN_BARRIER __asm__ volatile("" : : : "memory")

/* In a loop that waits for another core. */
#if defined(__x86_64__) || defined(__i386__)
#define LANESCAN_PAUSE __builtin_ia32_pause()
#elif defined(__aarch64__)
#define LANESCAN_PAUSE __asm__ volatile("yield")
#else
#define LANESCAN_PAUSE ((void)0)
#endif

#if defined(__x86_64__)
/* Which registers the operating system saves, in two halves. */
#define LANESCAN_READ_XCR0(low, high) __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0))
#elif defined(__aarch64__)
/* fpcr, fpsr: the modes and the flags of floating-point arithmetic. */
#define LANESCAN_READ_REGISTER(name, value) \
    __asm__ volatile("mrs %0, " #name : "=r"(value) : : "memory")
#define LANESCAN_WRITE_REGISTER(name, value) \
    __asm__ volatile("msr " #name ", %0" : : "r"(value) : "memory")
#elif defined(__powerpc64__)
/* Lanes that the compiler does not combine with what they were computed from. */
#define LANESCAN_APART(lanes)              \
    __extension__({                        \
        __typeof__(lanes) apart = (lanes); \
        __asm__("" : "+wa"(apart));        \
        apart;                             \
    })
#endif

/* On Win64 a stack frame is aligned to 16 bytes, no more. gcc (its bug 54412) stores registers of
 * 32 and 64 bytes there with instructions that fault unless they are aligned to their size. So here
 * the assembler makes the others of them, which are as fast where there is alignment. */
#if defined(_WIN64) && defined(__x86_64__) && !defined(__clang__)
__asm__(".macro vmovaps operands:vararg\n\tvmovups \\operands\n.endm\n"
        ".macro vmovapd operands:vararg\n\tvmovupd \\operands\n.endm\n"
        ".macro vmovdqa operands:vararg\n\tvmovdqu \\operands\n.endm\n"
        ".macro vmovdqa32 operands:vararg\n\tvmovdqu32 \\operands\n.endm\n"
        ".macro vmovdqa64 operands:vararg\n\tvmovdqu64 \\operands\n.endm\n");
#endif

#endif
