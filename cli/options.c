#include "options.h"

#include "element.h"
#include "help.h"
#include "report.h"
#include "threads.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

/* Digits, perhaps after a sign; strtoll would skip spaces and line feeds before them. */
static int64_t read_number(const char *option, const char *text, char **end, int64_t low,
                           int64_t high)
{
    const char *const digits = text + (text[0] == '-' || text[0] == '+');
    errno = 0;
    const int64_t value = strtoll(text, end, 10);
    if (digits[0] < '0' || digits[0] > '9' || errno || value < low || value > high)
        fail_usage("--%s: '%s' is not a number in range", option, text);
    return value;
}

/* Numbers with commas between them. */
static int read_list(const char *option, const char *text, int64_t low, int64_t high,
                     void (*add)(options *o, int i, int64_t value), options *o)
{
    int count = 0;
    char *end;
    for (;;) {
        if (count == LANESCAN_MAX_NDIM)
            fail_usage("--%s: there are at most %d dimensions", option, LANESCAN_MAX_NDIM);
        add(o, count++, read_number(option, text, &end, low, high));
        if (*end == '\0')
            return count;
        if (*end != ',')
            fail_usage("--%s: '%s' is not a number, or several with commas between them", option,
                       text);
        text = end + 1;
    }
}

static void add_dim(options *o, int i, int64_t value)
{
    o->dims[i] = (int)value;
}

static void add_extent(options *o, int i, int64_t value)
{
    o->shape[i] = value;
}

/* Numbers have letters, as in 1e5, inf, true and 1+2j, and parentheses. */
static char read_separator(const char *text)
{
    const unsigned char c = (unsigned char)text[0];
    if (strcmp(text, "tab") == 0 || strcmp(text, "\\t") == 0)
        return '\t';
    if (strcmp(text, "space") == 0)
        return ' ';
    if (c && !text[1] && c < 0x7f && !isalnum(c) && !strchr("\"\r\n+-.()", c))
        return text[0];
    fail_usage("--separator: '%s' is not one character that numbers lack, tab or space", text);
}

static char read_order(const char *text)
{
    if (strcmp(text, "C") != 0 && strcmp(text, "F") != 0)
        fail_usage("--order: '%s' is neither C nor F", text);
    return text[0];
}

/* From 1. */
static long read_count(const char *option, const char *text, long most)
{
    char *end;
    const long count = (long)read_number(option, text, &end, 1, most);
    if (*end)
        fail_usage("--%s: '%s' is not a number in range", option, text);
    return count;
}

static format read_format(const char *text)
{
    static const char *const names[] = {
        [FORMAT_NPY] = "npy", [FORMAT_RAW] = "raw", [FORMAT_TEXT] = "text"
    };
    for (int i = FORMAT_NPY; i <= FORMAT_TEXT; i++)
        if (strcmp(names[i], text) == 0)
            return (format)i;
    fail_usage("--to: '%s' is none of npy, raw and text", text);
}

static void set_from(options *o, format from)
{
    if (o->from != FORMAT_GUESSED && o->from != from)
        fail_usage("the input is only one of --npy, --raw and --text");
    o->from = from;
}

static void set_isa(const char *name)
{
    const lanescan_status status = lanescan_set_isa(name);
    if (status)
        fail_usage("--isa: '%s': %s", name, lanescan_status_string(status));
}

static int read_dtype(const char *option, const char *name, bool *is_big_endian)
{
    int dtype;
    if (!element_parse(name, &dtype, is_big_endian))
        fail_usage("--%s: '%s' is none of bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 "
                   "c128",
                   option, name);
    return dtype;
}

/* ---- Options ---- */

