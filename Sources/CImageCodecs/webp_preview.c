#if defined(__linux__)

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "preview.h"
#include "webp_memory.h"

typedef struct {
    WebPDecoderConfig config;
    WebPIDecoder *decoder;
    uint8_t *icc;
} webp_state;

// Copies the profile, which comes before the pixels.
static void find_profile(larder_preview *p, const WebPDemuxer *demuxer) {
    webp_state *w = p->state;
    WebPChunkIterator chunk;
    if (!WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) return;
    if (chunk.chunk.size <= p->job.max_metadata && (w->icc = malloc(chunk.chunk.size))) {
        memcpy(w->icc, chunk.chunk.bytes, chunk.chunk.size);
        p->header.icc = p->colors.icc = w->icc;
        p->header.icc_size = p->colors.icc_size = chunk.chunk.size;
    }
    WebPDemuxReleaseChunkIterator(&chunk);
}

static bool can_be_previewed(larder_preview *p) {
    WebPData data = {p->job.bytes, p->job.size};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    // A plain file has no container that could be looked into yet, and nothing to be found.
    if (!demuxer) return true;
    uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
    if (flags & ICCP_FLAG) find_profile(p, demuxer);
    WebPDemuxDelete(demuxer);
    // The orientation comes after the pixels: a preview would turn when it becomes known.
    return !(flags & (EXIF_FLAG | ANIMATION_FLAG));
}

static larder_image_status start(larder_preview *p, const WebPBitstreamFeatures *features) {
    webp_state *w = p->state;
    if (!can_be_previewed(p)) return LARDER_IMAGE_UNSUPPORTED;
    p->header.width = (uint32_t)features->width;
    p->header.height = (uint32_t)features->height;
    p->header.frames = p->header.loops = 1;
    p->header.bits = 8;
    p->header.model = p->colors.model = LARDER_COLORS_RGB;
    p->header.has_alpha = features->has_alpha;
    larder_image_status status = preview_plan(p);
    if (status != LARDER_IMAGE_OK) return status;
    uint64_t library =
        webp_memory(p->job.bytes, p->job.size, p->header.width, p->header.height);
    if (!memory_take(&p->memory, library)) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    status = preview_take_canvas(
        p, p->header.width, p->header.height,
        p->header.has_alpha ? SINK_PREMULTIPLIED : SINK_MADE_OPAQUE);
    if (status != LARDER_IMAGE_OK) return status;
    if (!WebPInitDecoderConfig(&w->config)) return LARDER_IMAGE_UNSUPPORTED;
    WebPDecBuffer *output = &w->config.output;
    output->colorspace = p->header.has_alpha ? MODE_rgbA : MODE_RGBA;
    output->is_external_memory = 1;
    output->u.RGBA.rgba = p->canvas;
    output->u.RGBA.stride = (int)p->canvas_width * 4;
    output->u.RGBA.size = (size_t)p->canvas_width * p->canvas_height * 4;
    w->decoder = WebPIDecode(NULL, 0, &w->config);
    return w->decoder ? LARDER_IMAGE_OK : LARDER_IMAGE_NO_MEMORY;
}

static larder_image_status feed(larder_preview *p, larder_image *image) {
    (void)image;
    webp_state *w = p->state;
    if (!w->decoder) {
        WebPBitstreamFeatures features;
        VP8StatusCode status = WebPGetFeatures(p->job.bytes, p->job.size, &features);
        if (status == VP8_STATUS_NOT_ENOUGH_DATA) return LARDER_IMAGE_OK;
        if (status != VP8_STATUS_OK) return LARDER_IMAGE_DAMAGED;
        larder_image_status started = start(p, &features);
        if (started != LARDER_IMAGE_OK) return started;
    }
    VP8StatusCode status = WebPIUpdate(w->decoder, p->job.bytes, p->job.size);
    if (status != VP8_STATUS_OK && status != VP8_STATUS_SUSPENDED) return LARDER_IMAGE_DAMAGED;
    int rows = 0;
    if (WebPIDecGetRGB(w->decoder, &rows, NULL, NULL, NULL) && rows > 0) p->rows = (uint32_t)rows;
    return LARDER_IMAGE_OK;
}

static void close(larder_preview *p) {
    webp_state *w = p->state;
    if (w->decoder) WebPIDelete(w->decoder);
    WebPFreeDecBuffer(&w->config.output);
    free(w->icc);
}

static const preview_source source = {feed, preview_has_rows, preview_render_canvas, close};

larder_preview *larder_preview_webp(const larder_image_job *job) {
    return preview_make(&source, job, sizeof(webp_state));
}

#endif
