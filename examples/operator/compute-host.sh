#!/bin/sh
# Runs a command of the service with the service's settings. Run it as the user of the service.
set -aeu
folder=$(dirname "$(readlink -f "$0")")
. "$folder/compute-host.env"
exec "$folder/node_modules/.bin/compute-host" "$@"
