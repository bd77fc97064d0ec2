#if defined(__linux__)

#include "avif_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The numbers in the library's file name that are tried: 15 is version 0.11, 16 is 1.0.
enum { oldest_name = 13, newest_name = 24 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static larder_avif_functions functions;
static const larder_avif_functions *loaded;

static bool is_same_version(void *library) {
    const char *(*version)(void);
    *(void **)&version = dlsym(library, "avifVersion");
    char wanted[32];
    int length = snprintf(
        wanted, sizeof wanted, "%d.%d.", AVIF_VERSION_MAJOR, AVIF_VERSION_MINOR);
    return version && strncmp(version(), wanted, (size_t)length) == 0;
}

static bool find_functions(void *library) {
#define FIND(name) \
    *(void **)&functions.name = dlsym(library, #name); \
    if (!functions.name) return false;
    LARDER_AVIF_FUNCTIONS(FIND)
#undef FIND
    return true;
}

static void load(void) {
    for (int number = newest_name; number >= oldest_name && !loaded; number--) {
        char name[32];
        snprintf(name, sizeof name, "libavif.so.%d", number);
        void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        if (is_same_version(library) && find_functions(library)) {
            loaded = &functions;
        } else {
            dlclose(library);
        }
    }
}

const larder_avif_functions *larder_avif(void) {
    pthread_once(&once, load);
    return loaded;
}

#endif