/* Options about what is computed; false where it is not one of them. */
static bool set_computation(options *o, const option_row *row, const char *value)
{
    switch (row->id) {
    case OPTION_DIM:
        o->num_dims = read_list(row->name, value, -LANESCAN_MAX_NDIM, LANESCAN_MAX_NDIM - 1,
                                add_dim, o);
        return true;
    case OPTION_REVERSE:
        return o->reverse = true;
    case OPTION_EXCLUSIVE:
        return o->exclusive = true;
    case OPTION_TOTAL:
        return o->exclusive = o->total = true;
    case OPTION_INITIAL:
        o->initial = value;
        return true;
    case OPTION_KEEPDIMS:
        return o->keepdims = true;
    case OPTION_DTYPE:
        o->dtype = read_dtype(row->name, value, NULL);
        return true;
    case OPTION_SELF_TEST:
        return o->self_test = true;
    case OPTION_ISA:
        set_isa(value);
        return true;
    case OPTION_THREADS:
        threads_set((int)read_count(row->name, value, MOST_THREADS));
        return true;
    default:
        return false;
    }
}

/* Options about files and their formats. */
static void set_format(options *o, const option_row *row, const char *value)
{
    switch (row->id) {
    case OPTION_INDEX:
        o->index = value;
        break;
    case OPTION_GRADIENT:
        o->gradient = true;
        o->input[1] = value;
        break;
    case OPTION_OUTPUT:
        o->output = value;
        break;
    case OPTION_ORDER:
        o->order = read_order(value);
        break;
    case OPTION_TO:
        o->to = read_format(value);
        break;
    case OPTION_NPY:
        set_from(o, FORMAT_NPY);
        break;
    case OPTION_RAW:
        set_from(o, FORMAT_RAW);
        o->raw_dtype = read_dtype(row->name, value, &o->raw_is_big_endian);
        break;
    case OPTION_SHAPE:
        o->ndim = (int32_t)read_list(row->name, value, 0, INT64_MAX, add_extent, o);
        o->has_shape = true;
        break;
    case OPTION_TEXT:
        set_from(o, FORMAT_TEXT);
        break;
    case OPTION_COLUMN:
        o->column = read_count(row->name, value, LONG_MAX);
        break;
    case OPTION_SEPARATOR:
        o->separator = read_separator(value);
        break;
    default:
        o->skip_header = true;
        break;
    }
}

static void print_and_end(void (*print)(const operation_row *), const operation_row *operation)
{
    print(operation);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail_errno("standard output");
    exit(0);
}

static void print_version_of(const operation_row *operation)
{
    (void)operation;
    print_version();
}

static void set_or_print(options *o, const operation_row *operation, const option_row *row,
                         const char *value)
{
    if (row->id == OPTION_HELP)
        print_and_end(print_help, operation);
    if (row->id == OPTION_VERSION)
        print_and_end(print_version_of, operation);
    if (!(row->operations & operation->set))
        fail_usage("--%s is not an option of %s", row->name, operation->name);
    const char *const text = value ? value : "";
    if (!set_computation(o, row, text))
        set_format(o, row, text);
}

/* ---- The command line ---- */

/* --name, --name=value or --name value: how many arguments were used. */
static int read_long(options *o, const operation_row *operation, char **argv)
{
    const char *const name = argv[0] + 2, *const equals = strchr(name, '=');
    const size_t n = equals ? (size_t)(equals - name) : strlen(name);
    for (int i = 0; i < num_option_rows; i++) {
        const option_row *const row = &option_rows[i];
        if (strlen(row->name) != n || memcmp(row->name, name, n) != 0)
            continue;
        if (!row->argument && equals)
            fail_usage("--%s has no argument", row->name);
        if (row->argument && !equals && !argv[1])
            fail_usage("--%s needs an argument", row->name);
        const bool uses_next = row->argument && !equals;
        set_or_print(o, operation, row, uses_next ? argv[1] : equals ? equals + 1 : NULL);
        return uses_next ? 2 : 1;
    }
    fail_usage("%s is not an option; see lanescan %s --help", argv[0], operation->name);
}

static const option_row *find_letter(const operation_row *operation, char letter)
{
    for (int i = 0; i < num_option_rows; i++)
        if (option_rows[i].letter == letter)
            return &option_rows[i];
    fail_usage("-%c is not an option; see lanescan %s --help", letter, operation->name);
}

