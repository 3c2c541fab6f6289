/* The parts of the streams' test. */
#ifndef LANESCAN_TESTS_STREAM_CHECK_H
#define LANESCAN_TESTS_STREAM_CHECK_H

void stream_errors(void);

#endif
