#!/usr/bin/env bash
# Compiles every ```swift sample of the README, the guides and the doc comments, each as a
# function of its own in a target that imports the products and nothing else.
#
# In a Markdown file, a line `<!-- given: url: URL, data: Data -->` above a sample names what it
# takes for granted; `<!-- not compiled: reason -->` leaves it out.
set -euo pipefail
cd "$(dirname "$0")/.."
target=Examples/Sources/DocumentationSamples
rm -rf "$target"
mkdir -p "$target"
number=0
for file in README.md $(git ls-files 'Docs/*.md' 'Sources/*.md' 'Sources/*.swift'); do
    case "$file" in Docs/Design.md | Docs/Migrating.md | Docs/Decisions/*) continue ;; esac
    number=$((number + 1))
    awk -v prefix="$target/Sample$number" -v source="$file" '
        function flush_sample() {
            count++
            out = prefix "_" count ".swift"
            print "// From " source ", line " start "." > out
            if (imports !~ /import Foundation/) print "import Foundation" > out
            if (imports !~ /import Larder\n/) print "import Larder" > out
            if (imports !~ /import LarderImage/) print "import LarderImage" > out
            printf "%s", imports > out
            name = prefix "_" count
            gsub(/[^A-Za-z0-9]/, "_", name)
            print "\nfunc " name "(" given ") async throws {\n" body "}" > out
            close(out)
            given = ""
        }
        { line = $0; if (source ~ /\.swift$/) { if (line !~ /^ *\/\/\//) { next } sub(/^ *\/\/\/ ?/, "", line) } }
        line ~ /^<!-- given: / { given = line; sub(/^<!-- given: /, "", given); sub(/ *-->.*/, "", given); next }
        line ~ /^<!-- not compiled/ { skip = 1; next }
        line ~ /^ *```swift/ && !inside { inside = 1; body = ""; imports = ""; start = NR; next }
        line ~ /^ *```/ && inside { inside = 0; if (!skip) flush_sample(); skip = 0; next }
        inside && line ~ /^ *import / { sub(/^ */, "", line); imports = imports line "\n"; next }
        inside { body = body "    " line "\n" }
    ' "$file"
done
[ -n "$(ls "$target")" ] || { echo "No samples were found" >&2; exit 1; }
swift build --package-path Examples --target DocumentationSamples
echo "$(ls "$target" | wc -l) samples compile"
