#if defined(__linux__)

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "finish.h"
#include "planes.h"
#include "webp_memory.h"

// All that has to be given back.
typedef struct {
    const larder_image_job *job;
    larder_image *image;
    WebPDemuxer *demuxer;
    WebPIterator frame;
    WebPChunkIterator exif, icc;
    bool has_frame, has_exif, has_icc;
    // The file ends before its end, if perhaps after the first frame.
    bool is_cut;
    larder_image_header header;
    larder_image_plan plan;
    color_source colors;
    WebPDecoderConfig config;
    WebPIDecoder *decoder;
    // Pixels of the frame; it may be smaller than the picture. Or planes: luma, then chroma.
    uint8_t *canvas;
    memory_budget memory;
    sink rows;
    bool may_use_planes, has_planes;
    planes planes;
} webp_reader;

static void find_chunks(webp_reader *r) {
    uint32_t flags = WebPDemuxGetI(r->demuxer, WEBP_FF_FORMAT_FLAGS);
    r->has_exif = (flags & EXIF_FLAG) && WebPDemuxGetChunk(r->demuxer, "EXIF", 1, &r->exif);
    r->has_icc = (flags & ICCP_FLAG) && WebPDemuxGetChunk(r->demuxer, "ICCP", 1, &r->icc);
    if (r->has_exif) {
        r->header.exif = r->exif.chunk.bytes;
        r->header.exif_size = r->exif.chunk.size;
    }
    if (r->has_icc && r->icc.chunk.size <= r->job->max_metadata) {
        r->header.icc = r->colors.icc = r->icc.chunk.bytes;
        r->header.icc_size = r->colors.icc_size = r->icc.chunk.size;
    }
    r->header.has_alpha = (flags & ALPHA_FLAG) || r->frame.has_alpha;
}

