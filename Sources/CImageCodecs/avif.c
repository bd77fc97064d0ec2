#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "animation.h"
#include "avif_library.h"
#include "avif_memory.h"
#include "planes.h"

typedef struct {
    avifDecoder *decoder;
    // The part that the file wants to be shown.
    avifCropRect crop;
} avif_state;

static larder_image_status status_of(avifResult result) {
    switch (result) {
    case AVIF_RESULT_OK: return LARDER_IMAGE_OK;
    case AVIF_RESULT_OUT_OF_MEMORY: return LARDER_IMAGE_NO_MEMORY;
    case AVIF_RESULT_NO_CODEC_AVAILABLE:
    case AVIF_RESULT_NOT_IMPLEMENTED:
    case AVIF_RESULT_UNSUPPORTED_DEPTH: return LARDER_IMAGE_UNSUPPORTED;
    case AVIF_RESULT_NO_IMAGES_REMAINING: return LARDER_IMAGE_END;
    default: return LARDER_IMAGE_DAMAGED;
    }
}

// EXIF's value for a turn anticlockwise in quarters, followed by a mirror.
static int orientation_of(const avifImage *image) {
    static const int turns[4] = {1, 8, 3, 6};
    static const int turns_then_top_bottom[4] = {4, 5, 2, 7};
    static const int turns_then_left_right[4] = {2, 7, 4, 5};
    int angle = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
    if (!(image->transformFlags & AVIF_TRANSFORM_IMIR)) return turns[angle];
    return image->imir.mode == 0 ? turns_then_top_bottom[angle] : turns_then_left_right[angle];
}

static void find_crop(const avifImage *image, avifCropRect *crop) {
    avifDiagnostics ignored;
    *crop = (avifCropRect){0, 0, image->width, image->height};
    if (!(image->transformFlags & AVIF_TRANSFORM_CLAP)) return;
    avifCropRect wanted;
    if (larder_avif()->avifCropRectConvertCleanApertureBox(
            &wanted, &image->clap, image->width, image->height, image->yuvFormat, &ignored)
        && wanted.width > 0 && wanted.height > 0) {
        *crop = wanted;
    }
}

// Colours that are named by number instead of by a profile.
static void name_colors(const avifImage *image, color_source *colors) {
    static const double display_p3[8] = {.3127, .3290, .680, .320, .265, .690, .150, .060};
    static const double bt2020[8] = {.3127, .3290, .708, .292, .170, .797, .131, .046};
    const double *primaries = NULL;
    if (image->colorPrimaries == AVIF_COLOR_PRIMARIES_SMPTE432) primaries = display_p3;
    if (image->colorPrimaries == AVIF_COLOR_PRIMARIES_BT2020) primaries = bt2020;
    if (primaries) memcpy(colors->primaries, primaries, sizeof colors->primaries);
    if (image->transferCharacteristics == AVIF_TRANSFER_CHARACTERISTICS_LINEAR) {
        colors->exponent = 1;
    }
}

static void describe(larder_animation *a) {
    avif_state *v = a->state;
    const avifImage *picture = v->decoder->image;
    find_crop(picture, &v->crop);
    a->header.width = v->crop.width;
    a->header.height = v->crop.height;
    a->header.bits = picture->depth;
    a->header.has_alpha = v->decoder->alphaPresent;
    a->header.model = picture->yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? LARDER_COLORS_GRAY
                                                                     : LARDER_COLORS_RGB;
    a->colors.model = a->header.model;
    a->header.orientation = orientation_of(picture);
    if (picture->icc.size > 0 && picture->icc.size <= a->job.max_metadata) {
        a->header.icc = a->colors.icc = picture->icc.data;
        a->header.icc_size = a->colors.icc_size = picture->icc.size;
    } else {
        name_colors(picture, &a->colors);
    }
}

static larder_image_status read_delays(larder_animation *a) {
    avif_state *v = a->state;
    for (int i = 0; i < v->decoder->imageCount; i++) {
        avifImageTiming timing;
        uint32_t delay = 0;
        avifResult result =
            larder_avif()->avifDecoderNthImageTiming(v->decoder, (uint32_t)i, &timing);
        if (result == AVIF_RESULT_OK && timing.duration > 0 && timing.duration < 1e6) {
            delay = (uint32_t)(timing.duration * 1000 + 0.5);
        }
        if (!animation_add_delay(a, delay)) break;
    }
    a->header.frames = a->delay_count;
    a->header.loops = a->delay_count > 1 ? 0 : 1;
    return a->delay_count > 0 ? LARDER_IMAGE_OK : LARDER_IMAGE_DAMAGED;
}

