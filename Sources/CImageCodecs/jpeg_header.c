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
