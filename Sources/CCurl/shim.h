// libcurl's option setters are variadic, which Swift cannot call: one typed wrapper each.
// Options that an older libcurl lacks are set here where the library has them.
#ifndef LARDER_CCURL_SHIM_H
#define LARDER_CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdint.h>

// Makes libcurl ready, once in a process.
//
// When the program leaves, OpenSSL clears away what other threads may be using just then, or making
// ready. Told before it is first used (OPENSSL_INIT_NO_ATEXIT), it leaves that to the system: for
// the whole process, so for whoever else uses OpenSSL in it too. Told later, it does nothing.
//
// NULL looks through all that is loaded where RTLD_DEFAULT is 0, as it is on Linux.
static inline CURLcode larder_global_init(void) {
    int (*init)(uint64_t, const void *) =
        (int (*)(uint64_t, const void *))dlsym(NULL, "OPENSSL_init_crypto");
    if (init) init(0x00080000, NULL);
    return curl_global_init(CURL_GLOBAL_ALL);
}

static inline CURLcode larder_easy_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

// Copies the bytes.
static inline CURLcode larder_easy_set_blob(
    CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode larder_easy_set_write(
    CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    return code ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode larder_easy_set_header(
    CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
    return code ? code : curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

static inline CURLcode larder_easy_set_open_socket(
    CURL *handle, curl_opensocket_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
    return code ? code : curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode larder_easy_set_prerequest(
    CURL *handle, curl_prereq_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    return code ? code : curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

static inline CURLcode larder_easy_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Without it, dropping a handle waits for the system's resolver to come back.
static inline CURLcode larder_easy_never_wait_for_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

static inline curl_off_t larder_easy_downloaded(CURL *handle) {
    curl_off_t count = 0;
    return curl_easy_getinfo(handle, CURLINFO_SIZE_DOWNLOAD_T, &count) ? 0 : count;
}

// The socket of a handle that only connects; -1 without one.
static inline int larder_easy_active_socket(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) ? -1 : (int)socket;
}

// What CURLOPT_PRIVATE was set to.
static inline void *larder_easy_private(CURL *handle) {
    char *value = NULL;
    return curl_easy_getinfo(handle, CURLINFO_PRIVATE, &value) ? NULL : value;
}

static inline long larder_easy_http_version(CURL *handle) {
    long version = 0;
    return curl_easy_getinfo(handle, CURLINFO_HTTP_VERSION, &version) ? 0 : version;
}

// The bits of what this libcurl was built with.
static inline int larder_curl_features(void) {
    curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
    return info ? info->features : 0;
}

static inline CURLMcode larder_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

#endif
