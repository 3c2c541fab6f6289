/* A target without libFuzzer: runs the cases of the files given, and of all files of the folders
 * given. A file is one case, but one that ends in .cases has one in each line.
 *     corpus_tensor <file or folder>... */
#define _POSIX_C_SOURCE 200809L /* scandir */

#include "fuzz.h"

#include "harness/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t num_cases;

/* Ends of memory are ends of the input, so that reading on is seen. */
static void run_case(const char *path, const char *name, const uint8_t *bytes, size_t size)
{
    uint8_t *const alone = check_alloc(size);
    const size_t before = check_failures();
    memcpy(alone, bytes, size);
    fuzz_one(alone, size);
    if (check_failures() != before)
        printf("by %s of %s\n", name, path);
    num_cases++;
    free(alone);
}

/* The byte that begins at `*text`, which becomes what follows it; pack.py says how bytes are
 * written. */
static uint8_t read_byte(char **text)
{
    static const char letters[] = "nrt\\", bytes[] = "\n\r\t\\";
    const char c = *(*text)++;
    if (c != '\\')
        return (uint8_t)c;
    const char kind = *(*text)++;
    const char *const letter = kind ? strchr(letters, kind) : NULL;
    if (letter)
        return (uint8_t)bytes[letter - letters];
    char digits[3] = { (*text)[0], (*text)[0] ? (*text)[1] : '\0', '\0' }, *end;
    const unsigned long value = strtoul(digits, &end, 16);
    check(kind == 'x' && end == digits + 2, "a backslash before %c%s", kind, digits);
    *text += end - digits;
    return (uint8_t)value;
}

/* Lines "name: bytes", which are decoded where they are: no byte takes less room as text. */
static void run_lines(const char *path, char *text)
{
    for (char *next; *text; text = next) {
        char *const line_end = text + strcspn(text, "\n"), *const colon = strchr(text, ':');
        next = line_end + (*line_end == '\n');
        *line_end = '\0';
        if (*text == '#' || *text == '\0')
            continue;
        if (!check(colon && colon < line_end, "%s: no name before %s", path, text))
            return;
        *colon = '\0';
        char *from = colon + 1 + (colon[1] == ' ');
        uint8_t *const bytes = (uint8_t *)from;
        size_t size = 0;
        while (from < line_end)
            bytes[size++] = read_byte(&from);
        run_case(path, text, bytes, size);
    }
}

static void run_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    const char *const dot = strrchr(path, '.');
    if (!file) {
        check(false, "%s: cannot be opened", path);
        return;
    }
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *const bytes = check_alloc(size + 1);
    bytes[size] = '\0';
    if (check(fread(bytes, 1, size, file) == size, "%s: cannot be read", path)) {
        if (dot && strcmp(dot, ".cases") == 0)
            run_lines(path, (char *)bytes);
        else
            run_case(path, "all", bytes, size);
    }
    free(bytes);
    fclose(file);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool run_folder(const char *path)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0)
        return false;
    for (int i = 0; i < count; i++) {
        char file[4096];
        const int length = snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
        if (check(length < (int)sizeof file, "%s/%s: too long a name", path, entries[i]->d_name))
            run_file(file);
        free(entries[i]);
    }
    free(entries);
    return true;
}

int main(int argc, char **argv)
{
    check_start(argv[0], "files");
    for (int i = 1; i < argc; i++)
        if (!run_folder(argv[i]))
            run_file(argv[i]);
    printf("%zu cases\n", num_cases);
    return check_finish();
}