// Reads what the container says; the frame may be there in part only.
static larder_image_status describe(webp_reader *r) {
    WebPData data = {r->job->bytes, r->job->size};
    WebPDemuxState state;
    r->demuxer = WebPDemuxPartial(&data, &state);
    if (!r->demuxer || state == WEBP_DEMUX_PARSE_ERROR) {
        return larder_fail(r->image, LARDER_IMAGE_DAMAGED, "The container is damaged");
    }
    r->is_cut = state != WEBP_DEMUX_DONE;
    r->header.width = WebPDemuxGetI(r->demuxer, WEBP_FF_CANVAS_WIDTH);
    r->header.height = WebPDemuxGetI(r->demuxer, WEBP_FF_CANVAS_HEIGHT);
    r->header.frames = WebPDemuxGetI(r->demuxer, WEBP_FF_FRAME_COUNT);
    bool moves = WebPDemuxGetI(r->demuxer, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG;
    r->header.loops = moves ? WebPDemuxGetI(r->demuxer, WEBP_FF_LOOP_COUNT) : 1;
    r->header.bits = 8;
    r->header.model = r->colors.model = LARDER_COLORS_RGB;
    r->has_frame = WebPDemuxGetFrame(r->demuxer, 1, &r->frame);
    if (!r->has_frame) {
        return larder_fail(r->image, LARDER_IMAGE_DAMAGED, "The data ends before the pixels");
    }
    find_chunks(r);
    return LARDER_IMAGE_OK;
}

// libwebp checks nothing between two calls: each is given about this many pixels.
enum { pixels_a_slice = 200000 };

static size_t slice_size(const webp_reader *r) {
    uint64_t pixels = (uint64_t)r->frame.width * r->frame.height;
    uint64_t slices = pixels / pixels_a_slice + 1;
    return r->frame.fragment.size / slices + 1;
}

// Lossless pictures have no planes. What is cut is shown down to its last row, which planes
// cannot do.
static bool has_planes(const webp_reader *r) {
    WebPBitstreamFeatures features;
    const WebPData *data = &r->frame.fragment;
    return r->may_use_planes && !r->header.has_alpha && !r->is_cut && planes_suit(&r->plan)
        && WebPGetFeatures(data->bytes, data->size, &features) == VP8_STATUS_OK
        && features.format == 1;
}

// A row of chroma, and all of them.
static size_t half_width(const webp_reader *r) { return ((size_t)r->frame.width + 1) / 2; }
static size_t half_size(const webp_reader *r) {
    return half_width(r) * (((size_t)r->frame.height + 1) / 2);
}

static void give_planes(webp_reader *r) {
    size_t width = (size_t)r->frame.width, height = (size_t)r->frame.height;
    size_t half = half_size(r);
    WebPYUVABuffer *to = &r->config.output.u.YUVA;
    r->config.output.colorspace = MODE_YUV;
    to->y = r->canvas;
    to->u = r->canvas + width * height;
    to->v = to->u + half;
    to->y_stride = (int)width;
    to->u_stride = to->v_stride = (int)half_width(r);
    to->y_size = width * height;
    to->u_size = to->v_size = half;
}

static void give_pixels(webp_reader *r, size_t size) {
    r->config.output.colorspace = r->header.has_alpha ? MODE_rgbA : MODE_RGBA;
    r->config.output.u.RGBA.rgba = r->canvas;
    r->config.output.u.RGBA.stride = r->frame.width * 4;
    r->config.output.u.RGBA.size = size;
}

static larder_image_status open_decoder(webp_reader *r) {
    if (!WebPInitDecoderConfig(&r->config)) return LARDER_IMAGE_UNSUPPORTED;
    uint64_t width = (uint64_t)r->frame.width, height = (uint64_t)r->frame.height;
    uint64_t size =
        r->has_planes ? width * height + 2 * half_size(r) : memory_of(width, height, 4);
    const WebPData *data = &r->frame.fragment;
    uint64_t library = webp_memory(data->bytes, data->size, width, height);
    if (!memory_take(&r->memory, memory_sum(size, library))) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    r->canvas = calloc(size, 1);
    if (!r->canvas) return LARDER_IMAGE_NO_MEMORY;
    r->config.output.is_external_memory = 1;
    if (r->has_planes) {
        give_planes(r);
    } else {
        give_pixels(r, size);
    }
    r->decoder = WebPIDecode(NULL, 0, &r->config);
    return r->decoder ? LARDER_IMAGE_OK : LARDER_IMAGE_NO_MEMORY;
}

// One row of the picture: the frame's row at its place, transparent around it.
static void push_row(webp_reader *r) {
    uint32_t y = r->rows.next;
    uint32_t top = (uint32_t)r->frame.y_offset, left = (uint32_t)r->frame.x_offset;
    size_t width = (size_t)r->frame.width * 4;
    bool has_pixels = y >= top && y - top < (uint32_t)r->frame.height;
    const uint8_t *from = has_pixels ? r->canvas + (y - top) * width : NULL;
    if (from && width == (size_t)r->header.width * 4) {
        sink_push_lent(&r->rows, from);
        return;
    }
    uint8_t *to = sink_row(&r->rows);
    memset(to, 0, (size_t)r->header.width * 4);
    if (from) memcpy(to + (size_t)left * 4, from, width);
    sink_push(&r->rows);
}

static void push_planes(webp_reader *r) {
    const WebPYUVABuffer *from = &r->config.output.u.YUVA;
    int decoded = 0;
    WebPIDecGetYUV(r->decoder, &decoded, NULL, NULL, NULL, NULL, NULL, NULL);
    if (decoded <= 0) return;
    // The last row of chroma may serve a row of luma that is still to come.
    bool is_whole = decoded == r->frame.height;
    uint32_t halves = (uint32_t)(is_whole ? decoded + 1 : decoded) / 2;
    planes_push(&r->planes, 0, from->y, (size_t)from->y_stride, (uint32_t)decoded);
    planes_push(&r->planes, 1, from->u, (size_t)from->u_stride, halves);
    planes_push(&r->planes, 2, from->v, (size_t)from->v_stride, halves);
}

static void push_decoded_rows(webp_reader *r) {
    if (r->has_planes) {
        push_planes(r);
        return;
    }
    int decoded = 0;
    if (!WebPIDecGetRGB(r->decoder, &decoded, NULL, NULL, NULL) || decoded <= 0) return;
    uint32_t end = (uint32_t)r->frame.y_offset + (uint32_t)decoded;
    if (end > r->header.height) end = r->header.height;
    while (r->rows.next < end) push_row(r);
}

static larder_image_status feed(webp_reader *r) {
    const WebPData *data = &r->frame.fragment;
    size_t slice = slice_size(r);
    VP8StatusCode status = VP8_STATUS_SUSPENDED;
    for (size_t end = 0; end < data->size && status == VP8_STATUS_SUSPENDED;) {
        end = data->size - end > slice ? end + slice : data->size;
        status = WebPIUpdate(r->decoder, data->bytes, end);
        push_decoded_rows(r);
        if (r->job->should_stop(r->job->context)) return LARDER_IMAGE_STOPPED;
    }
    if (status == VP8_STATUS_OUT_OF_MEMORY) return LARDER_IMAGE_NO_MEMORY;
    r->image->partial = status != VP8_STATUS_OK;
    if (r->image->partial) larder_fail(r->image, LARDER_IMAGE_DAMAGED, "The data is damaged");
    if (r->has_planes) return r->image->partial ? LARDER_IMAGE_DAMAGED : LARDER_IMAGE_OK;
    if (r->rows.next == 0) return LARDER_IMAGE_DAMAGED;
    while (!r->image->partial && r->rows.next < r->header.height) push_row(r);
    r->image->partial |= r->is_cut;
    return LARDER_IMAGE_OK;
}

static larder_image_status feed_planes(webp_reader *r) {
    planes_format format = {
        .width = r->header.width, .height = r->header.height, .is_halved_across = true,
        .is_halved_down = true, .red = 0.299f, .blue = 0.114f};
    larder_image_status status = planes_open(&r->planes, &r->memory, &format, &r->plan);
    if (status == LARDER_IMAGE_OK) status = feed(r);
    if (status != LARDER_IMAGE_OK) return status;
    return planes_show(&r->planes, r->job, &r->plan, &r->colors, r->image);
}

static larder_image_status run(webp_reader *r) {
    larder_image_status status = describe(r);
    if (status != LARDER_IMAGE_OK) return status;
    if (!r->job->plan(r->job->context, &r->header, &r->plan)) return LARDER_IMAGE_STOPPED;
    if (!larder_header_fits(r->job, &r->header)) return LARDER_IMAGE_TOO_LARGE;
    bool covers = (uint32_t)r->frame.width == r->header.width
        && (uint32_t)r->frame.height == r->header.height;
    r->header.has_alpha |= !covers;
    r->has_planes = has_planes(r);
    status = open_decoder(r);
    if (status != LARDER_IMAGE_OK) return status;
    if (r->has_planes) return feed_planes(r);
    status = sink_open(
        &r->rows, &r->memory, &r->header, &r->plan,
        r->header.has_alpha ? SINK_PREMULTIPLIED : SINK_MADE_OPAQUE, 8);
    return status == LARDER_IMAGE_OK ? feed(r) : status;
}

static larder_image_status decode(
    const larder_image_job *job, larder_image *image, bool may_use_planes, bool *used_planes) {
    webp_reader r;
    memset(&r, 0, sizeof r);
    memset(image, 0, sizeof *image);
    r.job = job;
    r.memory.limit = job->max_memory;
    r.image = image;
    r.may_use_planes = may_use_planes;
    larder_image_status status = run(&r);
    if (status == LARDER_IMAGE_OK && !r.has_planes) {
        status = larder_finish(job, &r.plan, &r.colors, &r.rows, image);
    }
    *used_planes = r.has_planes;
    if (r.decoder) WebPIDelete(r.decoder);
    WebPFreeDecBuffer(&r.config.output);
    if (r.has_exif) WebPDemuxReleaseChunkIterator(&r.exif);
    if (r.has_icc) WebPDemuxReleaseChunkIterator(&r.icc);
    if (r.has_frame) WebPDemuxReleaseIterator(&r.frame);
    if (r.demuxer) WebPDemuxDelete(r.demuxer);
    planes_close(&r.planes);
    free(r.canvas);
    sink_close(&r.rows);
    return status;
}

larder_image_status larder_decode_webp(const larder_image_job *job, larder_image *image) {
    bool used_planes = false;
    larder_image_status status = decode(job, image, true, &used_planes);
    // Damage is met too late to change the way: it is decoded anew.
    if (status != LARDER_IMAGE_DAMAGED || !used_planes) return status;
    return decode(job, image, false, &used_planes);
}

#endif