static uint64_t memory_for(const larder_animation *a) {
    const avif_state *v = a->state;
    return avif_memory(v->decoder);
}

static uint32_t clamp_to_32(uint64_t value) {
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static avifDecoder *make_decoder(void) {
    avifDecoder *decoder = larder_avif()->avifDecoderCreate();
    if (!decoder) return NULL;
    decoder->maxThreads = 1;
    decoder->ignoreExif = AVIF_TRUE;
    decoder->ignoreXMP = AVIF_TRUE;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    return decoder;
}

static larder_image_status open(larder_animation *a, larder_image *image) {
    if (!larder_avif()) return larder_fail(image, LARDER_IMAGE_UNSUPPORTED, larder_no_avif);
    avif_state *v = a->state = calloc(1, sizeof(avif_state));
    if (!v) return LARDER_IMAGE_NO_MEMORY;
    v->decoder = make_decoder();
    if (!v->decoder) return LARDER_IMAGE_NO_MEMORY;
    avifResult result =
        larder_avif()->avifDecoderSetIOMemory(v->decoder, a->job.bytes, a->job.size);
    if (result == AVIF_RESULT_OK) result = larder_avif()->avifDecoderParse(v->decoder);
    if (result != AVIF_RESULT_OK) {
        const char *detail = v->decoder->diag.error;
        if (!detail[0]) detail = larder_avif()->avifResultToString(result);
        return larder_fail(image, status_of(result), detail);
    }
    describe(a);
    return read_delays(a);
}

static larder_image_status go_back(larder_animation *a, larder_image *image) {
    avif_state *v = a->state;
    // From here on memory is taken for pixels, as many as the data says, whatever the header
    // said. libavif refuses a limit above its own.
    uint64_t left = a->memory.limit - a->memory.taken + memory_for(a);
    uint64_t fitting = avif_pixels_within(v->decoder, left);
    uint32_t most = clamp_to_32(fitting < a->job.max_pixels ? fitting : a->job.max_pixels);
    if (most < v->decoder->imageSizeLimit) v->decoder->imageSizeLimit = most;
    larder_image_status status = status_of(larder_avif()->avifDecoderReset(v->decoder));
    return status == LARDER_IMAGE_OK
        ? status : larder_fail(image, status, "It cannot be read from the start again");
}

static bool is_partial_view(const avif_state *v) {
    return v->crop.width != v->decoder->image->width || v->crop.height != v->decoder->image->height;
}

// Files whose colours are premultiplied were packed with loss: a colour can pass its alpha.
static void clamp_to_alpha(larder_animation *a) {
    uint8_t *pixels = a->canvas;
    size_t count = (size_t)a->header.width * a->header.height;
    for (size_t i = 0; i < count; i++, pixels += 4) {
        for (int c = 0; c < 3; c++) pixels[c] = pixels[c] < pixels[3] ? pixels[c] : pixels[3];
    }
}

// Turns the frame into colours, on the canvas.
static larder_image_status convert(larder_animation *a, larder_image *image) {
    avif_state *v = a->state;
    avifImage *frame = v->decoder->image, *view = NULL;
    if (is_partial_view(v)) {
        view = larder_avif()->avifImageCreateEmpty();
        if (!view) return LARDER_IMAGE_NO_MEMORY;
        avifResult result = larder_avif()->avifImageSetViewRect(view, frame, &v->crop);
        if (result == AVIF_RESULT_OK) frame = view;
    }
    avifRGBImage rgb;
    larder_avif()->avifRGBImageSetDefaults(&rgb, frame);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.alphaPremultiplied = AVIF_TRUE;
    rgb.pixels = a->canvas;
    rgb.rowBytes = a->header.width * 4;
    larder_image_status status = LARDER_IMAGE_DAMAGED;
    if (frame->width == a->header.width && frame->height == a->header.height) {
        status = status_of(larder_avif()->avifImageYUVToRGB(frame, &rgb));
    }
    if (status == LARDER_IMAGE_OK && frame->alphaPremultiplied) clamp_to_alpha(a);
    if (view) larder_avif()->avifImageDestroy(view);
    if (status == LARDER_IMAGE_OK) return status;
    return larder_fail(image, status, "A frame's colours cannot be read");
}

// What red and blue contribute to luma. False for a matrix of another kind.
static bool find_matrix(const avifImage *frame, planes_format *format) {
    switch (frame->matrixCoefficients) {
    case AVIF_MATRIX_COEFFICIENTS_BT709:
        format->red = 0.2126f;
        format->blue = 0.0722f;
        return true;
    case AVIF_MATRIX_COEFFICIENTS_UNSPECIFIED:
    case AVIF_MATRIX_COEFFICIENTS_BT470BG:
    case AVIF_MATRIX_COEFFICIENTS_BT601:
        format->red = 0.299f;
        format->blue = 0.114f;
        return true;
    case AVIF_MATRIX_COEFFICIENTS_BT2020_NCL:
        format->red = 0.2627f;
        format->blue = 0.0593f;
        return true;
    default: return false;
    }
}

static bool find_planes(const larder_animation *a, planes_format *format) {
    const avif_state *v = a->state;
    const avifImage *frame = v->decoder->image;
    if (a->header.has_alpha || frame->depth != 8 || !planes_suit(&a->plan)) return false;
    *format = (planes_format){
        .width = frame->width, .height = frame->height, .left = v->crop.x, .top = v->crop.y,
        .is_halved_across = frame->yuvFormat != AVIF_PIXEL_FORMAT_YUV444,
        .is_halved_down = frame->yuvFormat == AVIF_PIXEL_FORMAT_YUV420,
        .is_gray = frame->yuvFormat == AVIF_PIXEL_FORMAT_YUV400,
        .is_full_range = frame->yuvRange == AVIF_RANGE_FULL};
    return find_matrix(frame, format);
}

static larder_image_status push_planes(larder_animation *a, planes *p) {
    const avif_state *v = a->state;
    const avifImage *frame = v->decoder->image;
    uint32_t work = 0;
    for (uint32_t rows = 1; rows <= frame->height; rows++) {
        uint32_t halves = p->format.is_halved_down ? (rows + 1) / 2 : rows;
        for (uint32_t plane = 0; plane < p->count; plane++) {
            planes_push(
                p, plane, frame->yuvPlanes[plane], frame->yuvRowBytes[plane],
                plane ? halves : rows);
        }
        if (larder_should_stop(&a->job, &work, frame->width)) return LARDER_IMAGE_STOPPED;
    }
    return LARDER_IMAGE_OK;
}

static larder_image_status show(larder_animation *a, larder_image *image) {
    planes_format format;
    if (!find_planes(a, &format)) {
        larder_image_status status = convert(a, image);
        return status == LARDER_IMAGE_OK ? LARDER_IMAGE_END : status;
    }
    planes p;
    larder_image_status status = planes_open(&p, &a->memory, &format, &a->plan);
    if (status == LARDER_IMAGE_OK) status = push_planes(a, &p);
    if (status == LARDER_IMAGE_OK) {
        status = planes_show(&p, &a->job, &a->plan, &a->colors, image);
    }
    planes_close(&p);
    return status;
}

static larder_image_status advance(larder_animation *a, larder_image *image) {
    avif_state *v = a->state;
    larder_image_status status = status_of(larder_avif()->avifDecoderNextImage(v->decoder));
    if (status == LARDER_IMAGE_OK || status == LARDER_IMAGE_END) return status;
    return larder_fail(image, status, v->decoder->diag.error);
}

static void close_state(larder_animation *a) {
    avif_state *v = a->state;
    if (v && v->decoder) larder_avif()->avifDecoderDestroy(v->decoder);
    free(v);
}

static const animation_source source = {open, memory_for, go_back, advance, show, close_state};

larder_image_status larder_decode_avif(const larder_image_job *job, larder_image *image) {
    return animation_decode_first(&source, job, image);
}

larder_image_status larder_open_avif(
    const larder_image_job *job, larder_animation **animation, larder_image *image) {
    return animation_open(&source, job, animation, image);
}

#endif
