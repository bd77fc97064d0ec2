#!/usr/bin/env bash
# Feeds hostile bytes to what reads them, under the address sanitizer.
# usage: Scripts/fuzz.sh TARGET [SECONDS] [libFuzzer's options]
#
# Seeds are in Fuzz/Corpus; what a run adds, and the input of a failure, stay in Fuzz/.build.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?usage: Scripts/fuzz.sh TARGET [SECONDS]}
seconds=${2:-60}
shift $(($# < 2 ? $# : 2))
linker=()
[ "$(uname -s)" = Linux ] && linker=(-Xswiftc -use-ld=lld)
swift build -c release --package-path Fuzz -Xswiftc -enable-testing \
    -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address "${linker[@]}"
found=Fuzz/.build/found/$target
mkdir -p "$found"
options=()
if [ "$target" = disk ]; then
    # A directory in memory, and no search for leaks: it would come after every input, since the process
    # keeps a note of each directory that it has opened, and take 19 parts in 20 of the time.
    options+=(-detect_leaks=0)
    if [ -d /dev/shm ]; then
        TMPDIR=$(mktemp -d /dev/shm/larder-fuzz.XXXXXX)
        export TMPDIR
        trap 'rm -rf "$TMPDIR"' EXIT
    fi
fi
SWIFT_BACKTRACE=enable=no Fuzz/.build/release/larder-fuzz "$target" -max_total_time="$seconds" \
    -timeout=20 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$found/failure-" \
    "${options[@]}" "$@" "$found" "Fuzz/Corpus/$target"
