#!/usr/bin/env bash
# Installs the system packages that a build needs, where they are missing.
# usage: Scripts/setup.sh [test|sheet|bench|gtk]    (what tests, benchmarks or the GTK views need besides)
set -euo pipefail

command -v swift >/dev/null || {
    echo "Swift is missing. Install Swift 6.2 or later from https://www.swift.org/install" >&2
    exit 1
}
[ "$(uname -s)" = Linux ] || exit 0

build=(pkg-config libcurl4-openssl-dev zlib1g-dev libbrotli-dev libzstd-dev libjpeg62-turbo-dev libpng-dev
    libisal-dev libwebp-dev libgif-dev liblcms2-dev libavif-dev)
case "${1:-}" in
    test) wanted=("${build[@]}" nginx-light openssl redis-server) ;;
    bench) wanted=("${build[@]}" nginx-light openssl redis-server curl liblmdb-dev libsqlite3-dev libvips-tools valgrind
        imagemagick) ;;
    sheet) wanted=("${build[@]}" nginx-light openssl redis-server chromium) ;;
    gtk) wanted=("${build[@]}" libgtk-4-dev xvfb xauth) ;;
    *) wanted=("${build[@]}") ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian system: nothing is installed here. A build needs pkg-config and the" \
        "development files of libcurl, zlib, Brotli, Zstandard, libjpeg-turbo, libpng, ISA-L, libwebp, giflib, lcms2 and libavif." >&2
    exit 0
fi
missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null || [ -t 0 ] && command -v sudo >/dev/null; then
        as_root=(sudo)
    else
        echo "These system packages are missing, and installing them needs root:" >&2
        echo "    apt-get install ${missing[*]}" >&2
        exit 1
    fi
fi
echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
install() {
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$log" 2>&1
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install || { "${as_root[@]}" apt-get update -qq >"$log" 2>&1 && install; } || {
    cat "$log" >&2
    echo "Could not install. Install these packages, then try again: ${missing[*]}" >&2
    exit 1
}
