#!/usr/bin/env bash
# Builds each library's documentation into .build/docs; a warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
docc=$(command -v docc || xcrun --find docc)
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >/dev/null
graphs=$(find .build -type d -name symbolgraph -path '*/debug/*' -o -type d -name symbolgraph | head -n 1)
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    own=$(mktemp -d)
    cp "$graphs/$module"*.symbols.json "$own"
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$own" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "larder.$module" \
        --output-path ".build/docs/$module"
    rm -r "$own"
done
echo "Documentation is in .build/docs"
