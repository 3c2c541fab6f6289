/* Text from outside - names of files, arguments, the environment - for a line that people read. */
#ifndef LANESCAN_CLI_ESCAPE_H
#define LANESCAN_CLI_ESCAPE_H

#include <stddef.h>

enum { ESCAPED_MAX = 4 }; /* characters that one byte may become */

/* Copies n bytes to `out`, where ESCAPED_MAX * n must fit, and returns how many they have become.
 * What would end the line, move the cursor or turn the direction of writing, and what is not UTF-8,
 * becomes \n, \t, \r or \x1b; nothing else changes. */
size_t escape(const char *text, size_t n, char *out);

#endif
