#!/bin/sh
# Makes a remote of rclone for a web server that is reached by SSH, and prints the settings.
#
#   sftp.sh HOST USER FOLDER [PORT]
#
# Makes a key without a passphrase for this purpose, and shows the line for authorized_keys on the server. Run this as
# the user who runs AlbumScan. RCLONE_CONFIG=FILE names the file with the remotes, which the setting rclone-config then
# names; the key is made beside it.
set -eu

host=${1:?"usage: sftp.sh HOST USER FOLDER [PORT]"}
user=${2:?"usage: sftp.sh HOST USER FOLDER [PORT]"}
folder=${3:?"usage: sftp.sh HOST USER FOLDER [PORT]"}
port=${4:-22}
keys=$HOME/.ssh
[ -z "${RCLONE_CONFIG:-}" ] || keys=$(dirname "$RCLONE_CONFIG")
key=$keys/albumscan-log

mkdir -p "$keys"
[ -e "$key" ] || ssh-keygen -q -t ed25519 -N '' -C albumscan-log -f "$key"
ssh-keyscan -p "$port" "$host" >"$key.hosts" 2>/dev/null
[ -s "$key.hosts" ] || { echo "$host does not answer on port $port" >&2; exit 1; }

rclone config create albumscan-log sftp host "$host" port "$port" user "$user" key_file "$key" \
  known_hosts_file "$key.hosts" shell_type unix >/dev/null
echo "Add this line to ~/.ssh/authorized_keys of $user on $host:" >&2
cat "$key.pub" >&2
echo "publish-remote: albumscan-log:$folder"
[ -z "${RCLONE_CONFIG:-}" ] || echo "rclone-config: $RCLONE_CONFIG"
