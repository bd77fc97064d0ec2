// libcurl, loaded when it is first needed and not before: with all the libraries that it brings along
// it takes longer to load than all else together at the start of a program that may never fetch
// anything, or not at once.
//
// What Swift calls of it is here. Its option setters are variadic, which Swift cannot call: one typed
// wrapper each. Options that an older libcurl lacks are set here where the library has them.
#ifndef LARDER_CCURL_H
#define LARDER_CCURL_H

#if defined(__linux__)

#include <curl/curl.h>
#include <stddef.h>

#define LARDER_CURL_FUNCTIONS(each) \
    each(easy_cleanup) \
    each(easy_getinfo) \
    each(easy_init) \
    each(easy_pause) \
    each(easy_perform) \
    each(easy_recv) \
    each(easy_send) \
    each(easy_setopt) \
    each(easy_strerror) \
    each(global_init) \
    each(multi_add_handle) \
    each(multi_cleanup) \
    each(multi_info_read) \
    each(multi_init) \
    each(multi_perform) \
    each(multi_poll) \
    each(multi_remove_handle) \
    each(multi_setopt) \
    each(multi_wakeup) \
    each(slist_append) \
    each(slist_free_all) \
    each(version_info)

#define LARDER_CURL_MEMBER(name) __typeof__(&curl_##name) name;
typedef struct {
    LARDER_CURL_FUNCTIONS(LARDER_CURL_MEMBER)
} larder_curl_functions;
#undef LARDER_CURL_MEMBER

// The library's functions, once it is loaded.
extern larder_curl_functions larder_curl;

// Loads libcurl and makes it ready, once in a process; any thread may ask. Returns NULL when that is
// done, or what is wrong. All else here is only for who was told NULL.
const char *larder_curl_load(void);

static inline CURL *larder_easy_init(void) { return larder_curl.easy_init(); }

static inline void larder_easy_cleanup(CURL *handle) { larder_curl.easy_cleanup(handle); }

static inline CURLcode larder_easy_perform(CURL *handle) {
    return larder_curl.easy_perform(handle);
}

static inline CURLcode larder_easy_pause(CURL *handle, int mask) {
    return larder_curl.easy_pause(handle, mask);
}

static inline CURLcode larder_easy_send(
    CURL *handle, const void *bytes, size_t count, size_t *sent) {
    return larder_curl.easy_send(handle, bytes, count, sent);
}

static inline CURLcode larder_easy_receive(
    CURL *handle, void *buffer, size_t count, size_t *received) {
    return larder_curl.easy_recv(handle, buffer, count, received);
}

static inline const char *larder_easy_message(CURLcode code) {
    return larder_curl.easy_strerror(code);
}

static inline struct curl_slist *larder_list_append(struct curl_slist *list, const char *text) {
    return larder_curl.slist_append(list, text);
}

static inline void larder_list_free(struct curl_slist *list) {
    larder_curl.slist_free_all(list);
}

static inline CURLM *larder_multi_init(void) { return larder_curl.multi_init(); }

static inline void larder_multi_cleanup(CURLM *multi) { larder_curl.multi_cleanup(multi); }

static inline void larder_multi_add(CURLM *multi, CURL *handle) {
    larder_curl.multi_add_handle(multi, handle);
}

static inline void larder_multi_remove(CURLM *multi, CURL *handle) {
    larder_curl.multi_remove_handle(multi, handle);
}

static inline void larder_multi_perform(CURLM *multi) {
    int running = 0;
    larder_curl.multi_perform(multi, &running);
}

static inline void larder_multi_poll(CURLM *multi, int milliseconds) {
    larder_curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

static inline void larder_multi_wakeup(CURLM *multi) { larder_curl.multi_wakeup(multi); }

// The next message, or NULL.
static inline CURLMsg *larder_multi_message(CURLM *multi) {
    int left = 0;
    return larder_curl.multi_info_read(multi, &left);
}

static inline CURLcode larder_easy_set_long(CURL *handle, CURLoption option, long value) {
    return larder_curl.easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return larder_curl.easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return larder_curl.easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
    return larder_curl.easy_setopt(handle, option, value);
}

static inline CURLcode larder_easy_set_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
    return larder_curl.easy_setopt(handle, option, value);
}

// Copies the bytes.
static inline CURLcode larder_easy_set_blob(
    CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return larder_curl.easy_setopt(handle, option, &blob);
}

static inline CURLcode larder_easy_set_write(
    CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = larder_curl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    return code ? code : larder_curl.easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode larder_easy_set_header(
    CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = larder_curl.easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
    return code ? code : larder_curl.easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

static inline CURLcode larder_easy_set_open_socket(
    CURL *handle, curl_opensocket_callback callback, void *context) {
    CURLcode code = larder_curl.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
    return code ? code : larder_curl.easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode larder_easy_set_prerequest(
    CURL *handle, curl_prereq_callback callback, void *context) {
    CURLcode code = larder_curl.easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    return code ? code : larder_curl.easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

static inline CURLcode larder_easy_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return larder_curl.easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return larder_curl.easy_setopt(
        handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Without it, dropping a handle waits for the system's resolver to come back.
static inline CURLcode larder_easy_never_wait_for_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return larder_curl.easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

// The socket of a handle that only connects; -1 without one.
static inline int larder_easy_active_socket(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    return larder_curl.easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) ? -1 : (int)socket;
}

// What CURLOPT_PRIVATE was set to.
static inline void *larder_easy_private(CURL *handle) {
    char *value = NULL;
    return larder_curl.easy_getinfo(handle, CURLINFO_PRIVATE, &value) ? NULL : value;
}

static inline long larder_easy_http_version(CURL *handle) {
    long version = 0;
    return larder_curl.easy_getinfo(handle, CURLINFO_HTTP_VERSION, &version) ? 0 : version;
}

static inline CURLMcode larder_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return larder_curl.multi_setopt(multi, option, value);
}

#endif

#endif
