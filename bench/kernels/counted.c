/* A plugin of qemu-user that counts how often each block of instructions runs:
 *     qemu-ppc64le -plugin ./counted.so,counts=COUNTS PROGRAM
 * writes lines "address instructions times". What it needs of qemu's own header, by its names:
 * Debian has none. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t,
                                                              struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation,
                                              void *number, uint64_t addend);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*ends)(qemu_plugin_id_t, void *),
                                    void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;
int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

enum { MOST = 1 << 20, ADD = 0 };

static struct {
    uint64_t address, instructions, times;
} blocks[MOST];
static size_t num_blocks;
static const char *file;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    if (num_blocks == MOST)
        abort();
    blocks[num_blocks].address = qemu_plugin_tb_vaddr(block);
    blocks[num_blocks].instructions = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &blocks[num_blocks++].times, 1);
}

static void ends(qemu_plugin_id_t id, void *data)
{
    (void)id, (void)data;
    FILE *const f = fopen(file, "w");
    for (size_t i = 0; f && i < num_blocks; i++)
        fprintf(f, "%llx %llu %llu\n", (unsigned long long)blocks[i].address,
                (unsigned long long)blocks[i].instructions, (unsigned long long)blocks[i].times);
    if (!f || fclose(f))
        abort();
}

__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    if (argc != 1 || strncmp(argv[0], "counts=", 7) != 0)
        return 1;
    file = strdup(argv[0] + 7);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ends, NULL);
    return 0;
}
