/* An integral image: the sum of any box of pixels from four numbers, so a blur costs the same
 * whatever its width.
 *
 * table[r][c] = the sum of all pixels above row r and left of column c. It is one longer than the
 * image both ways: an exclusive scan along each dimension with the total appended. A box is
 * table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left]. Here it finds
 * a patch that is too faint to be seen in the noise. */
#include "example.h"

#include <lanescan.h>

#include <string.h>

enum { ROWS = 480, COLUMNS = 640, BOX = 48, PATCH_ROW = 302, PATCH_COLUMN = 411, FAINT = 9 };

static uint8_t image[ROWS][COLUMNS];
static int32_t table[ROWS + 1][COLUMNS + 1]; /* at most 480 * 640 * 255 */

static void make_image(void)
{
    uint64_t seed = 11;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            const bool is_patch = r >= PATCH_ROW && r < PATCH_ROW + BOX && c >= PATCH_COLUMN &&
                                  c < PATCH_COLUMN + BOX;
            const double value = 120 + 30 * normal(&seed) + (is_patch ? FAINT : 0);
            image[r][c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
}

static void make_table(void)
{
    const int64_t pixels[] = { ROWS, COLUMNS }, sums[] = { ROWS, COLUMNS + 1 };
    const int64_t all[] = { ROWS + 1, COLUMNS + 1 };
    const lanescan_options exclusive = { .struct_size = sizeof exclusive,
                                         .flags = LANESCAN_EXCLUSIVE };
    const lanescan_tensor from = { image, pixels, NULL, 2, LANESCAN_U8 };
    const lanescan_tensor below_first = { table[1], sums, NULL, 2, LANESCAN_I32 };
    const lanescan_tensor whole = { table, all, NULL, 2, LANESCAN_I32 };
    lanescan_status status = lanescan_scan(LANESCAN_CUMSUM, &from, 1, &exclusive, &below_first);
    verify(status == LANESCAN_OK, lanescan_status_string(status));
    status = lanescan_cumsum(&whole, 0, &whole); /* in place; row 0 is zero */
    verify(status == LANESCAN_OK, lanescan_status_string(status));
}

static int32_t box_sum(int top, int left, int bottom, int right)
{
    return table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left];
}

static int32_t pixel_by_pixel(int top, int left, int bottom, int right)
{
    int32_t sum = 0;
    for (int r = top; r < bottom; r++)
        for (int c = left; c < right; c++)
            sum += image[r][c];
    return sum;
}

/* The blurred image, dark to light between the smallest and the largest mean. */
static void print_blurred(void)
{
    enum { HEIGHT = 20, WIDTH = 64 };
    static const char shades[] = " .:-=+*#%@";
    static int32_t sums[HEIGHT][WIDTH];
    int32_t low = INT32_MAX, high = 0;
    for (int i = 0; i < HEIGHT * WIDTH; i++) {
        const int top = i / WIDTH * (ROWS - BOX) / (HEIGHT - 1);
        const int left = i % WIDTH * (COLUMNS - BOX) / (WIDTH - 1);
        const int32_t sum = sums[i / WIDTH][i % WIDTH] = box_sum(top, left, top + BOX, left + BOX);
        low = sum < low ? sum : low;
        high = sum > high ? sum : high;
    }
    for (int i = 0; i < HEIGHT * WIDTH; i++) {
        const int32_t sum = sums[i / WIDTH][i % WIDTH];
        const double part = (double)(sum - low) / (high - low + 1);
        printf("%c%s", shades[(int)(part * 10)], i % WIDTH == WIDTH - 1 ? "\n" : "");
    }
}

int main(void)
{
    make_image();
    make_table();

    int row = 0, column = 0;
    for (int r = 0; r + BOX <= ROWS; r++)
        for (int c = 0; c + BOX <= COLUMNS; c++)
            if (box_sum(r, c, r + BOX, c + BOX) > box_sum(row, column, row + BOX, column + BOX)) {
                row = r;
                column = c;
            }
    printf("Means of %d x %d pixels of noise:\n\n", BOX, BOX);
    print_blurred();
    printf("\nThe brightest begins at row %d, column %d with a mean of %.2f (all: %.2f).\n", row,
           column, (double)box_sum(row, column, row + BOX, column + BOX) / (BOX * BOX),
           (double)box_sum(0, 0, ROWS, COLUMNS) / (ROWS * COLUMNS));
    printf("The patch, %d brighter where single pixels vary by 30, was put at row %d, column %d.\n",
           FAINT, PATCH_ROW, PATCH_COLUMN);

    uint64_t seed = 12;
    for (int i = 0; i < 2000; i++) { /* every border, empty boxes, the whole image */
        const int top = (int)(uniform(&seed) * (ROWS + 1)),
                  left = (int)(uniform(&seed) * (COLUMNS + 1));
        const int bottom = i % 8 ? top + (int)(uniform(&seed) * (ROWS + 1 - top)) : ROWS;
        const int right = i % 7 ? left + (int)(uniform(&seed) * (COLUMNS + 1 - left)) : COLUMNS;
        verify(box_sum(top, left, bottom, right) == pixel_by_pixel(top, left, bottom, right),
               "a box is not the sum of its pixels");
        verify(box_sum(0, 0, bottom, right) == pixel_by_pixel(0, 0, bottom, right),
               "from the corner");
    }
    verify(abs(row - PATCH_ROW) <= 4 && abs(column - PATCH_COLUMN) <= 4, "the patch is not found");
    printf("verified: 4000 boxes, pixel by pixel\n");
    return 0;
}
