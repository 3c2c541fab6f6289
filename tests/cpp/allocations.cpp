#include "arrays.h"

#include <cstdlib>
#include <new>

static std::size_t count;

std::size_t allocations()
{
    return count;
}

void *operator new(std::size_t size)
{
    count++;
    if (void *const memory = std::malloc(size))
        return memory;
    std::abort();
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

/* Declared by the standard's header from C++14 on, but not by that of every compiler. */
void operator delete(void *memory, std::size_t) noexcept;

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
