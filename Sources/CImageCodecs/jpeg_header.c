#if defined(__linux__)

#include "jpeg_header.h"

#include <stdlib.h>
#include <string.h>

void jpeg_keep_markers(struct jpeg_decompress_struct *info) {
    jpeg_save_markers(info, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(info, JPEG_APP0 + 2, 0xFFFF);
}

static void find_exif(struct jpeg_decompress_struct *info, larder_image_header *header) {
    static const char start[6] = "Exif\0";
    for (jpeg_saved_marker_ptr m = info->marker_list; m; m = m->next) {
        if (m->marker == JPEG_APP0 + 1 && m->data_length > sizeof start
            && memcmp(m->data, start, sizeof start) == 0) {
            header->exif = m->data + sizeof start;
            header->exif_size = m->data_length - sizeof start;
            return;
        }
    }
}

static larder_color_model model_of(const struct jpeg_decompress_struct *info) {
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: return LARDER_COLORS_GRAY;
    case JCS_CMYK:
    case JCS_YCCK: return LARDER_COLORS_CMYK;
    default: return LARDER_COLORS_RGB;
    }
}

void jpeg_describe(
    struct jpeg_decompress_struct *info, size_t max_metadata, larder_image_header *header,
    uint8_t **icc) {
    memset(header, 0, sizeof *header);
    header->width = info->image_width;
    header->height = info->image_height;
    header->frames = 1;
    header->loops = 1;
    header->bits = (uint32_t)info->data_precision;
    header->model = model_of(info);
    header->progressive = info->progressive_mode;
    find_exif(info, header);

    JOCTET *profile = NULL;
    unsigned length = 0;
    if (!jpeg_read_icc_profile(info, &profile, &length)) return;
    *icc = profile;
    if (length > max_metadata) return;
    header->icc = profile;
    header->icc_size = length;
}

uint64_t jpeg_memory(struct jpeg_decompress_struct *info) {
    // libjpeg keeps less than two rows of blocks, whatever the scale, and a row of each component
    // at the picture's width for each that stands behind one row of blocks.
    enum { rows_kept = 2 * DCTSIZE, aside = 64 };
    uint64_t across = (uint64_t)info->max_h_samp_factor * DCTSIZE;
    uint64_t down = (uint64_t)info->max_v_samp_factor * DCTSIZE;
    uint64_t columns = info->image_width / across + 1, rows = info->image_height / down + 1;
    bool has_scans = jpeg_has_multiple_scans(info);
    uint64_t bytes = 0;
    for (int i = 0; i < info->num_components; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        uint64_t h = (uint64_t)component->h_samp_factor, v = (uint64_t)component->v_samp_factor;
        bytes += (columns * h * DCTSIZE + aside) * v * rows_kept;
        bytes += (columns * across + aside) * (uint64_t)info->max_v_samp_factor;
        if (has_scans) bytes += columns * h * rows * v * sizeof(JBLOCK);
    }
    return bytes;
}

unsigned jpeg_scale_for(const larder_image_plan *plan) {
    double margin = plan->best ? 3 : 1.5;
    for (unsigned eighths = 1; eighths < 8; eighths *= 2) {
        if (plan->width * eighths >= margin * 8 * plan->out_width
            && plan->height * eighths >= margin * 8 * plan->out_height) {
            return eighths;
        }
    }
    return 8;
}

#endif
