#!/bin/sh
# Restores the latest dump into the database compute_host_drill and counts its computers. This does not affect the
# service.
# Once before: createdb --owner compute_host --encoding UTF8 compute_host_drill
set -eu
. "$(dirname "$(readlink -f "$0")")/database.sh"
latest=$(find "$backups" -name '*.dump' | sort | tail -n 1)
[ -n "$latest" ] || { echo "There is no backup in $backups." >&2; exit 1; }
drill_url=$(printf %s "$database_url" | sed -E 's#^(postgres(ql)?://[^/]*/)[^?]*#\1compute_host_drill#')
drill=$(without_password "$drill_url")
computers=$(mktemp)
empty() {
  drop='drop schema if exists compute_host cascade'
  psql --quiet --dbname="$drill" --command="set client_min_messages = warning; $drop"
  rm -f "$computers"
}
trap empty EXIT
empty
pg_restore --exit-on-error --no-owner --dbname="$drill" "$latest"
COMPUTE_HOST_DATABASE_URL="$drill_url" "$folder/node_modules/.bin/compute-host" computers list --json >"$computers"
echo "$(wc -l <"$computers") computers could be read from the restored copy."