/* -xr, -oOUT or -o OUT. */
static int read_short(options *o, const operation_row *operation, char **argv)
{
    for (const char *at = argv[0] + 1; *at; at++) {
        const option_row *const row = find_letter(operation, *at);
        if (row->argument && !at[1] && !argv[1])
            fail_usage("-%c needs an argument", *at);
        if (row->argument) {
            set_or_print(o, operation, row, at[1] ? at + 1 : argv[1]);
            return at[1] ? 1 : 2;
        }
        set_or_print(o, operation, row, NULL);
    }
    return 1;
}

static const operation_row *find_operation(const char *name)
{
    for (int i = 0; i < num_operation_rows; i++)
        if (strcmp(operation_rows[i].name, name) == 0)
            return &operation_rows[i];
    return NULL;
}

static const operation_row *read_operation(int argc, char **argv)
{
    /* A caller may pass nothing, not even the program's name. */
    const char *const word = argc > 1 ? argv[1] : NULL;
    if (!word)
        fail_usage("an operation is missing; see lanescan --help");
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const operation_row *const operation = argv[2] ? find_operation(argv[2]) : NULL;
        if (argv[2] && !operation)
            fail_usage("%s is not an operation; see lanescan --help", argv[2]);
        print_and_end(print_help, operation);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        print_and_end(print_version_of, NULL);
    const operation_row *const operation = find_operation(word);
    if (!operation)
        fail_usage("%s is not an operation; see lanescan --help", word);
    return operation;
}

static void check_combinations(const options *o, int num_inputs)
{
    const bool takes_two = o->command == COMMAND_LOGADDEXP || o->command == COMMAND_RECURRENCE;
    const int max_inputs = takes_two ? 2 : o->command == COMMAND_INFO ? 0 : 1;
    if (num_inputs > max_inputs)
        fail_usage("there are too many files; %s takes %d", o->op_name, max_inputs);
    if (takes_two && num_inputs < 2)
        fail_usage("%s takes two files", o->op_name);
    if ((takes_two || o->gradient) && strcmp(o->input[0], "-") == 0 &&
        strcmp(o->input[1], "-") == 0)
        fail_usage("only one of the files can be standard input");
    if ((o->command == COMMAND_SCAN || o->command == COMMAND_RECURRENCE) && o->num_dims > 1)
        fail_usage("--dim: %s goes along one dimension", o->op_name);
    if (o->gradient && o->index)
        fail_usage("--gradient writes no positions: not with --index");
    if (o->has_shape && o->from != FORMAT_RAW)
        fail_usage("--shape is for --raw");
    if (o->index && strcmp(o->index, o->output) == 0 && strcmp(o->index, "/dev/null") != 0)
        fail_usage("results and indices cannot both go to %s",
                   strcmp(o->index, "-") == 0 ? "standard output" : o->index);
    if ((o->column || o->skip_header) && o->from != FORMAT_GUESSED && o->from != FORMAT_TEXT)
        fail_usage("--%s is for text", o->column ? "column" : "skip-header");
}

void options_read(options *o, int argc, char **argv)
{
    const operation_row *const operation = read_operation(argc, argv);
    int num_inputs = 0, at = 2;
    bool only_files = false;
    *o = (options){ .command = operation->command,
                    .op = operation->op,
                    .op_name = operation->name,
                    .input = { "-", "-" },
                    .output = "-",
                    .dtype = DEFAULT_DTYPE };
    while (argv[at]) {
        const char *const word = argv[at];
        if (only_files || word[0] != '-' || !word[1]) {
            if (num_inputs < 2)
                o->input[num_inputs] = word;
            num_inputs++;
            at++;
        } else if (strcmp(word, "--") == 0) {
            only_files = true;
            at++;
        } else if (word[1] == '-') {
            at += read_long(o, operation, argv + at);
        } else {
            at += read_short(o, operation, argv + at);
        }
    }
    check_combinations(o, num_inputs);
}
