#!/usr/bin/env bash
# Builds the example programs, and compiles every ```swift sample of the README, the guides and the doc comments, each as a
# function of its own in a target that imports the products and nothing else. On Linux those of the views for GTK too;
# those of the views for Apple's platforms are left to AppleStubs.
#
# The names below are what a sample may take for granted. A Markdown line
# `<!-- not compiled: reason -->` above a sample leaves it out.
set -euo pipefail
cd "$(dirname "$0")/.."
given='url: URL, urls: [URL], directory: URL, data: Data, bytes: Data, image: Bitmap,
    memory: MemoryCache<String, Data>, disk: DiskCache, files: TieredCache, loader: Loader'
given_views="$given, box: UnsafeMutablePointer<GtkBox>, window: UnsafeMutablePointer<GtkWindow>"
samples=Examples/Sources/DocumentationSamples
views=Examples/GTK/Sources/DocumentationSamples
apple=AppleStubs/Sources/DocumentationSamples
rm -rf "$samples" "$views" "$apple"
mkdir -p "$samples" "$views" "$apple"
number=0
for file in README.md $(git ls-files 'Docs/*.md' 'Sources/*.md' 'Sources/*.swift'); do
    case "$file" in Docs/Design.md | Docs/Migrating.md | Docs/Decisions/*) continue ;; esac
    number=$((number + 1))
    awk -v samples="$samples" -v views="$views" -v apple="$apple" -v number="$number" -v source="$file" \
        -v given="$given" -v given_views="$given_views" '
        function flush_sample() {
            is_view = source ~ /LarderGTK/ || imports ~ /LarderGTK/
            is_apple = source ~ /LarderUI/ || imports ~ /LarderUI/
            out = (is_view ? views : is_apple ? apple : samples) "/Sample" number "_" (++count) ".swift"
            print "// From " source ", line " start "." > out
            if (imports !~ /import Foundation/) print "import Foundation" > out
            if (imports !~ /import Larder\n/) print "import Larder" > out
            if (imports !~ /import LarderImage/) print "import LarderImage" > out
            if (body ~ /ScriptedOrigin|Contract|ManualClock|DictionaryTier/) print "import LarderTesting" > out
            if (body ~ /RedisTier/) print "import LarderRedis" > out
            if (is_view) print "import CGTK\nimport LarderGTK" > out
            if (is_apple) print "import LarderUI\nimport SwiftUI\nimport UIKit" > out
            printf "%s", imports > out
            print (is_view || is_apple ? "\n@MainActor" : "") > out
            print "func sample" number "_" count "(\n    " (is_view ? given_views : given) "\n) async throws {\n" body "}" > out
            close(out)
        }
        { line = $0 }
        source ~ /\.swift$/ { if (line !~ /^ *\/\/\//) next; sub(/^ *\/\/\/ ?/, "", line) }
        line ~ /^<!-- not compiled/ { skip = 1; next }
        line ~ /^ *```swift/ && !inside { inside = 1; body = ""; imports = ""; start = NR; next }
        line ~ /^ *```/ && inside { inside = 0; if (!skip) flush_sample(); skip = 0; next }
        inside && line ~ /^ *import / { sub(/^ */, "", line); imports = imports line "\n"; next }
        inside && line ~ /^ *@(Test|main)/ { next }
        inside { body = body "    " line "\n" }
    ' "$file"
done
[ -n "$(ls "$samples")" ] || { echo "No samples were found" >&2; exit 1; }
swift build --package-path Examples
[ "$(uname -s)" != Linux ] || swift build --package-path Examples/GTK
echo "$(ls "$samples" "$views" | grep -c swift) samples compile"
