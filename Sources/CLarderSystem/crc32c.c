// CRC-32C at the speed of memory.
//
// The instruction takes three cycles and one can start in each, so three lanes of a block run
// side by side and are joined afterwards: a checksum is moved past n zero bytes by a linear
// map, held as four tables of 256 words. Where the machine can, long runs are folded instead. The
// result is the plain CRC-32C of the bytes.

#include "CLarderSystem.h"
#include "crc32c_fold.h"

#include <pthread.h>
#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#define POLYNOMIAL 0x82F63B78u
#define LONG_LANE 4096
#define SHORT_LANE 256

static uint32_t sliced[8][256];
static uint32_t long_shift[4][256];
static uint32_t short_shift[4][256];
static uint32_t mixed_shift[4][256];
static int has_instruction;
static int can_fold;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint32_t advance_by_table(uint32_t state, const uint8_t *bytes, size_t length) {
    while (length >= 8) {
        uint64_t word = 0;
        for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << (8 * i);
        word ^= state;
        state = 0;
        for (int i = 0; i < 8; i++) state ^= sliced[7 - i][(word >> (8 * i)) & 0xFF];
        bytes += 8;
        length -= 8;
    }
    while (length-- > 0) state = sliced[0][(state ^ *bytes++) & 0xFF] ^ (state >> 8);
    return state;
}

// A linear map over a state's bits is given by the images of the 32 single ones.
static uint32_t image_of(const uint32_t map[32], uint32_t state) {
    uint32_t sum = 0;
    for (; state != 0; state &= state - 1) sum ^= map[__builtin_ctz(state)];
    return sum;
}

// Makes `map` one that does what `other` does after it.
static void append(uint32_t map[32], const uint32_t other[32]) {
    for (int bit = 0; bit < 32; bit++) map[bit] = image_of(other, map[bit]);
}

// The map past `length` zero bytes is put together from those past 1, 2, 4 and so on, each of which
// is the one before it twice: thousands of steps instead of hundreds of thousands, which a program
// would notice that is over soon.
static void fill_shift(uint32_t table[4][256], size_t length) {
    uint32_t map[32], power[32];
    for (int bit = 0; bit < 32; bit++) {
        map[bit] = 1u << bit;
        power[bit] = sliced[0][map[bit] & 0xFF] ^ (map[bit] >> 8);
    }
    for (; length > 0; length >>= 1) {
        if (length & 1) append(map, power);
        uint32_t same[32];
        memcpy(same, power, sizeof same);
        append(power, same);
    }
    for (int part = 0; part < 4; part++) {
        table[part][0] = 0;
        for (int byte = 1; byte < 256; byte++) {
            table[part][byte] =
                table[part][byte & (byte - 1)] ^ map[8 * part + __builtin_ctz((unsigned)byte)];
        }
    }
}

static int probe(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.2");
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
    return 1;
#elif defined(__aarch64__) && defined(__linux__)
    return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0;
#else
    return 0;
#endif
}

static void prepare(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t state = byte;
        for (int bit = 0; bit < 8; bit++) {
            state = (state & 1) ? (state >> 1) ^ POLYNOMIAL : state >> 1;
        }
        sliced[0][byte] = state;
    }
    for (int slice = 1; slice < 8; slice++) {
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = sliced[slice - 1][byte];
            sliced[slice][byte] = sliced[0][before & 0xFF] ^ (before >> 8);
        }
    }
    fill_shift(long_shift, LONG_LANE);
    fill_shift(short_shift, SHORT_LANE);
    has_instruction = probe();
    fill_shift(mixed_shift, LARDER_MIXED_LANE);
    can_fold = has_instruction && larder_crc32c_fold_prepare(POLYNOMIAL);
}

#if defined(__x86_64__)
#include <nmmintrin.h>
#define TARGET __attribute__((target("sse4.2")))
#define STEP8(state, word) _mm_crc32_u64(state, word)
#define STEP1(state, byte) _mm_crc32_u8((uint32_t)(state), byte)
#elif defined(__aarch64__)
#define TARGET __attribute__((target("crc")))
#define STEP8(state, word) __builtin_arm_crc32cd((uint32_t)(state), word)
#define STEP1(state, byte) __builtin_arm_crc32cb((uint32_t)(state), byte)
#endif

#ifdef TARGET
static inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint32_t shift(uint32_t table[4][256], uint32_t state) {
    return table[0][state & 0xFF] ^ table[1][(state >> 8) & 0xFF] ^ table[2][(state >> 16) & 0xFF]
        ^ table[3][state >> 24];
}

TARGET static inline uint32_t three_lanes(
    uint32_t state, const uint8_t *bytes, size_t lane, uint32_t table[4][256]) {
    uint64_t a = state, b = 0, c = 0;
    for (const uint8_t *end = bytes + lane; bytes < end; bytes += 8) {
        a = STEP8(a, word_at(bytes));
        b = STEP8(b, word_at(bytes + lane));
        c = STEP8(c, word_at(bytes + 2 * lane));
    }
    uint32_t joined = shift(table, (uint32_t)a) ^ (uint32_t)b;
    return shift(table, joined) ^ (uint32_t)c;
}

TARGET static uint32_t advance_by_instruction(
    uint32_t state, const uint8_t *bytes, size_t length) {
    for (; can_fold && length >= LARDER_MIXED; length -= LARDER_MIXED, bytes += LARDER_MIXED) {
        uint32_t parts[1 + LARDER_MIXED_LANES];
        larder_crc32c_mixed(state, bytes, parts);
        state = parts[0];
        for (int i = 1; i <= LARDER_MIXED_LANES; i++) state = shift(mixed_shift, state) ^ parts[i];
    }
    if (can_fold && length >= LARDER_FOLD_LEAST) {
        size_t folded = length / LARDER_FOLD_UNIT * LARDER_FOLD_UNIT;
        state = larder_crc32c_fold(state, bytes, folded);
        bytes += folded;
        length -= folded;
    }
    for (; length >= 3 * LONG_LANE; length -= 3 * LONG_LANE, bytes += 3 * LONG_LANE) {
        state = three_lanes(state, bytes, LONG_LANE, long_shift);
    }
    for (; length >= 3 * SHORT_LANE; length -= 3 * SHORT_LANE, bytes += 3 * SHORT_LANE) {
        state = three_lanes(state, bytes, SHORT_LANE, short_shift);
    }
    uint64_t wide = state;
    for (; length >= 8; length -= 8, bytes += 8) wide = STEP8(wide, word_at(bytes));
    state = (uint32_t)wide;
    while (length-- > 0) state = STEP1(state, *bytes++);
    return state;
}
#else
static uint32_t advance_by_instruction(uint32_t state, const uint8_t *bytes, size_t length) {
    return advance_by_table(state, bytes, length);
}
#endif

uint32_t larder_crc32c(uint32_t checksum, const void *bytes, size_t length) {
    pthread_once(&once, prepare);
    if (!has_instruction) return ~advance_by_table(~checksum, bytes, length);
    return ~advance_by_instruction(~checksum, bytes, length);
}

uint32_t larder_crc32c_portable(uint32_t checksum, const void *bytes, size_t length) {
    pthread_once(&once, prepare);
    return ~advance_by_table(~checksum, bytes, length);
}
