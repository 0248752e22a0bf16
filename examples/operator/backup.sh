#!/bin/sh
# Copies the database while the service runs, and verifies the copy. Run it every night as the user of the service.
set -eu
folder=/var/lib/compute-host/backups
mkdir -p "$folder"
/opt/compute-host/compute-host.sh backup "$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ).db"
# A copy on the same disk is lost with it: send it elsewhere here.
find "$folder" -name '*.db*' -mtime +14 -delete
