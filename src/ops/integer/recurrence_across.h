/* Linear recurrences of integers side by side. */
#ifndef LANESCAN_INTEGER_RECURRENCE_ACROSS_H
#define LANESCAN_INTEGER_RECURRENCE_ACROSS_H

#include "ops/own.h"
#include "ops/recurrence/state.h"

#define ROWS_OF_NUMBERS integer_recurrence_across_32
#define NUMBER          uint32_t
#include "ops/integer/recurrence_across_tpl.h"

#define ROWS_OF_NUMBERS integer_recurrence_across_64
#define NUMBER          uint64_t
#include "ops/integer/recurrence_across_tpl.h"

#endif
