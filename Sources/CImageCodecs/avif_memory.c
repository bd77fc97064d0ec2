#if defined(__linux__)

#include "avif_memory.h"

#include "memory_budget.h"

// Bytes of a picture's planes for each 2 x 2 pixels.
static uint64_t planes_size(const avifImage *picture) {
    uint64_t sample = picture->depth > 8 ? 2 : 1;
    switch (picture->yuvFormat) {
    case AVIF_PIXEL_FORMAT_YUV400: return 4 * sample;
    case AVIF_PIXEL_FORMAT_YUV420: return 6 * sample;
    case AVIF_PIXEL_FORMAT_YUV422: return 8 * sample;
    default: return 12 * sample;
    }
}

// Bytes that are taken for each 2 x 2 pixels.
static uint64_t block_size(const avifDecoder *decoder) {
    const avifImage *picture = decoder->image;
    // A still picture is decoded and put together of tiles; a frame that moves may be made of
    // eight before it, and is shown while the next one is decoded.
    uint64_t pictures = decoder->imageCount > 1 ? 10 : 2;
    uint64_t colors = planes_size(picture);
    uint64_t alpha = decoder->alphaPresent ? (picture->depth > 8 ? 8 : 4) : 0;
    // Motion vectors, filters' levels and the like: about a byte a pixel for each decoder.
    uint64_t notes = decoder->alphaPresent ? 8 : 4;
    // Deep colours become 8 bits first.
    uint64_t shallow = picture->depth > 8 ? colors / 2 : 0;
    return pictures * (colors + alpha) + notes + shallow;
}

uint64_t avif_memory(const avifDecoder *decoder) {
    // Decoders round sides up to the largest block's.
    enum { block = 128 };
    uint64_t across = decoder->image->width / block + 1;
    uint64_t down = decoder->image->height / block + 1;
    return memory_of(across * block, down * block, block_size(decoder)) / 4;
}

uint64_t avif_pixels_within(const avifDecoder *decoder, uint64_t bytes) {
    return bytes / block_size(decoder) * 4;
}

#endif
