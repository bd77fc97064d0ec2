#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "avif_library.h"
#include "color.h"
#include "encode_rows.h"

// From this quality on, colours are kept at full resolution.
enum { full_chroma_from = 90 };
// Of 0 to 10: six times the time would win a tenth in size.
enum { speed = 8 };

static bool set_colors(const larder_encode_job *job, avifImage *picture) {
    picture->yuvRange = AVIF_RANGE_FULL;
    picture->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    picture->colorPrimaries =
        job->display_p3 ? AVIF_COLOR_PRIMARIES_SMPTE432 : AVIF_COLOR_PRIMARIES_BT709;
    picture->matrixCoefficients = job->lossless ? AVIF_MATRIX_COEFFICIENTS_IDENTITY
                                                : AVIF_MATRIX_COEFFICIENTS_BT601;
    if (!job->display_p3) return true;
    size_t size = 0;
    uint8_t *profile = color_display_p3_profile(&size);
    if (profile) larder_avif()->avifImageSetProfileICC(picture, profile, size);
    free(profile);
    return profile;
}

static avifResult import_pixels(const larder_encode_job *job, avifImage *picture) {
    size_t stride = (size_t)job->width * 4;
    uint8_t *straight = malloc(stride * job->height);
    if (!straight) return AVIF_RESULT_OUT_OF_MEMORY;
    for (uint32_t y = 0; y < job->height; y++) larder_straight_row(job, y, straight + y * stride);
    avifRGBImage rgb;
    larder_avif()->avifRGBImageSetDefaults(&rgb, picture);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.ignoreAlpha = !job->has_alpha;
    rgb.pixels = straight;
    rgb.rowBytes = (uint32_t)stride;
    avifResult result = larder_avif()->avifImageRGBToYUV(picture, &rgb);
    free(straight);
    return result;
}

static void configure(const larder_encode_job *job, avifEncoder *encoder) {
    encoder->maxThreads = 1;
    encoder->speed = speed;
    int quality = job->lossless ? 100 : job->quality;
    int quantizer = (100 - quality) * AVIF_QUANTIZER_WORST_QUALITY / 100;
    encoder->minQuantizer = encoder->maxQuantizer = quantizer;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = quantizer / 2;
}

static avifResult run(
    const larder_encode_job *job, avifImage *picture, avifEncoder *encoder, avifRWData *bytes) {
    if (!set_colors(job, picture)) return AVIF_RESULT_OUT_OF_MEMORY;
    avifResult result = import_pixels(job, picture);
    if (result != AVIF_RESULT_OK) return result;
    configure(job, encoder);
    return larder_avif()->avifEncoderWrite(encoder, picture, bytes);
}

// What the caller frees must come from malloc, whatever libavif's own memory comes from.
static bool copy_out(const avifRWData *bytes, larder_encoded *encoded) {
    encoded->bytes = malloc(bytes->size);
    if (!encoded->bytes) return false;
    memcpy(encoded->bytes, bytes->data, bytes->size);
    encoded->size = bytes->size;
    return true;
}

larder_image_status larder_encode_avif(const larder_encode_job *job, larder_encoded *encoded) {
    memset(encoded, 0, sizeof *encoded);
    if (!larder_avif()) {
        return larder_encode_fail(encoded, LARDER_IMAGE_UNSUPPORTED, larder_no_avif);
    }
    bool full = job->lossless || job->quality >= full_chroma_from;
    avifImage *picture = larder_avif()->avifImageCreate(
        job->width, job->height, 8, full ? AVIF_PIXEL_FORMAT_YUV444 : AVIF_PIXEL_FORMAT_YUV420);
    avifEncoder *encoder = larder_avif()->avifEncoderCreate();
    avifRWData bytes = AVIF_DATA_EMPTY;
    avifResult result = AVIF_RESULT_OUT_OF_MEMORY;
    if (picture && encoder) result = run(job, picture, encoder, &bytes);
    if (result == AVIF_RESULT_OK && !copy_out(&bytes, encoded)) result = AVIF_RESULT_OUT_OF_MEMORY;
    larder_avif()->avifRWDataFree(&bytes);
    if (encoder) larder_avif()->avifEncoderDestroy(encoder);
    if (picture) larder_avif()->avifImageDestroy(picture);
    if (result == AVIF_RESULT_OK) return LARDER_IMAGE_OK;
    return larder_encode_fail(
        encoded,
        result == AVIF_RESULT_OUT_OF_MEMORY ? LARDER_IMAGE_NO_MEMORY : LARDER_IMAGE_UNSUPPORTED,
        larder_avif()->avifResultToString(result));
}

#endif
