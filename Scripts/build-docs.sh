#!/usr/bin/env bash
# Builds each library's documentation into .build/docs; a warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
docc=$(command -v docc || xcrun --find docc)
graphs=.build/symbolgraphs
rm -rf "$graphs"
mkdir -p .build/docs "$graphs"
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >/dev/null
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    mkdir "$graphs/$module"
    # The folder's name depends on the platform; a module's graphs are its own and its extensions'.
    find .build -path '*/symbolgraph/*' \( -name "$module.symbols.json" -o -name "$module@*.symbols.json" \) \
        -exec cp {} "$graphs/$module" \;
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs/$module" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "larder.$module" \
        --output-path ".build/docs/$module"
done
echo "Documentation is in .build/docs"
