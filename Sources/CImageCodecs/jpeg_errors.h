// libjpeg's errors, turned into statuses by a jump that never leaves C.
#ifndef LARDER_JPEG_ERRORS_H
#define LARDER_JPEG_ERRORS_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

// stdio.h and stddef.h have to come first.
#include <jpeglib.h>

#include "include/larder_images.h"

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    larder_image_status status;
    // Whether pixels are missing or made up.
    bool damaged;
    uint32_t warnings, max_warnings;
    char message[JMSG_LENGTH_MAX];
} jpeg_errors;

// Sets libjpeg up to jump to `escape` on an error. setjmp is the caller's to call.
struct jpeg_error_mgr *jpeg_errors_open(jpeg_errors *errors, uint32_t max_warnings);

// Jumps to `escape` with a status of the caller's.
_Noreturn void jpeg_errors_stop(jpeg_errors *errors, larder_image_status status, const char *why);

#endif
