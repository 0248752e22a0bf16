#!/bin/sh
# Restores the latest backup to a temporary file and counts its computers. This does not affect the service.
set -eu
backups=${BACKUPS:-/var/lib/compute-host/backups}
latest=$(find "$backups" -name '*.db' | sort | tail -n 1)
[ -n "$latest" ] || { echo "There is no backup in $backups." >&2; exit 1; }
drill=$(mktemp -d)
trap 'rm -rf "$drill"' EXIT
cd "$(dirname "$(readlink -f "$0")")"
export COMPUTE_HOST_DATABASE_URL="sqlite:$drill/data.db"
node_modules/.bin/compute-host restore "$latest"
node_modules/.bin/compute-host computers list --json >"$drill/computers"
echo "$(wc -l <"$drill/computers") computers could be read from the restored copy."
