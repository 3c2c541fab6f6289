/* The kernels of the instruction set that is compiled, and those that it leaves to portable code. */
#ifndef LANESCAN_OWN_H
#define LANESCAN_OWN_H

#include "lanes/sets.h"
#include "memory/own.h"
#include "ops/kernels.h"

#define LINE(name, result, parameters, arguments) result KERNEL(name) parameters;
#define PIECE(op, element, states, kernel, where) lanescan_piece where(kernel);
#define FOLD(op, element, fold) extern const lanescan_fold PORTABLE(fold);
#define KEEPING(op, element, kernel) lanescan_keeping_piece KERNEL(kernel);
#define ACROSS(op, element, kernel) lanescan_across KERNEL(kernel);
#define SHORT(op, element, kernel) lanescan_short_lines KERNEL(kernel);
#define WIDENING(dtype, kernel) lanescan_piece KERNEL(kernel);
#define BINARY(element, kernel) lanescan_binary KERNEL(kernel);
#define EVERY_SET KERNEL
#define PORTABLE_SET PORTABLE
#include "ops/ops.def"
#undef EVERY_SET
#undef PORTABLE_SET

#endif
