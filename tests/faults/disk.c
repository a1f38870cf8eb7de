/* Loaded into the program with LD_PRELOAD: a disk in trouble, for the files of one folder.
 *
 * GALLEY_FOLDER names the folder. The file GALLEY_TROUBLE says what the trouble is, now: "slow" (a sync takes 300 ms),
 * "full" (no write that makes a file longer has room), "read-only" (no write is let through, as after an emergency
 * remount); without the file there is none. With GALLEY_SYNCS each slow sync is written down there: when it began and
 * ended (seconds, CLOCK_MONOTONIC), and whether the main thread waited for it. Built for tests only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int ours(int file) {
    const char *folder = getenv("GALLEY_FOLDER");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t got = readlink(link, path, sizeof path - 1);
    if (!folder || got < 0) return 0;
    path[got] = 0;
    return !strncmp(path, folder, strlen(folder)) && !strstr(path, "-shm");
}

static char trouble(void) {
    const char *name = getenv("GALLEY_TROUBLE");
    int told = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    char what = 0;
    if (told >= 0) {
        if (read(told, &what, 1) != 1) what = 0;
        close(told);
    }
    return what;
}

static int refused(int file, off64_t end) {
    if (!ours(file)) return 0;
    char what = trouble();
    struct stat64 status;
    if (what == 'r') return EROFS;
    return what == 'f' && !fstat64(file, &status) && end > status.st_size ? ENOSPC : 0;
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    int error = refused(file, offset + (off64_t)length);
    if (error) return errno = error, -1;
    return real(file, data, length, offset);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) { return pwrite64(file, data, length, offset); }

int ftruncate64(int file, off64_t length) {
    static int (*real)(int, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
    int error = refused(file, length);
    if (error) return errno = error, -1;
    return real(file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static int synced(int file, const char *how) {
    int (*real)(int) = dlsym(RTLD_NEXT, how);
    if (ours(file) && trouble() == 's') {
        const char *name = getenv("GALLEY_SYNCS");
        double begun = now();
        struct timespec while_ = {0, 300000000};
        nanosleep(&while_, NULL);
        if (name) {
            char line[128];
            int size = snprintf(line, sizeof line, "%.6f %.6f %d\n", begun, now(), syscall(SYS_gettid) == getpid());
            int told = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            if (told >= 0) {
                if (write(told, line, (size_t)size) != size) abort();
                close(told);
            }
        }
    }
    return real(file);
}

int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }
