#if defined(__linux__)

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

larder_curl_functions larder_curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem = "libcurl (libcurl.so.4) is not installed";

// When the program leaves, OpenSSL clears away what other threads may be using just then, or making
// ready. Told before it is first used (OPENSSL_INIT_NO_ATEXIT), it leaves that to the system: for
// the whole process, so for whoever else uses OpenSSL in it too. Told later, it does nothing.
static void keep_openssl(void *library) {
    int (*init)(uint64_t, const void *);
    *(void **)&init = dlsym(library, "OPENSSL_init_crypto");
    if (init) init(0x00080000, NULL);
}

static void load(void) {
    // The name of every libcurl since 2006 whose functions are these. It is never unloaded, since
    // threads may use it to the program's last moment.
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) \
    *(void **)&larder_curl.name = dlsym(library, "curl_" #name); \
    if (!larder_curl.name) { \
        problem = "the libcurl that is installed is too old: it has no curl_" #name; \
        return; \
    }
    LARDER_CURL_FUNCTIONS(FIND)
#undef FIND
    // An option that a library does not have is not set, and what the caller asked for not kept.
#if LIBCURL_VERSION_NUM >= 0x075500
    const unsigned oldest = 0x075500;
#else
    const unsigned oldest = 0x075000;
#endif
    if (larder_curl.version_info(CURLVERSION_NOW)->version_num < oldest) {
        problem = "the libcurl that is installed is too old: it takes 7.85, or 7.80 where built for it";
        return;
    }
    keep_openssl(library);
    CURLcode code = larder_curl.global_init(CURL_GLOBAL_ALL);
    problem = code ? larder_curl.easy_strerror(code) : NULL;
}

const char *larder_curl_load(void) {
    pthread_once(&once, load);
    return problem;
}

#endif
