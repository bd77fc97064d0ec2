#include "resize.h"

#if defined(__SSE2__)
#include <immintrin.h>

static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }

// The columns are in order again only after the last step: unpacking works within each half.
__attribute__((target("avx2"))) static size_t down_by_32(
    const uint8_t *const *rows, const int16_t *weights, uint32_t taps, size_t first, size_t last,
    int16_t *middle) {
    const __m256i zero = _mm256_setzero_si256();
    size_t column = first;
    for (; column + 32 <= last; column += 32) {
        __m256i s0 = _mm256_set1_epi32(128), s1 = s0, s2 = s0, s3 = s0;
        for (uint32_t tap = 0; tap < taps; tap += 2) {
            const uint8_t *lower = rows[tap + 1 < taps ? tap + 1 : tap];
            __m256i a = _mm256_loadu_si256((const __m256i *)(rows[tap] + column));
            __m256i b = _mm256_loadu_si256((const __m256i *)(lower + column));
            int32_t pair;
            __builtin_memcpy(&pair, weights + tap, 4);
            __m256i w = _mm256_set1_epi32(pair);
            __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
            s0 = _mm256_add_epi32(s0, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), w));
            s1 = _mm256_add_epi32(s1, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), w));
            s2 = _mm256_add_epi32(s2, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), w));
            s3 = _mm256_add_epi32(s3, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), w));
        }
        __m256i p = _mm256_packs_epi32(_mm256_srai_epi32(s0, 8), _mm256_srai_epi32(s1, 8));
        __m256i q = _mm256_packs_epi32(_mm256_srai_epi32(s2, 8), _mm256_srai_epi32(s3, 8));
        __m256i *to = (__m256i *)(middle + column);
        _mm256_storeu_si256(to, _mm256_permute2x128_si256(p, q, 0x20));
        _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(p, q, 0x31));
    }
    return column;
}

// Four pixels at a time: their channels side by side in pairs, so that one multiplication serves
// two taps.
__attribute__((target("avx2"))) static void across_by_4(
    const int16_t *middle, const resize_weights *across, uint8_t *out) {
    const __m256i pair_up = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    const __m256i spread = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    const int16_t *weights = across->weights;
    for (uint32_t i = 0; i < across->count; i++, weights += across->stride, out += 4) {
        const int16_t *from = middle + (size_t)across->starts[i] * 4;
        __m256i sum = _mm256_setzero_si256();
        for (uint32_t tap = 0; tap < across->stride; tap += 4, from += 16) {
            __m256i pixels = _mm256_loadu_si256((const __m256i *)from);
            __m256i four = _mm256_castsi128_si256(
                _mm_loadl_epi64((const __m128i *)(weights + tap)));
            __m256i w = _mm256_permutevar8x32_epi32(four, spread);
            sum = _mm256_add_epi32(
                sum, _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, pair_up), w));
        }
        __m128i both = _mm_add_epi32(
            _mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        both = _mm_srai_epi32(_mm_add_epi32(both, _mm_set1_epi32(1 << 19)), 20);
        __m128i words = _mm_packs_epi32(both, both);
        int32_t pixel = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        __builtin_memcpy(out, &pixel, 4);
    }
}

// Two weights, side by side in each 32-bit lane.
static __m128i weight_pair(const int16_t *weights) {
    uint32_t pair = (uint16_t)weights[0] | (uint32_t)(uint16_t)weights[1] << 16;
    return _mm_set1_epi32((int32_t)pair);
}

// Sums of 16 columns.
typedef struct {
    __m128i lanes[4];
} sums16;

static inline void add_rows(
    sums16 *sums, const uint8_t *upper, const uint8_t *lower, __m128i weights) {
    const __m128i zero = _mm_setzero_si128();
    __m128i a = _mm_loadu_si128((const __m128i *)upper);
    __m128i b = _mm_loadu_si128((const __m128i *)lower);
    __m128i low = _mm_unpacklo_epi8(a, b), high = _mm_unpackhi_epi8(a, b);
    __m128i parts[4] = {
        _mm_unpacklo_epi8(low, zero), _mm_unpackhi_epi8(low, zero),
        _mm_unpacklo_epi8(high, zero), _mm_unpackhi_epi8(high, zero)};
    for (int i = 0; i < 4; i++) {
        sums->lanes[i] = _mm_add_epi32(sums->lanes[i], _mm_madd_epi16(parts[i], weights));
    }
}

static size_t down_by_16(
    const uint8_t *const *rows, const int16_t *weights, uint32_t taps, size_t first, size_t last,
    int16_t *middle) {
    size_t column = first;
    if (has_avx2()) column = down_by_32(rows, weights, taps, first, last, middle);
    for (; column + 16 <= last; column += 16) {
        const __m128i half = _mm_set1_epi32(128);
        sums16 sums = {{half, half, half, half}};
        for (uint32_t tap = 0; tap < taps; tap += 2) {
            const uint8_t *lower = rows[tap + 1 < taps ? tap + 1 : tap];
            add_rows(&sums, rows[tap] + column, lower + column, weight_pair(weights + tap));
        }
        for (int i = 0; i < 4; i++) sums.lanes[i] = _mm_srai_epi32(sums.lanes[i], 8);
        __m128i *to = (__m128i *)(middle + column);
        _mm_storeu_si128(to, _mm_packs_epi32(sums.lanes[0], sums.lanes[1]));
        _mm_storeu_si128(to + 1, _mm_packs_epi32(sums.lanes[2], sums.lanes[3]));
    }
    return column;
}

