// SipHash (Aumasson and Bernstein, 2012): a hash that nobody can aim without knowing its key.

#include "CLarderSystem.h"

#define ROTATE(word, by) (((word) << (by)) | ((word) >> (64 - (by))))

static inline void rounds(uint64_t v[4], int count) {
    for (int i = 0; i < count; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = ROTATE(v[1], 13) ^ v[0];
        v[3] = ROTATE(v[3], 16) ^ v[2];
        v[0] = ROTATE(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = ROTATE(v[1], 17) ^ v[2];
        v[3] = ROTATE(v[3], 21) ^ v[0];
        v[2] = ROTATE(v[2], 32);
    }
}

static inline uint64_t little_endian(const uint8_t *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

// Inlined, so that how many rounds there are is known where it is compiled.
static inline __attribute__((always_inline)) uint64_t siphash(
    uint64_t key0, uint64_t key1, const uint8_t *bytes, size_t length, int each, int last) {
    uint64_t v[4] = {
        key0 ^ 0x736F6D6570736575u, key1 ^ 0x646F72616E646F6Du,
        key0 ^ 0x6C7967656E657261u, key1 ^ 0x7465646279746573u,
    };
    uint64_t tail = 0;
    // The last bytes, less than a word, are loaded with those before them where there are some.
    size_t whole = length;
    int has_word = length >= 8;
    for (; length >= 8; length -= 8, bytes += 8) {
        uint64_t word = little_endian(bytes, 8);
        v[3] ^= word;
        rounds(v, each);
        v[0] ^= word;
    }
    if (has_word && length > 0) {
        tail = little_endian(bytes + length - 8, 8) >> (64 - 8 * length);
    } else {
        tail = little_endian(bytes, length);
    }
    tail |= (uint64_t)whole << 56;
    v[3] ^= tail;
    rounds(v, each);
    v[0] ^= tail;
    v[2] ^= 0xFF;
    rounds(v, last);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t larder_siphash13(uint64_t key0, uint64_t key1, const void *bytes, size_t length) {
    return siphash(key0, key1, bytes, length, 1, 3);
}

uint64_t larder_siphash24(uint64_t key0, uint64_t key1, const void *bytes, size_t length) {
    return siphash(key0, key1, bytes, length, 2, 4);
}
