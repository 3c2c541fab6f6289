#include "torch_complex.h"
#include "torch_layout.h"
#include "torch_threads.h"

#include <cstdint>

namespace lanescan_torch
{
namespace
{
template <typename T>
void multiply_line(int64_t n, const T *x, int64_t x_step, T *y, int64_t y_step)
{
    double re = 1, im = 0;
    for (int64_t j = 0; j < n; j++) {
        const double a = x[0], b = x[1], product = re * a - im * b;
        im = re * b + im * a;
        re = product;
        y[0] = (T)re;
        y[1] = (T)im;
        x += x_step;
        y += y_step;
    }
}

/* All lines; steps are in parts, of which a number has two. */
struct line_set {
    int ndim; /* the dimensions but that of the scan */
    int64_t shape[LANESCAN_MAX_NDIM], x_steps[LANESCAN_MAX_NDIM], y_steps[LANESCAN_MAX_NDIM];
    int64_t n, x_step, y_step, count;
    size_t n_tasks;
};

/* The lines of a task, one after the other like the hands of a clock. */
template <typename T> void multiply_lines(const line_set &l, size_t task, const T *x, T *y)
{
    const int64_t each = l.count / (int64_t)l.n_tasks, rest = l.count % (int64_t)l.n_tasks;
    const int64_t index = (int64_t)task, more = index < rest ? index : rest;
    int64_t at[LANESCAN_MAX_NDIM], first = index * each + more;
    for (int d = l.ndim - 1; d >= 0; d--) {
        at[d] = first % l.shape[d];
        first /= l.shape[d];
        x += at[d] * l.x_steps[d];
        y += at[d] * l.y_steps[d];
    }
    for (int64_t left = each + (index < rest); left > 0; left--) {
        multiply_line(l.n, x, l.x_step, y, l.y_step);
        for (int d = l.ndim - 1; d >= 0; d--) {
            x += l.x_steps[d];
            y += l.y_steps[d];
            if (++at[d] < l.shape[d])
                break;
            at[d] = 0;
            x -= l.shape[d] * l.x_steps[d];
            y -= l.shape[d] * l.y_steps[d];
        }
    }
}

struct work {
    line_set lines;
    const void *x;
    void *y;
};

template <typename T> void run_task(void *data, size_t task)
{
    const work *const w = static_cast<const work *>(data);
    multiply_lines(w->lines, task, static_cast<const T *>(w->x), static_cast<T *>(w->y));
}

/* Whether x, which may have any strides, and y, which is contiguous, share bytes. */
bool overlap(const lanescan_tensor &x, const lanescan_tensor &y, int64_t count)
{
    const uintptr_t size = x.dtype == LANESCAN_C64 ? 8 : 16, to = (uintptr_t)y.data;
    uintptr_t low = (uintptr_t)x.data, high = low + size;
    for (int d = 0; d < x.ndim; d++) {
        const int64_t reach = (x.shape[d] - 1) * x.strides[d];
        if (reach < 0)
            low -= (uintptr_t)-reach * size;
        else
            high += (uintptr_t)reach * size;
    }
    return low < to + (uintptr_t)count * size && to < high;
}

/* Elements from which on PyTorch shares work too. */
constexpr int64_t WORTH_THREADS = 1 << 15;
} // namespace

bool complex_product(const lanescan_tensor &x, int dim, const lanescan_tensor &y)
{
    const int extent = x.ndim > 0 ? x.ndim : 1, d = dim < 0 ? dim + extent : dim;
    work w;
    line_set &l = w.lines;
    if (x.dtype != y.dtype || d < 0 || d >= extent || !has_shape(x, y.ndim, y.shape))
        return false;
    for (int i = 0; i < x.ndim; i++)
        if (x.shape[i] == 0)
            return true;
    if (!is_contiguous(y))
        return false;
    l.count = l.n = 1;
    l.x_step = l.y_step = 2;
    l.ndim = extent - 1;
    int64_t y_step = 2;
    for (int i = x.ndim - 1, at = l.ndim; i >= 0; y_step *= x.shape[i--])
        if (i == d) {
            l.n = x.shape[i];
            l.x_step = 2 * x.strides[i];
            l.y_step = y_step;
        } else {
            l.shape[--at] = x.shape[i];
            l.x_steps[at] = 2 * x.strides[i];
            l.y_steps[at] = y_step;
            l.count *= x.shape[i];
        }
    const bool is_in_place = x.data == y.data && is_contiguous(x);
    if (!is_in_place && overlap(x, y, l.count * l.n))
        return false;
    w.x = x.data;
    w.y = y.data;
    const lanescan_task task = x.dtype == LANESCAN_C64 ? run_task<float> : run_task<double>;
    const lanescan_executor executor = l.count > 1 && l.count * l.n >= WORTH_THREADS
                                           ? threads()
                                           : lanescan_executor{};
    l.n_tasks = executor.max_tasks > 1 ? executor.max_tasks : 1;
    if ((int64_t)l.n_tasks > l.count)
        l.n_tasks = (size_t)l.count;
    if (l.n_tasks > 1)
        executor.parallel_for(executor.context, l.n_tasks, task, &w);
    else
        task(&w, 0);
    return true;
}
} // namespace lanescan_torch
