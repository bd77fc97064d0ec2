#!/usr/bin/env bash
# Decodes pictures of every format, right and damaged, under valgrind; fails if memory is lost.
# usage: Scripts/leaks.sh [COUNT]
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --package-path Benchmarks --product larder-decodes
program=$(mktemp)
trap 'rm -f "$program"' EXIT
# Valgrind gives up on debug information that is newer than itself.
strip -g -o "$program" Benchmarks/.build/release/larder-decodes
valgrind --leak-check=full --errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect \
    --error-exitcode=1 "$program" Fuzz/Corpus "${1:-1000}"