void resize_across(const int16_t *middle, const resize_weights *across, uint8_t *out) {
    if (has_avx2()) {
        across_by_4(middle, across, out);
        return;
    }
    const int16_t *weights = across->weights;
    for (uint32_t i = 0; i < across->count; i++, weights += across->stride, out += 4) {
        const int16_t *from = middle + (size_t)across->starts[i] * 4;
        __m128i sum = _mm_set1_epi32(1 << 19);
        for (uint32_t tap = 0; tap < across->stride; tap += 2, from += 8) {
            __m128i pixels = _mm_loadu_si128((const __m128i *)from);
            __m128i pairs = _mm_unpacklo_epi16(pixels, _mm_srli_si128(pixels, 8));
            sum = _mm_add_epi32(sum, _mm_madd_epi16(pairs, weight_pair(weights + tap)));
        }
        __m128i words = _mm_packs_epi32(_mm_srai_epi32(sum, 20), sum);
        int32_t pixel = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        __builtin_memcpy(out, &pixel, 4);
    }
}

#else

static size_t down_by_16(
    const uint8_t *const *rows, const int16_t *weights, uint32_t taps, size_t first, size_t last,
    int16_t *middle) {
    size_t column = first;
    for (; column + 16 <= last; column += 16) {
        int32_t sums[16];
        for (int i = 0; i < 16; i++) sums[i] = 128;
        for (uint32_t tap = 0; tap < taps; tap++) {
            const uint8_t *from = rows[tap] + column;
            for (int i = 0; i < 16; i++) sums[i] += from[i] * weights[tap];
        }
        for (int i = 0; i < 16; i++) {
            int32_t value = sums[i] >> 8;
            middle[column + i] = value < INT16_MIN ? INT16_MIN
                : value > INT16_MAX                ? INT16_MAX
                                                   : (int16_t)value;
        }
    }
    return column;
}

void resize_across(const int16_t *middle, const resize_weights *across, uint8_t *out) {
    const int16_t *weights = across->weights;
    for (uint32_t i = 0; i < across->count; i++, weights += across->stride, out += 4) {
        const int16_t *from = middle + (size_t)across->starts[i] * 4;
        int32_t sums[4] = {1 << 19, 1 << 19, 1 << 19, 1 << 19};
        for (uint32_t tap = 0; tap < across->stride; tap++, from += 4) {
            for (int c = 0; c < 4; c++) sums[c] += from[c] * weights[tap];
        }
        for (int c = 0; c < 4; c++) {
            int32_t value = sums[c] >> 20;
            out[c] = value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
        }
    }
}

#endif

static void plane_across(
    const int16_t *middle, const resize_weights *across, uint32_t first, int16_t *out) {
    for (uint32_t i = first; i < across->count; i++) {
        const int16_t *weights = across->weights + (size_t)i * across->stride;
        const int16_t *from = middle + across->starts[i];
        int32_t sum = 1 << 13;
        for (uint32_t tap = 0; tap < across->stride; tap += 16) {
            for (uint32_t k = tap; k < tap + 16; k++) sum += from[k] * weights[k];
        }
        sum >>= 14;
        out[i] = sum < INT16_MIN ? INT16_MIN : sum > INT16_MAX ? INT16_MAX : (int16_t)sum;
    }
}

#if defined(__SSE2__)
__attribute__((target("avx2"))) static __m256i plane_sums(
    const int16_t *from, const int16_t *weights, uint32_t count) {
    __m256i sums = _mm256_setzero_si256();
    for (uint32_t tap = 0; tap < count; tap += 16) {
        __m256i pixels = _mm256_loadu_si256((const __m256i *)(from + tap));
        __m256i w = _mm256_loadu_si256((const __m256i *)(weights + tap));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pixels, w));
    }
    return sums;
}

// Four numbers at a time, so that their sums are added up side by side.
__attribute__((target("avx2"))) static uint32_t plane_across_by_4(
    const int16_t *middle, const resize_weights *across, int16_t *out) {
    uint32_t stride = across->stride, i = 0;
    const int16_t *weights = across->weights;
    for (; i + 4 <= across->count; i += 4, weights += (size_t)stride * 4) {
        __m256i sums[4];
        for (uint32_t k = 0; k < 4; k++) {
            sums[k] = plane_sums(
                middle + across->starts[i + k], weights + (size_t)stride * k, stride);
        }
        __m256i pairs = _mm256_hadd_epi32(
            _mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
        __m128i all = _mm_add_epi32(
            _mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
        all = _mm_srai_epi32(_mm_add_epi32(all, _mm_set1_epi32(1 << 13)), 14);
        _mm_storel_epi64((__m128i *)(out + i), _mm_packs_epi32(all, all));
    }
    return i;
}

void resize_plane_across(const int16_t *middle, const resize_weights *across, int16_t *out) {
    uint32_t done = has_avx2() ? plane_across_by_4(middle, across, out) : 0;
    plane_across(middle, across, done, out);
}
#else
void resize_plane_across(const int16_t *middle, const resize_weights *across, int16_t *out) {
    plane_across(middle, across, 0, out);
}
#endif

void resize_down(
    const uint8_t *const *rows, const int16_t *weights, uint32_t taps, size_t first, size_t last,
    int16_t *middle) {
    size_t column = down_by_16(rows, weights, taps, first, last, middle);
    for (; column < last; column++) {
        int32_t sum = 128;
        for (uint32_t tap = 0; tap < taps; tap++) sum += rows[tap][column] * weights[tap];
        sum >>= 8;
        middle[column] = sum < INT16_MIN ? INT16_MIN
            : sum > INT16_MAX            ? INT16_MAX
                                         : (int16_t)sum;
    }
}
