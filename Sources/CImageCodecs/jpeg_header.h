#ifndef LARDER_JPEG_HEADER_H
#define LARDER_JPEG_HEADER_H

#include "jpeg_errors.h"
#include "memory_budget.h"

// Has libjpeg keep the markers that jpeg_describe looks at. Before jpeg_read_header.
void jpeg_keep_markers(struct jpeg_decompress_struct *info);

// What the header says. `icc` is memory from malloc that the caller frees, or NULL.
void jpeg_describe(
    struct jpeg_decompress_struct *info, size_t max_metadata, larder_image_header *header,
    uint8_t **icc);

// Bytes that libjpeg takes for rows, and for the coefficients of a file of several scans. After
// jpeg_read_header.
uint64_t jpeg_memory(struct jpeg_decompress_struct *info);

// The smallest scale (in eighths: 1, 2, 4 or 8) that leaves enough for the filter.
unsigned jpeg_scale_for(const larder_image_plan *plan);

#endif
