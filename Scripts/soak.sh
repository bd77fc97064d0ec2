#!/usr/bin/env bash
# The long version of the disk tier's tests: over 10,000 kills, and as much more of all else.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --build-tests
LARDER_SOAK="${LARDER_SOAK:-34}" swift test --skip-build \
    --filter 'A directory shared by processes|A disk cache whose process dies|A disk cache on a failing disk|A damaged directory'
