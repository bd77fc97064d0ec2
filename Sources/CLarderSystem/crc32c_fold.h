// The fastest way to a CRC-32C, on machines that multiply carry-less in 512-bit registers.
#ifndef LARDER_CRC32C_FOLD_H
#define LARDER_CRC32C_FOLD_H

#include <stddef.h>
#include <stdint.h>

// The least that larder_crc32c_fold takes.
#define LARDER_FOLD_LEAST 256
// What it takes a multiple of.
#define LARDER_FOLD_UNIT 64

// Makes its constants. Returns whether this machine can run it.
int larder_crc32c_fold_prepare(uint32_t polynomial);

// The state after `length` bytes, without the inversions at both ends.
uint32_t larder_crc32c_fold(uint32_t state, const uint8_t *bytes, size_t length);

// A run for larder_crc32c_mixed: bytes to fold, then four lanes.
#define LARDER_MIXED_FOLDED 12288
#define LARDER_MIXED_LANE 1536
#define LARDER_MIXED_LANES 3
#define LARDER_MIXED (LARDER_MIXED_FOLDED + LARDER_MIXED_LANES * LARDER_MIXED_LANE)

// Checks LARDER_MIXED bytes by folding and by the instruction at once: `parts` becomes the state
// behind what was folded, then each lane's checksum from 0.
void larder_crc32c_mixed(
    uint32_t state, const uint8_t *bytes, uint32_t parts[1 + LARDER_MIXED_LANES]);

#endif
