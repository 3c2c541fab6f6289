/* The entry of libFuzzer, which takes the end of the program for a finding. */
#include "fuzz.h"

#include "harness/check.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_one(bytes, size);
    if (check_failures()) {
        fflush(NULL);
        abort();
    }
    return 0;
}
