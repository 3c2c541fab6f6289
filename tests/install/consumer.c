#include "consumer.h"

/* The name of a function of cpu_features: the library must neither clash with it nor call it. */
int GetX86Info(void);
static int called;
int GetX86Info(void)
{
    called = 1;
    return 0;
}

int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4];
    if (called)
        return consumer_failed("the library calls a function of this program");
    return consumer_run("C", x, y);
}
