#if defined(__linux__)

#include "png_pixels.h"

#include <isa-l/crc.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Bytes that are checked and unpacked at once, so that both find them in the cache.
enum { piece = 65536 };

#if defined(__x86_64__)
// ISA-L's checksums leave the upper halves of vector registers in use, and that makes every SSE
// instruction after them wait for what was in its register before: filters take twice as long.
__attribute__((target("avx"))) static void clear_upper_halves(void) {
    if (__builtin_cpu_supports("avx")) _mm256_zeroupper();
}
#else
static void clear_upper_halves(void) {}
#endif

bool png_pixels_fit(size_t row_bytes) { return row_bytes <= UINT32_MAX / 8; }

bool png_chunk_is_whole(const uint8_t *bytes, size_t size, size_t place, size_t *length) {
    if (size - place < 12) return false;
    *length = png_get_uint_32(bytes + place);
    if (*length > size - place - 12) return false;
    const uint8_t *name = bytes + place + 4;
    uint32_t crc = crc32_gzip_refl(0, name, 4 + *length);
    clear_upper_halves();
    return crc == png_get_uint_32(name + 4 + *length);
}

static bool begin_chunk(png_pixels *p) {
    if (p->size - p->place < 12) return false;
    const uint8_t *chunk = p->bytes + p->place;
    p->left = png_get_uint_32(chunk);
    if (memcmp(chunk + 4, "IDAT", 4) != 0 || p->left > p->size - p->place - 12) return false;
    p->crc = crc32_gzip_refl(0, chunk + 4, 4);
    p->place += 8;
    return true;
}

static bool end_chunk(png_pixels *p) {
    p->place += 4;
    return p->crc == png_get_uint_32(p->bytes + p->place - 4);
}

static bool take_piece(png_pixels *p) {
    while (p->left == 0) {
        if (!begin_chunk(p)) return false;
        if (p->left == 0 && !end_chunk(p)) return false;
    }
    // ISA-L does not look at how far the data may reach back; there is a longest distance.
    if (!p->inflater->next_in && p->bytes[p->place] >> 4 > 7) return false;
    size_t count = p->left < piece ? p->left : piece;
    p->crc = crc32_gzip_refl(p->crc, p->bytes + p->place, count);
    p->inflater->next_in = (uint8_t *)p->bytes + p->place;
    p->inflater->avail_in = (uint32_t)count;
    p->place += count;
    p->left -= count;
    return p->left > 0 || end_chunk(p);
}

// Two rows, and what is unpacked at once.
static size_t capacity_for(size_t stride) { return stride * 2 + (stride > piece ? stride : piece); }

uint64_t png_pixels_memory(size_t row_bytes) {
    return capacity_for(row_bytes + 1) + sizeof(struct inflate_state);
}

bool png_pixels_open(
    png_pixels *p, const uint8_t *bytes, size_t size, size_t place, size_t row_bytes) {
    memset(p, 0, sizeof *p);
    p->bytes = bytes;
    p->size = size;
    p->place = place;
    p->stride = row_bytes + 1;
    p->capacity = capacity_for(p->stride);
    p->window = malloc(p->capacity);
    p->inflater = malloc(sizeof *p->inflater);
    if (!p->window || !p->inflater) return false;
    memset(p->window, 0, p->stride);
    p->next = p->end = p->stride;
    isal_inflate_init(p->inflater);
    p->inflater->crc_flag = ISAL_ZLIB;
    return true;
}

// Unpacks into what is free of the window until `wanted` bytes are there or the data ends.
static bool unpack(png_pixels *p, size_t wanted) {
    struct inflate_state *z = p->inflater;
    z->next_out = p->window + p->end;
    z->avail_out = (uint32_t)(p->capacity - p->end);
    while (p->end - p->next < wanted && z->block_state != ISAL_BLOCK_FINISH) {
        size_t before = p->end;
        if (isal_inflate(z) != ISAL_DECOMP_OK) return false;
        p->end = (size_t)(z->next_out - p->window);
        if (p->end > before || z->block_state == ISAL_BLOCK_FINISH) continue;
        if (z->avail_in > 0 || !take_piece(p)) return false;
    }
    return true;
}

static bool unpack_cleanly(png_pixels *p, size_t wanted) {
    bool unpacked = unpack(p, wanted);
    clear_upper_halves();
    return unpacked;
}

uint8_t *png_pixels_row(png_pixels *p) {
    if (p->end - p->next < p->stride) {
        size_t kept = p->next - p->stride;
        memmove(p->window, p->window + kept, p->end - kept);
        p->next -= kept;
        p->end -= kept;
        if (!unpack_cleanly(p, p->stride) || p->end - p->next < p->stride) return NULL;
    }
    p->next += p->stride;
    return p->window + p->next - p->stride;
}

bool png_pixels_end(png_pixels *p) {
    if (p->next != p->end) return false;
    p->next = p->end = p->stride;
    bool ends = unpack_cleanly(p, 1) && p->next == p->end;
    return ends && p->left == 0 && p->inflater->avail_in == 0 && p->inflater->read_in_length < 8;
}

void png_pixels_close(png_pixels *p) {
    free(p->window);
    free(p->inflater);
}

#endif
