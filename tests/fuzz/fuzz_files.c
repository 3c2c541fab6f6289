/* A target without libFuzzer: runs the files given, and all files of the folders given, as cases.
 *     corpus_tensor <file or folder>...                                                            */
#define _POSIX_C_SOURCE 200809L /* scandir */

#include "fuzz.h"

#include "harness/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static size_t num_cases;

/* Ends of memory are ends of the input, so that reading on is seen. */
static void run_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    if (!file) {
        check(false, "%s: cannot be opened", path);
        return;
    }
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *const bytes = check_alloc(size);
    const size_t before = check_failures();
    if (check(fread(bytes, 1, size, file) == size, "%s: cannot be read", path))
        fuzz_one(bytes, size);
    if (check_failures() != before)
        printf("by %s\n", path);
    num_cases++;
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
