#if defined(__linux__)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "color.h"
#include "encode_rows.h"

static bool import_pixels(const larder_encode_job *job, WebPPicture *picture) {
    size_t stride = (size_t)job->width * 4;
    uint8_t *straight = malloc(stride * job->height);
    if (!straight) return false;
    for (uint32_t y = 0; y < job->height; y++) larder_straight_row(job, y, straight + y * stride);
    int done = job->has_alpha ? WebPPictureImportRGBA(picture, straight, (int)stride)
                              : WebPPictureImportRGBX(picture, straight, (int)stride);
    free(straight);
    return done;
}

static bool configure(const larder_encode_job *job, WebPConfig *config) {
    if (!WebPConfigPreset(config, WEBP_PRESET_PHOTO, (float)job->quality)) return false;
    if (job->lossless && !WebPConfigLosslessPreset(config, 4)) return false;
    // Keeps colours under full transparency out of the way of the transparent parts' edges.
    config->exact = 0;
    return WebPValidateConfig(config);
}

// Puts the picture in a container together with its profile.
static bool add_profile(larder_encoded *encoded) {
    size_t size = 0;
    uint8_t *profile = color_display_p3_profile(&size);
    WebPMux *mux = WebPMuxNew();
    WebPData picture = {encoded->bytes, encoded->size}, icc = {profile, size}, whole = {0};
    bool done = profile && mux && WebPMuxSetImage(mux, &picture, 0) == WEBP_MUX_OK
        && WebPMuxSetChunk(mux, "ICCP", &icc, 0) == WEBP_MUX_OK
        && WebPMuxAssemble(mux, &whole) == WEBP_MUX_OK;
    WebPMuxDelete(mux);
    if (done) {
        free(encoded->bytes);
        encoded->bytes = (uint8_t *)whole.bytes;
        encoded->size = whole.size;
    }
    free(profile);
    return done;
}

static larder_image_status run(
    const larder_encode_job *job, WebPPicture *picture, WebPMemoryWriter *writer,
    larder_encoded *encoded) {
    WebPConfig config;
    if (!configure(job, &config)) {
        return larder_encode_fail(encoded, LARDER_IMAGE_UNSUPPORTED, "The settings do not fit");
    }
    picture->width = (int)job->width;
    picture->height = (int)job->height;
    picture->use_argb = job->lossless;
    picture->writer = WebPMemoryWrite;
    picture->custom_ptr = writer;
    if (job->width > WEBP_MAX_DIMENSION || job->height > WEBP_MAX_DIMENSION) {
        return larder_encode_fail(
            encoded, LARDER_IMAGE_UNSUPPORTED, "WebP's sides are at most 16383 pixels");
    }
    if (!import_pixels(job, picture)) return LARDER_IMAGE_NO_MEMORY;
    if (!WebPEncode(&config, picture)) {
        char message[80];
        snprintf(message, sizeof message, "libwebp gives error %d", (int)picture->error_code);
        return larder_encode_fail(encoded, LARDER_IMAGE_UNSUPPORTED, message);
    }
    return LARDER_IMAGE_OK;
}

larder_image_status larder_encode_webp(const larder_encode_job *job, larder_encoded *encoded) {
    memset(encoded, 0, sizeof *encoded);
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPPictureInit(&picture)) return LARDER_IMAGE_UNSUPPORTED;
    WebPMemoryWriterInit(&writer);
    larder_image_status status = run(job, &picture, &writer, encoded);
    WebPPictureFree(&picture);
    if (status != LARDER_IMAGE_OK) {
        WebPMemoryWriterClear(&writer);
        return status;
    }
    encoded->bytes = writer.mem;
    encoded->size = writer.size;
    if (job->display_p3 && !add_profile(encoded)) {
        free(encoded->bytes);
        encoded->bytes = NULL;
        return larder_encode_fail(encoded, LARDER_IMAGE_NO_MEMORY, "There is no memory");
    }
    return LARDER_IMAGE_OK;
}

#endif
