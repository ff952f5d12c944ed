#!/bin/sh
# Copies the published log at a moment when nothing writes it.
#
#   snapshot.sh FOLDER COPY
#
# FOLDER is publish-to, and COPY a folder that does not exist yet. The worker may write into FOLDER at any time, so a copy
# counts only if it equals FOLDER twice, with some seconds between. After five copies that do not, there is no copy, and
# the script ends with 1. The copy has only the files that readers get. The scripts for hosting services use this script.
set -eu

folder=${1:?"usage: snapshot.sh FOLDER COPY"}
copy=${2:?"usage: snapshot.sh FOLDER COPY"}
[ -e "$folder/.albumscan" ] || { echo "$folder is no published log: run albumscan publish" >&2; exit 2; }
[ ! -e "$copy" ] || { echo "$copy exists already" >&2; exit 2; }

# The first difference between the folder and the copy; nothing if they are equal.
difference() {
  diff -rq --no-dereference "$folder" "$copy" 2>&1 | head -n 1
}

for try in 1 2 3 4 5; do
  [ "$try" = 1 ] || sleep 10
  rm -rf "$copy"
  mkdir "$copy"
  # cp fails if a file disappears meanwhile; then the comparison finds a difference.
  cp -R "$folder/." "$copy/" || true
  found=$(difference)
  if [ -z "$found" ]; then
    sleep 5
    found=$(difference)
  fi
  [ -n "$found" ] || break
done
if [ -n "$found" ]; then
  rm -rf "$copy"
  echo "$folder changed during each of five copies, or cannot be copied ($found): try again later" >&2
  exit 1
fi

# The lists of a build, and hidden files.
rm -f "$copy/assets.txt" "$copy/public.txt" "$copy"/history/*/parts.txt
find "$copy" -mindepth 1 -name '.*' -prune -exec rm -rf {} +
