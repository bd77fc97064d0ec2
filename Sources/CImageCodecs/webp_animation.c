#if defined(__linux__)

#include <stdlib.h>
#include <string.h>
#include <webp/demux.h>

#include "animation.h"
#include "webp_memory.h"

typedef struct {
    WebPAnimDecoder *decoder;
    WebPChunkIterator icc;
    bool has_icc;
    // What libwebp takes for the frame that costs most.
    uint64_t frame_memory;
} webp_state;

static larder_image_status read_delays(larder_animation *a, const WebPDemuxer *demuxer) {
    webp_state *w = a->state;
    WebPIterator frame;
    if (!WebPDemuxGetFrame(demuxer, 1, &frame)) return LARDER_IMAGE_DAMAGED;
    do {
        uint64_t memory = webp_memory(
            frame.fragment.bytes, frame.fragment.size, (uint64_t)frame.width,
            (uint64_t)frame.height);
        if (memory > w->frame_memory) w->frame_memory = memory;
        if (!animation_add_delay(a, frame.duration > 0 ? (uint32_t)frame.duration : 0)) break;
    } while (WebPDemuxNextFrame(&frame));
    WebPDemuxReleaseIterator(&frame);
    a->header.frames = a->delay_count;
    return LARDER_IMAGE_OK;
}

static void describe(larder_animation *a, const WebPDemuxer *demuxer) {
    uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
    a->header.width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    a->header.height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    a->header.loops = flags & ANIMATION_FLAG ? WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT) : 1;
    a->header.bits = 8;
    a->header.model = a->colors.model = LARDER_COLORS_RGB;
    // Frames may leave parts of the canvas free, whatever the flags say.
    a->header.has_alpha = true;
    webp_state *w = a->state;
    WebPChunkIterator exif;
    if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &exif)) {
        // Points into the animation's own bytes, as does the profile.
        a->header.exif = exif.chunk.bytes;
        a->header.exif_size = exif.chunk.size;
        WebPDemuxReleaseChunkIterator(&exif);
    }
    w->has_icc = WebPDemuxGetChunk(demuxer, "ICCP", 1, &w->icc);
    if (w->has_icc && w->icc.chunk.size <= a->job.max_metadata) {
        a->header.icc = a->colors.icc = w->icc.chunk.bytes;
        a->header.icc_size = a->colors.icc_size = w->icc.chunk.size;
    }
}

static larder_image_status open(larder_animation *a, larder_image *image) {
    a->state = calloc(1, sizeof(webp_state));
    if (!a->state) return LARDER_IMAGE_NO_MEMORY;
    WebPData data = {a->job.bytes, a->job.size};
    WebPDemuxer *demuxer = WebPDemux(&data);
    if (!demuxer) return larder_fail(image, LARDER_IMAGE_DAMAGED, "The container is damaged");
    describe(a, demuxer);
    larder_image_status status = read_delays(a, demuxer);
    WebPDemuxDelete(demuxer);
    return status;
}

// libwebp keeps two canvases of its own: the frame before, and the one that is drawn.
static uint64_t memory_for(const larder_animation *a) {
    const webp_state *w = a->state;
    return memory_sum(memory_of(a->header.width, a->header.height, 8), w->frame_memory);
}

static larder_image_status go_back(larder_animation *a, larder_image *image) {
    webp_state *w = a->state;
    if (w->decoder) {
        WebPAnimDecoderReset(w->decoder);
        return LARDER_IMAGE_OK;
    }
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) return LARDER_IMAGE_UNSUPPORTED;
    options.color_mode = MODE_rgbA;
    options.use_threads = 0;
    WebPData data = {a->job.bytes, a->job.size};
    w->decoder = WebPAnimDecoderNew(&data, &options);
    if (w->decoder) return LARDER_IMAGE_OK;
    return larder_fail(image, LARDER_IMAGE_DAMAGED, "It cannot be opened");
}

static larder_image_status advance(larder_animation *a, larder_image *image) {
    webp_state *w = a->state;
    uint8_t *canvas = NULL;
    int end = 0;
    if (!WebPAnimDecoderHasMoreFrames(w->decoder)) return LARDER_IMAGE_END;
    if (!WebPAnimDecoderGetNext(w->decoder, &canvas, &end)) {
        return larder_fail(image, LARDER_IMAGE_DAMAGED, "A frame is damaged");
    }
    memcpy(a->canvas, canvas, (size_t)a->header.width * a->header.height * 4);
    return LARDER_IMAGE_OK;
}

static void close_state(larder_animation *a) {
    webp_state *w = a->state;
    if (!w) return;
    if (w->decoder) WebPAnimDecoderDelete(w->decoder);
    if (w->has_icc) WebPDemuxReleaseChunkIterator(&w->icc);
    free(w);
}

static const animation_source source = {open, memory_for, go_back, advance, NULL, close_state};

larder_image_status larder_open_webp(
    const larder_image_job *job, larder_animation **animation, larder_image *image) {
    return animation_open(&source, job, animation, image);
}

#endif
