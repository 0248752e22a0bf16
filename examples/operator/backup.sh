#!/bin/sh
# Copies the database while the service is running, verifies the copy, and deletes copies after two weeks. Run it as the
# user of the service.
set -eu
backups=${BACKUPS:-/var/lib/compute-host/backups}
mkdir -p "$backups"
"$(dirname "$(readlink -f "$0")")/compute-host.sh" backup "$backups/$(date -u +%Y-%m-%dT%H-%M-%SZ).db"
# A copy on the same disk is lost with the disk: here, send it elsewhere.
find "$backups" -name '*.db*' -mtime +14 -delete
