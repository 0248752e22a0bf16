#!/bin/sh
# Copies the database while the service runs, verifies the copy, and deletes copies after two weeks. Run it as the
# service's user.
set -eu
backups=${BACKUPS:-/var/lib/compute-host/backups}
mkdir -p "$backups"
"$(dirname "$(readlink -f "$0")")/compute-host.sh" backup "$backups/$(date -u +%Y-%m-%dT%H-%M-%SZ).db"
# A copy on the same disk is lost with the disk: send it elsewhere here.
find "$backups" -name '*.db*' -mtime +14 -delete
