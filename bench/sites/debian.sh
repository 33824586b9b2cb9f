#!/usr/bin/env bash
# Installs the documentation of Python, PostgreSQL and C++ from Debian, and compares checking it with bare parsing.
set -euo pipefail
cd "$(dirname "$0")/.."
packages="python3-doc postgresql-doc cppreference-doc-en-html"
dpkg -s $packages >/dev/null 2>&1 || { apt-get -qq update; apt-get -qq install --no-install-recommends $packages; }
folder() { # of the package that has the page
	dpkg -L "$1" | grep -m1 "/$2\$" | xargs dirname | xargs realpath
}
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
go build -o "$programs/sites" ./sites
go -C .. build -o "$programs/htmlurl" ./cmd/htmlurl
python=$(dpkg-query -W -f '${Depends}' python3-doc | grep -o 'python3\.[0-9]*-doc' | head -1)
postgresql=$(dpkg-query -W -f '${Depends}' postgresql-doc | grep -o 'postgresql-doc-[0-9]*' | head -1)
"$programs/sites" -command "$programs/htmlurl" "$@" \
	"$(folder "$python" html/index.html)" \
	"$(folder "$postgresql" html/index.html)" \
	"$(dirname "$(folder cppreference-doc-en-html en/index.html)")"
