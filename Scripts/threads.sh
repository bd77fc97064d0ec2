#!/usr/bin/env bash
# Runs the tests in a folder under the thread sanitizer: Scripts/threads.sh Tests/LarderTests/Loading
# Fails when a test does or the sanitizer reports anything. Linux only: the script tells it of locks
# that it does not see there (Scripts/mutex-order.c).
set -euo pipefail
cd "$(dirname "$0")/.."

folders=("$@")
scratch=.build/threads
swift build --build-tests --sanitize=thread --scratch-path "$scratch"
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
"$clang" -O1 -fPIC -shared Scripts/mutex-order.c -o "$scratch/mutex-order.so" -ldl

# Swift Testing filters by the names of suites, of which any character but letters may mean something.
suites=$(grep -rhoE '@Suite(\([^)]*\))? struct `[^`]+`' "${folders[@]}" |
    sed -E 's/.*`([^`]+)`/\1/; s/[^A-Za-z0-9 ]/./g' | paste -sd '|')
rm -f "$scratch"/report.*
TSAN_OPTIONS="exitcode=0 log_path=$PWD/$scratch/report" LD_PRELOAD=$PWD/$scratch/mutex-order.so \
    swift test --skip-build --sanitize=thread --scratch-path "$scratch" --filter "$suites"
if compgen -G "$scratch/report.*" >/dev/null; then
    cat "$scratch"/report.*
    exit 1
fi
