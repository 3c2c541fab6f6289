#include "fuzz_program.h"

#include "harness/check.h"
#include "report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 16 };

static jmp_buf program_end;
static char said[PROGRAM_MESSAGE];
static void *blocks[MOST_BLOCKS];
static size_t num_blocks;

bool program_run(void (*part)(void *), void *with, char message[PROGRAM_MESSAGE])
{
    said[0] = '\0';
    if (setjmp(program_end) == 0) {
        part(with);
        check(num_blocks == 0, "%zu blocks of memory are left", num_blocks);
    }
    while (num_blocks)
        free(blocks[--num_blocks]);
    memcpy(message, said, sizeof said);
    return !said[0];
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    check(length > 0 && length < PROGRAM_MESSAGE && !strchr(said, '\n'), "not one sentence: %s",
          said);
    longjmp(program_end, 1);
}

static void *keep(void *memory)
{
    if (!memory || num_blocks == MOST_BLOCKS) {
        printf("FAIL no memory, or too many blocks of it\n");
        abort();
    }
    return blocks[num_blocks++] = memory;
}

/* Takes a block off the list. */
static void forget(const void *memory)
{
    size_t i = 0;
    while (i < num_blocks && blocks[i] != memory)
        i++;
    if (check(i < num_blocks, "memory that was not allocated is freed"))
        blocks[i] = blocks[--num_blocks];
}

void *allocate(size_t count, size_t size)
{
    return keep(calloc(count ? count : 1, size ? size : 1));
}

void *reallocate(void *memory, size_t bytes)
{
    forget(memory);
    return keep(realloc(memory, bytes ? bytes : 1));
}

void program_free(void *memory)
{
    if (!memory)
        return;
    forget(memory);
    free(memory);
}
