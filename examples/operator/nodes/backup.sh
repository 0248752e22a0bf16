#!/bin/sh
# Dumps the schema of the service, and deletes dumps after two weeks. Needs a pg_dump that is at least as new as the
# server.
set -eu
. "$(dirname "$(readlink -f "$0")")/database.sh"
mkdir -p "$backups"
file="$backups/$(date -u +%Y-%m-%dT%H-%M-%SZ).dump"
# Under another name until it is complete.
pg_dump --format=custom --schema=compute_host --file="$file.part" --dbname="$url"
mv "$file.part" "$file"
# A dump on this machine is lost with it: here, send it elsewhere.
find "$backups" -name '*.dump*' -mtime +14 -delete
