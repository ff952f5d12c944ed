#!/bin/sh
# Makes a remote of rclone for WebDAV, and prints the settings.
#
#   webdav.sh ADDRESS USER [FOLDER [VENDOR]]
#
# ADDRESS is the https address of the WebDAV server, VENDOR nextcloud, owncloud, sharepoint or other. Asks for the
# password. Run this as the user who runs AlbumScan. RCLONE_CONFIG=FILE names the file with the remotes, which the setting
# rclone-config then names.
set -eu

address=${1:?"usage: webdav.sh ADDRESS USER [FOLDER [VENDOR]]"}
user=${2:?"usage: webdav.sh ADDRESS USER [FOLDER [VENDOR]]"}
folder=${3:-}
vendor=${4:-other}

printf 'Password: ' >&2
stty -echo 2>/dev/null || true
read -r password
stty echo 2>/dev/null || true
echo >&2

rclone config create albumscan-log webdav url "$address" vendor "$vendor" user "$user" pass "$password" \
  --obscure >/dev/null
echo "publish-remote: albumscan-log:$folder"
[ -z "${RCLONE_CONFIG:-}" ] || echo "rclone-config: $RCLONE_CONFIG"
