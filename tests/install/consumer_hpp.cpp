/* The installed lanescan.hpp, its C++ and the library that goes with it. */
#include <lanescan.hpp>

#include <cstdio>
#include <vector>

int main()
{
    const std::vector<float> x = { 1, 2, 3, 4 };
    std::vector<float> y(x.size());
    lanescan::cumsum(x, y, lanescan::reverse);
    std::error_code ec;
    lanescan::cumsum(x, 1, y, ec);
    if (y != std::vector<float>{ 10, 9, 7, 4 } || ec != lanescan::errc::dim) {
        std::fputs("FAIL lanescan.hpp\n", stderr);
        return 1;
    }
    std::printf("C++17 %s %s\n", lanescan::version(), lanescan::isa());
}
