#if defined(__linux__)

#include "jpeg_errors.h"

#include <jerror.h>
#include <string.h>

static larder_image_status status_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY: return LARDER_IMAGE_NO_MEMORY;
    // There is a limit on memory, and no files are used beyond it.
    case JERR_NO_BACKING_STORE: return LARDER_IMAGE_TOO_MUCH_MEMORY;
    case JERR_WIDTH_OVERFLOW:
    case JERR_IMAGE_TOO_BIG: return LARDER_IMAGE_TOO_LARGE;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_ARITH_NOTIMPL: return LARDER_IMAGE_UNSUPPORTED;
    default: return LARDER_IMAGE_DAMAGED;
    }
}

static void error_exit(j_common_ptr info) {
    jpeg_errors *errors = (jpeg_errors *)info->err;
    errors->base.format_message(info, errors->message);
    errors->status = status_of(errors->base.msg_code);
    longjmp(errors->escape, 1);
}

// Warnings that mean that pixels are missing or made up; the others are about manners.
static bool means_damage(int code) {
    return code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE || code == JWRN_JPEG_EOF
        || code == JWRN_MUST_RESYNC || code == JWRN_ARITH_BAD_CODE
        || code == JWRN_NOT_SEQUENTIAL;
}

static void emit_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    jpeg_errors *errors = (jpeg_errors *)info->err;
    errors->base.num_warnings++;
    if (means_damage(errors->base.msg_code)) {
        errors->damaged = true;
        if (errors->message[0] == 0) errors->base.format_message(info, errors->message);
    }
    if (++errors->warnings > errors->max_warnings) {
        jpeg_errors_stop(errors, LARDER_IMAGE_DAMAGED, "The data is damaged in too many places");
    }
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *jpeg_errors_open(jpeg_errors *errors, uint32_t max_warnings) {
    memset(errors, 0, sizeof *errors);
    jpeg_std_error(&errors->base);
    errors->base.error_exit = error_exit;
    errors->base.emit_message = emit_message;
    errors->base.output_message = output_message;
    errors->max_warnings = max_warnings;
    return &errors->base;
}

_Noreturn void jpeg_errors_stop(
    jpeg_errors *errors, larder_image_status status, const char *why) {
    errors->status = status;
    snprintf(errors->message, sizeof errors->message, "%s", why);
    longjmp(errors->escape, 1);
}

#endif
