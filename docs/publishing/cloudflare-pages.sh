#!/bin/sh
# Sends the published log to Cloudflare Pages.
#
#   CLOUDFLARE_API_TOKEN=… CLOUDFLARE_ACCOUNT_ID=… cloudflare-pages.sh FOLDER PROJECT
#
# FOLDER is publish-to, and PROJECT the name of a Pages project for direct uploads. The token needs the right
# "Cloudflare Pages: Edit". Needs npx (Node.js).
set -eu

folder=${1:?"usage: cloudflare-pages.sh FOLDER PROJECT"}
project=${2:?"usage: cloudflare-pages.sh FOLDER PROJECT"}
[ -e "$folder/.albumscan" ] || { echo "$folder is no published log: run albumscan publish" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$(dirname "$0")/snapshot.sh" "$folder" "$work/log"

# Cloudflare refuses a file of more than 25 MiB. Without the archive, the link to it leads to the 404 page.
if [ -n "$(find "$work/log/archive.zip" -size +25M 2>/dev/null)" ]; then
  echo "archive.zip has more than 25 MiB and is left out" >&2
  rm "$work/log/archive.zip"
fi

npx --yes wrangler pages deploy "$work/log" --project-name "$project" --branch main --commit-dirty true
