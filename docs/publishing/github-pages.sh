#!/bin/sh
# Sends the published log to GitHub Pages.
#
#   github-pages.sh FOLDER REPOSITORY [BRANCH]
#
# FOLDER is publish-to, REPOSITORY an address that git can push to (git@github.com:NAME/REPOSITORY.git), and BRANCH
# the branch that Pages serves (gh-pages). CNAME=records.example.org names a domain of one's own.
#
# The branch gets one commit without a history, so a find that is no longer public does not stay in it.
set -eu

folder=${1:?"usage: github-pages.sh FOLDER REPOSITORY [BRANCH]"}
repository=${2:?"usage: github-pages.sh FOLDER REPOSITORY [BRANCH]"}
branch=${3:-gh-pages}
[ -e "$folder/.albumscan" ] || { echo "$folder is no published log: run albumscan publish" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$(dirname "$0")/snapshot.sh" "$folder" "$work/log"
rm -f "$work/log/_headers"

# GitHub refuses a file of more than 100 MiB. Without the archive, the link to it leads to the 404 page.
if [ -n "$(find "$work/log/archive.zip" -size +100M 2>/dev/null)" ]; then
  echo "archive.zip has more than 100 MiB and is left out" >&2
  rm "$work/log/archive.zip"
fi

# Without this file, GitHub would run Jekyll.
: >"$work/log/.nojekyll"
[ -z "${CNAME:-}" ] || echo "$CNAME" >"$work/log/CNAME"

git -C "$work/log" init --quiet
git -C "$work/log" checkout --quiet --orphan "$branch"
git -C "$work/log" add --all
git -C "$work/log" -c user.name=AlbumScan -c user.email=albumscan@localhost commit --quiet --message "Publish the log"
git -C "$work/log" push --quiet --force "$repository" "$branch"
