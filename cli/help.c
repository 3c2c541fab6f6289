#include "help.h"

#include <stdio.h>
#include <string.h>

#define HAS_INDEX(op) (LANESCAN_##op == LANESCAN_CUMMAX || LANESCAN_##op == LANESCAN_CUMMIN)

const operation_row operation_rows[] = {
#define OPERATION(op, name, text, identity, integers) \
    { #name, COMMAND_SCAN, LANESCAN_##op, HAS_INDEX(op) ? FOR_EXTREMES : FOR_SUM_LIKE, text },
#include "ops/ops.def"
    { "logsumexp", COMMAND_LOGSUMEXP, LANESCAN_LOGCUMSUMEXP, FOR_LOGSUMEXP,
      "logarithm of the sum of e^x, over dimensions" },
    { "logaddexp", COMMAND_LOGADDEXP, LANESCAN_LOGCUMSUMEXP, FOR_LOGADDEXP,
      "log(e^a + e^b) of the elements of two arrays" },
    { "recurrence", COMMAND_RECURRENCE, LANESCAN_CUMSUM, FOR_RECURRENCE,
      "linear recurrence: y[j] = a[j] y[j-1] + b[j]" },
    { "info", COMMAND_INFO, LANESCAN_CUMSUM, FOR_INFO,
      "version, CPU, threads, instruction sets, the one in use" },
};
const int num_operation_rows = sizeof operation_rows / sizeof operation_rows[0];

const option_row option_rows[] = {
    { OPTION_DIM, 'd', "dim", "D", "the dimension, from 0, or from -1 for the last",
      FOR_SCANS | FOR_LOGSUMEXP | FOR_RECURRENCE },
    { OPTION_REVERSE, 'r', "reverse", NULL, "from the end to the beginning",
      FOR_SCANS | FOR_RECURRENCE },
    { OPTION_EXCLUSIVE, 'x', "exclusive", NULL, "element j is the result before element j",
      FOR_SCANS },
    { OPTION_TOTAL, 0, "total", NULL, "exclusive, with the total as one more element", FOR_SCANS },
    { OPTION_INITIAL, 'i', "initial", "V", "begin with this value", FOR_SCANS | FOR_RECURRENCE },
    { OPTION_INDEX, 0, "index", "FILE", "write the positions of the extremes there", FOR_EXTREMES },
    { OPTION_GRADIENT, 0, "gradient", "FILE", "write the input's gradient, from that of results",
      FOR_SCANS | FOR_LOGSUMEXP },
    { OPTION_KEEPDIMS, 0, "keepdims", NULL, "keep the dimensions, with extent 1", FOR_LOGSUMEXP },
    { OPTION_DTYPE, 't', "dtype", "TYPE", "convert to this type first: f32, int64, ...",
      FOR_ARRAYS },
    { OPTION_ORDER, 0, "order", "ORDER", "order of the result in memory: C or F", FOR_ARRAYS },
    { OPTION_OUTPUT, 'o', "output", "OUT", "write there, not to standard output", FOR_ARRAYS },
    { OPTION_TO, 0, "to", "FORMAT", "format of the result: npy, raw or text", FOR_ARRAYS },
    { OPTION_NPY, 0, "npy", NULL, "the input is .npy", FOR_ARRAYS },
    { OPTION_RAW, 0, "raw", "TYPE", "the input is elements of this type, nothing else",
      FOR_ARRAYS },
    { OPTION_SHAPE, 0, "shape", "N,...", "the shape of raw input", FOR_ARRAYS },
    { OPTION_TEXT, 0, "text", NULL, "the input is numbers in lines and columns", FOR_ARRAYS },
    { OPTION_COLUMN, 'c', "column", "N", "of text, only column N, from 1", FOR_ARRAYS },
    { OPTION_SEPARATOR, 's', "separator", "C", "between columns: a character, tab or space",
      FOR_ARRAYS },
    { OPTION_SKIP_HEADER, 0, "skip-header", NULL, "the first line of text is not numbers",
      FOR_ARRAYS },
    { OPTION_SELF_TEST, 0, "self-test", NULL, "compare each set's results with those recorded",
      FOR_INFO },
    { OPTION_ISA, 0, "isa", "ISA", "use this instruction set (see lanescan info)", FOR_ALL },
    { OPTION_THREADS, 0, "threads", "N", "work on so many threads; by default on every CPU",
      FOR_ALL },
    { OPTION_HELP, 'h', "help", NULL, "print this and end", FOR_ALL },
    { OPTION_VERSION, 'V', "version", NULL, "print the version and end", FOR_ALL },
};
const int num_option_rows = sizeof option_rows / sizeof option_rows[0];

static const char *usage_of(const operation_row *operation)
{
    switch (operation->command) {
    case COMMAND_LOGADDEXP:
    case COMMAND_RECURRENCE:
        return "[OPTION]... [-o OUT] A B";
    case COMMAND_INFO:
        return "[OPTION]...";
    default:
        return "[OPTION]... [-o OUT] [IN]";
    }
}

static void print_options(unsigned operations)
{
    printf("\nOptions:\n");
    for (int i = 0; i < num_option_rows; i++) {
        const option_row *const row = &option_rows[i];
        char words[40];
        if (!(row->operations & operations))
            continue;
        snprintf(words, sizeof words, "--%s%s%s", row->name, row->argument ? " " : "",
                 row->argument ? row->argument : "");
        if (row->letter)
            printf("  -%c, %-16s %s\n", row->letter, words, row->help);
        else
            printf("      %-16s %s\n", words, row->help);
    }
}

static void print_notes(void)
{
    printf("\n"
           "IN and OUT are standard input and output by default, and where they are \"-\". The\n"
           "format of IN is seen from its beginning (.npy or text); that of OUT follows from\n"
           "its name (.npy .txt .csv .tsv .raw .bin), else it is that of IN.\n"
           "Types: bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128, or NumPy's\n"
           "names: float32, <f4. Exit status: 0, 1 when data or files are wrong, 2 when the\n"
           "command line is.\n");
}

void print_help(const operation_row *operation)
{
    if (operation) {
        printf("Usage: lanescan %s %s\n\n%s: %s\n", operation->name, usage_of(operation),
               operation->name, operation->help);
        print_options(operation->set);
        if (operation->set & FOR_ARRAYS)
            print_notes();
        return;
    }
    printf("Usage: lanescan OP [OPTION]... [-o OUT] [IN]\n"
           "       lanescan logaddexp|recurrence [OPTION]... [-o OUT] A B\n"
           "       lanescan info\n"
           "\n"
           "Running sums, products, extremes, log-sum-exps and linear recurrences of .npy\n"
           "files, raw elements and columns of text. lanescan OP --help lists the options\n"
           "of one operation.\n"
           "\n"
           "Operations:\n");
    for (int i = 0; i < num_operation_rows; i++)
        printf("  %-14s %s\n", operation_rows[i].name, operation_rows[i].help);
    print_options(FOR_ALL);
    print_notes();
}

void print_version(void)
{
    printf("lanescan %s\n", lanescan_version());
}
