#include "consumer.h"

#include <vector>

int main()
{
    std::vector<float> x = { 1, 2, 3, 4 }, y(x.size());
    return consumer_run("C++", x.data(), y.data());
}
