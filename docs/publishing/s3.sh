#!/bin/sh
# Makes a remote of rclone for S3, or for a storage service with the protocol of S3, and prints the settings.
#
#   s3.sh BUCKET KEY SECRET [ENDPOINT [REGION [PROVIDER]]]
#
# BUCKET may have a path: my-bucket/records. ENDPOINT is the address of a service that is not Amazon's. Run this as the
# user who runs AlbumScan. RCLONE_CONFIG=FILE names the file with the remotes, which the setting rclone-config then names.
set -eu

bucket=${1:?"usage: s3.sh BUCKET KEY SECRET [ENDPOINT [REGION [PROVIDER]]]"}
key=${2:?"usage: s3.sh BUCKET KEY SECRET [ENDPOINT [REGION [PROVIDER]]]"}
secret=${3:?"usage: s3.sh BUCKET KEY SECRET [ENDPOINT [REGION [PROVIDER]]]"}
endpoint=${4:-}
region=${5:-}
provider=${6:-}
[ -n "$provider" ] || { [ -n "$endpoint" ] && provider=Other || provider=AWS; }

# A policy of the bucket decides who may read. Amazon refuses other access rules with new buckets.
acl=private
[ "$provider" != AWS ] || acl=bucket-owner-full-control
rclone config create albumscan-log s3 provider "$provider" access_key_id "$key" secret_access_key "$secret" \
  endpoint "$endpoint" region "$region" acl "$acl" >/dev/null
echo "publish-remote: albumscan-log:$bucket"
[ -z "${RCLONE_CONFIG:-}" ] || echo "rclone-config: $RCLONE_CONFIG"
