/* Loaded into the program with LD_PRELOAD: writes down every write, cut, sync and removal of files in one folder, so
 * that tests/faults/power.py can build what a disk may hold after the power went.
 *
 * GALLEY_JOURNAL names the file to append to, GALLEY_FOLDER the folder. A record is: operation (1 byte), length of the
 * name (2 bytes), offset (8), length of the data (8), name, data. Built for tests only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int out = -1;

static ssize_t (*next_write)(int, const void *, size_t);

static const char *inside(const char *path) {
    const char *folder = getenv("GALLEY_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(path, folder, length) || path[length] != '/') return NULL;
    return path + length + 1;
}

static void record(char what, const char *path, uint64_t offset, const void *data, uint64_t length) {
    const char *name = inside(path);
    if (!name || strstr(name, "-shm")) return; /* shared memory is made anew after a crash */
    pthread_mutex_lock(&turn);
    if (!next_write) next_write = dlsym(RTLD_NEXT, "write");
    if (out < 0) out = open(getenv("GALLEY_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    uint16_t size = (uint16_t)strlen(name);
    char head[19];
    head[0] = what;
    memcpy(head + 1, &size, 2);
    memcpy(head + 3, &offset, 8);
    memcpy(head + 11, &length, 8);
    next_write(out, head, sizeof head);
    next_write(out, name, size);
    if (length && data) next_write(out, data, length);
    pthread_mutex_unlock(&turn);
}

static int path_of(int file, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t got = readlink(link, path, room - 1);
    if (got < 0) return 0;
    path[got] = 0;
    return 1;
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    ssize_t done = real(file, data, length, offset);
    char path[4096];
    if (done > 0 && path_of(file, path, sizeof path)) record('w', path, (uint64_t)offset, data, (uint64_t)done);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) { return pwrite64(file, data, length, offset); }

ssize_t write(int file, const void *data, size_t length) {
    if (!next_write) next_write = dlsym(RTLD_NEXT, "write");
    off_t at = file == out ? -1 : lseek(file, 0, SEEK_CUR);
    ssize_t done = next_write(file, data, length);
    char path[4096];
    if (done > 0 && at >= 0 && path_of(file, path, sizeof path)) record('w', path, (uint64_t)at, data, (uint64_t)done);
    return done;
}

int ftruncate64(int file, off64_t length) {
    static int (*real)(int, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
    int done = real(file, length);
    char path[4096];
    if (!done && path_of(file, path, sizeof path)) record('t', path, (uint64_t)length, NULL, 0);
    return done;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

static int synced(int file, const char *how) {
    int (*real)(int) = dlsym(RTLD_NEXT, how);
    int done = real(file);
    char path[4096];
    if (!done && path_of(file, path, sizeof path)) record('s', path, 0, NULL, 0);
    return done;
}

int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    int done = real(path);
    if (!done) record('u', path, 0, NULL, 0);
    return done;
}
