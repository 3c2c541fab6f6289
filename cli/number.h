/* Elements as text: read, and written so that reading gives the same element again. */
#ifndef LANESCAN_CLI_NUMBER_H
#define LANESCAN_CLI_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_MAX = 64 }; /* room for any element */

/* Reads an element from all of a string without spaces around it; false and what the text is not in
 * *why. */
bool number_parse(const char *text, int dtype, void *element, const char **why);

/* Writes an element with the fewest digits of 15 to 17 (6 to 9, 3 to 5) that give it back, and no
 * zero byte; returns how many characters. */
size_t number_print(int dtype, const void *element, char text[NUMBER_MAX]);

#endif
