#!/bin/sh
# Sends the published log to Netlify.
#
#   NETLIFY_AUTH_TOKEN=… netlify.sh FOLDER SITE
#
# FOLDER is publish-to, and SITE the id of a site. Netlify takes only the files that it does not have, and shows all
# changes at the same moment. Needs npx (Node.js).
set -eu

folder=${1:?"usage: netlify.sh FOLDER SITE"}
site=${2:?"usage: netlify.sh FOLDER SITE"}
[ -e "$folder/.albumscan" ] || { echo "$folder is no published log: run albumscan publish" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$(dirname "$0")/snapshot.sh" "$folder" "$work/log"

npx --yes netlify-cli deploy --prod --dir "$work/log" --site "$site"
