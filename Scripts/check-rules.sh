#!/usr/bin/env bash
# The house rules that swift-format does not know; CONTRIBUTING.md gives their reasons.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
complain() {
    [ -z "$2" ] && return
    echo "error: $1"
    echo "$2" | sed 's/^/    /'
    failed=1
}

sources=$(git ls-files 'Sources/*.swift')
all=$(git ls-files '*.swift')
complain "files over 500 lines: split them" \
    "$(echo "$all" | xargs wc -l | awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines" }')"
complain "comments over 100 columns, which swift-format leaves alone" \
    "$(echo "$all" | LC_ALL=C.UTF-8 xargs grep -nE '^ *//.*$' | LC_ALL=C.UTF-8 grep -E '^[^:]*:[0-9]*:.{101}' || true)"
complain "left open in sources" \
    "$(echo "$sources" | xargs grep -nE 'fatalError\(|TODO|FIXME|XXX' || true)"
complain "try! or as! in sources" "$(echo "$sources" | xargs grep -nE '\btry!|\bas!' || true)"
complain "sleeps in tests: wait for an event or move the clock" \
    "$(git ls-files 'Tests/*.swift' | xargs grep -nE 'Task\.sleep|Thread\.sleep|usleep\(' || true)"
complain "unchecked concurrency without a line '// Safe because'" "$(echo "$sources" | xargs awk '
    /Safe because/ { safe = FNR }
    /@unchecked Sendable|nonisolated\(unsafe\)/ && !/^ *\/\// && (FNR - safe > 6 || safe == 0 || FNR < safe) {
        print FILENAME ":" FNR ": " $0
    }
    FNR == 1 { safe = 0 }')"
complain "the whole of Foundation on Linux: import FoundationEssentials where it can be had" \
    "$(for file in $sources; do
        grep -q '^ *\(public \|package \|internal \)\?import Foundation$' "$file" &&
            ! grep -qE 'canImport\((FoundationEssentials|Darwin|UIKit|AppKit|SwiftUI|ImageIO)\)' "$file" && echo "$file"
    done)"
exit $failed
