// CRC-32C by carry-less multiplication, 256 bytes at a time (Gopal and others, "Fast CRC Computation
// for Generic Polynomials Using PCLMULQDQ", 2009, with 512-bit registers).
//
// Bytes that lie D bits before others count as if they were multiplied by x^D, and only the
// remainder modulo the polynomial matters. So a register's halves are multiplied by x^(D + 64) and
// x^D, as remainders, and added to the bytes D bits further on. What is left in the end is 16
// bytes that the crc32 instruction reads as if they were the data.

#include "crc32c_fold.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("sse4.2,pclmul,avx512f,avx512vl,avx512dq,vpclmulqdq")))
#define BLOCK 64

// The factors of both halves for registers 256, 192, 128, 64, 48, 32 and 16 bytes apart.
enum { BY_256, BY_192, BY_128, BY_64, BY_48, BY_32, BY_16, FACTORS };
static uint64_t factors[FACTORS][2];

// x^power modulo the polynomial, its bits reflected.
static uint32_t power_of_x(int power, uint32_t polynomial) {
    uint32_t value = 0x80000000u;
    while (power-- > 0) value = (value & 1) ? (value >> 1) ^ polynomial : value >> 1;
    return value;
}

int larder_crc32c_fold_prepare(uint32_t polynomial) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("vpclmulqdq") || !__builtin_cpu_supports("avx512f")
        || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq")) {
        return 0;
    }
    static const int distances[FACTORS] = {256, 192, 128, 64, 48, 32, 16};
    for (int i = 0; i < FACTORS; i++) {
        // A product of reflected factors of 64 and 32 bits lies 33 bits too high in 128.
        factors[i][0] = power_of_x(8 * distances[i] + 64 - 33, polynomial);
        factors[i][1] = power_of_x(8 * distances[i] - 33, polynomial);
    }
    return 1;
}

TARGET static inline __m512i wide_factor(int i) {
    return _mm512_broadcast_i64x2(_mm_loadu_si128((const __m128i *)factors[i]));
}

TARGET static inline __m512i fold(__m512i value, __m512i factor, __m512i next) {
    __m512i low = _mm512_clmulepi64_epi128(value, factor, 0x00);
    __m512i high = _mm512_clmulepi64_epi128(value, factor, 0x11);
    return _mm512_ternarylogic_epi64(low, high, next, 0x96);  // The exclusive or of three.
}

TARGET static inline __m128i fold_narrow(__m128i value, int i, __m128i next) {
    __m128i factor = _mm_loadu_si128((const __m128i *)factors[i]);
    __m128i low = _mm_clmulepi64_si128(value, factor, 0x00);
    __m128i high = _mm_clmulepi64_si128(value, factor, 0x11);
    return _mm_ternarylogic_epi64(low, high, next, 0x96);
}

TARGET static inline __m512i load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

// Four registers that are folded side by side.
typedef struct {
    __m512i a, b, c, d;
} Folded;

TARGET static inline Folded begin(uint32_t state, const uint8_t *bytes) {
    __m512i first = _mm512_xor_si512(
        load(bytes), _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)state)));
    return (Folded){
        first, load(bytes + BLOCK), load(bytes + 2 * BLOCK), load(bytes + 3 * BLOCK)};
}

TARGET static inline Folded advance(Folded sums, __m512i by256, const uint8_t *bytes) {
    return (Folded){
        fold(sums.a, by256, load(bytes)), fold(sums.b, by256, load(bytes + BLOCK)),
        fold(sums.c, by256, load(bytes + 2 * BLOCK)), fold(sums.d, by256, load(bytes + 3 * BLOCK))};
}

// What is left of `sums` and the whole blocks from `bytes` to `end`.
TARGET static inline uint32_t finish(Folded sums, const uint8_t *bytes, const uint8_t *end) {
    __m512i by64 = wide_factor(BY_64);
    __m512i sum = fold(
        sums.a, wide_factor(BY_192),
        fold(sums.b, wide_factor(BY_128), fold(sums.c, by64, sums.d)));
    for (; bytes < end; bytes += BLOCK) sum = fold(sum, by64, load(bytes));

    __m128i last = _mm512_extracti64x2_epi64(sum, 3);
    last = fold_narrow(_mm512_extracti64x2_epi64(sum, 2), BY_16, last);
    last = fold_narrow(_mm512_extracti64x2_epi64(sum, 1), BY_32, last);
    last = fold_narrow(_mm512_castsi512_si128(sum), BY_48, last);
    uint64_t result = _mm_crc32_u64(0, (uint64_t)_mm_extract_epi64(last, 0));
    return (uint32_t)_mm_crc32_u64(result, (uint64_t)_mm_extract_epi64(last, 1));
}

// `length` is a multiple of 64 and at least 256.
TARGET uint32_t larder_crc32c_fold(uint32_t state, const uint8_t *bytes, size_t length) {
    Folded sums = begin(state, bytes);
    __m512i by256 = wide_factor(BY_256);
    const uint8_t *end = bytes + length;
    for (bytes += 4 * BLOCK; end - bytes >= 4 * BLOCK; bytes += 4 * BLOCK) {
        sums = advance(sums, by256, bytes);
    }
    return finish(sums, bytes, end);
}

static inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// Multiplications and crc32 instructions use different parts of a core, so both run at once: while
// 256 bytes are folded, 32 of each lane are read.
TARGET void larder_crc32c_mixed(
    uint32_t state, const uint8_t *bytes, uint32_t parts[1 + LARDER_MIXED_LANES]) {
    const uint8_t *end = bytes + LARDER_MIXED_FOLDED, *lane = end;
    uint64_t sums[LARDER_MIXED_LANES] = {0};
    Folded folded = begin(state, bytes);
    __m512i by256 = wide_factor(BY_256);
    for (;;) {
        for (int i = 0; i < 32; i += 8) {
            for (int j = 0; j < LARDER_MIXED_LANES; j++) {
                sums[j] = _mm_crc32_u64(sums[j], word_at(lane + j * LARDER_MIXED_LANE + i));
            }
        }
        lane += 32;
        bytes += 4 * BLOCK;
        if (bytes == end) break;
        folded = advance(folded, by256, bytes);
    }
    parts[0] = finish(folded, end, end);
    for (int j = 0; j < LARDER_MIXED_LANES; j++) parts[1 + j] = (uint32_t)sums[j];
}

#else

int larder_crc32c_fold_prepare(uint32_t polynomial) {
    (void)polynomial;
    return 0;
}

uint32_t larder_crc32c_fold(uint32_t state, const uint8_t *bytes, size_t length) {
    (void)bytes;
    (void)length;
    return state;
}

void larder_crc32c_mixed(
    uint32_t state, const uint8_t *bytes, uint32_t parts[1 + LARDER_MIXED_LANES]) {
    (void)bytes;
    parts[0] = state;
}

#endif
