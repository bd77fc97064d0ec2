#include "memory_budget.h"

uint64_t memory_of(uint64_t width, uint64_t height, uint64_t size) {
    uint64_t bytes = 0;
    bool is_too_much = __builtin_mul_overflow(width, height, &bytes)
        || __builtin_mul_overflow(bytes, size, &bytes);
    return is_too_much ? UINT64_MAX : bytes;
}

uint64_t memory_sum(uint64_t some, uint64_t more) {
    return some > UINT64_MAX - more ? UINT64_MAX : some + more;
}

bool memory_fits(const memory_budget *budget, uint64_t bytes) {
    return budget->taken <= budget->limit && bytes <= budget->limit - budget->taken;
}

bool memory_take(memory_budget *budget, uint64_t bytes) {
    if (!memory_fits(budget, bytes)) return false;
    budget->taken += bytes;
    return true;
}

void memory_give_back(memory_budget *budget, uint64_t bytes) { budget->taken -= bytes; }
